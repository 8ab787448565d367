"""Desserts: kept in front over all rounds, worth something only at the end of the game (rules §2.5, §5.3)."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards.base import Card
from games.engine.commands import Face, OptionValue
from games.engine.scoring import awards_in_full, dessert_awards

PARTY_PUDDING_POINTS: Final = 6
ICE_CREAM_SET: Final = 4
ICE_CREAM_POINTS: Final = 12
FRUIT_POINTS: Final = (-2, 0, 1, 3, 6, 10)
FRUIT_FACES: Final = ("fruit-ww", "fruit-pp", "fruit-oo", "fruit-wp", "fruit-wo", "fruit-po")


def numbers(held: Sequence[Mapping[Face, int]]) -> list[int]:
    """Cards per seat, whatever their faces."""
    return [sum(mine.values()) for mine in held]


def score_pudding(held: Sequence[Mapping[Face, int]], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """+6 for the most, -6 for the fewest, shared by the rules of `dessert_awards`."""
    return dessert_awards(numbers(held))


def score_party_pudding(
    held: Sequence[Mapping[Face, int]], options: Mapping[str, OptionValue]
) -> Sequence[int]:
    """+6 for the most, -6 for the fewest, none included, ties in full."""
    tie = str(options["two_player_tie"])
    return awards_in_full(numbers(held), PARTY_PUDDING_POINTS, PARTY_PUDDING_POINTS, tie)


def score_green_tea(held: Sequence[Mapping[Face, int]], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """Twelve for every four."""
    return [number // ICE_CREAM_SET * ICE_CREAM_POINTS for number in numbers(held)]


def fruit_points(watermelons: int, pineapples: int, oranges: int) -> int:
    """-2, 0, 1, 3, 6, 10 points for 0, 1, 2, 3, 4, 5 or more icons of each fruit."""
    most = len(FRUIT_POINTS) - 1
    return sum(FRUIT_POINTS[min(icons, most)] for icons in (watermelons, pineapples, oranges))


def score_fruit(held: Sequence[Mapping[Face, int]], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """The two letters of a face are its two icons."""
    points = []
    for mine in held:
        icons = "".join(face.removeprefix("fruit-") * copies for face, copies in mine.items())
        points.append(fruit_points(icons.count("w"), icons.count("p"), icons.count("o")))
    return points


PUDDING = Card("pudding", ("pudding",), "pink", "dessert", score_game=score_pudding, keeps=True)
PARTY_PUDDING = Card("pudding", ("pudding",), "pink", "dessert", score_game=score_party_pudding, keeps=True)
GREEN_TEA = Card("green-tea", ("green-tea",), "turquoise", "dessert", score_game=score_green_tea, keeps=True)
FRUIT = Card("fruit", FRUIT_FACES, "salmon-pink", "dessert", score_game=score_fruit, keeps=True)
