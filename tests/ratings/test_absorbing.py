"""Finished games become ledger lines: once each, in order, whatever happens in between."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat
from ratings import ledger, services
from ratings.fold import Book, FinishedGame
from ratings.models import Change, Pool, Rating, Skipped
from ratings.pools import POOLS
from ratings.systems import by_name
from tests.ratings.club import START, finished, finished_games, in_order, players, pool

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: When a sweep runs: soon enough for every game here to be a recent one.
LATER = START + timedelta(minutes=40)


def absorb(limit: int = 500, **options: bool) -> int:
    return services.absorb_finished_games(limit, now=LATER, **options)


def ratings(key: str = "classic-3-5") -> dict[int, int]:
    return dict(Rating.objects.filter(pool__key=key).values_list("player_id", "milli"))


def test_a_first_table_of_four_moves_everybody_by_the_book() -> None:
    one, two, three, four = players(4)
    game = finished(in_order([three, one, four, two]))
    assert absorb() == 1
    assert ratings() == {three: 1_532_000, one: 1_510_667, four: 1_489_333, two: 1_468_000}
    line = Change.objects.get(player=one)
    assert (line.game_id, line.rating_seq, line.place, line.seats, line.k) == (game, 1, 2, 4, 64)
    assert (line.before_milli, line.delta_milli, line.sigma_before_milli) == (1_500_000, 10_667, 200_000)
    assert (line.games_before, line.idle_seconds, line.algorithm) == (0, 0, "multiplayer-elo/1")
    winner = Rating.objects.get(player=three)
    assert (winner.games, winner.wins, winner.last_game_at) == (1, 1, START)
    assert winner.sigma_milli == Change.objects.get(player=three).sigma_after_milli


def test_duels_and_tables_are_rated_apart() -> None:
    one, two, three = players(3)
    finished(in_order([one, two]))
    finished(in_order([two, one, three]), 1)
    assert absorb() == 2
    assert ratings("classic-2")[one] > 1_500_000 > ratings("classic-3-5")[one] - 1
    assert ratings("classic-2").keys() == {one, two}
    rated = Pool.objects.filter(last_seq__gt=0).values_list("key", "last_seq")
    assert dict(rated) == {"classic-2": 1, "classic-3-5": 1}


def test_unrated_and_unfinished_games_change_nothing() -> None:
    four = players(4)
    finished(in_order(four), rated=False)
    finished(in_order(four), status="playing")
    assert absorb() == 0
    assert not Change.objects.exists()


def test_a_second_sweep_finds_nothing_to_do() -> None:
    four = players(4)
    finished_games([in_order(four)] * 7)
    assert absorb() == 7
    before = (ratings(), Change.objects.count(), pool().last_seq)
    assert absorb() == absorb(everything=True) == 0
    assert (ratings(), Change.objects.count(), pool().last_seq) == before


def test_games_are_rated_in_the_order_in_which_they_ended() -> None:
    four = players(4)
    last, first, middle = finished_games([in_order(four)] * 3, [9, 1, 5])
    tied = finished(in_order(four), 5)
    absorb()
    order = list(
        Change.objects.filter(player=four[0]).order_by("rating_seq").values_list("game_id", flat=True)
    )
    assert order == [first, middle, tied, last]


def test_batches_continue_where_the_last_one_stopped() -> None:
    five = players(5)
    games = finished_games([in_order(five)] * 5)
    assert [absorb(2), absorb(2), absorb(2), absorb(2)] == [2, 2, 1, 0]
    lines = Change.objects.filter(player=five[0]).order_by("rating_seq")
    assert list(lines.values_list("rating_seq", "game_id")) == list(enumerate(games, start=1))
    for line, following in pairwise(lines):
        assert line.before_milli + line.delta_milli == following.before_milli


def test_a_rating_is_the_start_plus_every_change() -> None:
    five = players(5)
    finished_games([in_order(five[shift % 3 :][:3]) for shift in range(12)])
    absorb()
    for player_id, milli in ratings().items():
        assert milli == 1_500_000 + sum(
            Change.objects.filter(player=player_id).values_list("delta_milli", flat=True)
        )
    first_game = Change.objects.filter(rating_seq=1)
    assert sum(line.delta_milli for line in first_game) == 0


def test_a_game_that_turns_up_late_is_rated_from_the_ratings_of_that_moment() -> None:
    four = players(4)
    finished_games([in_order(four)] * 3, [10, 20, 30])
    absorb()
    before = ratings()
    late = finished(in_order(four[::-1]), 15)
    assert absorb() == 1
    lines = {line.player_id: line for line in Change.objects.filter(game=late)}
    assert {player_id: line.before_milli for player_id, line in lines.items()} == before
    assert {line.rating_seq for line in lines.values()} == {4}
    assert {line.idle_seconds for line in lines.values()} == {0}
    assert set(Rating.objects.values_list("last_game_at", flat=True)) == {START + timedelta(minutes=30)}


def test_a_game_far_older_than_the_last_sweep_is_found_within_the_hour() -> None:
    four = players(4)
    finished(in_order(four))
    services.absorb_finished_games(now=LATER)
    finished(in_order(four), -10 * 24 * 60)
    assert services.absorb_finished_games(now=LATER + timedelta(minutes=10)) == 0
    assert services.absorb_finished_games(now=LATER + timedelta(minutes=61)) == 1


def test_a_timed_out_seat_is_rated_on_its_place() -> None:
    four = players(4)
    game = finished(in_order(four))
    Seat.objects.filter(game=game, player=four[3]).update(timeouts=30)
    absorb()
    assert ratings()[four[3]] == 1_468_000


def test_a_game_no_pool_is_for_is_set_aside_and_seen_once(caplog: pytest.LogCaptureFixture) -> None:
    six = players(6)
    Pool.objects.filter(edition="party").delete()
    lost = finished(in_order(six), edition="party")
    good = finished(in_order(six[:4]))
    with caplog.at_level("WARNING", "kaiten.ratings"):
        assert absorb() == 1
        assert absorb() == 0
    assert Skipped.objects.get().game_id == lost
    assert Skipped.objects.get().reason == "no_pool"
    assert [record.getMessage() for record in caplog.records] == [
        f"Not rated, because no pool is for this edition and number of seats: games {lost}."
    ]
    assert set(Change.objects.values_list("game_id", flat=True)) == {good}


def test_a_game_set_aside_is_rated_once_there_is_a_pool_for_it() -> None:
    four = players(4)
    Pool.objects.filter(key="classic-3-5").delete()
    finished(in_order(four))
    assert absorb() == 0
    services.ensure_pools()
    assert absorb() == 1
    assert not Skipped.objects.exists()


def test_an_incomplete_game_is_set_aside_and_does_not_hold_up_the_others() -> None:
    four = players(4)
    broken = finished([(four[0], 1), (four[1], 2), (four[2], None), (four[3], 3)])
    empty = finished([(four[0], 1), (None, 2), (four[2], 3)], 1)
    finished(in_order(four), 2)
    assert absorb(2) == 0
    assert absorb(2) == 1
    assert dict(Skipped.objects.values_list("game_id", "reason")) == {
        broken: "incomplete",
        empty: "incomplete",
    }


def test_a_pool_that_names_no_system_does_not_hold_up_the_others(caplog: pytest.LogCaptureFixture) -> None:
    four = players(4)
    Pool.objects.filter(key="classic-2").update(system="gone")
    finished(in_order(four[:2]))
    finished(in_order(four), 1)
    assert absorb() == 1
    assert "Pool classic-2 was not rated: There is no rating system called 'gone'" in caplog.text
    Pool.objects.filter(key="classic-2").update(system="multiplayer-elo")
    assert absorb() == 1


def test_a_sweep_asks_the_same_few_questions_for_5_games_and_for_80() -> None:
    many = players(40)

    def queries(games: int) -> int:
        finished_games([in_order(many[at % 36 :][:4]) for at in range(games)], range(games))
        with CaptureQueriesContext(connection) as captured:
            assert absorb() == games
        return len(
            [query for query in captured if not query["sql"].startswith(("COPY", "SAVEPOINT", "RELEASE"))]
        )

    queries(1)  # the first sweep of a pool looks at all games, the later ones at recent ones
    # One look at each pool; the last four tell the players.
    for_5, for_80 = queries(5), queries(80)
    # Many lines at once have a statement of their own on SQLite, those that are left another.
    assert for_5 <= for_80 <= for_5 + 1
    assert for_80 <= 13 + len(POOLS)


def test_the_ledger_refuses_to_rate_a_game_twice() -> None:
    four = players(4)
    game = finished(in_order(four))
    absorb()
    book = Book(by_name("multiplayer-elo"), last_seq=1)
    again = book.enter(FinishedGame(game, START, tuple((player_id, 1) for player_id in four)))
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.append(pool(), pool().generation, again)


def test_a_line_of_the_ledger_cannot_be_deleted_by_hand() -> None:
    finished(in_order(players(4)))
    absorb()
    with pytest.raises(TypeError, match="rebuild the pool"):
        Change.objects.all().delete()


def test_a_failure_in_the_middle_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    four = players(4)
    finished_games([in_order(four)] * 3)

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "store", fail)
        with pytest.raises(OSError, match="disk"):
            absorb()
    assert (Change.objects.count(), pool().last_seq) == (0, 0)
    assert absorb() == 3


def test_pools_come_back_after_a_flush_and_keep_what_was_changed() -> None:
    services.ensure_pools()
    Pool.objects.filter(key="classic-2").update(name="Head to head")
    Pool.objects.filter(key="classic-3-5").delete()
    services.ensure_pools()
    names = {plan.key: plan.name for plan in POOLS}
    assert dict(Pool.objects.values_list("key", "name")) == {**names, "classic-2": "Head to head"}
    assert Game.objects.count() == 0
