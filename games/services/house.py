"""The house's answers: house players pick as themselves, and the substitute picks for seats that are late.

A bot is given the view of its seat and nothing else. Both functions advance a locked game and return the
events, which the caller appends in the same transaction: a game never waits for a worker to move.
"""

from games import bots, engine, store


def answers(live: store.LockedGame) -> list[engine.Event]:
    """Let every house seat that is asked answer, until only others are asked or the game is over."""
    strategies = {seat.number: seat.strategy for seat in live.seats if seat.strategy}
    events: list[engine.Event] = []
    waiting = bool(strategies)
    while waiting:
        waiting = False
        for question in engine.open_questions(live.state):
            if question.seat not in strategies:
                continue
            command = answer(live.state, live.game.id, question, strategies[question.seat])
            if command is not None:
                events += engine.play(live.state, command)
                waiting = True
    return events


def substitutes(live: store.LockedGame) -> tuple[list[engine.Event], list[int]]:
    """Answer every question open now, once: a house seat as itself, any other by the substitute.

    Gives the events and the seats that were late.
    """
    strategies = {seat.number: seat.strategy for seat in live.seats if seat.strategy}
    events: list[engine.Event] = []
    late: list[int] = []
    for question in engine.open_questions(live.state):
        strategy = strategies.get(question.seat)
        command = answer(live.state, live.game.id, question, strategy or bots.SUBSTITUTE)
        if command is None:
            continue
        if strategy is None:
            command = command._replace(cause="timeout")
            late.append(question.seat)
        events += engine.play(live.state, command)
    return events, late


def answer(state: engine.State, game_id: int, question: engine.Question, strategy: str) -> engine.Pick | None:
    """What the house bot `strategy` answers, given the view of the seat; None if it is asked no longer."""
    options = engine.options(state, question.seat)
    if options is None or options.question != question.id:
        return None
    rng = bots.rng_for(game_id, question.seat, question.id)
    chosen = bots.choose(strategy, engine.view(state, question.seat), options, rng)
    return engine.Pick(question.seat, question.id, chosen)
