"""Desserts: kept in front over all rounds, worth something only at the end of the game (rules §2.5)."""

from collections.abc import Mapping, Sequence

from games.engine.cards.base import Card
from games.engine.commands import Face, OptionValue
from games.engine.scoring import dessert_awards


def score_pudding(held: Sequence[Mapping[Face, int]], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """+6 for the most, -6 for the fewest, shared by the rules of `dessert_awards`."""
    return dessert_awards([sum(mine.values()) for mine in held])


PUDDING = Card("pudding", ("pudding",), "pink", "dessert", score_game=score_pudding, keeps=True)
