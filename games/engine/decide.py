"""Is this pick allowed, and what follows from it?

`play` is the fast path: it changes the state given and returns the events. `decide` is the same without
changing anything. Refusals are the named errors of errors.py, raised before anything has changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.engine import plugins
from games.engine.commands import Options, Pick, Question, Setup
from games.engine.editions.base import rules_for
from games.engine.errors import (
    AlreadyAnswered,
    BadSetup,
    GameOver,
    IllegalChoice,
    QuestionClosed,
    UnknownQuestion,
)
from games.engine.events import Event, GameOpened
from games.engine.evolve import apply, open_state
from games.engine.laying import helping
from games.engine.shuffle import commitment_of
from games.engine.state import OVER, PICKING, State, copy
from games.engine.turn import advance, pick_options

RULES_VERSION: Final = "1"

_QUESTION: Final = re.compile(r"([1-9]\d?)\.([1-9]\d?)-([a-z][a-z_]*)(-[a-z0-9_.]+)?", re.ASCII)


def open_game(setup: Setup) -> tuple[State, list[Event]]:
    """A new game up to its first questions: the state and the events so far. Raises BadSetup."""
    edition = plugins.EDITIONS.get(setup.edition)
    if edition is None:
        known = ", ".join(plugins.EDITIONS)
        raise BadSetup(f"There is no edition {setup.edition!r}; choose one of: {known}.")
    rules = rules_for(edition, setup.variant, setup.seats, setup.options)
    for name, value in edition.for_positions.items():
        if rules.options.get(name) == value:
            raise BadSetup(f"{name} {value!r} is for positions and score sheets; no game is played with it.")
    if not setup.shuffle_seed:
        raise BadSetup("A game needs a shuffle_seed, any text that is not empty.")
    if any("|" in nonce for nonce in setup.nonces) or "|" in setup.shuffle_seed:
        raise BadSetup("A shuffle_seed or nonce may not contain '|', which separates them.")
    opened = GameOpened(
        edition.key,
        setup.variant,
        RULES_VERSION,
        setup.seats,
        rules.options,
        commitment_of(setup.shuffle_seed),
        tuple(setup.nonces),
        setup.shuffle_seed,
    )
    state = open_state(opened, rules)
    log: list[Event] = [opened]
    advance(state, log)
    return state, log


def play(state: State, command: Pick) -> list[Event]:
    """Accept a pick: change `state` in place and return every event that follows, until somebody is asked
    again or the game is over. Raises a RuleError and changes nothing when the pick is refused."""
    seat, question, chosen, _ = command
    # The plain cases, one card of the hand or a pair, need no options built. Everything else goes the long
    # way round.
    if (
        chosen.__class__ is tuple
        and state.phase == PICKING
        and state.asked.get(seat) == question
        and (
            chosen[0] in state.hands[seat] if chosen in state.rules.singles else _is_pair(state, seat, chosen)
        )
    ):
        del state.asked[seat]
        state.answers[seat] = command
        log: list[Event] = [command]
    else:
        accepted = _checked(state, command)
        apply(state, accepted)
        log = [accepted]
    if not state.asked:
        advance(state, log)
    return log


def play_all(state: State, commands: Sequence[Pick]) -> list[Event]:
    """Several picks at once, exactly as `play` one after the other; what a table of house bots needs.

    `chosen` must be tuples. Raises a RuleError at the first pick refused; those before it stand."""
    log: list[Event] = []
    singles = state.rules.singles
    picking, asked, answers, hands = state.phase == PICKING, state.asked, state.answers, state.hands
    for command in commands:
        seat, question, chosen, _ = command
        # The plain case of `play`, written out.
        if picking and chosen in singles and asked.get(seat) == question and chosen[0] in hands[seat]:
            del asked[seat]
            answers[seat] = command
            log.append(command)
            if asked:
                continue
            advance(state, log)
        else:
            log += play(state, command)
        picking, asked, answers, hands = state.phase == PICKING, state.asked, state.answers, state.hands
    return log


def play_turn(state: State, answers: Sequence[tuple[str, ...]]) -> list[Event]:
    """What every seat that is asked answers, in the order of `open_questions`: exactly as `play_all` of their
    picks, for tables whose players are all at hand.

    Raises a RuleError at the first answer refused; those before it stand. Raises ValueError when there are
    not as many answers as questions."""
    asked = state.asked
    if len(answers) != len(asked):
        raise ValueError(f"{len(asked)} seats are asked, and there are {len(answers)} answers.")
    shortcut = state.rules.shortcut
    if (
        shortcut is not None
        and state.phase == PICKING
        and len(asked) == state.rules.seats
        and (not state.rules.acts or state.rules.singles.issuperset(answers))
        and (log := _plain_picks(state, answers))
    ):
        asked.clear()
        shortcut(state, log, tuple(answers))
        if not state.asked:
            advance(state, log)
        return log
    picks = [Pick(seat, asked[seat], chosen) for seat, chosen in zip(asked, answers, strict=True)]
    return play_all(state, picks)


def _plain_picks(state: State, answers: Sequence[tuple[str, ...]]) -> list[Event]:
    """The picks of a whole table, when each answer is a card of the seat's hand by itself or a pair it may
    play; none otherwise."""
    made = state.rules.turn_of[state.round - 1][state.turn - 1].picks
    log: list[Event] = []
    for chosen, hand, mine in zip(answers, state.hands, made, strict=False):  # nobody's hands may follow
        if len(chosen) == 1:
            face = chosen[0]
            if face not in hand:
                return []
            log.append(mine[face])
        elif _is_pair(state, mine.seat, chosen):
            log.append(Pick(mine.seat, mine.question, chosen))
        else:
            return []
    return log


def _is_pair(state: State, seat: int, chosen: tuple[str, ...]) -> bool:
    """Whether these are two cards of the hand for a seat that may play two by the plain rule of a pick."""
    if len(chosen) != 2 or state.rules.pick_options is not None:
        return False
    hand, (first, second) = state.hands[seat], chosen
    there = first in hand and second in hand and (first != second or hand.count(first) > 1)
    return there and helping(state, seat) is not None


def decide(state: State, command: Pick) -> list[Event]:
    """The events that follow from a pick; the state given is left as it was. Raises a RuleError."""
    return play(copy(state), command)


def options(state: State, seat: int) -> Options | None:
    """What the seat may answer to its open question; None when it is not asked."""
    question = state.asked.get(seat)
    if question is None:
        return None
    asked = state.acting[seat]
    if asked is not None:
        return asked.options
    offer = state.rules.pick_options or pick_options
    return offer(state, seat)


def open_questions(state: State) -> list[Question]:
    """Every seat that is asked, with its question."""
    found = []
    for seat, question in state.asked.items():
        asked = state.acting[seat]
        found.append(Question(question, "pick" if asked is None else asked.options.kind, seat))
    return found


def question_known(state: State, question: str) -> bool:
    """Whether a question with this id can ever have been asked in this game: well-formed, of a kind this game
    has, and of a turn that has begun."""
    match = _QUESTION.fullmatch(question)
    if match is None:
        return False
    round_, turn, kind, suffix = int(match[1]), int(match[2]), match[3], match[4]
    if kind not in state.rules.kinds or (kind == "pick") != (suffix is None):
        return False
    if turn > state.rules.turns or (round_, turn) > (state.round, state.turn):
        return False
    # The last card of a hand is played without asking, unless there is more to say.
    asked = turn < state.rules.turns or state.rules.last_asked
    return kind != "pick" or asked or question in state.asked.values()


def _checked(state: State, command: Pick) -> Pick:
    seat, question, given, cause = command
    chosen = tuple(given)
    if type(seat) is not int or not 0 <= seat < state.rules.seats:
        raise UnknownQuestion(
            f"There is no seat {seat} in this game; seats are 0 to {state.rules.seats - 1}."
        )
    if state.asked.get(seat) != question:
        raise _not_asked(state, seat, question, chosen)
    offered = options(state, seat)
    if offered is None:
        raise RuntimeError(f"Seat {seat} is asked {question}, yet nothing is offered.")
    if not offered.allows(chosen):
        said = ", ".join(map(str, chosen))
        wrong = f"{said} cannot be chosen." if said else "No card was chosen."
        raise IllegalChoice(f"{wrong} {offered.sentence()}", offered)
    return Pick(seat, question, offered.settled(chosen), cause)


def _not_asked(
    state: State, seat: int, question: str, chosen: tuple[str, ...]
) -> UnknownQuestion | QuestionClosed | AlreadyAnswered:
    if not isinstance(question, str) or not question_known(state, question):
        return UnknownQuestion(f"No question {question!r} was ever asked in this game.")
    answer = state.answers[seat]
    if state.phase == PICKING and question == state.question and answer is not None:
        recorded = answer.chosen
        return AlreadyAnswered(
            f"You have already answered {question}: {', '.join(recorded)}.",
            recorded,
            recorded == chosen,
            answer.cause,
        )
    if state.phase == OVER:
        return GameOver(f"The game is over; {question} is closed.")
    waiting = state.asked.get(seat)
    now = f"you are asked {waiting}" if waiting else "you are not asked anything just now"
    return QuestionClosed(f"The question {question} is closed; {now}.")
