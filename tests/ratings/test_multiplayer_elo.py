"""The formula: against tables computed by hand, an independent exact calculation, and its promises."""

from decimal import Decimal, getcontext
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems import Standing, Step
from ratings.systems.multiplayer_elo import (
    START_MILLI,
    START_SIGMA_MILLI,
    expected,
    k_factor,
    rate,
    sigma_now,
)

getcontext().prec = 40

DAY = 86_400


def new(key: int, place: int) -> Standing:
    return Standing(key, START_MILLI, START_SIGMA_MILLI, 0, 0, place)


def seated(*ratings_and_places: tuple[int, int], games: int = 0) -> list[Standing]:
    return [
        Standing(key, rating * 1000, 60_000, games, 0, place)
        for key, (rating, place) in enumerate(ratings_and_places)
    ]


def deltas(table: list[Standing]) -> list[int]:
    return [step.delta_milli for step in rate(table)]


@pytest.mark.parametrize(
    ("table", "by_hand"),
    [
        # Equals: E = 1/2 everywhere, so a place is worth K/(n-1) times (seats beaten - seats lost to)/2.
        ([new(0, 1), new(1, 2)], [32_000, -32_000]),
        ([new(0, 1), new(1, 2), new(2, 3)], [32_000, 0, -32_000]),
        ([new(0, 1), new(1, 2), new(2, 3), new(3, 4)], [32_000, 10_667, -10_667, -32_000]),
        ([new(0, 1), new(1, 1), new(2, 3)], [16_000, 16_000, -32_000]),
        ([new(i, 1) for i in range(5)], [0] * 5),
        # 200 points above: E = 1/(1 + 10^-0.5) = 0.759747; the upset costs 64 * 0.759747 = 48.6238.
        (seated((1700, 2), (1500, 1)), [-48_624, 48_624]),
        (seated((1700, 1), (1500, 2)), [15_376, -15_376]),
        # 400 points above: E = 10/11; a tie costs 16 * (10/11 - 1/2) = 6.5455 at K = 16.
        (seated((1900, 1), (1500, 1), games=30), [-6_545, 6_545]),
    ],
)
def test_tables_computed_by_hand(table: list[Standing], by_hand: list[int]) -> None:
    assert deltas(table) == by_hand


def test_k_falls_at_10_30_and_200_games() -> None:
    assert [k_factor(games) for games in (0, 9, 10, 29, 30, 199, 200, 5000)] == [
        64,
        64,
        32,
        32,
        16,
        16,
        10,
        10,
    ]
    with pytest.raises(ValueError, match="-1 games"):
        k_factor(-1)


def test_a_veteran_moves_less_than_the_newcomer_beside_him() -> None:
    newcomer, veteran = rate([new(0, 2), Standing(1, START_MILLI, 30_000, 400, 0, 1)])
    assert (newcomer.k, newcomer.delta_milli) == (64, -32_000)
    assert (veteran.k, veteran.delta_milli) == (10, 5_000)


def test_sigma_by_hand_for_two_newcomers() -> None:
    # h = (ln 10 / 400)^2 / 4 = 8.28421e-6; v = 40004 / (1 + 40004 h) = 30046.5; its root is 173.339.
    assert [step.sigma_milli for step in rate([new(0, 1), new(1, 2)])] == [173_339, 173_339]


def test_sigma_falls_as_measured_on_whole_ladders() -> None:
    """Mixed tables had means of 88, 55, 44, 33, 26 at 10, 30, 50, 100, 300 games; four seats come near."""
    sigma, reached = START_SIGMA_MILLI, {}
    for games in range(1, 301):
        sigma = rate([Standing(key, START_MILLI, sigma, games - 1, 0, key + 1) for key in range(4)])[
            0
        ].sigma_milli
        reached[games] = sigma / 1000
    for games, measured in {10: 88, 30: 55, 50: 44, 100: 33, 300: 26}.items():
        assert reached[games] == pytest.approx(measured, rel=0.12)


def test_an_idle_year_doubles_a_settled_error_and_leaves_the_rating() -> None:
    assert sigma_now(50_000, 365 * DAY) == pytest.approx(99_000, abs=1_000)
    assert sigma_now(50_000, 0) == 50_000
    assert sigma_now(50_000, 100 * 365 * DAY) == START_SIGMA_MILLI
    fresh, back = (
        rate([Standing(0, START_MILLI, 50_000, 40, idle, 1), Standing(1, START_MILLI, 50_000, 40, 0, 2)])
        for idle in (0, 365 * DAY)
    )
    assert back[0].sigma_milli > fresh[0].sigma_milli
    assert [step.delta_milli for step in back] == [step.delta_milli for step in fresh]


def test_a_table_that_cannot_be_rated_is_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        rate([new(0, 1)])
    with pytest.raises(ValueError, match="twice"):
        rate([new(7, 1), new(7, 2)])


@st.composite
def tables(draw: st.DrawFn, *, equal_k: bool = False) -> list[Standing]:
    seats = draw(st.integers(2, 8))
    games = draw(st.integers(0, 500)) if equal_k else None
    keys = draw(st.lists(st.integers(1, 10**6), min_size=seats, max_size=seats, unique=True))
    return [
        Standing(
            key,
            draw(st.integers(-500_000, 4_000_000)),
            draw(st.integers(15_000, 200_000)),
            draw(st.integers(0, 500)) if games is None else games,
            draw(st.integers(0, 1000 * DAY)),
            draw(st.integers(1, seats)),
        )
        for key in keys
    ]


@given(tables(equal_k=True))
def test_a_table_of_one_k_neither_makes_nor_loses_a_thousandth(table: list[Standing]) -> None:
    assert sum(deltas(table)) == 0


@given(tables())
def test_everything_is_a_whole_thousandth_and_sigma_keeps_its_bounds(table: list[Standing]) -> None:
    for step in rate(table):
        assert all(type(value) is int for value in step)
        assert 15_000 <= step.sigma_milli <= 200_000


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(table: list[Standing], random: Any) -> None:
    shuffled = random.sample(table, len(table))
    of: dict[int, Step] = {seat.key: step for seat, step in zip(table, rate(table), strict=True)}
    assert {seat.key: step for seat, step in zip(shuffled, rate(shuffled), strict=True)} == of


@given(tables())
def test_only_the_order_of_places_counts_not_their_numbers(table: list[Standing]) -> None:
    assert rate([seat._replace(place=seat.place * 3 + 2) for seat in table]) == rate(table)


@given(tables())
def test_who_is_first_never_loses_and_who_is_last_never_gains(table: list[Standing]) -> None:
    places = [seat.place for seat in table]
    for seat, delta in zip(table, deltas(table), strict=True):
        if seat.place == min(places) and places.count(seat.place) == 1:
            assert delta >= 0
        if seat.place == max(places) and places.count(seat.place) == 1:
            assert delta <= 0


@given(tables())
def test_a_better_place_is_never_worth_less(table: list[Standing]) -> None:
    worst = max(seat.place for seat in table)
    last = rate([table[0]._replace(place=worst + 1), *table[1:]])[0].delta_milli
    first = rate([table[0]._replace(place=0), *table[1:]])[0].delta_milli
    assert last - 1 <= rate(table)[0].delta_milli <= first + 1


@given(tables())
def test_it_agrees_with_the_definition_in_forty_digits(table: list[Standing]) -> None:
    """Straight from the definition, in decimals and without any of the code's shortcuts."""
    ten, n = Decimal(10), len(table)
    per_point = ten.ln() / 400
    exact: list[Decimal] = []
    for one, step in zip(table, rate(table), strict=True):
        surplus = doubt = Decimal(0)
        for other in table:
            if other is one:
                continue
            chance = 1 / (1 + ten ** (Decimal(other.milli - one.milli) / 400_000))
            score = Decimal("0.5") if one.place == other.place else Decimal(int(one.place < other.place))
            surplus += score - chance
            doubt += chance * (1 - chance)
        k = 64 if one.games < 10 else 32 if one.games < 30 else 16 if one.games < 200 else 10
        exact.append(1000 * k * surplus / (n - 1))
        assert abs(step.delta_milli - exact[-1]) < Decimal("1.000001")
        variance = (
            min(Decimal(one.sigma_milli) ** 2 / 10**6 + Decimal(20 * one.idle_seconds) / DAY, Decimal(40_000))
            + 4
        )
        after = (1 / (1 / variance + Decimal(2) / n * per_point**2 * doubt)).sqrt()
        after = min(max(after, Decimal(15)), Decimal(200))
        assert abs(step.sigma_milli - 1000 * after) < Decimal("0.51")
    assert abs(sum(deltas(table)) - sum(exact, Decimal(0))) < Decimal("0.500001")


@given(st.integers(-(10**6), 10**7), st.integers(-(10**6), 10**7))
def test_the_two_chances_of_a_pair_make_one(one: int, other: int) -> None:
    assert expected(one, other) + expected(other, one) == pytest.approx(1)
    assert (expected(one, other) >= 0.5) == (one >= other)
