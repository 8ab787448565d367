"""Seeks: longest waiter first, never two of one owner, nobody starves, nobody is seated twice."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth import get_user_model
from hypothesis import given
from hypothesis import strategies as st

from games import refusals, seeking, services
from games.models import Game, Player, Seat, Seek
from games.seeking import FILL_SECONDS, LAPSE_SECONDS, Waiting
from tests.games.conftest import START, NewPlayer
from tests.games.test_concurrency import at_once, failures

db = [pytest.mark.django_db, pytest.mark.services]
POOL = "classic-3-5"


def waiting(
    number: int, since: float = 0, owner: int | None = None, least: int = 3, most: int = 5
) -> Waiting:
    return Waiting(number, number, owner, least, most, START + timedelta(seconds=since))


def tables(queue: Sequence[Waiting], seconds: float = 0) -> list[tuple[list[int], int]]:
    parties = seeking.match(queue, START + timedelta(seconds=seconds))
    return [([one.player_id for one in party.seeks], party.house) for party in parties]


def test_a_full_table_starts_at_once_with_those_who_waited_longest() -> None:
    queue = [waiting(number, since=10 - number) for number in range(7)]
    assert tables(queue, 11) == [([6, 5, 4, 3, 2], 0)]


def test_fewer_wait_for_more_and_then_start_without_or_with_house_bots() -> None:
    queue = [waiting(number) for number in range(4)]
    assert tables(queue, FILL_SECONDS - 1) == []
    assert tables(queue, FILL_SECONDS) == [([0, 1, 2, 3], 0)]
    assert tables(queue[:1], FILL_SECONDS) == [([0], 2)]


def test_one_owners_players_sit_at_tables_of_their_own() -> None:
    queue = [waiting(1, owner=9), waiting(2, owner=9), waiting(3, owner=8)]
    assert tables(queue, FILL_SECONDS) == [([1, 3], 1), ([2], 2)]


def test_sizes_that_do_not_overlap_do_not_meet() -> None:
    queue = [
        waiting(1, least=5, most=5),
        waiting(2, least=3, most=3),
        waiting(3, least=3, most=4),
        waiting(4),
    ]
    assert tables(queue) == [([2, 3, 4], 0)]
    assert tables(queue[:1], FILL_SECONDS) == [([1], 4)]


seeks = st.builds(
    lambda since, owner, sizes: (since, owner, *sizes),
    st.integers(0, 40),
    st.one_of(st.none(), st.integers(1, 3)),
    st.sampled_from([(3, 5), (3, 3), (4, 5), (5, 5), (3, 4)]),
)


@given(st.lists(seeks, max_size=14), st.integers(0, 60))
def test_every_table_is_lawful_and_nobody_who_waited_long_is_left(
    wanted: list[tuple[int, int | None, int, int]], seconds: int
) -> None:
    queue = [Waiting(number, number, owner, least, most, START + timedelta(seconds=since))
             for number, (since, owner, least, most) in enumerate(wanted)]  # fmt: skip
    now = START + timedelta(seconds=seconds)
    parties = seeking.match(queue, now)
    seated = [one for party in parties for one in party.seeks]
    assert len({one.player_id for one in seated}) == len(seated)
    for party in parties:
        size = len(party.seeks) + party.house
        assert all(one.least <= size <= one.most for one in party.seeks)
        owners = [one.owner_id for one in party.seeks if one.owner_id is not None]
        assert len(set(owners)) == len(owners)
    for one in queue:
        if now - one.since >= timedelta(seconds=FILL_SECONDS):
            assert one in seated


def begin(player: Player, seconds: float = 0) -> Seek:
    found, _ = services.seek(player.pk, POOL, now=START + timedelta(seconds=seconds))
    return found


def run(seconds: float) -> list[int]:
    return services.match_seeks(START + timedelta(seconds=seconds))


class TestSeeks:
    """The same with rows."""

    pytestmark = db

    def test_a_lonely_bot_gets_a_rated_game_against_the_house(self, ada: Player) -> None:
        seek = begin(ada)
        assert run(FILL_SECONDS - 1) == []
        (game_id,) = run(FILL_SECONDS)
        game = Game.objects.get(pk=game_id)
        seek.refresh_from_db()
        assert (seek.status, seek.game_id, game.rated, game.seats_count) == ("seated", game_id, True, 3)
        assert game.pick_seconds == 60
        kinds = sorted(seat.player.kind for seat in Seat.objects.filter(game=game) if seat.player)
        assert kinds == ["bot", "house", "house"]
        assert run(FILL_SECONDS + 1) == []

    def test_five_who_come_one_by_one_sit_together(self, player: NewPlayer) -> None:
        five = [player(f"Player {number}") for number in range(5)]
        for number, one in enumerate(five):
            begin(one, number)
        (game_id,) = run(5)
        assert set(Seat.objects.filter(game=game_id).values_list("player_id", flat=True)) == {
            one.pk for one in five
        }

    def test_the_same_seek_again_is_a_heartbeat_that_keeps_the_place(self, ada: Player) -> None:
        first = begin(ada)
        again, created = services.seek(ada.pk, POOL, most=4, now=START + timedelta(seconds=9))
        assert (again.pk, created, again.created_at, again.most_seats) == (first.pk, False, START, 4)
        assert again.beaten_at == START + timedelta(seconds=9)

    def test_a_seek_without_a_heartbeat_is_dropped_and_no_game_starts_without_its_player(
        self, ada: Player, ben: Player
    ) -> None:
        dead = begin(ada)
        assert run(LAPSE_SECONDS + 1) == []
        dead.refresh_from_db()
        assert dead.status == "lapsed"
        alive = begin(ben)
        services.beat_seeks(ben.pk, START + timedelta(seconds=50))
        assert len(run(LAPSE_SECONDS + 1)) == 1
        alive.refresh_from_db()
        assert alive.status == "seated"

    def test_who_comes_back_after_a_lapse_begins_anew(self, ada: Player) -> None:
        dead = begin(ada)
        services.beat_seeks(ada.pk, START + timedelta(seconds=LAPSE_SECONDS + 2))
        fresh, created = services.seek(ada.pk, POOL, now=START + timedelta(seconds=LAPSE_SECONDS + 2))
        assert created
        assert fresh.pk != dead.pk

    def test_a_cancelled_seek_finds_no_game_and_a_found_game_stays_found(
        self, ada: Player, ben: Player
    ) -> None:
        seek = begin(ada)
        for _ in range(2):
            assert services.cancel_seek(seek.pk, ada.pk, START).status == "cancelled"
        assert run(FILL_SECONDS) == []
        with pytest.raises(refusals.NotFound):
            services.cancel_seek(seek.pk, ben.pk, START)
        other = begin(ben)
        run(FILL_SECONDS)
        assert services.cancel_seek(other.pk, ben.pk, START).status == "seated"

    def test_two_bots_of_one_owner_are_never_at_one_table(self, player: NewPlayer) -> None:
        owner = get_user_model().objects.create_user("owner")
        for number in range(4):
            begin(player(f"Mine {number}", owner_id=owner.pk))
        games = run(FILL_SECONDS)
        assert len(games) == 4
        for game in games:
            assert Seat.objects.filter(game=game, player__owner=owner).count() == 1

    def test_what_cannot_be_sought_is_refused(self, ada: Player) -> None:
        with pytest.raises(refusals.NoSuchPool):
            services.seek(ada.pk, "chess-2")
        with pytest.raises(refusals.BadTable):
            services.seek(ada.pk, POOL, least=2)
        with pytest.raises(refusals.BadTable):
            services.seek(ada.pk, POOL, least=5, most=4)
        with pytest.raises(refusals.BadTable):
            services.seek(ada.pk, POOL, clock_name="bullet")
        with pytest.raises(refusals.NoSuchPlayer):
            services.seek(services.house_player("greedy").pk, POOL)
        assert not Seek.objects.exists()

    def test_every_pool_on_offer_finds_a_lonely_player_a_game(self, player: NewPlayer) -> None:
        for number, pool in enumerate(sorted(seeking.POOLS)):
            services.seek(player(f"Seeker {number}").pk, pool, now=START)
        assert len(run(FILL_SECONDS)) == len(seeking.POOLS) >= 7

    def test_ended_seeks_are_forgotten_after_a_day(self, ada: Player) -> None:
        begin(ada)
        services.cancel_seeks(ada.pk, START)
        services.prune(START + timedelta(hours=25))
        assert not Seek.objects.exists()

    @pytest.mark.django_db(transaction=True)
    def test_several_matchers_at_once_seat_everybody_once(self, player: NewPlayer) -> None:
        seekers = [player(f"Seeker {number}") for number in range(12)]
        for one in seekers:
            begin(one)
        assert failures(at_once([partial(run, FILL_SECONDS) for _ in range(4)])) == []
        assert Seek.objects.filter(status="seated").count() == 12
        seats = list(Seat.objects.filter(player__in=seekers).values_list("player_id", flat=True))
        assert sorted(seats) == sorted(one.pk for one in seekers)
        assert Game.objects.count() == 3

    @pytest.mark.django_db(transaction=True)
    def test_a_player_who_asks_twice_at_once_waits_once(self, ada: Player) -> None:
        results = at_once([partial(services.seek, ada.pk, POOL, now=START) for _ in range(4)])
        assert failures(results) == []
        assert Seek.objects.count() == 1
        made = [one for one in results if isinstance(one, tuple)]
        assert [created for _, created in made].count(True) == 1
