"""The short notation of cards in front, for what people type: "maki3", "egg@w", "eel/f", "order=squid@w".

A canonical face may be written as it is. `@w` lies on the oldest free card it may lie on, `/f` is face-down,
`order=X` a special order that is a copy of X. A plain nigiri lies where the rules lay it; a copied one does
not lie on anything unless written so, since its owner chose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards.base import Laid
from games.engine.commands import Face, OptionValue
from games.engine.editions.base import Rules
from games.engine.errors import BadSetup
from games.engine.positions import rules_of_position
from games.engine.scoring import lay

ALIASES: Final[Mapping[str, Face]] = {
    "miso": "miso-soup",
    "soy": "soy-sauce",
    "order": "special-order",
    "icecream": "green-tea",
}
COPY: Final = "special-order"
_SIZED: Final = re.compile(r"([a-z]+)(\d+)")


def read_face(text: str) -> Face:
    """The canonical code of a face in either notation. Whether such a card exists is not looked at."""
    name = text.strip().lower().replace(":", "-")
    if name in ALIASES:
        return ALIASES[name]
    sized = _SIZED.fullmatch(name)
    return f"{sized[1]}-{sized[2]}" if sized else name


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
        name, down = text.removesuffix("/f"), text.endswith("/f")
        name, raised = name.removesuffix("@w"), name.endswith("@w")
        before, equals, copied = name.partition("=")
        printed = read_face(before)
        face = read_face(copied) if equals else printed
        if equals and printed != COPY:
            raise BadSetup(f"{text!r} cannot be read: only a special order is a copy, written order=X.")
        for wanted in (face, printed):
            if wanted not in rules.card_of:
                raise BadSetup(
                    f"{rules.edition.name} has no card {wanted!r} in use here ({text!r}); it has: "
                    f"{', '.join(rules.edition.faces)}.",
                    face=text,
                )
        on: int | None = None
        if raised or not equals:
            placed = lay(rules, tableau, (face,), len(tableau))
            on = placed[0][1] if placed else None
        if raised and on is None:
            raise BadSetup(f"{text!r} says it lies on another card, but none before it is free.", face=text)
        tableau.append(Laid(face, printed, on, turn, down))
    return tableau
