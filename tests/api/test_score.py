"""The score sheet over HTTP: open to everybody, counted, and never a 500 whatever is sent."""

from __future__ import annotations

from typing import Any

import jsonschema
import orjson
import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.api import limits

SHEET = {"edition": "classic", "players": 2, "tables": [["maki3", "egg"], ["tempura", "tempura"]]}


def post(body: Any, client: Client | None = None) -> Any:
    """A sheet sent as JSON."""
    raw = body if isinstance(body, bytes) else orjson.dumps(body)
    return (client or Client()).post("/api/v1/score", raw, content_type="application/json")


def test_anybody_may_have_a_sheet_scored() -> None:
    answer = post(SHEET)
    assert answer.status_code == 200
    assert answer.json()["points"] == [7, 5]
    assert answer.json()["by_card"] == [{"maki": 6, "nigiri": 1}, {"tempura": 5}]
    assert "RateLimit-Remaining" in answer.headers


def test_a_browser_needs_no_cross_site_token_for_it() -> None:
    assert post(SHEET, Client(enforce_csrf_checks=True)).status_code == 200


def test_a_refused_sheet_is_a_problem_with_code_and_sentence() -> None:
    answer = post({**SHEET, "tables": [["eel"], []]})
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["code"], problem["face"]) == ("unknown_face", "eel")
    assert "these are: tempura" in problem["detail"]
    assert post(b"[]").json()["code"] == "malformed"
    assert post(b"{").status_code == 400
    assert Client().get("/api/v1/score").status_code == 405


def test_one_address_may_not_ask_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANONYMOUS", 2)
    assert [post(SHEET).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.django_db
def test_real_answers_fit_the_document() -> None:
    document = orjson.loads(
        Client().get("/api/v1/schema", headers={"accept": "application/vnd.oai.openapi+json"}).content
    )
    operation = document["paths"]["/api/v1/score"]["post"]
    game = {"edition": "classic", "rounds": [SHEET["tables"]] * 3}
    for sheet, status in ((SHEET, 200), (game, 200), ({"dessert": "pudding", "values": [1, 2]}, 200)):
        answer = post(sheet)
        shape = operation["responses"][str(status)]["content"]["application/json"]["schema"]
        validator = jsonschema.Draft202012Validator({**shape, "components": document["components"]})
        assert [error.message for error in validator.iter_errors(answer.json())] == []


FACES = sorted({face for edition in engine.EDITIONS.values() for face in edition.faces})
MARKS = st.sampled_from(["", "@w", "/f", "@w/f", "=egg", "=x", ":1"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
CARDS = st.builds(str.__add__, st.sampled_from([*FACES, "order", "maki3"]), MARKS) | st.text(max_size=9)
ROWS = st.lists(st.lists(CARDS, max_size=9), max_size=9)
OPTIONS: st.SearchStrategy[Any] = st.dictionaries(
    st.sampled_from(
        [*sorted({name for edition in engine.EDITIONS.values() for name in edition.options}), "no"]
    ),
    st.sampled_from([True, False, 0, 1, 2, "LLL", "none", "mochi", "never", "", None, [], {}]),
    max_size=3,
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "edition": st.sampled_from(["classic", "tenth", "party", "none"]),
    "players": st.integers(-1, 9) | st.lists(st.text(max_size=5), max_size=9),
    "variant": st.sampled_from(["", "sushi_golf", "two_player_dummy", "puppet_player", "sushi_battle", "x"]),
    "menu": st.sampled_from(["sushi_go", "Big Banquet", "maki,eel", "", [], ["maki"], None, "whole_box"]),
    "options": OPTIONS,
    "tables": ROWS,
    "roll": st.text(max_size=8) | st.sampled_from(["temaki", "maki"]),
    "uramaki_places_taken": st.integers(-1, 4),
    "awarded": st.lists(
        st.dictionaries(st.sampled_from(["uramaki", "x"]), st.integers(-200, 200)), max_size=4
    ),
    "dessert": st.sampled_from(["pudding", "fruit", "mochi", "bubble_tea", "frozen yogurt", "strawberry"]),
    "values": st.lists(st.integers(-1, 120) | st.lists(st.integers(-1, 9), max_size=4) | st.text("wpox")),
    "cards": st.lists(st.lists(st.integers(-1, 13) | CARDS, max_size=6), max_size=9),
    "rounds": st.lists(ROWS | st.fixed_dictionaries({"tables": ROWS}), min_size=2, max_size=4),
    "desserts": st.fixed_dictionaries({"dessert": st.just("pudding"), "values": st.lists(st.integers(0, 9))}),
}


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    """Sheets that are nearly right, with junk in some place."""
    names = draw(st.sets(st.sampled_from(sorted(FIELDS)), max_size=5)) | {"edition"}
    names |= {draw(st.sampled_from(["tables", "dessert", "rounds"]))}
    found = {name: draw(FIELDS[name]) for name in names}
    if draw(st.integers(0, 3)) == 0:
        found[draw(st.sampled_from(sorted(names)))] = draw(JUNK)
    return found


@settings(max_examples=300)
@given(body=sheets() | JUNK)
def test_whatever_is_sent_is_scored_or_refused_with_a_sentence(body: Any) -> None:
    limits.forget()
    answer = post(body)
    assert answer.status_code in (200, 400, 422), answer.content
    found = answer.json()
    if answer.status_code == 200:
        assert len(found["points"]) == len(found["by_card"]) == len(found["players"])
    else:
        assert found["code"] not in ("server_error", "")
        assert found["detail"]
