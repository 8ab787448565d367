"""Desserts of the tenth edition: faults met in other implementations, or easy to make, each with the game
that shows it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import engine
from games.engine import Setup
from games.engine.cards.dessert_packs import run_points
from games.engine.cards.strawberry import HOLDER
from games.engine.editions.packs import PACKS
from games.engine.events import CardChanged
from tests.engine.tenth.table import picks, played, position

SEEDS = range(6)


# Strawberry pudding


def test_two_puddings_in_one_turn_take_the_lead_once() -> None:
    state, _ = position(
        [["chopsticks"], ["tempura"]], [["strawberry-1", "strawberry-2", "egg", "egg"], ["egg"] * 4]
    )
    picks(state, ("strawberry-1", "strawberry-2"), ("egg",))
    assert state.points == [2, 0]


def test_the_second_of_two_puddings_may_be_the_one_that_takes_the_lead() -> None:
    state, _ = position(
        [["chopsticks"], ["tempura"]],
        [["strawberry-1", "strawberry-2", "egg", "egg"], ["egg"] * 4],
        keeps=[[], ["strawberry-2"]],
    )
    picks(state, ("strawberry-1", "strawberry-2"), ("egg",))
    assert state.points == [2, 0]


def test_a_pudding_counts_whichever_of_two_picks_it_was() -> None:
    for chosen in (("strawberry-1", "egg"), ("egg", "strawberry-1")):
        hands = [["strawberry-1", *["egg"] * 3], ["egg"] * 4]
        state, _ = position([["chopsticks"], ["tempura"]], hands)
        picks(state, chosen, ("egg",))
        assert state.points == [2, 0]


@pytest.mark.parametrize(("reassert", "points"), [(False, [2, 0]), (True, [4, 0])])
def test_a_leader_who_takes_more_scores_only_where_a_table_says_so(reassert: bool, points: list[int]) -> None:
    """Ruling A7, and never twice for one turn."""
    state, _ = position(
        [["tempura"], ["tempura"]], [["strawberry-1", *["egg"] * 3], ["strawberry-1", *["egg"] * 3]],
        reassert_scores=reassert,
    )  # fmt: skip
    picks(state, ("strawberry-1",), ("egg",))
    picks(state, ("strawberry-1",), ("egg",))
    assert state.points == points


def test_points_for_the_lead_are_in_the_round_and_in_the_total_once() -> None:
    for seed in SEEDS:
        state, _ = played(Setup("tenth", 3, f"lead {seed}"))
        for seat in range(3):
            in_rounds = sum(scored.points[seat] for scored in state.round_points)
            assert state.points[seat] == in_rounds + sum(state.end_points[seat].values())


def test_the_toy_and_the_puddings_stay_from_round_to_round() -> None:
    _, log = played(Setup("tenth", 2, "toy"), random.Random(3))
    state = engine.fold(log[:1])
    kept = 0
    holder: int | None = None
    for event in log[1:]:
        state = engine.evolve(state, event)
        if isinstance(event, engine.RoundScored):
            kept = sum(state.held(seat, tuple(PACKS["strawberry"])) for seat in (0, 1))
            holder = state.markers.get(HOLDER)
        elif isinstance(event, engine.RoundDealt) and event.round > 1:
            assert sum(map(len, state.keeps)) == kept
            assert state.markers.get(HOLDER) == holder
    assert kept
    assert holder is not None


@pytest.mark.parametrize(
    ("rows", "exempt", "points"),
    [
        ([["strawberry-2"]] * 3, False, [-2, -2, -2]),
        ([["strawberry-2"]] * 3, True, [0, 0, 0]),
        ([["strawberry-2"]] * 2, False, [0, 0]),
        ([["strawberry-4"], [], [], [], []], False, [0, -1, -1, -1, -1]),
        ([["strawberry-1", "strawberry-1"], ["strawberry-2"], ["strawberry-3"]], False, [-3, -3, 0]),
    ],
)
def test_fewest_strawberries_share_a_loss_that_is_divided_first(
    rows: list[list[str]], exempt: bool, points: list[int]
) -> None:
    scored = engine.score_desserts("tenth", rows, {"all_equal_exempt": exempt})
    assert [mine.get("strawberry", 0) for mine in scored] == points


# Packs


def test_no_yogurt_value_turns_up_more_often_than_it_is_printed() -> None:
    for seed in SEEDS:
        state, log = played(Setup("tenth", 5, f"yogurt {seed}", options={"dessert": "frozen_yogurt"}))
        shown = Counter(event.face for event in log if isinstance(event, CardChanged))
        assert all(shown[face] <= PACKS["frozen_yogurt"][face] for face in shown)
        fronts = sum(state.held(seat, tuple(PACKS["frozen_yogurt"])) for seat in range(5))
        assert fronts == sum(shown.values()), "every yogurt in front has shown its value"
        assert all(set(kept) == {"frozen-yogurt"} for kept in state.kept_printed if kept)


def test_two_yogurts_in_one_turn_have_a_value_each() -> None:
    state, log = position(
        [["chopsticks"], ["tempura"]],
        [["frozen-yogurt"] * 3 + ["egg"], ["egg"] * 4],
        dessert="frozen_yogurt",
    )
    log = picks(state, ("frozen-yogurt", "frozen-yogurt"), ("egg",))
    assert sum(isinstance(event, CardChanged) for event in log) == 2
    assert all(laid.face.startswith("yogurt-") for laid in state.tableaus[0])


def test_only_the_last_roll_of_a_die_counts_over_all_rounds() -> None:
    for seed in SEEDS:
        state, log = played(Setup("tenth", 2, f"mochi {seed}", options={"dessert": "mochi"}))
        last = [1, 1]
        for event in log:
            if isinstance(event, CardChanged):
                last[event.seat] = int(event.face[6:])
        assert list(state.tie_break) == last
    rows = [["mochi-6", "mochi-2"], ["mochi-3"], [], ["mochi-2", "mochi-6", "mochi-2"]]
    scored = engine.score_desserts("tenth", rows, {"dessert": "mochi"})
    assert [mine.get("mochi", 0) for mine in scored] == [0, 6, -6, 0]


def test_a_die_that_was_never_rolled_shows_one() -> None:
    scored = engine.score_desserts("tenth", [["mochi-1"], [], ["mochi-3"]], {"dessert": "mochi"})
    assert [mine.get("mochi", 0) for mine in scored] == [-3, -3, 6]


def test_two_dice_of_one_turn_are_two_rolls_and_all_faces_come_up() -> None:
    faces = set()
    for seed in range(30):
        setup = Setup("tenth", 2, f"dice {seed}", options={"dessert": "mochi", "mochi_faces": 4})
        _, log = played(setup)
        faces |= {event.face for event in log if isinstance(event, CardChanged)}
    assert faces == {"mochi-1", "mochi-2", "mochi-3", "mochi-4"}


def test_mochi_of_one_turn_are_rolled_apart() -> None:
    setup = Setup("tenth", 5, "apart", options={"dessert": "mochi", "deck": "mochi:40"})
    turns: dict[tuple[int, int], list[str]] = {}
    state = engine.fold(played(setup)[1][:1])
    for event in played(setup)[1][1:]:
        state = engine.evolve(state, event)
        if isinstance(event, CardChanged):
            turns.setdefault((state.round, state.turn), []).append(event.face)
    together = [rolls for rolls in turns.values() if len(rolls) > 1]
    assert len(together) > 5
    assert any(len(set(rolls)) > 1 for rolls in together)


def test_folding_never_rolls() -> None:
    """A log whose rolls were other ones folds to those."""
    _, log = played(Setup("tenth", 2, "folded", options={"dessert": "mochi"}))
    twin = [event._replace(face="mochi-5") if isinstance(event, CardChanged) else event for event in log]
    state = engine.fold(twin)
    assert {face for kept in state.keeps for face in kept} == {"mochi-5"}


@pytest.mark.parametrize("numbers", [[1, 2, 2, 3, 3, 4], [1, 1, 2, 2], [5, 5, 5], [1, 3, 5], [2, 3, 4, 4]])
def test_bubble_tea_in_longest_runs_is_never_beaten(numbers: list[int]) -> None:
    held = {f"bubble-tea-{number}": numbers.count(number) for number in numbers}
    assert run_points(held) == best_runs(tuple(sorted(numbers)))


def best_runs(numbers: tuple[int, ...]) -> int:
    """The most that any partition into runs is worth, by trying them all."""
    if not numbers:
        return 0
    best = 0
    for length in range(1, 6):
        rest = list(numbers)
        run = range(numbers[0], numbers[0] + length)
        if not all(number in rest for number in run):
            break
        for number in run:
            rest.remove(number)
        best = max(best, (0, 1, 4, 8, 13, 20)[length] + best_runs(tuple(rest)))
    return best
