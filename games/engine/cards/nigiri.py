"""Nigiri: worth their face value, three times that on a wasabi (rules §2.3)."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards.base import Card, Tables

ON_WASABI: Final = 3


def worth(counts: Mapping[str, int]) -> int:
    """Face values of so many nigiri of each sort."""
    return counts.get("egg", 0) + 2 * counts.get("salmon", 0) + 3 * counts.get("squid", 0)


def score(tables: Tables) -> Sequence[int]:
    """Face values, plus what the wasabi adds to the cards lying on one."""
    return [
        worth(counts) + (ON_WASABI - 1) * worth(raised) if raised else worth(counts)
        for counts, raised in zip(tables.counts, tables.raised, strict=True)
    ]


NIGIRI = Card("nigiri", ("egg", "salmon", "squid"), "yellow", "nigiri", score=score, lies_on=("wasabi",))
