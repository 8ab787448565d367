"""What pages and other apps read: whole points that add up, a fixed number of queries, seeds."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from ratings import queries, services
from ratings.models import Pool
from tests.ratings.club import START, finished, finished_games, in_order, players

pytestmark = pytest.mark.django_db

KEY = "classic-3-5"


def season(club: list[int], games: int) -> list[int]:
    """So many tables of four, stronger players first more often than not."""
    made = finished_games(
        [in_order([club[(at + seat) % len(club)] for seat in range(4)]) for at in range(games)]
    )
    services.absorb_finished_games(1000, everything=True)
    return made


def test_pools_say_what_is_in_them() -> None:
    season(players(5), 3)
    duels, tables, *others = queries.pools()
    assert not any(pool.games for pool in others)
    assert (duels.key, duels.players, duels.games, duels.algorithm) == (
        "classic-2",
        0,
        0,
        "multiplayer-elo/1",
    )
    assert (tables.key, tables.least_seats, tables.most_seats) == (KEY, 3, 5)
    assert (tables.players, tables.games) == (5, 3)


def test_a_board_lists_active_players_by_rating_with_the_error_of_today() -> None:
    club = players(5)
    season(club, 6)
    Player.objects.filter(pk=club[4]).update(active=False)
    today = queries.board(KEY, now=START + timedelta(minutes=10))
    assert {line.player_id for line in today} == set(club[:4])
    assert [line.rating for line in today] == sorted((line.rating for line in today), reverse=True)
    assert all(line.provisional and line.why == "new" and line.rank is None for line in today)
    later = queries.board(KEY, now=START + timedelta(days=200))
    assert [line.rating for line in later] == [line.rating for line in today], "a rating never decays"
    assert all(line.half_width > before.half_width for line, before in zip(later, today, strict=True))
    with pytest.raises(Pool.DoesNotExist):
        queries.board("chess")


def test_after_some_fifty_games_a_player_has_a_rank() -> None:
    club = players(4)
    season(club, 60)
    lines = queries.board(KEY, now=START + timedelta(days=1))
    assert [line.rank for line in lines] == [1, 2, 3, 4] or len({line.rating for line in lines}) < 4
    assert all(not line.provisional and line.games == 60 for line in lines)
    assert [line.beats_next is None for line in lines] == [False, False, False, True]


def test_a_history_tells_the_same_story_as_the_board() -> None:
    club = players(4)
    games = season(club, 12)
    points = queries.history(club[0], KEY)
    assert [point.game_id for point in points] == games
    assert [point.at for point in points] == [START + timedelta(minutes=at) for at in range(12)]
    assert points[0].rating - points[0].delta == 1500
    assert 1500 + sum(point.delta for point in points) == points[-1].rating
    now = {line.player_id: line.rating for line in queries.board(KEY)}
    assert points[-1].rating == now[club[0]]
    assert (points[0].place, points[0].seats) == (1, 4)
    assert queries.history(club[0], KEY, last=5) == points[-5:]
    assert queries.history(club[0], "classic-2") == queries.history(club[0], "chess") == []


def test_a_players_page_shows_each_pool() -> None:
    one, two, three = players(3)
    finished_games([in_order([one, two, three])] * 2 + [in_order([two, one])])
    services.absorb_finished_games(everything=True)
    tables, duels = queries.player_ratings(one, now=START + timedelta(days=1))
    assert (tables.pool_key, tables.games, tables.wins, tables.why) == (KEY, 2, 2, "new")
    assert (duels.pool_key, duels.rating, duels.games, duels.wins) == ("classic-2", 1468, 1, 0)
    assert queries.player_ratings(0) == []


def test_the_changes_of_a_game_are_there_once_it_is_rated() -> None:
    four = players(4)
    game = finished(in_order(four[::-1]))
    assert queries.changes_of_game(game) == []
    services.absorb_finished_games()
    changes = queries.changes_of_game(game)
    assert [(line.player_id, line.place, line.before, line.after, line.delta) for line in changes] == [
        (four[3], 1, 1500, 1532, 32),
        (four[2], 2, 1500, 1511, 11),
        (four[1], 3, 1500, 1489, -11),
        (four[0], 4, 1500, 1468, -32),
    ]
    services.rebuild(KEY)
    assert queries.changes_of_game(game) == changes


def test_seeds_are_the_starting_order_of_a_table_size() -> None:
    one, two, three, guest = players(4)
    finished_games([in_order([three, one, two])] * 2 + [in_order([two, one])])
    services.absorb_finished_games(everything=True)
    everybody = [one, two, three, guest]
    assert queries.seeds(everybody, "classic", 4) == {three: 1, one: 2, guest: 3, two: 4}
    assert queries.seeds(everybody, "classic", 2) == {two: 1, three: 2, guest: 3, one: 4}
    assert queries.seeds(everybody, "party", 7) == {one: 1, two: 2, three: 3, guest: 4}
    assert queries.seeds([], "classic", 4) == {}


READS: list[tuple[str, int, Callable[[list[int], list[int]], Any]]] = [
    ("pools", 1, lambda club, games: queries.pools()),
    ("board", 2, lambda club, games: queries.board(KEY)),
    ("history", 2, lambda club, games: queries.history(club[0], KEY)),
    ("player", 1, lambda club, games: queries.player_ratings(club[0])),
    ("changes", 1, lambda club, games: queries.changes_of_game(games[0])),
    ("seeds", 2, lambda club, games: queries.seeds(club, "classic", 4)),
    ("exact", 2, lambda club, games: queries.exact_changes(club[0], KEY)),
    ("tables", 1, lambda club, games: queries.exact_tables(games)),
]


@pytest.mark.parametrize(("name", "asked", "read"), READS, ids=[name for name, _, _ in READS])
def test_a_read_asks_no_more_of_a_large_club_than_of_a_small_one(
    name: str, asked: int, read: Callable[[list[int], list[int]], Any]
) -> None:
    club = players(30)
    games: list[int] = []
    for size, count in ((4, 2), (30, 40)):
        games += season(club[:size], count)
        with CaptureQueriesContext(connection) as captured:
            assert read(club, games)
        assert len(captured) == asked


def test_a_rebuild_in_progress_is_not_read() -> None:
    four = players(4)
    season(four, 3)
    points, board = queries.history(four[0], KEY), queries.board(KEY, now=START)
    pool = Pool.objects.get(key=KEY)
    from ratings import ledger
    from ratings.fold import Book, FinishedGame
    from ratings.systems import by_name

    half = Book(by_name(pool.system)).enter(
        FinishedGame(points[0].game_id, START, tuple((player_id, 1) for player_id in four))
    )
    ledger.append(pool, pool.generation + 1, half)
    assert queries.history(four[0], KEY) == points
    assert queries.board(KEY, now=START) == board
    assert len(queries.changes_of_game(points[0].game_id)) == 4
