"""The plain turn in one pass: reveal, pass hands, open the next turn, or count the round, while the events
are being written.

An optimisation of turn.py and evolve.py together, nothing else: it writes the very events that the steps
would and leaves the very state that folding them would, which the tests compare on whole games. It steps in
only where the edition keeps the plain steps. Where cards act or watch, or picks may say more than a face
(`Rules.acts`), it goes as far as a reveal of plain picks; the steps do the rest.
"""

from __future__ import annotations

from typing import TypeAlias

from games.engine.cards.base import Laid
from games.engine.commands import Face
from games.engine.counting import Count
from games.engine.events import Event, HandsPassed, Revealed, RoundScored
from games.engine.evolve import round_scored
from games.engine.laying import free_base, helping, lay, take_away
from games.engine.state import REVEALED, State

Plays: TypeAlias = tuple[tuple[Face, ...], ...]

PASSED_LEFT = HandsPassed("left")
PASSED_RIGHT = HandsPassed("right")
# A NamedTuple made without its Python constructor: half the price, and there is one of these every turn.
_made = tuple.__new__


def plain_turn(state: State, log: list[Event], plays: Plays | None = None) -> bool:
    """Finish a turn in which every seat is done; False, and nothing changed, where that is not so simple.

    The caller vouches that the phase is PICKING and nobody is asked any more. It may hand in what each seat
    plays, checked and on the log, instead of putting it down as the state's answers first."""
    rules = state.rules
    hands, turn = state.hands, state.turn
    last = len(hands[0]) < 2  # the last card of a hand is played without asking
    if plays is None:
        plays = tuple(
            map(tuple, hands)
            if last and not rules.last_asked
            else [answer[2] if answer else () for answer in state.answers]
        )
        if () in plays or (rules.acts and not rules.singles.issuperset(plays)):
            return False  # somebody was not asked, has nothing left or says more: not a turn of this sort
        state.answers = [None] * rules.tableaus
    flat, lies_on = rules.flat[turn], rules.lies_on
    on: list[tuple[int, int, int]] = []
    returned: list[tuple[int, int, Face]] = []
    for seat, hand, tableau, faces in zip(rules.everybody, hands, state.tableaus, plays):  # noqa: B905 - hot
        if len(faces) > 1:
            _play_two(state, seat, faces, on, returned)
            continue
        face = faces[0]
        hand.remove(face)
        if face in lies_on and (base := free_base(lies_on[face], tableau)) is not None:
            on.append((seat, 0, base))
            tableau.append(Laid(face, face, base, turn))
        else:
            tableau.append(flat[face])
    log.append(_made(Revealed, (state.round, turn, plays, tuple(on), tuple(returned))))
    if rules.acts:
        state.phase = REVEALED  # cards may have something to say
        return True
    if last:
        state.phase = REVEALED
        if rules.count is not None:
            _score(state, rules.count, log)
        return True
    if rules.directions[state.round - 1] == "L":
        hands.insert(0, hands.pop())
        log.append(PASSED_LEFT)
    else:
        hands.append(hands.pop(0))
        log.append(PASSED_RIGHT)
    # Opening the next turn, by the plain way of asking. No action was open, nothing was declared.
    state.turn = turn + 1
    state.question, asked, _ = rules.turn_of[state.round - 1][turn]
    state.asked = asked.copy() if len(hands[0]) > 1 else {}
    return True


def _score(state: State, count: Count, log: list[Event]) -> None:
    points, by_card = count(state.tableaus)
    if not state.rules.negative:
        points = [max(more, -total) for more, total in zip(points, state.points, strict=True)]
    scored = RoundScored(state.round, tuple(points), tuple(by_card))
    log.append(scored)
    round_scored(state, scored)


def _play_two(
    state: State,
    seat: int,
    faces: tuple[Face, ...],
    on: list[tuple[int, int, int]],
    returned: list[tuple[int, int, Face]],
) -> None:
    """Two cards for one that goes back into the hand; adds to what the reveal says lies on what, and what is
    returned."""
    rules, hand, tableau = state.rules, state.hands[seat], state.tableaus[seat]
    start, helper = len(tableau), helping(state, seat)
    placed = lay(rules, tableau, faces, start)
    for face in faces:
        hand.remove(face)
        tableau.append(rules.flat[state.turn][face])
    for nth, under in placed:
        on.append((seat, nth, under))
        tableau[start + nth] = Laid(faces[nth], faces[nth], under, state.turn)
    if helper is not None:
        gone = take_away(tableau, helper).printed
        returned.append((seat, helper, gone))
        hand.append(gone)
