"""Every worked case, of every edition and kind, through `manage.py score --cases` and through the engine's
door."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import sheet
from games.sheet.cases import KINDS

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = ("classic_cases.json", "tenth_cases.json", "party.json")
Case = dict[str, Any]


def run_command(path: Path) -> tuple[int, list[dict[str, Any]]]:
    """Exit code and lines."""
    out, code = StringIO(), 0
    try:
        call_command("score", cases=str(path), stdout=out)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def a_case(**changes: Any) -> Case:
    return {
        "id": "X-1",
        "edition": "classic",
        "players": 2,
        "kind": "round_score",
        "situation": {"tables": [["tempura", "tempura"], []]},
        "expected": {"scores": [5, 0]},
        **changes,
    }


@pytest.mark.parametrize("name", FILES)
def test_every_worked_case_comes_out_as_expected_and_in_the_same_shape(name: str) -> None:
    code, lines = run_command(GOLDEN / name)
    assert [line for line in lines if not line["ok"]] == []
    assert all(line["got"] == line["expected"] for line in lines)
    assert code == 0
    assert len(lines) > 20


def test_the_files_hold_every_kind_there_is() -> None:
    kinds: Counter[str] = Counter()
    for name in FILES:
        found = json.loads((GOLDEN / name).read_text())
        kinds.update(case["kind"] for case in (found["cases"] if isinstance(found, dict) else found))
    assert set(KINDS) <= set(kinds)


def test_a_case_that_differs_is_told_and_ends_the_command_with_one(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    wrong = a_case(id="X-2", expected={"scores": [4, 0]})
    path.write_text(json.dumps({"cases": [a_case(), wrong, a_case(kind="prose")]}))
    code, lines = run_command(path)
    assert code == 1
    assert [(line["id"], line["ok"]) for line in lines] == [("X-1", True), ("X-2", False)]
    assert lines[1]["got"] == {"scores": [5, 0]}


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (a_case(kind="soup"), "no kind 'soup'"),
        (a_case(kind=["round_score"]), "no kind"),
        (a_case(situation=None), "both objects"),
        (a_case(situation={}), "A sheet has tables"),
        (a_case(situation={"tables": [["tofu"], []]}), "'tofu' is no card in use"),
        (a_case(situation={"tables": [[]]}), "one per seat"),
        (a_case(edition="zero"), "no edition 'zero'"),
        (a_case(players=None), "how many play"),
        (a_case(players=9), "played by 9"),
        (a_case(config={"zero_rolls_count": "maybe"}), "cannot be 'maybe'"),
        (a_case(expected={"joy": 1}), "called 'joy'"),
        (a_case(kind="winner", situation={"totals": "many"}), "cannot be read"),
        (a_case(kind="dessert", situation={"dessert": "cake", "values": [1, 2]}), "dessert is one of"),
        (a_case(kind="party_turn", edition="party"), "cannot be read"),
        (7, "A case is an object"),
    ],
)
def test_a_malformed_case_fails_with_a_sentence(case: object, words: str) -> None:
    run = sheet.run_case(case)
    assert not run.ok
    assert words in run.error


def test_a_file_that_is_none_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    for text, words in (("{", "no JSON"), ('{"cases": 3}', "list"), ("\xff", "UTF-8")):
        path.write_bytes(text.encode("latin-1"))
        with pytest.raises(CommandError, match=words):
            call_command("score", cases=str(path), stdout=StringIO())
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("score", cases=str(tmp_path / "nothing"), stdout=StringIO())


def test_what_comes_out_is_written_as_the_case_writes_it() -> None:
    turn = {
        "tables": [["uramaki-5"], []],
        "hands": [["order"], ["salmon"]],
        "picks": [{"play": "order", "copy": 0}, {"play": "salmon"}],
    }
    expected = {"discard": ["uramaki-5", "order"], "tables": [[], ["salmon"]], "immediate_points": [8, 0]}
    run = sheet.run_case(a_case(kind="party_turn", edition="party", situation=turn, expected=expected))
    assert run.ok, run.line()


def test_two_menus_in_a_turn_draw_what_the_case_says() -> None:
    turn = {
        "tables": [["eel"], []],
        "hands": [["menu:7", "egg"], ["menu:8", "egg"]],
        "picks": [
            {
                "play": "menu:7",
                "draw": ["takeout:10", "egg", "tofu", "miso"],
                "then": {"play": "takeout:10", "flip": [0]},
            },
            {"play": "menu:8", "draw": ["salmon", "tofu", "eel", "tofu"], "then": {"play": "salmon"}},
        ],
    }
    expected = {
        "tables": [["eel/f"], ["salmon"]],
        "discard": ["menu:7", "menu:8", "takeout:10"],
        "hands": [["egg"], ["egg"]],
    }
    run = sheet.run_case(a_case(kind="party_turn", edition="party", situation=turn, expected=expected))
    assert run.ok, run.line()


def turn_of(tables: list[list[str]], hands: list[list[str]], picks: list[Any], **more: Any) -> Case:
    return a_case(
        kind="party_turn",
        edition="party",
        players=len(tables),
        situation={"tables": tables, "hands": hands, "picks": picks, **more},
    )


@pytest.mark.parametrize(
    ("row", "flip", "expected"),
    [
        (["eel", "order=eel"], 1, ["eel", "order/f"]),
        (["eel", "order=eel"], 1, ["eel", "order=eel/f"]),
        (["wasabi", "squid@w"], 0, ["wasabi/f", "squid"]),
        (["wasabi", "squid@w"], 0, ["wasabi/f", "squid@w"]),
        (["wasabi", "squid@w"], 1, ["wasabi", "squid/f"]),
    ],
)
def test_of_a_card_that_was_turned_less_need_be_said(row: list[str], flip: int, expected: list[str]) -> None:
    picks = [{"play": "takeout:10", "flip": [flip]}, {"play": "egg"}]
    case = turn_of([row, []], [["takeout:10"], ["egg"]], picks)
    assert sheet.run_case({**case, "expected": {"tables": [expected, ["egg"]]}}).ok
    assert not sheet.run_case({**case, "expected": {"tables": [row, ["egg"]]}}).ok


def test_a_nigiri_on_a_wasabi_is_not_one_beside_it() -> None:
    case = turn_of([["wasabi"], []], [["squid"], ["egg"]], [{"play": "squid"}, {"play": "egg"}])
    assert not sheet.run_case({**case, "expected": {"tables": [["wasabi", "squid"], ["egg"]]}}).ok


def test_a_spoon_may_bring_a_card_that_acts_and_what_is_given_need_not_be_said() -> None:
    for asked, held, more in (
        ("takeout", "takeout:10", {"flip": [0]}),
        (
            "menu",
            "menu:7",
            {"draw": ["tofu", "egg", "egg", "takeout:11"], "then": {"play": "takeout:11", "flip": [0]}},
        ),
    ):
        case = turn_of(
            [["eel", "spoon:4"], [], []],
            [["egg", "egg"], [held, "egg"], ["egg", "egg"]],
            [{"play": "egg"}] * 3,
            bonus=[{"player": 0, "card": "spoon:4", "choice": {"ask": asked, **more}}],
        )
        run = sheet.run_case({**case, "expected": {"tables": [["eel/f", "egg"], ["egg"], ["egg"]]}})
        assert run.ok, run.line()
