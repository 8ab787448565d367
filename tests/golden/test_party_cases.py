"""The worked cases of the party edition, from the rulebook's own examples and the rulings, through the
engine's door."""

import json
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.sheet.party_turns import expected_turn, play_turn

Case = dict[str, Any]

CASES: dict[str, Case] = {
    case["id"]: case for case in json.loads((Path(__file__).parent / "party.json").read_text())["cases"]
}


def of_kind(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=name) for name, case in CASES.items() if case["kind"] == kind]
    )


def total(by_card: list[dict[str, int]]) -> list[int]:
    return [sum(mine.values()) for mine in by_card]


@of_kind("round_score")
def test_a_round_scores_as_worked_out(case: Case) -> None:
    situation, options = case["situation"], case.get("config")
    tables = engine.read_table("party", situation["tables"], options)
    markers = {"uramaki_places": situation.get("uramaki_places_taken", 0)}
    assert total(engine.score_round("party", tables, options, markers=markers)) == case["expected"]["scores"]


@of_kind("roll_counts")
def test_maki_icons_score_as_worked_out(case: Case) -> None:
    assert engine.maki_awards(case["situation"]["icons"]) == case["expected"]["scores"]


@of_kind("party_turn")
def test_a_turn_ends_as_worked_out(case: Case) -> None:
    got = play_turn(case["situation"], case.get("config"))
    expected = expected_turn(case["expected"])
    assert {key: got[key] for key in expected} == expected


@of_kind("dessert")
def test_desserts_score_as_worked_out(case: Case) -> None:
    situation = case["situation"]
    rows = [[engine.read_face(text) for text in row] for row in situation["cards"]]
    dessert = engine.read_face(situation["dessert"])
    if dessert == "fruit":
        icons = ["".join(face.removeprefix("fruit-") for face in row) for row in rows]
        got = [engine.fruit_points(row.count("w"), row.count("p"), row.count("o")) for row in icons]
        assert got == case["expected"]["scores"]
        if not case["deck_legal"]:
            return
    assert total(engine.score_desserts("party", rows, dessert=dessert)) == case["expected"]["scores"]


@of_kind("winner")
def test_the_winner_is_as_worked_out(case: Case) -> None:
    places = engine.places(case["situation"]["totals"], case["situation"]["tiebreak"])
    assert [seat for seat, place in enumerate(places) if place == 1] == case["expected"]["winners"]


@of_kind("hand_size")
def test_hands_are_dealt_as_printed(case: Case) -> None:
    state, _ = engine.open_game(engine.Setup("party", case["players"], "any seed"))
    assert {len(hand) for hand in state.hands} == {case["expected"]["cards"]}


@of_kind("dessert_deal")
def test_desserts_come_into_the_deck_as_printed(case: Case) -> None:
    state, log = engine.open_game(
        engine.Setup("party", case["players"], "any seed", options={"menu": "sushi_go"})
    )
    while not state.over:
        question = engine.open_questions(state)[0]
        hand = tuple(state.hands[question.seat])
        log += engine.play(state, engine.Pick(question.seat, question.id, hand[:1]))
    in_game, added, kept = 0, [], 0
    for event in log:
        if isinstance(event, engine.RoundDealt):
            cards = [face for hand in event.hands for face in hand] + list(event.left)
            added.append(cards.count("pudding") - in_game + kept)
            in_game += added[-1]
        elif isinstance(event, engine.Revealed):
            kept += sum(faces.count("pudding") for faces in event.plays)
    assert added == case["expected"]["added"]
