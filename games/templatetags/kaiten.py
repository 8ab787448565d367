"""What templates draw: cards from the sprite, seat plates, places, signed numbers, ways in the main menu.

No rule lives here; a tag turns a value it is given into markup with an accessible name. The menu alone asks a
query: how much waits for who is logged in.
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

from games import queries
from games.models import Game
from games.web import faces
from games.web.visitor import player_of

register = template.Library()

#: Width in CSS pixels; the sprite is drawn three to four.
WIDTHS: Mapping[str, int] = {"small": 36, "medium": 48, "large": 64}


register.filter("spoken", faces.spoken)
register.filter("card_name", faces.card_name)


@register.simple_tag
def card(
    face: str, size: str = "medium", said: str = "", down: bool = False, copy: bool = False
) -> SafeString:
    """A card face as an image with a name; `said` replaces the name, for instance to add "on wasabi".

    `said` "-" leaves it out for a screen reader: the card under another, which is told with it. `down` shows
    the back with the two points it is worth, `copy` marks a special order that acts as this face. A face that
    nobody has drawn is written in words on a blank card.
    """
    width = WIDTHS.get(size, WIDTHS["medium"])
    name = said or faces.spoken(face)
    told = (
        format_html('role="img" aria-label="{}"', name) if said != "-" else SafeString('aria-hidden="true"')
    )
    title = format_html("<title>{}</title>", name) if said != "-" else SafeString("")
    return format_html(
        '<svg class="card card-{}" data-face="{}" {} viewBox="0 0 60 80" width="{}" height="{}">{}{}{}</svg>',
        size,
        face,
        told,
        width,
        width * 4 // 3,
        title,
        _turned_over() if down else _picture(face),
        _use(faces.PARTY, "copy") if copy and not down else "",
    )


def _use(sprite: str, symbol: str, place: str = "") -> SafeString:
    """A symbol of a sprite, over the whole card or at `place`."""
    return format_html('<use href="{}#{}"{}></use>', static(sprite), symbol, SafeString(place))


def _picture(face: str) -> SafeString:
    """The drawing of a face with its fruits and its number; for an unknown face a blank card with words."""
    drawing = faces.DRAWINGS.get(face)
    if drawing is None:
        return _use(faces.CLASSIC, "blank") + _written(face)
    parts = [_use(drawing.sprite, drawing.symbol)]
    for fruit, place in zip(drawing.fruits, _FRUIT_PLACES, strict=False):
        parts.append(_use(drawing.sprite, fruit, place))
    if drawing.mark:
        parts.append(_use(drawing.sprite, drawing.mark))
        parts.append(_on_mark(drawing.number))
    return SafeString("".join(parts))


def _turned_over() -> SafeString:
    """The back of a card that a takeout box has turned, with what it is worth."""
    return _use(faces.CLASSIC, "back") + SafeString(
        '<circle cx="30" cy="40" r="12.5" fill="#fffaf0" stroke="#14302b" stroke-width="1.6"></circle>'
        '<text x="30" y="46" text-anchor="middle" font-size="17" font-weight="700" font-family="sans-serif" '
        'fill="#2c2a26">2</text>'
    )


def _on_mark(number: str) -> SafeString:
    """A number in the corner where the marks are."""
    return format_html(
        '<text x="11.5" y="15.5" text-anchor="middle" font-size="{}" font-weight="700" '
        'font-family="sans-serif" fill="#fff">{}</text>',
        11 if len(number) == 1 else 9.5,
        number,
    )


def _written(face: str) -> SafeString:
    """A face's words, one below the other."""
    return format_html_join(
        "",
        '<text x="30" y="{}" text-anchor="middle" font-size="11" font-weight="700" '
        'textLength="{}" lengthAdjust="spacingAndGlyphs">{}</text>',
        ((24 + 14 * line, min(52, 8 * len(word)), word) for line, word in enumerate(face.split("-"))),
    )


#: Where the two fruits of a card lie.
_FRUIT_PLACES = (
    'x="4" y="10" width="28" height="34"',
    'x="28" y="23" width="28" height="34"',
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
def cut_underscores(key: str) -> str:
    """A key of several words as words."""
    return key.replace("_", " ")


@register.filter
def number(value: int) -> str:
    """A number with a true minus."""
    return str(value) if value >= 0 else f"−{-value}"


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    """How long since, short, with the full time and its zone to hand."""
    if moment is None:
        return "–"
    seconds = int((timezone.now() - moment).total_seconds())
    local = timezone.localtime(moment)
    if abs(seconds) < 5:
        words = "in a moment" if seconds < 0 else "just now"
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


@register.filter
def due(moment: datetime | None) -> SafeString | str:
    """How long until, or "now" once it is time: what is due waits for the next look of a task."""
    return "now" if moment is not None and moment <= timezone.now() else ago(moment)


@register.simple_tag(takes_context=True)
def way(context: Context, name: str, label: str) -> SafeString:
    """An entry of the main menu, marked when the page lies below it, with the number of what waits there."""
    target = reverse(name)
    request: Any = context.get("request")
    here = request is not None and request.path.startswith(target)
    return format_html(
        '<a href="{}"{}>{}{}</a>',
        target,
        SafeString(' aria-current="page"') if here else "",
        label,
        _calls(context) if name == "games:list" else "",
    )


def _calls(context: Context) -> SafeString | str:
    """How many invitations and questions wait for the visitor; the game of this page shows its own."""
    request: Any = context.get("request")
    if request is None or not hasattr(request, "user"):
        return ""
    player = player_of(request)
    game = context.get("game")
    count = queries.waiting_for(player.pk, game.pk if isinstance(game, Game) else None) if player else 0
    if not count:
        return ""
    told = f"{'waits' if count == 1 else 'wait'} for you"
    return format_html(' <span class="calls">{}<span class="hidden-text"> {}</span></span>', count, told)
