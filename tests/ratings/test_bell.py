"""The doorbell: the end of a game wakes the task, once per moment, and never hurts who rang."""

import pytest

from games.models import Game
from games.signals import game_finished
from ratings import receivers, tasks
from ratings.models import Change
from tests.ratings.club import finished_games, in_order, players
from tests.service import Service


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every time the task is sent."""
    sent: list[str] = []
    monkeypatch.setattr(tasks.absorb, "delay", lambda: sent.append(tasks.absorb.name))
    monkeypatch.setattr(receivers, "_last_ring", -1.0)
    return sent


def test_the_end_of_a_game_wakes_the_task(rung: list[str]) -> None:
    game_finished.send(sender=Game, game_id=1)
    assert rung == ["ratings.absorb"]


def test_fifty_games_that_end_together_ring_once(rung: list[str]) -> None:
    for game_id in range(50):
        game_finished.send(sender=Game, game_id=game_id)
    assert rung == ["ratings.absorb"]


@pytest.mark.django_db
def test_the_task_works_off_a_backlog_and_may_run_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_BATCH", 4)
    finished_games([in_order(players(4))] * 10)
    tasks.absorb()
    tasks.absorb()
    assert Change.objects.count() == 40


@pytest.mark.services
def test_a_broker_that_is_down_does_not_hurt_the_pick_that_ended_the_game(cold_service: Service) -> None:
    cold_service.env["CELERY_BROKER_URL"] = "redis://127.0.0.1:1/0"
    told = cold_service.manage(
        "shell",
        "--no-imports",
        "--command",
        "import time; from ratings import receivers; begun = time.monotonic(); receivers.wake(sender=None); "
        "print('unharmed' if time.monotonic() - begun < 5 else 'held up')",
    )
    assert "unharmed" in told
