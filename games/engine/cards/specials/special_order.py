"""Special order: becomes a copy of a card in front of its owner (rules §5.3, B8 to B10, B19).

Variation, icons and number are copied, and being face-down; the wasabi under a nigiri is not, yet the copy
may be laid on another free one. As the turn's pick it points at cards of earlier turns, since it is declared
before the reveal; brought in by an action it may point at any card in front. With nothing in front it is
discarded. It leaves play as what is printed on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.cards.base import Card, Entering, Entrance
from games.engine.cards.words import COPY, ON, indexes, word
from games.engine.laying import lay

if TYPE_CHECKING:
    from games.engine.state import State


def ways(state: State, seat: int, leaving: int | None) -> Sequence[tuple[str, ...]]:
    """Every card in front to copy; for a nigiri also with the oldest free wasabi, if there is one."""
    tableau = state.tableaus[seat]
    found: list[tuple[str, ...]] = []
    for index, laid in enumerate(tableau):
        if index == leaving:
            continue
        found.append((word(COPY, index),))
        if not laid.down and laid.face in state.rules.lies_on:
            for _, base in lay(state.rules, tableau, (laid.face,), len(tableau)):
                found.append((word(COPY, index), word(ON, base)))
    return found or [()]


def enter(state: State, seat: int, words: Sequence[str]) -> Entering | None:
    """The copy; None when there was nothing to copy."""
    copied = indexes(words, COPY)
    if not copied:
        return None
    original = state.tableaus[seat][copied[0]]
    on = indexes(words, ON)
    return Entering(original.face, on[0] if on else None, original.down)


SPECIAL_ORDER = Card(
    "special-order", ("special-order",), "rainbow", "special", entrance=Entrance(ways, enter)
)
