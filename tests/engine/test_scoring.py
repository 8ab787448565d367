"""Points: each test would fail under one particular slip of the hand."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine import BadSetup
from tests.engine.tables import CLASSIC


def alone(faces: list[str]) -> dict[str, int]:
    """What a row scores beside an empty one; a roll would always win, so none is given."""
    return engine.score_round("classic", [faces, []])[0]


@pytest.mark.parametrize(
    ("count", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (7, 15), (10, 15)]
)
def test_dumplings_stop_growing_at_five(count: int, points: int) -> None:
    assert alone(["dumpling"] * count).get("dumpling", 0) == points


@pytest.mark.parametrize(("count", "points"), [(1, 0), (2, 5), (3, 5), (4, 10), (9, 20)])
def test_tempura_pays_per_whole_pair(count: int, points: int) -> None:
    assert alone(["tempura"] * count).get("tempura", 0) == points


@pytest.mark.parametrize(("count", "points"), [(2, 0), (3, 10), (5, 10), (6, 20), (8, 20), (9, 30)])
def test_sashimi_pays_per_whole_three(count: int, points: int) -> None:
    assert alone(["sashimi"] * count).get("sashimi", 0) == points


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        (["wasabi", "egg"], 3),
        (["wasabi", "salmon"], 6),
        (["wasabi", "squid"], 9),
        (["squid", "wasabi"], 3),
        (["wasabi", "squid", "squid"], 12),
        (["wasabi", "wasabi", "egg", "squid"], 12),
        (["wasabi", "egg", "wasabi", "squid"], 12),
        (["egg", "wasabi", "salmon", "squid", "wasabi"], 10),
        (["wasabi", "pudding", "maki-1", "squid"], 9),
    ],
)
def test_a_nigiri_goes_on_the_oldest_free_wasabi_before_it(faces: list[str], points: int) -> None:
    assert alone(faces)["nigiri"] == points


def test_cards_of_no_worth_are_left_out() -> None:
    assert alone(["wasabi", "chopsticks", "pudding", "tempura", "sashimi"]) == {}


@pytest.mark.parametrize(
    ("icons", "points"),
    [
        ([5, 3, 1], [6, 3, 0]),
        ([5, 5, 3], [3, 3, 0]),  # no second place after a tie for first
        ([5, 3, 3], [6, 1, 1]),
        ([2, 12, 9], [0, 6, 3]),  # numbers, not text
        ([4, 4, 4, 4], [1, 1, 1, 1]),
        ([6, 2, 2, 2, 2], [6, 0, 0, 0, 0]),
        ([0, 0], [0, 0]),
        ([1, 0], [6, 0]),
    ],
)
def test_rolls(icons: list[int], points: list[int]) -> None:
    assert engine.roll_awards(icons) == points


@pytest.mark.parametrize(
    ("icons", "points"),
    [
        ([0, 0, 0], [2, 2, 2]),
        ([3, 0, 0], [6, 1, 1]),
        ([3, 0], [6, 3]),
        ([3, 2, 0], [6, 3, 0]),
        ([0] * 5, [1] * 5),
    ],
)
def test_zero_rolls_compete_where_the_table_says_so(icons: list[int], points: list[int]) -> None:
    assert engine.roll_awards(icons, zero_rolls_count=True) == points


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ([3, 2, 1], [6, 0, -6]),
        ([3, 3, 1], [3, 3, -6]),
        ([3, 1, 1], [6, -3, -3]),
        ([3, 0, 0, 0, 0], [6, -1, -1, -1, -1]),  # divide, then negate: never -2
        ([1, 1, 1, 1, 0], [1, 1, 1, 1, -6]),
        ([2, 2, 2], [0, 0, 0]),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
        ([2, 0], [6, 0]),  # two seats: no loss
        ([1, 1], [0, 0]),
        ([10, 9, 2], [6, 0, -6]),
    ],
)
def test_puddings(held: list[int], points: list[int]) -> None:
    assert engine.dessert_awards(held) == points


@pytest.mark.parametrize(
    ("totals", "puddings", "places"),
    [
        ([40, 38, 41], [9, 9, 0], [2, 3, 1]),
        ([40, 40, 12], [2, 3, 9], [2, 1, 3]),
        ([40, 40, 12], [3, 3, 0], [1, 1, 3]),
        ([-1, -4, 10, 9], [0, 0, 0, 0], [3, 4, 1, 2]),
        ([100, 99], [0, 5], [1, 2]),
    ],
)
def test_places(totals: list[int], puddings: list[int], places: list[int]) -> None:
    assert engine.places(totals, puddings) == places


def test_the_lowest_total_may_win_and_the_tie_break_still_favours_more() -> None:
    assert engine.places([30, 18, 18], [0, 1, 2], lowest_wins=True) == [3, 2, 1]


ROWS = st.lists(st.sampled_from([*CLASSIC.faces]), max_size=10)


@given(st.lists(ROWS, min_size=2, max_size=5), st.booleans())
def test_points_do_not_depend_on_seat_order(rows: list[list[str]], zero: bool) -> None:
    options = {"zero_rolls_count": zero}
    scored = engine.score_round("classic", rows, options)
    for order in itertools.islice(itertools.permutations(range(len(rows))), 24):
        moved = engine.score_round("classic", [rows[seat] for seat in order], options)
        assert moved == [scored[seat] for seat in order]


@given(st.lists(st.integers(0, 20), min_size=2, max_size=5), st.booleans())
def test_no_more_is_awarded_for_rolls_than_the_rules_hold(icons: list[int], zero: bool) -> None:
    awards = engine.roll_awards(icons, zero_rolls_count=zero)
    assert 0 <= sum(awards) <= 9
    if icons.count(max(icons)) > 1:
        assert sum(awards) <= 6
    assert all(award > 0 for award, count in zip(awards, icons, strict=True) if count == max(icons) > 0)
    # Whoever has more never gets less.
    ranked = sorted(zip(icons, awards, strict=True))
    assert [award for _, award in ranked] == sorted(awards)


@given(st.lists(st.integers(0, 10), min_size=2, max_size=5))
def test_no_more_is_awarded_for_puddings_than_the_rules_hold(held: list[int]) -> None:
    awards = engine.dessert_awards(held)
    assert sum(award for award in awards if award > 0) <= 6
    assert sum(award for award in awards if award < 0) >= (-6 if len(held) > 2 else 0)
    ranked = sorted(zip(held, awards, strict=True))
    assert [award for _, award in ranked] == sorted(awards)


@pytest.mark.parametrize("copies", [1, 10, 28, 29, 85, 86, 300])
def test_a_position_may_hold_more_cards_than_any_game(copies: int) -> None:
    many = ["maki-3"] * copies + ["wasabi", "squid"] * copies
    assert engine.score_round("classic", [many, ["maki-1", "egg"]]) == [
        {"maki": 6, "nigiri": 9 * copies},
        {"maki": 3, "nigiri": 1},
    ]


@pytest.mark.parametrize(
    ("edition", "tables", "options"),
    [
        ("deluxe", [[], []], {}),
        ("classic", [[]], {}),
        ("classic", [[]] * 6, {}),
        ("classic", [["ham"], []], {}),
        ("classic", [[], []], {"colour": "red"}),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    edition: str, tables: list[list[str]], options: dict[str, str]
) -> None:
    with pytest.raises(BadSetup) as refused:
        engine.score_round(edition, tables, options)
    assert refused.value.detail.endswith(".")
