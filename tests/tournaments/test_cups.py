"""The demonstration club's cups: one after the other, in every edition."""

from datetime import timedelta

import pytest
from django.conf import settings

from games.models import Game
from tests.tournaments.club import START
from tournaments import services, tasks
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]


def test_a_new_house_cup_follows_when_the_last_one_ended_long_enough_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "KAITEN_DEMO_CUPS", True)
    monkeypatch.setattr(settings, "KAITEN_BOT_CUP_MINUTES", 3)
    cup = services.ensure_bot_cup(START)
    assert cup is not None
    assert services.ensure_bot_cup(START) is None
    moment = START
    while cup.status != "finished":
        services.advance_all(moment)
        cup.refresh_from_db()
        moment += timedelta(seconds=10)
    assert cup.finished_at == START + timedelta(seconds=10 * (cup.rounds_planned - 1))
    assert services.ensure_bot_cup(cup.finished_at + timedelta(minutes=2)) is None
    following = services.ensure_bot_cup(cup.finished_at + timedelta(minutes=3))
    assert following is not None
    assert following.format != cup.format


def test_without_the_setting_no_cup_is_made_and_the_task_may_run_at_any_time() -> None:
    tasks.advance()
    assert not Tournament.objects.exists()


def test_five_cups_in_a_row_play_every_edition_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KAITEN_DEMO_CUPS", True)
    monkeypatch.setattr(settings, "KAITEN_BOT_CUP_MINUTES", 3)
    moment = START
    for _ in range(5):
        cup = services.ensure_bot_cup(moment)
        assert cup is not None
        while cup.status != "finished":
            services.advance_all(moment)
            cup.refresh_from_db()
            moment += timedelta(seconds=10)
        moment += timedelta(minutes=4)
    assert set(Tournament.objects.values_list("edition", flat=True)) == {"classic", "tenth", "party"}
    assert not Game.objects.exclude(status="finished").exists()
