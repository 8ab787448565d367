"""The regions of a page that stays up to date by itself; what becomes of them is in `games/web/live.py`."""

from django import template
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.web.live import FIELD, Regions

register = template.Library()


@register.simple_block_tag(takes_context=True)
def region(
    context: Context, content: str, name: str, keep: object = "", forced: object = False, **attributes: object
) -> SafeString:
    """A part of the page that changes while one looks, in an element of its own with the id `name`.

    It is left alone while `keep` stays the same, unless `forced`. Further attributes are those of the
    element, `_` for `-`. The element itself stays, so that what a screen reader listens to does."""
    regions: Regions = context["regions"]
    new = regions.drawn(name, content, str(keep or ""), bool(forced))
    if regions.known is None:
        named = ((key.replace("_", "-"), value) for key, value in attributes.items())
        told = format_html_join("", ' {}="{}"', named)
        return format_html('<div id="{}"{}>{}</div>', name, told, content)
    if new:
        regions.changed.append(format_html('<div id="{}" hx-swap-oob="innerHTML">{}</div>', name, content))
    return SafeString("")


@register.simple_tag(takes_context=True)
def have(context: Context) -> SafeString:
    """What the page shows, for htmx to send back; after the last region."""
    regions: Regions = context["regions"]
    # A browser that reloads a page may fill in the value of before, unless it is told not to.
    return format_html(
        '<input type="hidden" id="{}" name="{}" value="{}" autocomplete="off"{}>',
        FIELD,
        FIELD,
        regions.have,
        "" if regions.known is None else SafeString(' hx-swap-oob="true"'),
    )


@register.simple_block_tag(takes_context=True)
def changed(context: Context, content: str) -> SafeString:
    """Of a page, the regions that are new to its reader."""
    return SafeString("".join(context["regions"].changed))
