"""Whole games of every edition, variant and suggested menu, kept as text, end as they always did."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import engine
from games.engine.editions.menus import SUGGESTED
from tests.golden.make_games import FOLDER, games

FILES = sorted(FOLDER.glob("*.txt"))


def test_there_is_a_game_of_every_edition_variant_and_suggested_menu() -> None:
    names = {path.name for path in FILES}
    assert {name for name, _ in games()} <= names, "run python -m tests.golden.make_games"
    records = [engine.read_game(path.read_text()) for path in FILES]
    kinds = {(record.setup.edition, record.setup.variant) for record in records}
    for edition in engine.EDITIONS.values():
        assert {(edition.key, variant) for variant in ("", *edition.variants)} <= kinds
    assert set(SUGGESTED) <= {record.setup.options.get("menu") for record in records}
    assert any(said.cause for record in records for said in record.said)
    assert any(record.setup.nonces for record in records)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_again_to_the_same_points(path: Path) -> None:
    record = engine.read_game(path.read_text())
    # Compared by replay_game itself, which refuses any other outcome; said here so that it is seen.
    assert record.points
    assert record.places
    assert record.log
    state, log = engine.replay_game(record)
    assert state.over
    assert tuple(state.points) == record.points
    assert tuple(state.places) == record.places
    assert engine.log_digest(log) == record.log
    assert engine.fold(log) == state
