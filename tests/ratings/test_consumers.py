"""Several consumers at once: every game is rated once, in one order, with no update lost."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from ratings import services
from ratings.models import Change, Rating
from tests.ratings.club import finished_games, in_order, players, pool

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


def at_once(*works: Callable[[], object]) -> None:
    """Run these in threads that start together; the first error of any is raised."""
    gate = threading.Barrier(len(works))
    errors: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            gate.wait(timeout=10)
            work()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    if errors:
        raise errors[0]


def test_consumers_at_once_rate_every_game_exactly_once() -> None:
    club = players(7)
    games = finished_games([in_order(club[at % 4 :][:4]) for at in range(90)])
    done: list[int] = []

    def consume() -> None:
        while batch := services.absorb_finished_games(7):
            done.append(batch)

    at_once(consume, consume, consume)
    assert sum(done) == 90
    lines = Change.objects.order_by("rating_seq", "player_id")
    assert lines.count() == 360
    assert list(lines.values_list("game_id", flat=True))[::4] == games, "in the order in which they ended"
    assert sorted(set(lines.values_list("rating_seq", flat=True))) == list(range(1, 91))
    running = dict.fromkeys(club, 1_500_000)
    for line in lines:
        assert line.before_milli == running[line.player_id]
        running[line.player_id] += line.delta_milli
    assert dict(Rating.objects.values_list("player_id", "milli")) == running


def test_a_rebuild_beside_a_consumer_loses_nothing() -> None:
    club = players(5)
    finished_games([in_order(club[at % 2 :][:4]) for at in range(40)])
    services.absorb_finished_games(20)

    def consume() -> None:
        while services.absorb_finished_games(3):
            pass

    at_once(consume, lambda: services.rebuild("classic-3-5"), consume)
    services.absorb_finished_games()
    current = Change.objects.current()
    assert current.count() == Change.objects.count() == 160
    assert pool().last_seq == 40
    assert services.rebuild("classic-3-5").restated == ()
