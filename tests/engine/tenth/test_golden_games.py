"""Whole games of every variant played long ago end today as they did then, event by event
(tests/golden/variant_games.txt)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import engine
from games.engine import Pick, Setup
from tests.engine.tenth.table import TABLES
from tests.golden.make_classic_games import log_hash
from tests.golden.make_variant_games import FILE

GAMES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text().splitlines()]


def test_there_is_a_game_of_every_variant() -> None:
    assert {(game["edition"], game["variant"]) for game in GAMES} == set(TABLES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game["seed"]))
def test_a_golden_game_is_played_again_exactly(game: dict[str, Any]) -> None:
    setup = Setup(game["edition"], game["seats"], game["seed"], game["variant"], game["options"])
    state, log = engine.open_game(setup)
    for seat, question, chosen in game["picks"]:
        log += engine.play(state, Pick(seat, question, tuple(chosen)))
    assert state.over
    assert state.points == game["points"]
    assert list(state.places) == game["places"]
    assert log_hash(log) == game["log"]
    assert engine.load([engine.encode(event) for event in log]) == state
