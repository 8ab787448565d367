"""House bots at the tables of the tenth edition and of every variant: legal at all of them."""

import pytest

from games import bots, engine
from tests.bots.test_house_bots import answer
from tests.engine.tenth.table import TABLES


@pytest.mark.parametrize("dessert", engine.EDITIONS["tenth"].options["dessert"].allowed)
@pytest.mark.parametrize("variant", engine.EDITIONS["tenth"].variants)
@pytest.mark.parametrize("name", bots.BOTS)
def test_every_bot_plays_every_variant_of_the_tenth(name: str, variant: str, dessert: object) -> None:
    play(name, engine.Setup("tenth", 2, f"{variant} {dessert}", variant, {"dessert": str(dessert)}))


@pytest.mark.parametrize("variant", [variant for edition, variant in TABLES if edition == "classic"])
@pytest.mark.parametrize("name", bots.BOTS)
def test_every_bot_plays_every_variant_of_classic(name: str, variant: str) -> None:
    play(name, engine.Setup("classic", 2, variant, variant, {"soy_sauce": True}))


def play(name: str, setup: engine.Setup) -> None:
    state, _ = engine.open_game(setup)
    while not state.over:
        for question in engine.open_questions(state):
            engine.play(state, answer(state, question, name))
    assert 1 in state.places
    assert len(state.places) == 2


def test_at_golf_a_bot_that_plays_well_takes_fewer_points() -> None:
    totals = {"": 0, "sushi_golf": 0}
    for variant in totals:
        for seed in range(4):
            state, _ = engine.open_game(engine.Setup("tenth", 3, f"golf {seed}", variant))
            while not state.over:
                for question in engine.open_questions(state):
                    engine.play(state, answer(state, question, "greedy"))
            totals[variant] += sum(state.points)
    assert totals["sushi_golf"] < 0.9 * totals[""]
