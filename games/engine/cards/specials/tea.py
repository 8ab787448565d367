"""Tea (rules §5.3, §5.6): each is worth the size of its owner's largest set of one colour, tea included."""

from collections.abc import Sequence

from games.engine.cards.base import Card, Tables
from games.engine.cards.colours import colours


def score(tables: Tables) -> Sequence[int]:
    """Copies of tea times the largest set."""
    teas = [counts.get("tea", 0) for counts in tables.counts]
    if not any(teas):
        return teas
    sets = colours(tables, desserts=bool(tables.options.get("tea_counts_round_desserts", True)))
    return [tea and tea * max(mine.values()) for tea, mine in zip(teas, sets, strict=True)]


TEA = Card("tea", ("tea",), "dark-red", "special", score=score)
