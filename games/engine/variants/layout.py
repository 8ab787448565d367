"""How the cards of a sushi battle lie (rules §3.6): rows of overlapping cards, some face-down.

A layout is written row by row from the top, the number of cards and + for face-up or - for face-down, such
as "2+3-4+5-6+". Rows are centred; a card is covered by those of the next row that overlap it. The printed
diagram is not known: the default is the pyramid of twenty, rows of 2 to 6."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.commands import OptionValue
from games.engine.errors import BadSetup

PYRAMID: Final = "2+3-4+5-6+"
HOURGLASS: Final = "2+4-6+6-2+"
CARDS: Final = 20
_ROWS: Final = re.compile(r"(?:[1-9]\d?[+-]){1,20}")
_ROW: Final = re.compile(r"(\d+)([+-])")


class Places(NamedTuple):
    """The places of a layout, from the top left: whether each begins face-up, and which places cover it."""

    up: tuple[bool, ...]
    covers: tuple[tuple[int, ...], ...]


def read_layout(value: OptionValue) -> str:
    """A layout checked: twenty cards, the last row face-up. Raises BadSetup."""
    if not isinstance(value, str) or not _ROWS.fullmatch(value):
        raise BadSetup(
            f"battle_layout is written row by row from the top, such as {PYRAMID!r}: cards, then + or -.",
            option="battle_layout",
        )
    cards = sum(int(number) for number, _ in _ROW.findall(value))
    if cards != CARDS:
        raise BadSetup(
            f"battle_layout has {cards} card{'' if cards == 1 else 's'}; a battle is laid with {CARDS}.",
            option="battle_layout",
        )
    return value


@lru_cache(maxsize=64)
def places_of(layout: str) -> Places:
    """The places of a layout as it is written."""
    rows = [(int(number), way == "+") for number, way in _ROW.findall(layout)]
    up: list[bool] = []
    covers: list[tuple[int, ...]] = []
    start = 0
    for row, (number, face_up) in enumerate(rows):
        start += number
        below = rows[row + 1][0] if row + 1 < len(rows) else 0
        for nth in range(number):
            up.append(face_up)
            # In half cards from the middle; cards two halves apart just touch.
            at = 2 * nth - (number - 1)
            overlap = [other for other in range(below) if abs(2 * other - (below - 1) - at) < 2]
            covers.append(tuple([start + other for other in overlap]))
    return Places(tuple(up), tuple(covers))


def uncovered(places: Places, layout: Sequence[str]) -> list[int]:
    """The places with a card that no other card lies on."""
    return [
        place
        for place, face in enumerate(layout)
        if face and not any(layout[over] for over in places.covers[place])
    ]
