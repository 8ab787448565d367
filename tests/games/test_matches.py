"""Games between house players: whole, rated, stored in bulk and as good as any other log."""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import refusals, services, signals, store
from games.models import Game, Player, Seat
from games.services.matches import TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def house(*strategies: str) -> tuple[int, ...]:
    taken: list[int] = []
    for strategy in strategies:
        taken.append(services.house_player(strategy, taken).pk)
    return tuple(taken)


def test_a_batch_of_matches_is_stored_whole_and_verifies() -> None:
    players = house("greedy", "random", "drafter", "greedy", "random")
    specs = [services.BotMatch(players=players[:size]) for size in (2, 3, 4, 5)]
    ids = services.play_bot_games(specs)
    assert len(set(ids)) == 4
    for game_id, spec in zip(ids, specs, strict=True):
        game = Game.objects.get(pk=game_id)
        assert (game.status, game.origin, game.rated) == ("finished", "schedule", True)
        assert game.seats_count == len(spec.players)
        assert tuple(game.seats.order_by("number").values_list("player_id", flat=True)) == spec.players
        verdict = store.verify(game_id)
        assert verdict.ok, verdict.problems
        assert verdict.events == game.seq
        assert isinstance(game.finished_at, datetime)


def test_games_opened_after_a_batch_get_ids_of_their_own() -> None:
    ids = services.play_bot_games([services.BotMatch(players=house("greedy", "random"))] * 3)
    game = services.open_game(
        opened_by=None, edition="classic", seats=[("house", "greedy"), ("house", "random")]
    )
    assert game.pk not in ids
    assert store.verify(game.pk).ok
    assert not set(store.reserve_game_ids(5)) & {*ids, game.pk}


def test_a_batch_costs_the_same_number_of_statements_however_many_games() -> None:
    players = house("greedy", "random")
    counts = []
    for number in (1, 6):
        with CaptureQueriesContext(connection) as captured:
            services.play_bot_games([services.BotMatch(players=players)] * number)
        counts.append(len(captured))
    if connection.vendor == "sqlite":
        # Each of the three tables has a statement for many rows and one for those that are left.
        assert abs(counts[0] - counts[1]) <= 3
    assert counts[1] <= 12


def test_a_batch_rings_once_after_the_commit(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    rung: list[int] = []

    def listener(game_id: int, **_: object) -> None:
        rung.append(game_id)

    signals.game_finished.connect(listener)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            ids = services.play_bot_games([services.BotMatch(players=house("greedy", "random"))] * 3)
            assert rung == []
    finally:
        signals.game_finished.disconnect(listener)
    assert rung == [ids[-1]]


def test_only_active_house_players_play_matches(ada: Player) -> None:
    (one, two) = house("greedy", "random")
    with pytest.raises(refusals.NoSuchPlayer):
        services.play_bot_games([services.BotMatch(players=(one, ada.pk))])
    with pytest.raises(refusals.NoSuchPlayer):
        services.play_bot_games([services.BotMatch(players=(one, one))])
    Player.objects.filter(pk=two).update(active=False)
    with pytest.raises(refusals.NoSuchPlayer):
        services.play_bot_games([services.BotMatch(players=(one, two))])
    assert not Game.objects.exists()


def test_the_schedule_seats_every_edition_and_size_and_everybody_about_as_often() -> None:
    for _ in range(8):
        services.schedule_bot_matches(4)
    games = Game.objects.filter(origin="schedule")
    assert Counter(games.values_list("edition", "seats_count")) == Counter(TABLES * 2)
    assert games.filter(rated=True, status="finished").count() == 32
    sat = Counter(Seat.objects.values_list("player_id", flat=True))
    assert len(sat) == 6
    assert max(sat.values()) - min(sat.values()) <= 1


def test_a_newcomer_of_the_house_is_not_left_waiting() -> None:
    for _ in range(3):
        services.schedule_bot_matches(4)
    newcomer = services.create_player("Fresh", "house", strategy="drafter")
    services.schedule_bot_matches(4)
    assert Seat.objects.filter(player=newcomer).count() >= 3


def test_the_schedule_can_be_silent(settings: Any) -> None:
    settings.KAITEN_BOT_MATCHES_PER_TICK = 0
    assert services.schedule_bot_matches() == []
    assert not Game.objects.exists()
