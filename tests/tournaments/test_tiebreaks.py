"""Placing shares and tie-breaks against numbers worked by hand."""

from fractions import Fraction as F
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.refusals import BadTieBreaks
from tournaments.tiebreaks import DEFAULT_ORDER, TIE_BREAKS, Book, Line, check_order, placing_share, rank


@pytest.mark.parametrize(
    ("place", "tied", "seats", "share"),
    [(1, 1, 2, 840), (2, 1, 2, 0), (1, 2, 2, 420), (2, 1, 4, 560), (1, 2, 4, 700), (2, 3, 4, 280),
     (3, 1, 5, 420), (1, 8, 8, 420), (2, 1, 8, 720), (1, 3, 3, 420)],
)  # fmt: skip
def test_shares_of_a_place_are_exact(place: int, tied: int, seats: int, share: int) -> None:
    assert placing_share(place, tied, seats) == share


@given(points=st.lists(st.integers(0, 3), min_size=2, max_size=8))
def test_the_shares_of_a_table_always_add_up_to_half_a_win_a_seat(points: list[int]) -> None:
    total = place = 0
    for _, group in groupby(sorted(points, reverse=True)):
        tied = len(list(group))
        total += tied * placing_share(place + 1, tied, len(points))
        place += tied
    assert total == 420 * len(points)


def table(number: int, round_number: int, *outcome: tuple[int, int]) -> list[Line]:
    """Lines of a table from (entrant, game points), places by points."""
    values = [points for _, points in outcome]
    lines = []
    for entrant, points in outcome:
        place = 1 + sum(other > points for other in values)
        share = placing_share(place, values.count(points), len(values))
        lines.append(Line(number, round_number, entrant, place, points, share))
    return lines


#: Six entrants, two rounds of two tables of three.
LINES = [
    *table(1, 1, (1, 40), (2, 30), (3, 20)),
    *table(2, 1, (4, 36), (5, 36), (6, 18)),
    *table(3, 2, (1, 25), (4, 35), (3, 30)),
    *table(4, 2, (2, 50), (5, 20), (6, 20)),
]


def values(key: str, tied: list[int]) -> dict[int, F] | None:
    return TIE_BREAKS[key].values(Book([1, 2, 3, 4, 5, 6], LINES, lot_seed="s"), tied)


def test_points_are_the_sum_of_shares() -> None:
    # 1: first, last. 2: second, first. 3: last, second. 4: shared first, first. 5: shared first, shared last.
    assert values("PTS", [1, 2, 3, 4, 5, 6]) == {1: 1, 2: F(3, 2), 3: F(1, 2), 4: F(7, 4), 5: 1, 6: F(1, 4)}


def test_a_shared_first_place_is_a_shared_win() -> None:
    assert values("WINS", [1, 2, 3, 4, 5, 6]) == {1: 1, 2: 1, 3: 0, 4: F(3, 2), 5: F(1, 2), 6: 0}


def test_head_to_head_counts_only_when_all_have_met() -> None:
    assert values("H2H", [1, 3]) == {1: F(1), 3: F(1)}  # 40:20 and 25:30
    assert values("H2H", [5, 6]) == {5: F(3, 2), 6: F(1, 2)}  # 36:18, 20:20
    assert values("H2H", [1, 3, 4]) == {1: F(1), 3: F(1), 4: F(2)}  # and 35:30:25
    assert values("H2H", [1, 2, 5]) is None  # 1 and 5 never met


def test_margin_is_the_mean_over_the_table_average() -> None:
    # 1: 40 - 30 = 10, 25 - 30 = -5. 5: 36 - 30 = 6, 20 - 30 = -10.
    assert values("MARGIN", [1, 5]) == {1: F(5, 2), 5: F(-2)}


def test_opposition_is_the_mean_of_the_opponents_averages_with_a_floor() -> None:
    # Averages per table: 1 1/2, 2 3/4, 3 1/4 -> floor .33, 4 7/8, 5 1/2, 6 1/8 -> floor .33.
    floor = F(33, 100)
    first = (F(3, 4) + floor) / 2  # entrant 1 at table 1 against 2 and 3
    second = (F(7, 8) + floor) / 2  # and at table 3 against 4 and 3
    assert values("OPP", [1]) == {1: (first + second) / 2}
    assert values("OPP-C1", [1]) == {1: second}


def test_the_lot_depends_on_the_secret_only() -> None:
    lots = values("LOT", [1, 2, 3])
    assert lots is not None
    assert lots == values("LOT", [1, 2, 3])
    assert len(set(lots.values())) == 3
    assert lots != TIE_BREAKS["LOT"].values(Book([1, 2, 3], [], lot_seed="t"), [1, 2, 3])


def test_byes_count_as_points_and_as_nothing_else() -> None:
    book = Book([1, 2, 3, 4, 5, 6, 7], LINES, {7: 840})
    assert book.points[7] == 840
    assert TIE_BREAKS["WINS"].values(book, [7]) == {7: F(0)}
    assert TIE_BREAKS["MARGIN"].values(book, [7]) == {7: F(0)}
    assert TIE_BREAKS["OPP-C1"].values(book, [7]) == {7: F(0)}


def test_the_standings_go_down_the_list_and_show_every_value() -> None:
    ranked = rank(Book([1, 2, 3, 4, 5, 6], LINES, lot_seed="s"), DEFAULT_ORDER)
    # 1 and 5 are equal in points; 1 won a whole table, 5 half of one.
    assert [line.entrant for line in ranked] == [4, 2, 1, 5, 3, 6]
    assert [line.rank for line in ranked] == [1, 2, 3, 4, 5, 6]
    assert all(tuple(line.values) == DEFAULT_ORDER for line in ranked)
    assert ranked[0].values["PTS"] == F(7, 4)
    assert ranked[0].values["H2H"] is None


def test_equals_in_everything_listed_share_a_rank() -> None:
    ranked = rank(Book([1, 2, 3], table(1, 1, (1, 9), (2, 9), (3, 5))), ["PTS", "WINS"])
    assert [(line.rank, line.entrant) for line in ranked] == [(1, 1), (1, 2), (3, 3)]


@pytest.mark.parametrize("order", [[], ["WINS", "PTS"], ["PTS", "PTS"], ["PTS", "MOOD"]])
def test_a_list_of_tie_breaks_begins_with_points_and_names_known_ones_once(order: list[str]) -> None:
    with pytest.raises(BadTieBreaks, match="begins with PTS"):
        check_order(order)


def test_every_tie_break_explains_itself() -> None:
    for key, one in TIE_BREAKS.items():
        assert one.key == key
        assert one.meaning.endswith(".")
