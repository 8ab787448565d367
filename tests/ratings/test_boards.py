"""Boards: who has a rank, what range it leaves open, what parts two neighbours."""

import math
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from ratings.boards import Rated, board, certainty, half_width, points, rank_ranges

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def rated(player_id: int, rating: float, sigma: float = 30, games: int = 120, idle_days: int = 1) -> Rated:
    return Rated(
        player_id,
        f"Player {player_id}",
        "bot",
        round(rating * 1000),
        round(sigma * 1000),
        games,
        games // 4,
        NOW - timedelta(days=idle_days),
    )


def test_a_line_reads_as_promised() -> None:
    first, second, *_ = board([rated(1, 1612, 29.6, 143), rated(2, 1590, 27), rated(3, 1400)], NOW)
    assert (first.rank, first.rating, first.half_width, first.games) == (1, 1612, 58, 143)
    assert (first.rank_low, first.rank_high, first.ranked) == (1, 2, 3)
    assert first.tie_with_next
    assert first.beats_next is not None
    assert round(first.beats_next, 2) == 0.71  # 22 points apart, an error of 40.1: Phi(0.549)
    assert (second.rank, second.rank_low, second.rank_high, second.tie_with_next) == (2, 1, 2, False)


def test_newcomers_the_uncertain_and_the_absent_are_listed_without_a_rank() -> None:
    lines = board(
        [
            rated(1, 1500),
            rated(2, 1700, sigma=120, games=4),
            rated(3, 1600, sigma=44.001, games=48),
            rated(4, 1550, idle_days=91),
            rated(5, 1450, sigma=44, games=50, idle_days=90),
        ],
        NOW,
    )
    assert [(line.player_id, line.rank, line.why) for line in lines] == [
        (2, None, "new"),
        (3, None, "uncertain"),
        (4, None, "idle"),
        (1, 1, ""),
        (5, 2, ""),
    ], "sorted by rating, the provisional among the others"
    assert [line.provisional for line in lines] == [True, True, True, False, False]
    assert lines[0].rank_low is lines[0].beats_next is None
    assert lines[3].ranked == 2


def test_equal_ratings_share_a_rank() -> None:
    lines = board([rated(3, 1500), rated(1, 1500), rated(2, 1400)], NOW)
    assert [(line.player_id, line.rank) for line in lines] == [(1, 1), (3, 1), (2, 3)]
    assert lines[0].beats_next == 0.5


def test_an_empty_board_is_empty() -> None:
    assert board([], NOW) == []
    assert rank_ranges([]) == []


@given(
    st.lists(st.tuples(st.integers(1300, 1700), st.integers(15, 44)), min_size=1, max_size=40),
)
def test_rank_ranges_are_those_of_comparing_everybody_with_everybody(given_: list[tuple[int, int]]) -> None:
    rows = sorted((rated(at, *row) for at, row in enumerate(given_)), key=lambda row: -row.milli)
    slow = []
    for one in rows:
        apart = [
            other.milli - one.milli
            for other in rows
            if abs(other.milli - one.milli) > 1.96 * math.hypot(one.sigma_milli, other.sigma_milli)
        ]
        slow.append((1 + sum(d > 0 for d in apart), len(rows) - sum(d < 0 for d in apart)))
    assert rank_ranges(rows) == slow
    for rank, (low, high) in enumerate(slow, start=1):
        assert low <= rank <= high


def test_whole_points_only() -> None:
    assert [points(milli) for milli in (1_499_499, 1_499_500, 1_500_499, -500, -501)] == [
        1499,
        1500,
        1500,
        0,
        -1,
    ]
    assert half_width(200_000) == 392


def test_certainty_is_that_of_the_normal_distribution() -> None:
    assert certainty(rated(1, 1500), rated(2, 1500)) == 0.5
    one, other = rated(1, 1500 + 1.96 * math.hypot(30, 30)), rated(2, 1500)
    assert abs(certainty(one, other) - 0.975) < 1e-4
    assert abs(certainty(one, other) + certainty(other, one) - 1) < 1e-12
