"""Faults met in other implementations, or easy to make, each with the game that shows it. Those of desserts
are in test_desserts.py."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import engine
from games.engine import Pick, Setup
from games.engine.editions.tenth import BOAT
from games.engine.events import MarkerSet
from tests.engine.tenth.table import answer, picks, played, position

SEEDS = range(6)


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


@pytest.mark.parametrize("variant", ["", "puppet_player"])
def test_the_boat_goes_to_the_sole_leader_and_stays_on_a_tie(variant: str) -> None:
    """A puppet takes no boat, however many points it has."""
    for seed in SEEDS:
        _, log = played(Setup("tenth", 2, f"boat {seed}", variant))
        state = engine.fold(log[:1])
        boat: int | None = None
        for event in log[1:]:
            if isinstance(event, engine.RoundDealt | engine.GameEnded) and state.round:
                first, second = state.points[:2]
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
