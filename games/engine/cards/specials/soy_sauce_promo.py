"""Soy sauce, the promo of the classic edition (rules §2.6): the owners with the most colours on the table
share four points. Everybody's colours are compared; several copies score once. Party's soy sauce is another
card."""

from collections.abc import Sequence
from typing import Final

from games.engine.cards.base import Card, Tables
from games.engine.cards.colours import colours

POT: Final = 4
FACE: Final = "soy-sauce"


def score(tables: Tables) -> Sequence[int]:
    """Nobody scores when a seat without soy sauce has more colours than every owner."""
    owners = [counts.get(FACE, 0) > 0 for counts in tables.counts]
    if not any(owners):
        return [0] * len(owners)
    numbers = [len(mine) for mine in colours(tables)]
    best = [owns and number == max(numbers) for owns, number in zip(owners, numbers, strict=True)]
    share = POT // max(1, sum(best))
    return [share if wins else 0 for wins in best]


SOY_SAUCE_PROMO = Card("soy-sauce", (FACE,), "orange", "special", score=score)
