"""Cards laid out in the middle of the table, row by row: who may take what is the engine's business."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games import engine
from games.web.faces import spoken

#: What a place says of a card that nobody has seen.
FACE_DOWN = "face-down"
_ROW = re.compile(r"(\d+)[+-]")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, by its number: a face, "back" for a card face down, "" where nothing lies any more."""

    face: str
    said: str
    place: int = 0


def rows_of(layout: Sequence[engine.Face], written: engine.OptionValue | None) -> list[list[Spot]]:
    """The places of a layout that is written such as "2+3-4+5-6+"; nothing where there is none."""
    if not layout:
        return []
    spots = [
        Spot("back", "a card face down", place)
        if face == FACE_DOWN
        else Spot(face, spoken(face) if face else "", place)
        for place, face in enumerate(layout)
    ]
    sizes = [int(number) for number in _ROW.findall(str(written or ""))]
    if sum(sizes) != len(spots):
        return [spots]
    rows, start = [], 0
    for size in sizes:
        rows.append(spots[start : start + size])
        start += size
    return [row for row in rows if any(spot.face for spot in row)]
