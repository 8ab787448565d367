"""Where cards lie before a seat: what a card that enters play is laid on, which card helps a pick, and what
happens to the others when one is taken away (rules §2.2, §2.3).

Reading and moving alone; which event says so is up to the steps of a turn (turn.py, fast.py, declaring.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.cards.base import Laid
from games.engine.commands import Face

if TYPE_CHECKING:
    from games.engine.editions.base import Rules
    from games.engine.state import State


def helping(state: State, seat: int) -> int | None:
    """Index of the oldest card in front that allows a second pick, if any."""
    extra = state.rules.extra
    for index, laid in enumerate(state.tableaus[seat]):
        if laid.face in extra and not laid.down:
            return index
    return None


def take_away(tableau: list[Laid], index: int) -> Laid:
    """Take a card out of a tableau and keep every `on` pointing at the card it pointed at."""
    gone = tableau.pop(index)
    for place, laid in enumerate(tableau):
        if laid.on is not None and laid.on >= index:
            tableau[place] = laid._replace(on=None if laid.on == index else laid.on - 1)
    return gone


def free_base(under: Sequence[Face], tableau: Sequence[Laid]) -> int | None:
    """Index of the oldest face-up card among `under` on which nothing lies yet."""
    # Nearly always nothing is found, so the search is the cost: a loop starts faster than a comprehension.
    for index, laid in enumerate(tableau):
        if laid[0] in under and not laid[4]:
            for other in tableau:
                if other[2] == index:
                    break
            else:
                return index
    return None


def lay(rules: Rules, tableau: Sequence[Laid], faces: Sequence[str], start: int) -> list[tuple[int, int]]:
    """Where cards entering play must lie: (nth of `faces`, index of the card under it), oldest free one
    first.

    `start` is the index the first new card will have. Whether a card of this very turn may be used is the
    option `same_turn_wasabi` (rules A1): "pick_order" or "never"."""
    lies_on, bases_of = rules.lies_on, rules.bases
    if len(faces) == 1:
        base = free_base(lies_on.get(faces[0], ()), tableau)
        return [] if base is None else [(0, base)]
    bases = [(index, laid[0]) for index, laid in enumerate(tableau) if laid[0] in bases_of and not laid.down]
    if bases:
        taken = {laid.on for laid in tableau}
        bases = [(index, below) for index, below in bases if index not in taken]
    placed: list[tuple[int, int]] = []
    for nth, face in enumerate(faces):
        under = lies_on.get(face)
        if under is not None:
            for index, below in bases:
                if below in under:
                    placed.append((nth, index))
                    bases.remove((index, below))
                    break
        if not rules.waits_a_turn:
            bases.append((start + nth, face))
    return placed
