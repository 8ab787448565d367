"""Sketches of variants: two-way street, one value replaced; and a turn whose hands stay where they are,
for which another tuple of steps is supplied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games import engine
from games.engine import Event, HandsPassed, State, Variant
from games.engine.editions.base import Edition, Step, Steps
from games.engine.turn import STEPS, pass_hands

CLASSIC = engine.EDITIONS["classic"]


def two_way(edition: Edition) -> Edition:
    """Round 2 goes the other way."""
    passing = replace(edition.options["pass_directions"], default="LRL")
    return replace(edition, options={**edition.options, "pass_directions": passing})


def there_and_back(state: State) -> Sequence[Event]:
    """Hands are passed left and right in turn, turn by turn, whatever the option says."""
    if not any(state.hands):
        return ()
    return (HandsPassed("left" if state.turn % 2 else "right"),)


def swinging(edition: Edition) -> Edition:
    """Replace one step of the turn."""
    steps = [Step(step.phase, there_and_back) if step.run is pass_hands else step for step in STEPS.steps]
    return replace(edition, steps=Steps(tuple(steps)))


STREETS = replace(
    CLASSIC,
    key="streets",
    name="Streets",
    variants={
        "two_way_street": Variant("two_way_street", "Two-way street", "Round 2 goes right.", two_way),
        "swinging": Variant("swinging", "Swinging", "Hands go to and fro.", swinging),
    },
)
