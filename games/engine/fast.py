"""The plain turn in one pass: reveal, pass hands, open the next turn, while the events are being written.

An optimisation of turn.py and evolve.py together, nothing else: it writes the very events that the steps
would and leaves the very state that folding them would, which the tests compare on whole games. It steps in
only when the edition keeps the plain steps, no card acts or watches, every pick is one card and nothing has
to be laid on another; the steps do the rest.
"""

from __future__ import annotations

from games.engine.commands import Face
from games.engine.events import Event, HandsPassed, Revealed
from games.engine.evolve import open_turn
from games.engine.state import State

PASSED_LEFT = HandsPassed("left")
PASSED_RIGHT = HandsPassed("right")


def plain_turn(state: State, log: list[Event]) -> bool:
    """Finish a turn in which every seat picked one card, if it is that simple; False, and nothing changed, if
    not.

    The caller vouches that the phase is PICKING and nobody is asked any more."""
    rules = state.rules
    hands = state.hands
    if len(hands[0]) < 2:
        return False  # the last card of a round: scoring follows
    tableaus = state.tableaus
    plays: list[tuple[Face, ...]] = [answer[2] if answer is not None else () for answer in state.answers]
    if not rules.flat_singles.issuperset(plays):
        singles, flat_singles, bases = rules.singles, rules.flat_singles, rules.bases
        for faces, tableau in zip(plays, tableaus):  # noqa: B905 - all are one per seat; this is hot
            if faces not in singles:
                return False
            if faces not in flat_singles and [laid for laid in tableau if laid[0] in bases]:
                return False
    flat = rules.flat[state.turn]
    for hand, tableau, (face,) in zip(hands, tableaus, plays):  # noqa: B905 - all are one per seat; this is hot
        hand.remove(face)
        tableau.append(flat[face])
    log.append(Revealed(state.round, state.turn, tuple(plays), (), ()))
    if rules.directions[state.round - 1] == "L":
        hands.insert(0, hands.pop())
        log.append(PASSED_LEFT)
    else:
        hands.append(hands.pop(0))
        log.append(PASSED_RIGHT)
    state.answers = [None] * rules.seats
    open_turn(state)
    return True
