"""The house's answers: house players pick as themselves, and the substitute picks for seats that are late.

A bot is given the view of its seat and nothing else. Both functions advance a locked game and return the
events, which the caller appends in the same transaction: a game never waits for a worker to move.
"""

from collections.abc import Sequence
from datetime import datetime

from games import bots, engine, store


def answers(live: store.LockedGame) -> list[engine.Event]:
    """Let every house seat that is asked answer, until only others are asked or the game is over.

    So does a seat whose player is away, by the substitute, as long as somebody else is there to play on.
    """
    strategies = {seat.number: seat.strategy for seat in live.seats if seat.strategy}
    away = [seat for seat in live.clocks.away() if seat not in strategies]
    if away and somebody_there(live):
        strategies |= dict.fromkeys(away, bots.SUBSTITUTE)
    events: list[engine.Event] = []
    waiting = bool(strategies)
    while waiting:
        waiting = False
        for question in engine.open_questions(live.state):
            if question.seat not in strategies:
                continue
            command = answer(live.state, live.game.id, question, strategies[question.seat])
            if command is not None:
                if question.seat in away:
                    command = command._replace(cause="away")
                events += engine.play(live.state, command)
                waiting = True
    return events


def somebody_there(live: store.LockedGame) -> bool:
    """Whether a player who is not of the house is there."""
    return live.clocks.anybody_there(seat.number for seat in live.seats if not seat.strategy)


def substitutes(live: store.LockedGame, now: datetime) -> tuple[list[engine.Event], list[int]]:
    """Answer every question that is late, once: a house seat as itself, any other by the substitute.

    Gives the events and the seats that timed out. For a seat that is away already the pick says so.
    """
    strategies = {seat.number: seat.strategy for seat in live.seats if seat.strategy}
    events: list[engine.Event] = []
    late: list[int] = []
    overdue = set(live.clocks.late(now))
    for question in engine.open_questions(live.state):
        if question.seat not in overdue:
            continue
        strategy = strategies.get(question.seat)
        command = answer(live.state, live.game.id, question, strategy or bots.SUBSTITUTE)
        if command is None:
            continue
        if strategy is None:
            away = live.clocks.seats[question.seat].away
            command = command._replace(cause="away" if away else "timeout")
            if not away:
                live.clocks.timed_out(question.seat, now)
                late.append(question.seat)
        events += engine.play(live.state, command)
    return events, late


def answer(state: engine.State, game_id: int, question: engine.Question, strategy: str) -> engine.Pick | None:
    """What the house bot `strategy` answers, given the view of the seat; None if it is asked no longer."""
    options = engine.options(state, question.seat)
    if options is None or options.question != question.id:
        return None
    return engine.Pick(question.seat, question.id, _chosen(state, game_id, options, question.seat, strategy))


def whole_turn(state: engine.State, game_id: int, strategies: Sequence[str]) -> list[tuple[str, ...]]:
    """What all seats that are asked answer, in the order of the questions; `strategies` by seat."""
    answers = []
    for seat in state.asked:
        options = engine.options(state, seat)
        if options is None:
            raise RuntimeError(f"Seat {seat} is asked and offered nothing.")
        answers.append(_chosen(state, game_id, options, seat, strategies[seat]))
    return answers


def _chosen(
    state: engine.State, game_id: int, options: engine.Options, seat: int, strategy: str
) -> tuple[str, ...]:
    rng = bots.dice_for(strategy, game_id, seat, options.question)
    return bots.choose(strategy, engine.view(state, seat), options, rng)
