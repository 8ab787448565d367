"""Rolls: most icons on the table, then second most (rules §2.4); the sharing itself is in scoring.py."""

from collections.abc import Sequence

from games.engine.cards.base import Card, Tables
from games.engine.scoring import roll_awards


def score_maki(tables: Tables) -> Sequence[int]:
    """Six for the most icons, three for the second most, shared by the rules of `roll_awards`."""
    icons = [
        counts.get("maki-1", 0) + 2 * counts.get("maki-2", 0) + 3 * counts.get("maki-3", 0)
        for counts in tables.counts
    ]
    return roll_awards(icons, zero_rolls_count=bool(tables.options["zero_rolls_count"]))


MAKI = Card("maki", ("maki-1", "maki-2", "maki-3"), "red", "roll", score=score_maki)
