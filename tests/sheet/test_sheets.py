"""Score sheets of tables played with real cards: rounds, desserts, whole games, what is refused and what only
looks odd."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import engine, sheet

Sheet = dict[str, Any]


def a_round(*tables: list[str], edition: str = "classic", **more: Any) -> Sheet:
    return {"edition": edition, "players": len(tables), "tables": list(tables), **more}


def codes(scored: dict[str, Any]) -> list[str]:
    return [warning["code"] for warning in scored["warnings"]]


def test_a_round_is_scored_per_seat_and_per_card() -> None:
    scored = sheet.score(a_round(["maki3", "wasabi", "squid"], ["tempura", "maki1", "tempura"]))
    assert scored["points"] == [15, 8]
    assert scored["by_card"] == [{"maki": 6, "nigiri": 9}, {"maki": 3, "tempura": 5}]
    assert scored["warnings"] == []


@pytest.mark.parametrize("spelling", ["maki3", "maki-3", "MAKI:3", " maki 3 ", "maki_3"])
def test_a_face_is_understood_in_every_notation(spelling: str) -> None:
    assert sheet.score(a_round([spelling], []))["points"] == [6, 0]


def test_marks_of_the_short_notation_count() -> None:
    tables = [["wasabi/f", "squid@w", "wasabi", "egg@w", "order=tofu"], ["fruit:PW", "order=pudding/f"]]
    scored = sheet.score(a_round(*tables, edition="party"))
    # Face-down cards 2 each; the squid lost its wasabi, the egg has one.
    assert scored["points"] == [2 + 3 + 3 + 2, 2]


def test_without_a_menu_every_card_of_the_box_may_lie_there_and_a_known_menu_is_kept_to() -> None:
    assert sheet.score(a_round(["eel"], ["temaki"], edition="party"))["points"] == [-3, 4]
    with pytest.raises(engine.RuleError) as refused:
        sheet.score(a_round(["eel"], [], edition="party", menu="Sushi Go!"))
    assert refused.value.code == "unknown_face"
    own = ["maki", "eel", "tofu", "miso", "tea", "wasabi", "pudding"]
    assert sheet.score(a_round(["eel", "eel"], [], edition="party", menu=own))["points"] == [7, 0]


def test_rolls_nobody_has_are_not_compared_unless_they_are_named() -> None:
    options = {"two_player_tie": "full"}
    assert sheet.score(a_round(["egg"], [], edition="party", options=options))["points"] == [1, 0]
    named = a_round(["egg"], [], edition="party", options=options, roll="temaki")
    assert sheet.score(named)["points"] == [5, 4]


def test_points_given_during_the_round_are_added() -> None:
    awarded = [{"uramaki": 8}, {}]
    scored = sheet.score(a_round(["uramaki3"], [], edition="party", awarded=awarded, uramaki_places_taken=1))
    assert scored["by_card"] == [{"uramaki": 13}, {}]


@pytest.mark.parametrize(
    ("told", "points"),
    [
        ({"dessert": "pudding", "values": [4, 4, 1]}, [3, 3, -6]),
        ({"dessert": "pudding", "edition": "party", "values": [4, 4, 1]}, [6, 6, -6]),
        ({"dessert": "fruit", "values": ["PPPPO", [0, 0, 0]]}, [4, -6]),
        ({"dessert": "fruit", "cards": [["fruit:OW"], []]}, [-2, -6]),
        ({"dessert": "green tea ice cream", "values": [4, 9]}, [12, 24]),
        ({"dessert": "strawberry", "values": [5, 2]}, [0, -3]),
        ({"dessert": "frozen_yogurt", "cards": [[4, 3], [4], [], []]}, [6, 0, -3, -3]),
        ({"dessert": "mochi", "cards": [[6, 2], [3], []]}, [0, 6, -6]),
        ({"dessert": "bubble tea", "values": [[2, 3, 4, 4], []]}, [9, 0]),
    ],
)
def test_desserts_are_scored_from_cards_or_from_what_they_come_to(told: Sheet, points: list[int]) -> None:
    assert sheet.score(told)["points"] == points


def test_a_whole_game_has_its_parts_its_tie_break_and_its_places() -> None:
    rounds = [
        [["pudding", "tempura", "tempura"], ["squid", "egg", "egg"]],
        [["pudding"], ["pudding"]],
        {"tables": [[], ["maki2"]]},
    ]
    scored: Any = sheet.score({"edition": "classic", "players": ["Ann", "Bo"], "rounds": rounds})
    assert [part["points"] for part in scored["rounds"]] == [[5, 5], [0, 0], [0, 6]]
    assert scored["desserts"]["points"] == [6, 0]
    assert scored["points"] == [11, 11]
    assert (scored["tie_break"], scored["places"]) == ([2, 1], [1, 2])
    # Puddings may be counted apart instead.
    counted = {"edition": "classic", "players": 2, "rounds": rounds}
    counted["desserts"] = {"dessert": "pudding", "values": [0, 1]}
    assert sheet.score(counted)["points"] == [5, 17]


def test_golf_turns_the_places_round_and_a_dummy_has_none() -> None:
    empty: list[list[str]] = [[], []]
    golf = {
        "edition": "tenth",
        "players": 2,
        "variant": "sushi_golf",
        "rounds": [[["squid"], []], empty, empty],
    }
    assert sheet.score(golf)["places"] == [2, 1]
    three = [["egg"], [], ["squid", "squid"]]
    dummy = {"edition": "classic", "players": 2, "variant": "two_player_dummy", "rounds": [three] * 3}
    scored: Any = sheet.score(dummy)
    assert len(scored["points"]) == 3
    assert scored["places"] == [1, 2]


def test_what_could_not_coexist_is_a_warning_and_no_refusal() -> None:
    eggs: Any = sheet.score(a_round(["egg"] * 6, []))
    assert eggs["points"] == [6, 0]
    assert eggs["warnings"] == [
        {
            "code": "too_many_copies",
            "detail": "There are 6 egg; the printed deck has 5.",
            "card": "egg",
            "count": 6,
            "printed": 5,
        }
    ]
    assert codes(sheet.score(a_round(["salmon"] * 5 + ["maki2"] * 6, []))) == ["too_many_cards"]
    assert codes(sheet.score(a_round(["temaki", "maki1"], ["egg"], edition="party"))) == ["no_menu"]
    assert codes(sheet.score(a_round(["edamame"], [], edition="party"))) == ["not_for_so_many"]
    # A copy is a special order, whatever it copies.
    orders = ["tea", *["order=tea"] * 4]
    assert codes(sheet.score(a_round(orders, [], edition="party"))) == ["too_many_copies"]
    over_three_rounds = {"edition": "classic", "rounds": [[["wasabi"] * 3, []]] * 3}
    assert codes(sheet.score(over_three_rounds)) == ["too_many_copies"]
    party = {"edition": "party", "rounds": [[["wasabi"] * 3, []]] * 3}
    assert codes(sheet.score(party)) == []


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ([], "bad_sheet"),
        ({}, "bad_sheet"),
        (a_round([], [], taste="good"), "bad_sheet"),
        ({"players": 2, "tables": [[], []]}, "bad_sheet"),
        (a_round([], [], edition="zero"), "unknown_edition"),
        (a_round(["eel"], []), "unknown_face"),
        (a_round(["egg=maki3"], []), "bad_card"),
        (a_round(["egg@w"], []), "bad_card"),
        (a_round([1], []), "bad_sheet"),  # type: ignore[list-item]  # on purpose
        (a_round(["egg"] * 31, []), "bad_sheet"),
        (a_round([]), "wrong_seats"),
        (a_round(*[[]] * 6), "wrong_seats"),
        (a_round([], [], [], players=2), "wrong_seats"),
        (a_round([], [], players=0), "wrong_seats"),
        (a_round([], [], edition="party", menu="maki,maki"), "illegal_menu"),
        (a_round(*[[]] * 7, edition="party", menu="dinner_for_two"), "illegal_menu"),
        (a_round([], [], variant="chess"), "illegal_option"),
        (a_round([], [], [], edition="tenth", options={"must_have_futomaki": True}), "illegal_option"),
        (a_round([], [], options={"zero_rolls_count": 1}), "illegal_option"),
        ({"dessert": "pudding", "values": [1, -1]}, "bad_sheet"),
        ({"dessert": "pudding"}, "bad_sheet"),
        ({"dessert": "bubble_tea", "cards": [[9], []]}, "unknown_face"),
        ({"edition": "classic", "rounds": [[[], []]]}, "bad_sheet"),
    ],
)
def test_bad_input_is_refused_with_a_code_and_a_sentence(wrong: object, code: str) -> None:
    with pytest.raises(engine.RuleError) as refused:
        sheet.score(wrong)
    assert refused.value.code == code
    assert refused.value.detail.endswith(".")


def test_the_command_prints_json_or_a_table_for_people(tmp_path: Path) -> None:
    path, out = tmp_path / "sheet.json", StringIO()
    path.write_text(json.dumps({**a_round(["maki3"], ["egg"] * 6), "players": ["Ann", "Bo"]}))
    call_command("score", str(path), stdout=out)
    assert json.loads(out.getvalue())["points"] == [6, 6]
    out = StringIO()
    call_command("score", str(path), table=True, stdout=out)
    assert out.getvalue().splitlines()[:2] == [
        "                       Ann    Bo",
        "maki                     6     0",
    ]
    assert "! There are 6 egg" in out.getvalue()
    path.write_text(json.dumps(a_round(["eel"], [])))
    with pytest.raises(CommandError, match=r"unknown_face: 'eel' is no card"):
        call_command("score", str(path), stdout=out)
