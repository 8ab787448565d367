"""Whole games of the party edition played long ago end today as they did then, event by event."""

from __future__ import annotations

import json

import pytest

from games import engine
from games.engine.editions.menus import SUGGESTED
from tests.golden.make_classic_games import log_hash
from tests.golden.make_party_games import FILE, OWN_MENUS

LINES = FILE.read_text().splitlines()
GAMES = list(zip(LINES[::2], LINES[1::2], strict=True))


def test_every_suggested_menu_is_among_the_games() -> None:
    menus = [json.loads(head)["options"]["menu"] for head, _ in GAMES]
    assert set(SUGGESTED) <= set(menus)
    assert len(menus) == 3 * len(SUGGESTED) + OWN_MENUS


@pytest.mark.parametrize("start", range(0, len(GAMES), 8))
def test_golden_games_are_played_again_exactly(start: int) -> None:
    for head, picks in GAMES[start : start + 8]:
        game = json.loads(head)
        setup = engine.Setup("party", game["seats"], game["shuffle_seed"], options=game["options"])
        state, log = engine.open_game(setup)
        for said in picks.split(" "):
            seat, answer = int(said[0]), said[1:]
            chosen = tuple(answer.split("+")) if answer else ()
            log += engine.play(state, engine.Pick(seat, state.asked[seat], chosen))
        assert state.over
        assert state.points == game["points"]
        assert list(state.places) == game["places"]
        assert log_hash(log) == game["log"], game["shuffle_seed"]
        assert engine.fold(log) == state
