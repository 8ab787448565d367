"""Formats as pure generators: whatever the field, everybody is seated once, fairly and always alike."""

import random
from collections import Counter
from itertools import combinations
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments import seating
from tournaments.formats import (
    FORMATS,
    BrokenFormat,
    Contender,
    Format,
    Pairing,
    PastTable,
    Situation,
    collect,
    format_of,
)
from tournaments.formats.pods_swiss import PodsSwiss
from tournaments.formats.round_robin import RoundRobin
from tournaments.refusals import CannotPair, UnknownFormat
from tournaments.tiebreaks import placing_share

#: Enough to find legal tables; quality is measured with the product's own budget.
QUICK = PodsSwiss(swaps_base=1_000, swaps_each=50, tries=1, blind_tries=0)


def field_of(count: int, owners: dict[int, str] | None = None) -> tuple[Contender, ...]:
    return tuple(Contender(100 + i, i + 1, (owners or {}).get(i, "")) for i in range(count))


def situation(
    field: tuple[Contender, ...],
    number: int = 1,
    rounds: int = 5,
    history: tuple[PastTable, ...] = (),
    points: dict[int, int] | None = None,
    seats: tuple[int, int] = (3, 4),
    present: frozenset[int] | None = None,
    dice: str = "secret",
) -> Situation:
    everybody = frozenset(one.entrant for one in field)
    return Situation(
        dice, number, rounds, field, everybody if present is None else present, points or {}, history, *seats
    )


def play(
    chosen: Format, count: int, rounds: int, seats: tuple[int, int] = (3, 4), luck: str = "a"
) -> tuple[PastTable, ...]:
    """A whole event with results thrown by dice."""
    field = field_of(count)
    history: tuple[PastTable, ...] = ()
    points: Counter[int] = Counter()
    rng = random.Random(luck)
    for number in range(1, rounds + 1):
        drawn = chosen.pair(situation(field, number, rounds, history, dict(points), seats, dice=luck))
        assert not drawn.byes
        for table in drawn.tables:
            history += (PastTable(number, table),)
            for place, entrant in enumerate(seating.shuffled(table, rng), start=1):
                points[entrant] += placing_share(place, 1, len(table))
    return history


@pytest.mark.parametrize("count", range(3, 61))
def test_everybody_sits_at_exactly_one_table_of_the_right_size(count: int) -> None:
    tables = -(-count // 4)
    expected = (
        [5] if count == 5 else sorted([4] * (count - 3 * tables) + [3] * (4 * tables - count), reverse=True)
    )
    history = play(QUICK, count, 3)
    for number in (1, 2, 3):
        seated = [table.entrants for table in history if table.round == number]
        assert sorted(one for table in seated for one in table) == list(range(100, 100 + count))
        assert [len(table) for table in seated] == expected


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (3, [3]), (4, [4]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]), (9, [3, 3, 3]), (10, [4, 3, 3]),
        (11, [4, 4, 3]), (13, [4, 3, 3, 3]), (17, [4, 4, 3, 3, 3]), (23, [4, 4, 4, 4, 4, 3]),
    ],
)  # fmt: skip
def test_table_sizes_are_fours_and_as_few_threes_as_needed(count: int, sizes: list[int]) -> None:
    assert seating.table_sizes(count, 3, 4) == sizes


@given(count=st.integers(3, 200), most=st.integers(3, 5), least=st.integers(2, 3))
def test_table_sizes_add_up_and_differ_by_one_at_most(count: int, most: int, least: int) -> None:
    sizes = seating.table_sizes(count, least, most)
    assert sum(sizes) == count
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= least
    assert max(sizes) <= seating.largest_table(least, most) <= 5


def test_two_players_are_no_pod() -> None:
    with pytest.raises(CannotPair, match="at least 3 entrants"):
        QUICK.pair(situation(field_of(2)))


@pytest.mark.parametrize("count", [23, 28, 32, 40])
def test_nobody_meets_twice_in_five_rounds_where_that_can_be_had(count: int) -> None:
    found = seating.report(play(PodsSwiss(), count, 5))
    assert found.rematches == 0
    assert found.neighbours_again == 0
    assert not found.seated_twice


@pytest.mark.parametrize(("count", "most"), [(16, 2), (20, 3), (24, 2)])
def test_small_fields_have_few_rematches(count: int, most: int) -> None:
    found = seating.report(play(PodsSwiss(), count, 5))
    assert found.rematches <= most
    assert found.most_meetings <= 2


def test_eight_players_meet_again_only_as_often_as_they_must() -> None:
    found = seating.report(play(PodsSwiss(), 8, 5))
    assert found.rematches == found.unavoidable == 32
    assert found.most_meetings <= 3


@pytest.mark.parametrize("count", [22, 27, 33])
def test_short_tables_go_round_and_seats_change(count: int) -> None:
    found = seating.report(play(PodsSwiss(), count, 5))
    assert found.short_spread <= 2
    assert found.seat_spread <= 2


def test_later_rounds_bring_together_equals() -> None:
    """The spread of points at a table is far below that of tables thrown by dice (about 16 of 12 a win)."""
    field = field_of(40)
    history = play(PodsSwiss(), 40, 4)
    points = {one.entrant: 60 * one.seed for one in field}
    drawn = PodsSwiss().pair(situation(field, 5, 5, history, points))
    spreads = [
        max(points[one] for one in table) - min(points[one] for one in table) for table in drawn.tables
    ]
    assert sum(spreads) / len(spreads) < 60 * 12
    assert seating.report((*history, *(PastTable(5, table) for table in drawn.tables))).rematches == 0


def test_round_one_is_a_snake_by_seed() -> None:
    drawn = QUICK.pair(situation(field_of(8)))
    assert sorted(sorted(one - 99 for one in table) for table in drawn.tables) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_the_same_situation_gives_the_same_tables_and_another_secret_others() -> None:
    assert play(QUICK, 17, 4) == play(QUICK, 17, 4)
    assert play(QUICK, 17, 4) != play(QUICK, 17, 4, luck="b")


@settings(max_examples=15, deadline=None)
@given(count=st.integers(8, 24), data=st.data())
def test_players_of_one_owner_are_kept_apart_while_tables_are_enough(count: int, data: st.DataObject) -> None:
    tables = len(seating.table_sizes(count, 3, 4))
    owned = data.draw(st.lists(st.integers(0, count - 1), unique=True, min_size=2, max_size=tables))
    field = field_of(count, dict.fromkeys(owned, "7"))
    mine = {100 + i for i in owned}
    first = PodsSwiss(swaps_base=10_000, swaps_each=500, tries=1, blind_tries=0).pair(situation(field))
    history = tuple(PastTable(1, table) for table in first.tables)
    second = PodsSwiss(swaps_base=10_000, swaps_each=500, tries=1, blind_tries=0).pair(
        situation(field, 2, 5, history)
    )
    for table in (*first.tables, *second.tables):
        assert len(mine & set(table)) <= 1


def test_who_has_dropped_out_is_not_seated_and_the_sizes_follow() -> None:
    field = field_of(9)
    history = tuple(PastTable(1, table) for table in QUICK.pair(situation(field)).tables)
    present = frozenset(range(100, 107))
    drawn = QUICK.pair(situation(field, 2, 5, history, present=present))
    assert sorted(one for table in drawn.tables for one in table) == sorted(present)
    assert [len(table) for table in drawn.tables] == [4, 3]


def test_the_secret_of_the_dice_is_not_in_a_situation_as_printed() -> None:
    assert "secret" not in repr(situation(field_of(9)))


# Round robins


def whole_round_robin(count: int, seats: tuple[int, int]) -> list[Pairing]:
    field = field_of(count)
    chosen = RoundRobin()
    history: tuple[PastTable, ...] = ()
    drawn: list[Pairing] = []
    rounds = chosen.rounds(situation(field, rounds=0, seats=seats), 0)
    for number in range(1, rounds + 1):
        found = chosen.pair(situation(field, number, rounds, history, seats=seats))
        drawn.append(found)
        history += tuple(PastTable(number, table) for table in found.tables)
    return drawn


@pytest.mark.parametrize("count", range(2, 25))
def test_in_duels_each_pair_meets_once_and_seats_are_even(count: int) -> None:
    drawn = whole_round_robin(count, (2, 2))
    assert len(drawn) == count - 1 + count % 2
    pairs = Counter(frozenset(table) for one in drawn for table in one.tables)
    assert len(pairs) == count * (count - 1) // 2
    assert set(pairs.values()) == {1}
    firsts = Counter(table[0] for one in drawn for table in one.tables)
    games = Counter(entrant for one in drawn for table in one.tables for entrant in table)
    assert all(abs(2 * firsts[entrant] - games[entrant]) <= 1 for entrant in games)
    byes = [bye for one in drawn for bye in one.byes]
    assert Counter(bye.entrant for bye in byes) == (Counter(games.keys()) if count % 2 else Counter())
    assert all(bye.share == 0 for bye in byes)


def test_a_second_cycle_of_duels_changes_the_seats() -> None:
    field = field_of(4)
    first = RoundRobin().pair(situation(field, 1, 6, seats=(2, 2)))
    again = RoundRobin().pair(situation(field, 4, 6, seats=(2, 2)))
    assert again.tables == tuple((b, a) for a, b in first.tables)


def test_a_dropped_opponent_leaves_half_a_win() -> None:
    field = field_of(4)
    drawn = RoundRobin().pair(situation(field, 1, 3, seats=(2, 2), present=frozenset({100, 101, 102})))
    assert len(drawn.tables) == 1
    assert [bye.share for bye in drawn.byes] == [420]


@pytest.mark.parametrize(("count", "seats", "rounds"), [(9, (3, 3), 4), (16, (3, 4), 5), (25, (3, 5), 6)])
def test_planes_let_everybody_meet_exactly_once(count: int, seats: tuple[int, int], rounds: int) -> None:
    drawn = whole_round_robin(count, seats)
    assert len(drawn) == rounds
    met = Counter(pair for one in drawn for table in one.tables for pair in combinations(sorted(table), 2))
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(
    ("count", "seats"),
    [(3, (3, 4)), (5, (3, 4)), (6, (3, 4)), (8, (3, 4)), (10, (3, 4)), (12, (3, 5)), (20, (3, 4))],
)
def test_at_tables_everybody_meets_everybody(count: int, seats: tuple[int, int]) -> None:
    drawn = whole_round_robin(count, seats)
    met = {pair for one in drawn for table in one.tables for pair in combinations(sorted(table), 2)}
    assert len(met) == count * (count - 1) // 2
    for one in drawn:
        assert sorted(entrant for table in one.tables for entrant in table) == list(range(100, 100 + count))


# The registry


def test_the_formats_are_found_by_their_files() -> None:
    assert set(FORMATS) == {"pods_swiss", "round_robin"}
    with pytest.raises(UnknownFormat, match="pods_swiss, round_robin"):
        format_of("ladder")


def test_a_format_twice_or_a_file_without_one_stops_the_program() -> None:
    one, other, empty = ModuleType("x.pods_swiss"), ModuleType("x.copy"), ModuleType("x.empty")
    one.FORMAT = other.FORMAT = FORMATS["pods_swiss"]  # type: ignore[attr-defined]  # a module made by hand
    assert set(collect([one])) == {"pods_swiss"}
    with pytest.raises(BrokenFormat, match=r"copy\.py.*already taken"):
        collect([one, other])
    with pytest.raises(BrokenFormat, match="name the file so"):
        collect([other])
    with pytest.raises(BrokenFormat, match=r"empty\.py must hold a Format"):
        collect([empty])


@pytest.mark.parametrize("key", sorted(FORMATS))
def test_every_format_says_what_it_can_seat(key: str) -> None:
    chosen = FORMATS[key]
    chosen.check_seats(*chosen.default_seats)
    assert chosen.summary.endswith(".")
    with pytest.raises(CannotPair):
        chosen.check_seats(9, 9)
    with pytest.raises(CannotPair, match="Enter more players first"):
        chosen.check_field(1)
