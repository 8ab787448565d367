"""The short notation of cards in front, for what people type: "maki3", "egg@w", "eel/f", "order=squid@w".

A canonical face may be written as it is. `@w` lies on the oldest free card it may lie on, `/f` is face-down,
`order=X` a special order that is a copy of X. A plain nigiri lies where the rules lay it; a copied one does
not lie on anything unless written so, since its owner chose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.cards.base import Laid
from games.engine.commands import Face, OptionValue
from games.engine.editions.base import Rules
from games.engine.errors import BadSetup
from games.engine.laying import lay
from games.engine.positions import rules_of_position

ALIASES: Final[Mapping[str, Face]] = {
    "miso": "miso-soup",
    "soy": "soy-sauce",
    "order": "special-order",
    "icecream": "green-tea",
    "ice-cream": "green-tea",
    "green-tea-ice-cream": "green-tea",
    "takeout-box": "takeout",
}
COPY: Final = "special-order"
LYING: Final = "@w"
DOWN: Final = "/f"
_NUMBERED: Final = re.compile(r"([a-z](?:[a-z-]*[a-z])?)-?([0-9]+)")
_FRUIT: Final = re.compile(r"fruit-?([wpo]+)")


class Written(NamedTuple):
    """A card in front as it is written: what it acts as, what is printed on it, whether it is said to lie on
    another, and whether it is face-down."""

    face: Face
    printed: Face
    raised: bool
    down: bool


def read_face(text: str) -> Face:
    """The canonical code of a face in either notation. Whether such a card exists is not looked at."""
    name = text.strip().lower().replace(":", "-").replace("_", "-").replace(" ", "-")
    if fruit := _FRUIT.fullmatch(name):
        return f"fruit-{''.join(sorted(fruit[1], key='wpo'.index))}"
    numbered = _NUMBERED.fullmatch(name)
    stem, number = (numbered[1], f"-{numbered[2]}") if numbered else (name, "")
    return ALIASES.get(stem, stem) + number


def read_written(text: str) -> Written:
    """A card in front as text such as "order=squid@w" or "eel/f". Raises BadSetup when something other than
    a special order is said to be a copy."""
    name, raised, down = text.strip().lower(), False, False
    while name.endswith((LYING, DOWN)):
        raised, down = raised or name.endswith(LYING), down or name.endswith(DOWN)
        name = name[:-2].rstrip()
    before, equals, copied = name.partition("=")
    printed = read_face(before)
    if equals and printed != COPY:
        raise BadSetup(
            f"{text!r} cannot be read: only a special order is a copy, written order=X.", face=text
        )
    return Written(read_face(copied) if equals else printed, printed, raised, down)


def read_table(
    edition: str,
    tables: Sequence[Sequence[str]],
    options: Mapping[str, OptionValue] | None = None,
    variant: str = "",
) -> list[list[Laid]]:
    """The cards in front of every seat, each row in the order it was played. Raises BadSetup with the card
    that cannot be read, is not in use or cannot lie where it is said to."""
    rules = rules_of_position(edition, variant, len(tables), options)
    return [_row(rules, row) for row in tables]


def write_card(laid: Laid) -> str:
    """A card in front in the short notation, with canonical faces."""
    name = laid.face if laid.face == laid.printed else f"order={laid.face}"
    return f"{name}{'@w' if laid.on is not None else ''}{'/f' if laid.down else ''}"


def _row(rules: Rules, row: Sequence[str]) -> list[Laid]:
    tableau: list[Laid] = []
    for turn, text in enumerate(row, 1):
        face, printed, raised, down = read_written(text)
        for wanted in (face, printed):
            if wanted not in rules.card_of:
                raise BadSetup(
                    f"{rules.edition.name} has no card {wanted!r} in use here ({text!r}); it has: "
                    f"{', '.join(rules.edition.faces)}.",
                    face=text,
                )
        on: int | None = None
        if raised or face == printed:
            placed = lay(rules, tableau, (face,), len(tableau))
            if raised and not placed:
                # What it lies on may have been turned face-down since.
                upright = [laid._replace(down=False) for laid in tableau]
                placed = lay(rules, upright, (face,), len(tableau))
            on = placed[0][1] if placed else None
        if raised and on is None:
            raise BadSetup(f"{text!r} says it lies on another card, but none before it is free.", face=text)
        tableau.append(Laid(face, printed, on, turn, down))
    return tableau
