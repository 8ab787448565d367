"""Nigiri: worth their face value, three times that on a wasabi (rules §2.3)."""

from typing import Final

from games.engine.cards.base import Card
from games.engine.cards.counted import ByNumber

FACE_VALUES: Final = {"egg": 1, "salmon": 2, "squid": 3}
ON_WASABI: Final = 3

NIGIRI = Card(
    "nigiri",
    tuple(FACE_VALUES),
    "yellow",
    "nigiri",
    score=ByNumber(
        FACE_VALUES,
        lambda number: number,
        raised={face: (ON_WASABI - 1) * value for face, value in FACE_VALUES.items()},
    ),
    lies_on=("wasabi",),
)
