"""Soy sauce of the party edition (rules §5.3): four points per copy to whoever has, or shares, the most
colours on the table. The promo of the classic edition splits its points and is another card."""

from collections.abc import Sequence
from typing import Final

from games.engine.cards.base import Card, Tables
from games.engine.cards.colours import colours

PER_COPY: Final = 4


def score(tables: Tables) -> Sequence[int]:
    """All seats' colours are compared, whether they own soy sauce or not."""
    owned = [counts.get("soy-sauce", 0) for counts in tables.counts]
    if not any(owned):
        return owned
    numbers = [len(mine) for mine in colours(tables)]
    most = max(numbers)
    return [PER_COPY * soy if number == most else 0 for soy, number in zip(owned, numbers, strict=True)]


SOY_SAUCE = Card("soy-sauce", ("soy-sauce",), "orange", "special", score=score)
