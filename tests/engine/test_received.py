"""What travels as JSON is the same at the other end: a bot far away decides on what a house bot would see."""

import json
from random import Random

import pytest

from games import bots, engine

TABLES = [("classic", 2), ("classic", 5), ("tenth", 4), ("party", 4), ("party", 8)]


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_views_and_options_survive_the_journey_through_a_whole_game(edition: str, seats: int) -> None:
    dice = Random(seats)
    state, _ = engine.open_game(engine.Setup(edition, seats, f"journey {edition} {seats}"))
    asked = 0
    while questions := engine.open_questions(state):
        seat = dice.choice(questions).seat
        view, options = engine.view(state, seat), engine.options(state, seat)
        assert options is not None
        there = engine.read_view(json.loads(json.dumps(view.to_json())))
        wanted = engine.read_options(json.loads(json.dumps(options.to_json())))
        assert there == view
        assert wanted == options
        for name in ("greedy", "drafter"):
            here = bots.choose(name, view, options, Random(1))
            assert bots.choose(name, there, wanted, Random(1)) == here
        chosen = bots.choose(dice.choice(["greedy", "random"]), view, options, dice)
        engine.play(state, engine.Pick(seat, options.question, chosen))
        asked += 1
        for viewer in (engine.SPECTATOR, engine.OPEN):
            if asked % 10 == 0:
                seen = engine.view(state, viewer)
                assert engine.read_view(seen.to_json()) == seen
    assert asked > 20
    seen = engine.view(state, engine.OPEN)
    assert engine.read_view(json.loads(json.dumps(seen.to_json()))) == seen


def test_rules_that_are_not_known_here_are_refused() -> None:
    state, _ = engine.open_game(engine.Setup("classic", 3, "unknown"))
    data = engine.view(state, 0).to_json()
    with pytest.raises(engine.BadSetup, match="no edition 'nouvelle'"):
        engine.read_view({**data, "edition": "nouvelle"})
    with pytest.raises(TypeError, match="whole number"):
        engine.read_view({**data, "round": "1"})
