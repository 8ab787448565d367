"""What happens by itself: the steps of a turn, tried in order until one has something to say.

A step reads the state and returns events, or nothing when it is not due; it never changes the state. An
edition or variant supplies another tuple of steps. Classic order (rules §2.2): reveal, actions in printed
order, pass hands, score the round, deal the next, finish.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards.base import Answer
from games.engine.commands import Face, Options, faces_in
from games.engine.editions.base import Step, Steps
from games.engine.events import (
    ActionDone,
    Event,
    GameEnded,
    HandsPassed,
    QuestionAsked,
    Revealed,
    RoundDealt,
    RoundScored,
)  # fmt: skip
from games.engine.evolve_piles import HANDLERS
from games.engine.fast import plain_turn
from games.engine.laying import helping, lay
from games.engine.scoring import places, score_tables
from games.engine.shuffle import key_of, shuffled
from games.engine.state import OPENED, OVER, PICKING, REVEALED, SCORED, State

NOTHING: Final[Sequence[Event]] = ()
_PASSED: Final = {"L": (HandsPassed("left"),), "R": (HandsPassed("right"),)}
# No chain of consequences is near this long; reaching it means an action that never stops being due.
MOST_CONSEQUENCES: Final = 2000


def advance(state: State, log: list[Event]) -> None:
    """Append to `log`, and apply, all that follows until a seat is asked or the game is over."""
    steps, shortcut = state.rules.steps, state.rules.shortcut
    follows = 0
    while not state.asked and state.phase != OVER:
        if shortcut is not None and state.phase == PICKING and shortcut(state, log, None):
            continue
        events = NOTHING
        for run in steps.get(state.phase, ()):
            events = run(state)
            if events:
                break
        follows += len(events) or MOST_CONSEQUENCES
        if follows >= MOST_CONSEQUENCES:
            raise RuntimeError(
                f"No step of {state.rules.edition.key!r} ends the turn of {state!r}: {events!r}"
            )
        for event in events:
            HANDLERS[event.__class__](state, event)
        log += events


def everybody_with_a_choice(state: State) -> Sequence[int]:
    """A single card is played without asking (rules §2.2, step 4)."""
    # Hands are of one size whenever a turn opens.
    return state.rules.everybody if len(state.hands[0]) > 1 else ()


def pick_options(state: State, seat: int) -> Options:
    """The turn's pick: one card of the hand, or an ordered pair while an `extra` card lies in front."""
    hand = tuple(state.hands[seat])
    most = 2 if len(hand) > 1 and helping(state, seat) is not None else 1
    return Options(state.question, "pick", hand, 1, most, most > 1)


def reveal(state: State) -> Sequence[Event]:
    """All picks are in: turn them up. An unasked seat plays the one card it has."""
    rules = state.rules
    lies_on = rules.lies_on
    plays: list[tuple[Face, ...]] = []
    on: list[tuple[int, int, int]] = []
    returned: list[tuple[int, int, Face]] = []
    for seat, answer in enumerate(state.answers):
        faces = tuple(state.hands[seat]) if answer is None else answer[2]
        if len(faces) > 1:
            faces = faces_in(faces)
        plays.append(faces)
        if len(faces) == 1:
            if faces[0] not in lies_on:
                continue
        elif len(faces) == 2 and (index := helping(state, seat)) is not None:
            returned.append((seat, index, state.tableaus[seat][index].printed))
        tableau = state.tableaus[seat]
        for nth, base in lay(rules, tableau, faces, len(tableau)):
            on.append((seat, nth, base))
    return (Revealed(state.round, state.turn, tuple(plays), tuple(on), tuple(returned)),)


def act(state: State) -> Sequence[Event]:
    """What watching cards notice, then the lowest-numbered action that is due."""
    rules = state.rules
    if not (rules.actions or rules.watches):
        return NOTHING
    if any(state.acting):
        return _resolve(state, next(seat for seat, asked in enumerate(state.acting) if asked is not None))
    for watch in rules.watches:
        noticed = watch(state)
        if noticed:
            return noticed
    actions = rules.actions if state.declared else rules.unbidden
    if not actions:
        return NOTHING
    due = [
        (actions[laid[0]].order(laid[0]), owner, index)
        for owner, tableau in enumerate(state.tableaus)
        for index, laid in enumerate(tableau)
        if laid[0] in actions and not laid[4] and actions[laid[0]].due(state, owner, index)
    ]
    if not due:
        return NOTHING
    number, owner, index = min(due)
    action = rules.actions[state.tableaus[owner][index].face]
    question = f"{state.round}.{state.turn}-{action.kinds[0]}-{number}"
    # Two like cards of one owner may fall due in one turn; their questions must differ.
    again = sum(asker == owner and name.startswith(question) for asker, name in state.closed)
    if again:
        question = f"{question}.{again + 1}"
    begun = action.offer(state, owner, index, question)
    if any(isinstance(event, QuestionAsked) for event in begun):
        return begun
    return (*begun, *action.resolve(state, owner, index, None), ActionDone(owner, question))


def _resolve(state: State, seat: int) -> Sequence[Event]:
    asked, answer = state.acting[seat], state.answers[seat]
    if asked is None or answer is None:
        raise RuntimeError(f"Seat {seat} was asked and has not answered, yet the turn goes on.")
    owner, index, offered = asked
    action = state.rules.actions[state.tableaus[owner][index].face]
    effect = action.resolve(state, owner, index, Answer(seat, offered.kind, answer.chosen))
    if any(isinstance(event, QuestionAsked) for event in effect):
        return effect
    return (*effect, ActionDone(owner, offered.question))


def pass_hands(state: State) -> Sequence[Event]:
    """Hands move on while there are any."""
    if not any(state.hands):
        return NOTHING
    return _PASSED[state.rules.directions[state.round - 1]]


def score_round(state: State) -> Sequence[Event]:
    """The hands are empty: count."""
    by_card = score_tables(state.rules, state.tableaus, state.markers)
    points = tuple([sum(mine.values()) for mine in by_card])
    if not state.rules.negative:
        points = tuple([max(more, -total) for more, total in zip(points, state.points, strict=True)])
    return (RoundScored(state.round, points, tuple(by_card)),)


def deal(state: State) -> Sequence[Event]:
    """The next round's hands, in blocks from the top of the deck, seat 0 first."""
    rules = state.rules
    if state.round >= rules.edition.rounds:
        return NOTHING
    deck = tuple(rules.edition.deck_for_round(state))
    size = rules.hand_size
    dealt = rules.seats * size
    hands = tuple([deck[start : start + size] for start in range(0, dealt, size)])
    hands += ((),) * (rules.tableaus - rules.seats)
    return (RoundDealt(state.round + 1, hands, deck[dealt:]),)


def one_shuffle_per_game(state: State) -> Sequence[Face]:
    """The deck is shuffled before the first round; used cards never come back (rules §1)."""
    if state.phase == OPENED:
        return shuffled(state.rules.deck, key_of(state.shuffle_seed, state.nonces), "deck")
    return state.deck


def finish(state: State) -> Sequence[Event]:
    """The last round is scored: end-of-game points, tie-break, places; the seed is opened."""
    rules = state.rules
    by_card: list[dict[str, int]] = [{} for _ in range(rules.tableaus)]
    totals = state.points.copy()
    for card, score in rules.scoring_game:
        held = [state.held_faces(seat, card.faces) for seat in range(rules.tableaus)]
        for seat, points in enumerate(score(held, rules.options)):
            totals[seat] += points
            if points:
                by_card[seat][card.key] = points
    if not rules.negative:
        totals = [max(total, 0) for total in totals]
    tie_break = tuple(rules.edition.tie_break(state))
    # Only players have places: a tableau without one cannot win.
    ranks = tuple(places(totals[: rules.seats], tie_break, rules.edition.lowest_wins))
    return (GameEnded(tuple(totals), tuple(by_card), tie_break, ranks, state.shuffle_seed),)


STEPS: Final = Steps(
    (
        Step(PICKING, reveal),
        Step(REVEALED, act),
        Step(REVEALED, pass_hands),
        Step(REVEALED, score_round),
        Step(OPENED, deal),
        Step(SCORED, deal),
        Step(SCORED, finish),
    ),
    shortcut=plain_turn,
    asks=everybody_with_a_choice,
)
