"""The worked classic cases of the rules reference, through the engine's door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.engine import IllegalChoice, Pick, Setup
from tests.engine.tables import CLASSIC, answer_all, faces_in_front, position

CASES = json.loads((Path(__file__).parent.parent / "golden" / "classic_cases.json").read_text())
PROSE = {case["id"]: case for case in CASES if case["kind"] == "prose"}
# The soy sauce promo (rules §2.6) is told in tests/engine/tenth/test_variants.py.
ELSEWHERE = {"CLX-001", "CLX-002", "CLX-004"}


def of_kind(kind: str) -> list[Any]:
    found = [pytest.param(case, id=f"{case['id']} {case['title']}") for case in CASES if case["kind"] == kind]
    assert found
    return found


@pytest.mark.parametrize("case", of_kind("round_score"))
def test_a_round_is_worth_what_the_reference_says(case: dict[str, Any]) -> None:
    scored = engine.score_round("classic", case["situation"]["tables"], case.get("config"))
    assert [sum(mine.values()) for mine in scored] == case["expected"]["scores"]


@pytest.mark.parametrize("case", of_kind("roll_counts"))
def test_rolls_are_awarded_as_the_reference_says(case: dict[str, Any]) -> None:
    icons = case["situation"]["icons"]
    zero = case.get("config", {}).get("zero_rolls_count", False)
    assert engine.roll_awards(icons, zero_rolls_count=zero) == case["expected"]["scores"]
    # The same through whole tableaus, where enough rolls exist for it.
    tables = [["maki-3"] * (count // 3) + [f"maki-{count % 3}"] * (count % 3 > 0) for count in icons]
    scored = engine.score_round("classic", tables, {"zero_rolls_count": zero})
    assert [mine.get("maki", 0) for mine in scored] == case["expected"]["scores"]


@pytest.mark.parametrize("case", of_kind("dessert"))
def test_desserts_are_awarded_as_the_reference_says(case: dict[str, Any]) -> None:
    assert engine.dessert_awards(case["situation"]["values"]) == case["expected"]["scores"]


@pytest.mark.parametrize("case", of_kind("winner"))
def test_places_follow_totals_then_desserts(case: dict[str, Any]) -> None:
    places = engine.places(case["situation"]["totals"], case["situation"]["tiebreak"])
    assert [seat for seat, place in enumerate(places) if place == 1] == case["expected"]["winners"]


@pytest.mark.parametrize("case", of_kind("hand_size"))
def test_hands_are_dealt_as_large_as_the_reference_says(case: dict[str, Any]) -> None:
    state, _log = engine.open_game(Setup("classic", case["players"], "deal"))
    assert {len(hand) for hand in state.hands} == {case["expected"]["cards"]}
    undealt = len(state.deck) - 2 * case["players"] * case["expected"]["cards"]
    assert undealt == case["expected"]["undealt_after_3_rounds"]


def test_every_prose_case_has_a_test_or_a_reason() -> None:
    tested = {"CLS-005", "CLS-007", "CLS-008", "CLS-009", "CLS-010", "CLS-012"}
    assert set(PROSE) == tested | ELSEWHERE


def test_the_deck_is_the_printed_one() -> None:
    """CLS-005."""
    expected = dict(PROSE["CLS-005"]["expected"])
    assert sum(CLASSIC.deck.values()) == expected.pop("total")
    assert dict(CLASSIC.deck) == expected


def test_chopsticks_with_two_cards_keep_both_and_pass_only_the_chopsticks() -> None:
    """CLS-007, ruling A5."""
    state, log = position([["chopsticks"]], [["squid", "egg"], ["tempura"] * 2, ["tempura"] * 2])
    log += answer_all(state, [("squid", "egg"), ("tempura",), ("tempura",)])
    used, last = engine.turns(log)[1:3]
    assert faces_in_front(used.after, 0) == ["squid", "egg"]
    assert used.after.hands[0] == ["chopsticks"]
    # Passed on, the chopsticks are the neighbour's last card, played without asking.
    assert last.chosen[1] == ("chopsticks",)
    assert not any(isinstance(event, Pick) for event in log[last.first_seq - 1 : last.last_seq])


def test_chopsticks_are_unusable_on_the_turn_they_are_played() -> None:
    """CLS-008."""
    state, _ = position([["tempura"]], [["chopsticks", "egg", "squid"], ["tempura"] * 3, ["tempura"] * 3])
    with pytest.raises(IllegalChoice):
        engine.play(state, Pick(0, "1.2-pick", ("chopsticks", "egg")))


def test_only_one_chopsticks_may_be_used_in_a_turn() -> None:
    """CLS-009."""
    table = ["chopsticks", "chopsticks"]
    state, _ = position([table], [["egg", "squid", "salmon"], ["tempura"] * 3, ["tempura"] * 3])
    with pytest.raises(IllegalChoice):
        engine.play(state, Pick(0, "1.3-pick", ("egg", "squid", "salmon")))
    answer_all(state, [("egg", "squid"), ("tempura",), ("tempura",)])
    assert faces_in_front(state, 0) == ["chopsticks", "egg", "squid"]


@pytest.mark.parametrize(
    ("chosen", "rule", "points"),
    [
        (("wasabi", "squid"), "pick_order", 9),
        (("squid", "wasabi"), "pick_order", 3),
        (("wasabi", "squid"), "never", 3),
    ],
)
def test_a_pair_enters_play_in_the_order_picked(chosen: tuple[str, str], rule: str, points: int) -> None:
    """CLS-010, ruling A1."""
    state, _ = position(
        [["chopsticks"]],
        [["wasabi", "squid", "egg"], ["tempura"] * 3, ["tempura"] * 3],
        {"same_turn_wasabi": rule},
    )
    answer_all(state, [chosen, ("tempura",), ("tempura",)])
    assert engine.standing_points(state)[0]["nigiri"] == points


def test_of_two_nigiri_the_first_picked_takes_the_only_wasabi() -> None:
    """CLS-012."""
    hands = [["egg", "squid", "tempura"], ["tempura"] * 3, ["tempura"] * 3]
    state, _ = position([["wasabi", "chopsticks"]], hands)
    answer_all(state, [("squid", "egg"), ("tempura",), ("tempura",)])
    assert engine.standing_points(state)[0]["nigiri"] == 10
    state, _ = position([["wasabi", "chopsticks"]], hands)
    answer_all(state, [("egg", "squid"), ("tempura",), ("tempura",)])
    assert engine.standing_points(state)[0]["nigiri"] == 6
