"""Several workers at once: every round is paired once, every game opened once, every result taken once."""

import threading
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import connection

from games.models import Game
from tests.tournaments.club import START, answer_everything, draft, house, remote, running
from tournaments import queries, services
from tournaments.models import Entrant, Result, Round, TableSeat, Tournament
from tournaments.refusals import WrongStatus

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.services,
    pytest.mark.usefixtures("quick"),
]


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


def test_workers_at_once_play_a_tournament_exactly_once() -> None:
    tournament = running(house(9), rounds=4)

    def work() -> None:
        for _ in range(20):
            services.advance(tournament.pk, START)

    at_once(work, work, work)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert Round.objects.count() == 4
    assert TableSeat.objects.count() == Result.objects.count() == 4 * 9
    assert Game.objects.count() == 4 * 3
    assert sum(line.pts for line in queries.standings(tournament.pk)) == 4 * 9 * 420


def test_a_remote_bot_may_finish_its_game_while_workers_advance() -> None:
    bot = remote("Remote bot")
    tournament = running([*house(5), bot], rounds=2)

    def work() -> None:
        while Tournament.objects.get().status != "finished":
            services.advance(tournament.pk, START)

    def answer() -> None:
        while Tournament.objects.get().status != "finished":
            answer_everything(bot)

    at_once(work, work, answer)
    assert Game.objects.count() == 4
    assert Result.objects.count() == 12


def test_whoever_starts_it_at_the_same_moment_it_starts_once() -> None:
    tournament = draft(house(6))
    refused: list[str] = []

    def start() -> None:
        try:
            services.start_tournament(tournament.pk, START)
        except WrongStatus as refusal:
            refused.append(refusal.code)

    at_once(start, start, start)
    assert refused == ["wrong_status"] * 2
    assert list(Entrant.objects.order_by("seed").values_list("seed", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_of_several_workers_one_makes_the_next_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KAITEN_DEMO_CUPS", True)
    house(1)
    at_once(*[lambda: services.ensure_bot_cup(START)] * 3)
    assert Tournament.objects.count() == 1
