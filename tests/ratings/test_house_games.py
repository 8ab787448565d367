"""From the table to the board: real games, played by house bots through the services of `games`."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from games import services as games
from games.models import Game
from ratings import queries, receivers, services, tasks
from ratings.models import Change

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def house(*strategies: str) -> list[int]:
    """Ids of house players of these strategies, each a player of its own."""
    services.ensure_pools()
    return [
        games.create_player(f"House {number} {name}", "house", strategy=name).pk
        for number, name in enumerate(strategies)
    ]


def test_house_bots_find_their_order() -> None:
    table = house("random", "greedy", "drafter", "random")
    games.play_bot_games([games.BotMatch(players=tuple(table)) for _ in range(90)])
    assert services.absorb_finished_games() == 90
    board = queries.board("classic-3-5")
    assert all(line.games == 90 and line.rank is not None for line in board)
    assert {line.player_id for line in board[:2]} == set(table[1:3]), (
        "both who think are above both who do not"
    )
    assert board[1].rating - board[2].rating > 100
    assert not board[1].tie_with_next
    assert sum(line.wins for line in board) >= 90
    assert services.rebuild("classic-3-5").restated == ()


def test_a_game_that_ends_at_a_table_rings_and_is_rated(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[list[Callable[[], Any]]]],
) -> None:
    monkeypatch.setattr(receivers, "_last_ring", -1.0)
    monkeypatch.setattr(tasks.absorb, "delay", tasks.absorb)  # the worker, at once
    one, two = house("greedy", "drafter")
    with django_capture_on_commit_callbacks(execute=True):
        opened = games.open_game(
            opened_by=one, edition="classic", seats=[("player", one), ("player", two)], rated=True
        )
    game = Game.objects.get(pk=opened.pk)
    assert game.status == "finished"
    changes = queries.changes_of_game(game.pk)
    assert {change.player_id for change in changes} == {one, two}
    assert {change.pool_key for change in changes} == {"classic-2"}
    assert changes[0].delta == -changes[1].delta
    assert Change.objects.count() == 2
