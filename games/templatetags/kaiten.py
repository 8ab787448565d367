"""What templates draw: cards from the sprite, seat plates, places, signed numbers, ways in the main menu.

No rule and no query lives here; a tag turns a value it is given into markup with an accessible name.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template.context import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

#: What a screen reader says for a face; a face unknown here is read by its own code.
SPOKEN: Mapping[str, str] = {
    "tempura": "tempura",
    "sashimi": "sashimi",
    "dumpling": "dumpling",
    "maki-1": "maki, one roll",
    "maki-2": "maki, two rolls",
    "maki-3": "maki, three rolls",
    "egg": "egg nigiri, 1 point",
    "salmon": "salmon nigiri, 2 points",
    "squid": "squid nigiri, 3 points",
    "wasabi": "wasabi",
    "chopsticks": "chopsticks",
    "pudding": "pudding",
    "back": "a card face down",
}

#: Width in CSS pixels; the sprite is drawn three to four.
WIDTHS: Mapping[str, int] = {"small": 36, "medium": 48, "large": 64}


@register.filter
def spoken(face: str) -> str:
    """The name a sentence uses for a face."""
    return SPOKEN.get(face, face.replace("-", " "))


@register.simple_tag
def card(face: str, size: str = "medium", said: str = "") -> SafeString:
    """A card face as an image with a name; `said` replaces the name, for instance to add "on wasabi".

    `said` "-" leaves it out for a screen reader: the card under another, which is told with it. A face that
    is not in the sprite has its name written on a blank card.
    """
    width = WIDTHS.get(size, WIDTHS["medium"])
    name = said or spoken(face)
    told = (
        format_html('role="img" aria-label="{}"', name) if said != "-" else SafeString('aria-hidden="true"')
    )
    title = format_html("<title>{}</title>", name) if said != "-" else SafeString("")
    return format_html(
        '<svg class="card card-{}" {} viewBox="0 0 60 80" width="{}" height="{}">{}'
        '<use href="{}#{}"></use>{}</svg>',
        size,
        told,
        width,
        width * 4 // 3,
        title,
        static("kaiten/cards.svg"),
        face if face in SPOKEN else "blank",
        SafeString("") if face in SPOKEN else _written(face),
    )


def _written(face: str) -> SafeString:
    """A face's words, one below the other."""
    return format_html_join(
        "",
        '<text x="30" y="{}" text-anchor="middle" font-size="11" font-weight="700" '
        'textLength="{}" lengthAdjust="spacingAndGlyphs">{}</text>',
        ((24 + 14 * line, min(52, 8 * len(word)), word) for line, word in enumerate(face.split("-"))),
    )


@register.simple_tag
def plate(number: int) -> SafeString:
    """The mark of a seat: its number on a plate whose rim differs from seat to seat."""
    return format_html(
        '<span class="plate plate-{}"><span class="hidden-text">seat </span>{}</span>', number, number
    )


@register.simple_tag
def place(number: int | None) -> SafeString:
    """A place as a plate; nothing while there is none."""
    if number is None:
        return SafeString('<span class="soft">–</span>')
    return format_html('<span class="place place-{}">{}</span>', number, number)


@register.filter
def signed(number: int | float | None) -> str:
    """A number with its sign, a true minus for less than nothing, and ±0."""
    if number is None:
        return "–"
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"−{abs(number)}"


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    """How long since, short, with the full time and its zone to hand."""
    if moment is None:
        return "–"
    seconds = int((timezone.now() - moment).total_seconds())
    local = timezone.localtime(moment)
    if abs(seconds) < 5:
        words = "just now"
    else:
        amount, unit = abs(seconds), "s"
        for size, name in ((86400, "d"), (3600, "h"), (60, "min")):
            if amount >= size:
                amount, unit = amount // size, name
                break
        words = f"{amount} {unit} ago" if seconds > 0 else f"in {amount} {unit}"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', local.isoformat(), f"{local:%Y-%m-%d %H:%M:%S %Z}", words
    )


@register.simple_tag(takes_context=True)
def way(context: Context, name: str, label: str) -> SafeString:
    """An entry of the main menu, marked when the page lies below it."""
    target = reverse(name)
    request: Any = context.get("request")
    here = request is not None and request.path.startswith(target)
    return format_html(
        '<a href="{}"{}>{}</a>', target, SafeString(' aria-current="page"') if here else "", label
    )
