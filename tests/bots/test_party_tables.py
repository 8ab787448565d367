"""House bots at the party table: every menu, every kind of question, and better than chance."""

from collections.abc import Sequence

import pytest

from games import bots, engine
from games.engine.editions.menus import SUGGESTED, seats_of


def play(names: Sequence[str], menu: str, seed: str) -> engine.State:
    state, _ = engine.open_game(engine.Setup("party", len(names), seed, options={"menu": menu}))
    while not state.over:
        question = engine.open_questions(state)[0]
        options = engine.options(state, question.seat)
        assert options is not None
        seen = engine.view(state, question.seat)
        rng = bots.rng_for(1, question.seat, question.id)
        chosen = bots.choose(names[question.seat], seen, options, rng)
        engine.play(state, engine.Pick(question.seat, question.id, chosen))
    return state


@pytest.mark.parametrize("name", bots.BOTS)
def test_every_bot_answers_every_kind_of_question_legally(name: str) -> None:
    """Asked at tables where chance plays, since a bot may never take the card that asks."""
    kinds: set[str] = set()
    for menu in SUGGESTED:
        legal = seats_of(menu, range(2, 9))
        for seats in (legal[0], legal[-1]):
            state, _ = engine.open_game(engine.Setup("party", seats, menu, options={"menu": menu}))
            while not state.over:
                question = engine.open_questions(state)[0]
                seat, options = question.seat, engine.options(state, question.seat)
                assert options is not None
                kinds.add(options.kind)
                seen = engine.view(state, seat)
                answers = [
                    bots.choose(name, seen, options, bots.rng_for(1, seat, question.id)) for _ in range(2)
                ]
                assert all(options.allows(chosen) and chosen == answers[0] for chosen in answers)
                chance = bots.choose("random", seen, options, bots.rng_for(2, seat, question.id))
                engine.play(state, engine.Pick(seat, question.id, chance))
    assert {"pick", "chopsticks", "spoon", "gift", "menu", "takeout"} <= kinds


@pytest.mark.parametrize(("strong", "weak"), [("greedy", "random"), ("drafter", "greedy")])
def test_the_better_bot_has_more_points_over_all_menus(strong: str, weak: str) -> None:
    lead = 0.0
    for menu in SUGGESTED:
        seats = max(4, seats_of(menu, range(2, 9))[0])
        for number in range(5):
            names = [(strong, weak)[(seat + number) % 2] for seat in range(seats)]
            state = play(names, menu, f"match {number}")
            for seat, name in enumerate(names):
                lead += state.points[seat] if name == strong else -state.points[seat]
    assert lead > 0
