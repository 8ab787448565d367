"""How each fact changes the state: folding, nothing else. Never rolls, shuffles, scores or chooses.

`apply` changes a state in place, `evolve` returns a new one, `fold` folds many. An event that cannot follow
from the state (a card that is not there, an answer nobody asked for) raises CorruptLog. Here are the facts of
the course of every game; those of specials and piles are in evolve_specials.py and evolve_piles.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeVar, cast

from games.engine import plugins
from games.engine.cards.base import Laid
from games.engine.commands import faces_in
from games.engine.editions.base import Rules, rules_for
from games.engine.errors import BadSetup, CorruptLog
from games.engine.events import (
    Event,
    GameEnded,
    GameOpened,
    HandsPassed,
    Picked,
    Revealed,
    RoundDealt,
    RoundScored,
)
from games.engine.laying import take_away
from games.engine.state import OPENED, OVER, PICKING, REVEALED, SCORED, RoundPoints, State, copy

E = TypeVar("E")
Handler: TypeAlias = Callable[[State, Event], None]
HANDLERS: Final[dict[type, Handler]] = {}


def handles(kind: type[E]) -> Callable[[Callable[[State, E], None]], Callable[[State, E], None]]:
    """Register the handler of one event class."""

    def register(handler: Callable[[State, E], None]) -> Callable[[State, E], None]:
        HANDLERS[kind] = cast(Handler, handler)
        return handler

    return register


def apply(state: State, event: Event) -> None:
    """Change `state` by one event, in place. Raises CorruptLog; the state is then of no further use."""
    try:
        HANDLERS[event.__class__](state, event)
    except (ValueError, IndexError, KeyError, AttributeError) as error:
        raise CorruptLog(f"{event!r} does not follow from {state!r}.") from error


def evolve(state: State, event: Event) -> State:
    """The state after one more event; the one given is left as it was."""
    if isinstance(event, GameOpened):
        return open_state(event)
    twin = copy(state)
    apply(twin, event)
    return twin


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after `events`, from the beginning or from `state` (which is left as it was).

    Raises CorruptLog when an event does not follow, or when there is nothing to fold."""
    following = iter(events)
    if state is None:
        first = next(following, None)
        if not isinstance(first, GameOpened):
            raise CorruptLog("A log begins with game_opened.")
        folded = open_state(first)
    else:
        folded = copy(state)
    handlers = HANDLERS
    event: Event | None = None
    try:
        for event in following:
            # Most events are picks: their handler, written out.
            if event.__class__ is Picked:
                if folded.asked.pop(event[0], None) != event[1]:
                    raise ValueError(event[1])
                folded.answers[event[0]] = event
            else:
                handlers[event.__class__](folded, event)
    except (ValueError, IndexError, KeyError, AttributeError) as error:
        raise CorruptLog(f"{event!r} does not follow from {folded!r}.") from error
    return folded


def rules_of(event: GameOpened) -> Rules:
    """The rules a logged game is played by. Raises CorruptLog when they are not installed."""
    edition = plugins.EDITIONS.get(event.edition)
    if edition is None:
        raise CorruptLog(f"The log is of edition {event.edition!r}, which is not installed.")
    try:
        return rules_for(edition, event.variant, event.seats, event.options)
    except BadSetup as error:
        raise CorruptLog(f"The log's setup is not one of {event.edition}: {error.detail}") from error


def open_state(event: GameOpened, rules: Rules | None = None) -> State:
    """The state a game starts in; `rules` when the caller has them at hand."""
    rules = rules or rules_of(event)
    tableaus = range(rules.tableaus)
    state = State()
    state.rules = rules
    state.rules_version = event.rules_version
    state.commitment = event.commitment
    state.nonces = event.nonces
    state.shuffle_seed = event.shuffle_seed
    state.phase = OPENED
    state.round = state.turn = 0
    state.question = ""
    state.asked = {}
    state.closed = []
    state.declared = {}
    state.hands = [[] for _ in tableaus]
    state.answers = [None] * rules.tableaus
    state.acting = [None] * rules.tableaus
    state.aside = [[] for _ in tableaus]
    state.deck = list(rules.deck)
    state.piles = []
    state.layout = []
    state.tableaus = [[] for _ in tableaus]
    state.keeps = [[] for _ in tableaus]
    state.kept_printed = [[] for _ in tableaus]
    state.discards = []
    state.markers = {}
    state.awards = [{} for _ in tableaus]
    state.points = [0] * rules.tableaus
    state.round_points = []
    state.end_points = ()
    state.tie_break = ()
    state.places = ()
    return state


@handles(GameOpened)
def _opened_twice(state: State, event: GameOpened) -> None:
    raise CorruptLog("A game is opened once.")


@handles(RoundDealt)
def _round_dealt(state: State, event: RoundDealt) -> None:
    if state.phase != OPENED and state.phase != SCORED:
        raise ValueError(event.round)
    keeps, discards = state.rules.keeps, state.discards
    for seat, tableau in enumerate(state.tableaus):
        for face, printed, _, _, down in tableau:
            if face in keeps and not down:
                state.keeps[seat].append(face)
                state.kept_printed[seat].append(printed)
            else:
                discards.append(printed)
        tableau.clear()
    if state.rules.edition.reshuffles:
        discards.clear()  # all of it is in the deck again
    state.round = event.round
    state.turn = 0
    state.hands = list(map(list, event.hands))
    state.deck = list(event.left)
    for awards in state.awards:
        awards.clear()
    open_turn(state)


def open_turn(state: State) -> None:
    """Begin the next turn: everybody the rules name is asked."""
    state.turn += 1
    state.phase = PICKING
    if state.closed:
        state.closed.clear()
    if state.declared:
        state.declared.clear()
    rules = state.rules
    question, all_asked, _ = rules.turn_of[state.round - 1][state.turn - 1]
    state.question = question
    seats = rules.asks(state)
    state.asked = all_asked.copy() if seats is rules.everybody else dict.fromkeys(seats, question)


@handles(Picked)
def _picked(state: State, event: Picked) -> None:
    # That the cards were in the hand is checked when they leave it, at the reveal.
    seat = event[0]
    if state.asked.pop(seat, None) != event[1]:
        raise ValueError(event[1])
    state.answers[seat] = event


@handles(Revealed)
def _revealed(state: State, event: Revealed) -> None:
    _, turn, plays, on, returned = event
    if state.asked or state.phase != PICKING or turn != state.turn:
        raise ValueError(turn)
    flat = state.rules.flat[turn]
    for hand, tableau, faces, answer in zip(state.hands, state.tableaus, plays, state.answers, strict=True):
        if answer is not None and answer[2] is not faces and faces_in(answer[2]) != faces:
            raise ValueError(answer)
        for face in faces:
            hand.remove(face)
            tableau.append(flat[face])
    for seat, nth, base in on:
        tableau = state.tableaus[seat]
        face = plays[seat][nth]
        tableau[len(tableau) - len(plays[seat]) + nth] = Laid(face, face, base, turn)
    for seat, index, _ in returned:
        state.hands[seat].append(take_away(state.tableaus[seat], index).printed)
    state.answers = [None] * len(plays)
    state.phase = REVEALED


@handles(HandsPassed)
def _hands_passed(state: State, event: HandsPassed) -> None:
    if state.asked or state.phase != REVEALED:
        raise ValueError(event.direction)
    hands = state.hands
    last = state.rules.seats - 1  # a tableau without a player has no part in it
    if event.direction == "left":
        hands.insert(0, hands.pop(last))
    elif event.direction == "right":
        hands.insert(last, hands.pop(0))
    open_turn(state)


@handles(RoundScored)
def round_scored(state: State, event: RoundScored) -> None:
    if state.asked or state.phase != REVEALED or event.round != state.round:
        raise ValueError(event.round)
    points = list(event.points)
    by_card = event.by_card
    if any(state.awards):
        merged = []
        for seat, awards in enumerate(state.awards):
            points[seat] += sum(awards.values())
            mine = dict(by_card[seat])
            for card, more in awards.items():
                mine[card] = mine.get(card, 0) + more
            merged.append(mine)
        by_card = tuple(merged)
    for seat, more in enumerate(event.points):
        state.points[seat] += more
    state.round_points.append(RoundPoints(tuple(points), by_card))
    state.phase = SCORED


@handles(GameEnded)
def _game_ended(state: State, event: GameEnded) -> None:
    if state.phase != SCORED:
        raise ValueError(event.totals)
    state.points = list(event.totals)
    state.end_points = event.by_card
    state.tie_break = event.tie_break
    state.places = event.places
    state.phase = OVER
