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
        Variant(
            "two_way_street",
            "Two-way street",
            "Hands go left, then right, then left.",
            two_way_street,
        ),
        Variant("sushi_golf", "Sushi golf", "The lowest total wins.", sushi_golf),
        Variant(
            "personal_draw_piles",
            "Personal draw piles",
            "For two. Five cards in hand, and every turn one more from a pile of your own.",
            personal_draw_piles,
        ),
        Variant(
            "sushi_battle",
            "Sushi battle",
            "For two. No hands: you take cards by turns from a pyramid in the middle.",
            sushi_battle,
        ),
        Variant(
            "puppet_player",
            "Puppet player",
            "For two. A third player who is not there plays along; you pick its cards by turns.",
            partial(companion, "puppet"),
        ),
    )
}
