"""Faults met in other implementations, or easy to make, each with the game that shows it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import engine
from games.engine import Event, Pick, Setup, State
from games.engine.cards.dessert_packs import run_points
from games.engine.cards.strawberry import HOLDER
from games.engine.editions.packs import PACKS
from games.engine.editions.tenth import BOAT
from games.engine.events import CardChanged, MarkerSet
from tests.engine.tenth.table import answer, played

SEEDS = range(6)


def position(
    tables: list[list[str]],
    hands: list[list[str]],
    dessert: str = "strawberry",
    keeps: list[list[str]] | None = None,
    **options: str | int | bool,
) -> tuple[State, list[Event]]:
    return engine.table_from("tenth", tables, hands, options={"dessert": dessert, **options}, keeps=keeps)


def picks(state: State, *chosen: tuple[str, ...]) -> list[Event]:
    question, log = state.question, []
    for seat, faces in enumerate(chosen):
        log += engine.play(state, Pick(seat, question, faces))
    return log


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


def test_two_dice_of_one_turn_are_two_rolls_and_all_faces_come_up() -> None:
    faces = set()
    for seed in range(30):
        setup = Setup("tenth", 2, f"dice {seed}", options={"dessert": "mochi", "mochi_faces": 4})
        _, log = played(setup)
        faces |= {event.face for event in log if isinstance(event, CardChanged)}
    assert faces == {"mochi-1", "mochi-2", "mochi-3", "mochi-4"}


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


# Rolls, totals, places


def test_zero_futomaki_are_ranked_but_never_second_after_a_tie() -> None:
    rows = [["futomaki-2"], ["futomaki-1", "futomaki-1"], [], []]
    assert [mine.get("futomaki", 0) for mine in engine.score_round("tenth", rows)] == [3, 3, 0, 0]
    rows = [["futomaki-2"], [], [], []]
    assert [mine.get("futomaki", 0) for mine in engine.score_round("tenth", rows)] == [6, 1, 1, 1]
    scored = engine.score_round("tenth", rows, {"zero_rolls_count": False})
    assert [mine.get("futomaki", 0) for mine in scored] == [6, 0, 0, 0]


@pytest.mark.parametrize(("negative", "total"), [(True, -3), (False, 0)])
def test_a_total_below_zero_stands_unless_a_table_says_otherwise(negative: bool, total: int) -> None:
    """Ruling A4: clamping changes who wins."""
    state, _ = position(
        [["wasabi"] * 8, ["tempura"] * 8],
        [["wasabi", "wasabi"], ["wasabi", "futomaki-1"]],
        keeps=[[], ["strawberry-1"]],
        allow_negative_total=negative,
        must_have_futomaki=True,
    )
    picks(state, ("wasabi",), ("futomaki-1",))
    assert state.over
    assert state.points[0] == total
    assert state.round_points[-1].points[0] == 0


def test_equal_totals_are_decided_by_dessert_units_not_by_cards() -> None:
    """Ruling A9: three symbols on one card beat two on two."""
    for tie_break, places in (("dessert_units", (2, 1)), ("shared", (1, 1))):
        state, _ = position(
            [["tempura"] * 8, ["tempura"] * 8],
            [["wasabi", "wasabi"], ["wasabi", "wasabi"]],
            keeps=[["mochi-4", "mochi-3"], ["mochi-4"]],
            dessert="mochi",
            tenth_tiebreak=tie_break,
        )
        state.points = [6, 0]  # the highest die is worth six
        picks(state, ("wasabi",), ("wasabi",))
        assert state.points[0] == state.points[1]
        assert state.places == places


def test_the_boat_goes_to_the_sole_leader_and_stays_on_a_tie() -> None:
    for seed in SEEDS:
        _, log = played(Setup("tenth", 2, f"boat {seed}"))
        state = engine.fold(log[:1])
        boat: int | None = None
        for event in log[1:]:
            if isinstance(event, engine.RoundDealt | engine.GameEnded) and state.round:
                first, second = state.points
                boat = boat if first == second else int(second > first)
                assert state.markers.get(BOAT) == boat
            state = engine.evolve(state, event)
            if isinstance(event, MarkerSet) and event.marker == BOAT:
                assert state.phase == "scored"


# Chopsticks, wasabi


def test_chopsticks_leaving_the_table_do_not_shift_what_lies_on_what() -> None:
    for variant in ("", "sushi_battle", "puppet_player", "personal_draw_piles"):
        for seed in SEEDS:
            _, log = played(Setup("tenth", 2, f"shift {seed}", variant), random.Random(seed))
            state = engine.fold(log[:1])
            for event in log[1:]:
                state = engine.evolve(state, event)
                for tableau in state.tableaus:
                    lying = [laid for laid in tableau if laid.on is not None]
                    assert all(tableau[laid.on].face == "wasabi" for laid in lying if laid.on is not None)
                    assert all(laid.face in ("egg", "salmon", "squid") for laid in lying)


def test_the_same_card_is_not_played_twice_by_a_pair_of_picks() -> None:
    state, _ = position([["chopsticks"], ["tempura"]], [["squid", "egg", "gyoza"], ["egg"] * 3])
    with pytest.raises(engine.IllegalChoice):
        engine.play(state, Pick(0, state.question, ("squid", "squid")))
    picks(state, ("squid", "egg"), ("egg",))
    assert sorted(state.hands[1]) == ["chopsticks", "gyoza"]


def test_hands_of_the_second_round_go_to_the_other_neighbour_on_a_two_way_street() -> None:
    rng = random.Random(5)
    state, log = engine.open_game(Setup("tenth", 4, "ways", "two_way_street"))
    while not state.over:
        before = engine.view(state, 0)
        hands = [hand.copy() for hand in state.hands]
        seen = state.round, state.turn
        for question in engine.open_questions(state):
            offered = engine.options(state, question.seat)
            assert offered is not None
            log += engine.play(state, Pick(question.seat, question.id, answer(offered, rng)))
        if (state.round, state.turn) == (seen[0], seen[1] + 1):
            for seat, target in enumerate(before.passes_to):
                passed = Counter(state.hands[target]) - Counter(hands[seat])
                assert sum(passed.values()) <= 1, "only chopsticks may have been put into it"
                assert set(passed) <= {"chopsticks"}


def test_copied_states_share_no_pile_and_no_layout() -> None:
    for variant in ("sushi_battle", "puppet_player", "personal_draw_piles"):
        state, _ = engine.open_game(Setup("tenth", 2, "copies", variant))
        twin, before = engine.copy(state), engine.copy(state)
        while not twin.over:
            question = engine.open_questions(twin)[0]
            offered = engine.options(twin, question.seat)
            assert offered is not None
            engine.play(twin, Pick(question.seat, question.id, answer(offered, random.Random(1))))
        assert state == before
