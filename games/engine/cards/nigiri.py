"""Nigiri: worth their face value, three times that on a wasabi (rules §2.3)."""

from collections.abc import Sequence
from typing import Final

from games.engine.cards.base import Card, Tables

WORTH: Final = (("egg", 1), ("salmon", 2), ("squid", 3))
ON_WASABI: Final = 3


def score(tables: Tables) -> Sequence[int]:
    """Face values, plus what the wasabi adds to the cards lying on one."""
    points = []
    for counts, raised in zip(tables.counts, tables.raised, strict=True):
        total = sum(worth * counts.get(face, 0) for face, worth in WORTH)
        if raised:
            total += sum(worth * (ON_WASABI - 1) * raised.get(face, 0) for face, worth in WORTH)
        points.append(total)
    return points


NIGIRI = Card("nigiri", ("egg", "salmon", "squid"), "yellow", "nigiri", score=score, lies_on=("wasabi",))
