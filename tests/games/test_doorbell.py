"""The doorbell of finished games wakes and never hurts, not even when a listener fails."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from games import services, signals, store
from games.models import Game, Player
from tests.games.conftest import play_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The ids that listeners heard of."""
    monkeypatch.setattr(signals, "_quiet_until", 0.0)
    heard: list[int] = []

    def listener(game_id: int, **_: object) -> None:
        heard.append(game_id)
        if len(heard) == 1:
            raise ConnectionError("the broker is down")

    signals.game_finished.connect(listener)
    yield heard
    signals.game_finished.disconnect(listener)


def test_a_listener_that_fails_does_not_undo_the_game_and_is_left_in_peace(
    duel: Game, ada: Player, ben: Player, rung: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    over = play_out(duel, [ada, ben])
    assert (over.status, rung) == ("finished", [duel.pk])
    assert store.verify(duel.pk).ok
    services.open_game(opened_by=None, edition="classic", seats=[("house", "greedy"), ("house", "random")])
    assert rung == [duel.pk], "after a failure the bell is quiet for some seconds"


def test_a_game_that_is_rolled_back_rings_nobody(rung: list[int]) -> None:
    with transaction.atomic():
        services.open_game(
            opened_by=None, edition="classic", seats=[("house", "greedy"), ("house", "random")]
        )
        transaction.set_rollback(True)
    assert rung == []
    assert not Game.objects.exists()
