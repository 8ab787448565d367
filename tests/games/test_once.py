"""A request with a key makes its game once, however often and however simultaneously it comes."""

from datetime import timedelta
from functools import partial

import pytest

from games import refusals, services
from games.models import Game, Once
from tests.games.conftest import START, NewPlayer
from tests.games.test_concurrency import at_once, failures

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


def open_once(player_id: int, key: str = "k", digest: str = "d") -> tuple[int, bool]:
    def make() -> int:
        return services.open_game(
            opened_by=player_id, edition="classic", seats=[("player", player_id), ("open", None)]
        ).pk

    return services.once(player_id, key, digest, make)


def test_the_same_key_at_once_opens_one_table(player: NewPlayer) -> None:
    ada = player("Ada")
    results = at_once([partial(open_once, ada.pk) for _ in range(6)])
    assert failures(results) == []
    made = [one for one in results if isinstance(one, tuple)]
    assert len({game for game, _ in made}) == 1
    assert [created for _, created in made].count(True) == 1
    assert Game.objects.count() == 1


def test_keys_are_each_players_own_and_forgotten_after_a_day(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    assert open_once(ada.pk)[0] != open_once(ben.pk)[0]
    with pytest.raises(refusals.KeyReused):
        open_once(ada.pk, digest="other")
    Once.objects.update(at=START)
    services.prune(START + timedelta(hours=25))
    assert open_once(ada.pk, digest="other")[1]


def test_what_failed_leaves_no_key(player: NewPlayer) -> None:
    ada = player("Ada")

    def fail() -> int:
        raise refusals.BadTable("no")

    with pytest.raises(refusals.BadTable):
        services.once(ada.pk, "k", "d", fail)
    assert not Once.objects.exists()
    assert open_once(ada.pk)[1]
