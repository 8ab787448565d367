"""What engine tests set up: whole random games, and positions reached by a log that leads to them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from games import engine
from games.engine import Event, Face, Pick, Setup, State

CLASSIC = engine.EDITIONS["classic"]
Chooser = Callable[[State, int], tuple[str, ...]]


def random_chooser(rng: random.Random, pair_chance: float = 0.5) -> Chooser:
    """Picks legally at random; where a pair is allowed, takes one that often."""

    def choose(state: State, seat: int) -> tuple[str, ...]:
        offered = engine.options(state, seat)
        assert offered is not None
        count = offered.most if offered.most > offered.least and rng.random() < pair_chance else offered.least
        return tuple(rng.sample(offered.faces, count))

    return choose


def play_out(
    setup: Setup, choose: Chooser, shuffle_seats: random.Random | None = None
) -> tuple[State, list[Event]]:
    """A whole game; seats answer in seat order, or in random order."""
    state, log = engine.open_game(setup)
    while not state.over:
        questions = engine.open_questions(state)
        if shuffle_seats is not None:
            shuffle_seats.shuffle(questions)
        for question in questions:
            log += engine.play(state, Pick(question.seat, question.id, choose(state, question.seat)))
    return state, log


def position(
    tables: Sequence[Sequence[Face]],
    hands: Sequence[Sequence[Face]],
    options: Mapping[str, str | int | bool] | None = None,
) -> tuple[State, list[Event]]:
    """A classic game in its first round in which these tableaus have been played, card by card, and these
    hands are held. Tables are filled up with tempura to one length; each hand needs two cards or more."""
    seats = len(hands)
    turns = max(map(len, tables))
    rows = [
        [*table, *["tempura"] * (turns - len(table))] for table in [*tables, *[()] * (seats - len(tables))]
    ]
    dealt = tuple(
        tuple(
            [rows[(start + turn) % seats][turn] for turn in range(turns)]
            + list(hands[(start + turns) % seats])
        )
        for start in range(seats)
    )
    state, log = engine.open_game(Setup("classic", seats, "position", options=options or {}))
    log = [log[0], engine.RoundDealt(1, dealt, ())]
    state = engine.fold(log)
    for turn in range(turns):
        for seat in range(seats):
            log += engine.play(state, Pick(seat, f"1.{turn + 1}-pick", (rows[seat][turn],)))
    return state, log


def faces_in_front(state: State, seat: int) -> list[Face]:
    """A tableau as faces, in order."""
    return [laid.face for laid in state.tableaus[seat]]


def answer_all(state: State, chosen: Sequence[tuple[str, ...]]) -> list[Event]:
    """Every seat answers the open pick."""
    question = state.question
    events: list[Event] = []
    for seat, faces in enumerate(chosen):
        events += engine.play(state, Pick(seat, question, faces))
    return events
