"""A prepared query gives what the ORM gives, on both databases, whatever the parameters are."""

import gc
import threading
import weakref
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections
from hypothesis import given
from hypothesis import strategies as st

from games import clock, services
from games.models import Game, Seat, Seek
from games.prepared import Prepared, padded

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def test_it_gives_the_rows_of_the_orm_with_their_types() -> None:
    anna, bert = (services.create_player(name, "bot") for name in ("Anna", "Bert"))
    played = services.open_game(
        opened_by=anna.pk, edition="classic", seats=[("player", anna.pk), ("player", bert.pk)]
    )
    services.open_game(opened_by=anna.pk, edition="classic", seats=[("player", anna.pk), ("open", None)])

    def write(*games: int) -> Any:
        return (
            Game.objects.filter(pk__in=games)
            .order_by("pk")
            .values_list("pk", "rated", "deadline", "status", "options", "started_at", "opened_by__name")
        )

    prepared = Prepared(write)
    every = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    for ids in ([played.pk], every, [*every, 0, -5], [0]):
        for _ in range(2):
            assert prepared.rows(*ids) == list(write(*ids))
            assert prepared.rows(*padded(ids)) == list(write(*ids))


def test_moments_go_in_and_come_out_as_the_orm_takes_them() -> None:
    anna = services.create_player("Anna", "bot")
    now = clock.now()
    Seek.objects.create(
        player=anna,
        pool="classic-3-5",
        clock="live",
        least_seats=3,
        most_seats=5,
        created_at=now,
        beaten_at=now,
    )

    def write(player: int, since: datetime, until: datetime) -> Any:
        return Seek.objects.filter(
            player_id=player, beaten_at__gt=since, beaten_at__lte=until, status="waiting"
        ).values_list("player_id", "beaten_at", "ended_at")

    prepared = Prepared(write, moments=(1, 2))
    for past, ahead in ((1, 0), (0, 0), (1, 1), (0, 1), (2, -1)):
        since, until = now - timedelta(seconds=past), now + timedelta(seconds=ahead)
        for player in (anna.pk, 0):
            assert prepared.rows(player, since, until) == list(write(player, since, until))
    assert prepared.rows(anna.pk, now - timedelta(seconds=1), now) == [(anna.pk, now, None)]


@pytest.mark.django_db(transaction=True)
def test_a_query_does_not_keep_the_connection_of_the_thread_that_wrote_it() -> None:
    prepared = Prepared(lambda game: Game.objects.filter(pk=game).values_list("rated", "created_at"))
    connections_then: list[weakref.ref[Any]] = []

    def write() -> None:
        assert prepared.rows(1) == []
        connections_then.append(weakref.ref(connections["default"]))
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    gc.collect()
    assert connections_then[0]() is None
    anna = services.create_player("Anna", "bot")
    game = services.open_game(
        opened_by=anna.pk, edition="classic", seats=[("player", anna.pk), ("open", None)]
    )
    assert prepared.rows(game.pk) == [(game.rated, game.created_at)]


def test_a_query_that_hides_a_parameter_is_refused() -> None:
    prepared = Prepared(lambda game: Seat.objects.filter(game_id=game + 1).values_list("number"))
    with pytest.raises(ValueError, match="parameters"):
        prepared.rows(1)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=200))
def test_padding_adds_nothing_and_leaves_few_lengths(ids: list[int]) -> None:
    longer = padded(ids)
    assert set(longer) == set(ids)
    assert longer[: len(ids)] == ids
    assert len(longer).bit_count() == 1
