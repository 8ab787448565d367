"""The variants of the tenth edition (rules §3.6). They do not combine; the rule "must have futomaki" is an
option of the edition and may be added to any game of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from games.engine.editions.base import Edition, Option, Variant
from games.engine.variants.battle import sushi_battle
from games.engine.variants.companion import companion
from games.engine.variants.draw_piles import personal_draw_piles


def two_way_street(edition: Edition) -> Edition:
    """Left, right, left."""
    passing = Option("LRL", ("LRL", "RLR"), edition.options["pass_directions"].sentence)
    return replace(edition, options={**edition.options, "pass_directions": passing})


def sushi_golf(edition: Edition) -> Edition:
    """The lowest total wins."""
    return replace(edition, lowest_wins=True)


VARIANTS: Final[Mapping[str, Variant]] = {
    variant.key: variant
    for variant in (
        Variant("two_way_street", "Two-way street", "Hands go right in the second round.", two_way_street),
        Variant("sushi_golf", "Sushi golf", "The lowest total wins.", sushi_golf),
        Variant(
            "personal_draw_piles",
            "Personal draw piles",
            "For two: five cards in the hand and a pile of five each, from which a card is drawn every turn.",
            personal_draw_piles,
        ),
        Variant(
            "sushi_battle",
            "Sushi battle",
            "For two: cards are taken by turns from an open layout, some of them face-down and covered.",
            sushi_battle,
        ),
        Variant(
            "puppet_player",
            "Puppet player",
            "For two: a third tableau takes part, for which the players pick by turns.",
            partial(companion, "puppet"),
        ),
    )
}
