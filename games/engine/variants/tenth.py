"""The variants of the tenth edition (rules §3.6). They do not combine; the rule "must have futomaki" is an
option of the edition and may be added to any game of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.engine.editions.base import Edition, Option, Variant


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
    )
}
