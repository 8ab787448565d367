"""300 whole games played long ago end today as they did then, event by event
(tests/golden/classic_games.txt)."""

from __future__ import annotations

import re

import pytest

from games import engine
from games.engine import Pick, RoundDealt, Setup
from tests.engine import oracle
from tests.golden.make_classic_games import FILE, GAMES, LETTERS, log_hash

LINES = FILE.read_text().splitlines()
FACES = {letter: face for face, letter in LETTERS.items()}
VALUES: dict[str, str | bool] = {"True": True, "False": False}


def test_there_are_as_many_games_as_promised_with_pairs_and_nigiri_on_wasabi() -> None:
    assert len(LINES) == GAMES
    picks = "".join(line.split(" ")[4] for line in LINES)
    assert len(re.findall("[A-L]{2}", picks)) > 500
    assert {line.split(" ")[0] for line in LINES} == {"2", "3", "4", "5"}


@pytest.mark.parametrize("start", range(0, GAMES, 50))
def test_golden_games_are_played_again_exactly(start: int) -> None:
    for line in LINES[start : start + 50]:
        seats, shuffle_seed, variant, options, picks, points, places, digest = line.split(" ")
        chosen = dict(pair.split("=") for pair in options.split(",")) if options != "-" else {}
        setup = Setup(
            "classic",
            int(seats),
            shuffle_seed,
            "" if variant == "-" else variant,
            {name: VALUES.get(value, value) for name, value in chosen.items()},
        )
        state, log = engine.open_game(setup)
        for seat, letters in re.findall("([0-4])([a-l]|[A-L]{2})", picks):
            faces = tuple(FACES[letter] for letter in letters.lower())
            log += engine.play(state, Pick(int(seat), state.question, faces))
        assert state.over
        assert ",".join(map(str, state.points)) == points
        assert ",".join(map(str, state.places)) == places
        assert log_hash(log) == digest, shuffle_seed
        assert engine.fold(log) == state
        # The oracle knows the default rules only.
        if not chosen:
            deals = [event.hands for event in log if isinstance(event, RoundDealt)]
            asked = {
                (int(event.question[0]), int(event.question[2:].split("-")[0]), event.seat): event.chosen
                for event in log
                if isinstance(event, Pick)
            }
            assert oracle.play(deals, asked, [2] if setup.variant else []) == state.points
