"""The worked cases of the tenth edition, from the rulebook's own examples and the rulings, through the
engine's door."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.engine import Setup
from games.engine.cards.strawberry import HOLDER

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "tenth_cases.json").read_text())


def of_kind(kind: str) -> list[Any]:
    found = [pytest.param(case, id=f"{case['id']} {case['title']}") for case in CASES if case["kind"] == kind]
    assert found
    return found


def total(by_card: list[dict[str, int]]) -> list[int]:
    return [sum(mine.values()) for mine in by_card]


def strawberries(symbols: int) -> list[str]:
    """Cards that show so many symbols together."""
    return ["strawberry-4"] * (symbols // 4) + [f"strawberry-{symbols % 4}"] * (symbols % 4 > 0)


@pytest.mark.parametrize("case", of_kind("round_score"))
def test_a_round_is_worth_what_the_reference_says(case: dict[str, Any]) -> None:
    tables = engine.read_table("tenth", case["situation"]["tables"], case.get("config"))
    assert total(engine.score_round("tenth", tables, case.get("config"))) == case["expected"]["scores"]


@pytest.mark.parametrize("case", of_kind("roll_counts"))
def test_rolls_are_awarded_as_the_reference_says(case: dict[str, Any]) -> None:
    icons = case["situation"]["icons"]
    tables = [["futomaki-3"] * (count // 3) + [f"futomaki-{count % 3}"] * (count % 3 > 0) for count in icons]
    assert total(engine.score_round("tenth", tables, case.get("config"))) == case["expected"]["scores"]


@pytest.mark.parametrize("case", of_kind("strawberry_turns"))
def test_the_lead_in_strawberries_scores_as_the_reference_says(case: dict[str, Any]) -> None:
    """Every turn of the case is a turn of a game that goes on from where the one before it ended."""
    situation, seats = case["situation"], case["players"]
    keeps = [strawberries(symbols) for symbols in situation["symbols"]]
    markers = {} if situation["holder"] is None else {HOLDER: situation["holder"]}
    points = [0] * seats
    for turn in situation["turns"]:
        played = [[f"strawberry-{symbols}" for symbols in row] or ["egg"] for row in turn]
        # Two puddings in one turn need chopsticks.
        tables = [["chopsticks" if len(row) == 2 else "tempura"] for row in played]
        hands = [row + ["tempura"] * (4 - len(row)) for row in played]
        state, log = engine.table_from(
            "tenth", tables, hands, options=case.get("config"), keeps=keeps, markers=markers, points=points
        )
        for seat, row in enumerate(played):
            log += engine.play(state, engine.Pick(seat, state.question, tuple(row)))
        keeps = [
            kept + [laid.face for laid in tableau if laid.face.startswith("strawberry")]
            for kept, tableau in zip(state.keeps, state.tableaus, strict=True)
        ]
        points, markers = list(state.points), dict(state.markers)
    assert points == case["expected"]["points"]
    assert markers.get(HOLDER) == case["expected"]["holder"]
    symbols = [sum(int(face[-1]) for face in kept) for kept in keeps]
    assert symbols == case["expected"]["symbols"]


CARDS: dict[str, Callable[[Any], list[str]]] = {
    "strawberry": strawberries,
    "frozen_yogurt": lambda value: ["yogurt-1"] * value,
    "old_school_pudding": lambda value: ["old-school-pudding"] * value,
    "mochi": lambda value: ["mochi-6", f"mochi-{value}"] if value > 1 else [],
    "bubble_tea": lambda numbers: [f"bubble-tea-{number}" for number in numbers],
}


@pytest.mark.parametrize("case", of_kind("dessert"))
def test_desserts_are_awarded_as_the_reference_says(case: dict[str, Any]) -> None:
    situation = case["situation"]
    pack = situation["dessert"]
    rows = [CARDS[pack](value) for value in situation.get("values") or situation["cards"]]
    options = {**case.get("config", {}), "dessert": pack}
    assert total(engine.score_desserts("tenth", rows, options)) == case["expected"]["scores"]


@pytest.mark.parametrize("case", of_kind("hand_size"))
def test_hands_are_dealt_as_large_as_the_reference_says(case: dict[str, Any]) -> None:
    state, _ = engine.open_game(Setup("tenth", case["players"], "deal"))
    assert {len(hand) for hand in state.hands} == {case["expected"]["cards"]}
    assert sum(len(hand) for hand in state.hands) + len(state.deck) == case["situation"]["deck"]
    undealt = len(state.deck) - 2 * case["players"] * case["expected"]["cards"]
    assert undealt == case["expected"]["undealt_after_3_rounds"]


@pytest.mark.parametrize("case", of_kind("winner"))
def test_places_follow_totals_then_dessert_units(case: dict[str, Any]) -> None:
    situation = case["situation"]
    golf = case.get("config", {}).get("golf", False)
    variant = "sushi_golf" if golf else ""
    edition = engine.EDITIONS["tenth"]
    lowest = (edition.variants[variant].change(edition) if variant else edition).lowest_wins
    assert lowest == golf
    tie_break = situation.get("tiebreak", [0] * case["players"])
    places = engine.places(situation["totals"], tie_break, lowest_wins=lowest)
    assert [seat for seat, place in enumerate(places) if place == 1] == case["expected"]["winners"]
