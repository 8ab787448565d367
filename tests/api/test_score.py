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
from games.sheet.refusals import MEANINGS

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


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
DESSERTS = {
    "classic": ["pudding"],
    "tenth": ["strawberry", "frozen_yogurt", "bubble_tea", "old_school_pudding", "mochi"],
    "party": ["pudding", "fruit", "green-tea"],
}
MARKS = st.sampled_from(["", "", "", "", "", "@w", "/f", "@w/f", "=egg", "=x", ":1"])


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    """Sheets of every sort that could be filled in, half of them with something wrong in some place."""
    edition = engine.EDITIONS[draw(st.sampled_from(["classic", "tenth", "party"]))]
    seats = draw(st.sampled_from(sorted(edition.hand_sizes)))
    wrong = draw(st.booleans())
    marks = MARKS if wrong else st.sampled_from(["", "", "/f"])
    box = [face for face in edition.faces if draw(st.integers(0, 9)) or edition.key != "tenth"]
    if edition.key == "tenth":
        box = [face for face in box if not edition.deck[face] or not _is_dessert(edition, face)]
    cards = st.builds(str.__add__, st.sampled_from(box or ["egg"]), marks)
    rows = st.lists(st.lists(cards, max_size=10), min_size=seats, max_size=seats)
    found: dict[str, Any] = {"edition": edition.key, "players": seats}
    options = {name: st.sampled_from(option.allowed) for name, option in edition.options.items()}
    options.pop("menu", None)
    found["options"] = (
        draw(st.fixed_dictionaries({}, optional=options)) if wrong or draw(st.booleans()) else {}
    )
    if not wrong:
        found["options"].pop("must_have_futomaki", None)
    dessert = draw(st.sampled_from(DESSERTS[edition.key]))
    amount = {"fruit": st.text("wpo", max_size=9), "bubble_tea": st.lists(st.integers(1, 5), max_size=9)}
    values = st.lists(amount.get(dessert, st.integers(0, 40)), min_size=seats, max_size=seats)
    match draw(st.sampled_from(["round", "end", "game"])):
        case "round":
            found["tables"] = draw(rows)
            found["uramaki_places_taken"] = draw(st.integers(0, 3))
        case "end":
            found |= {"dessert": dessert, "values": draw(values)}
        case _:
            found["rounds"] = [draw(rows) for _ in range(3)]
            if draw(st.booleans()):
                found["desserts"] = {"dessert": dessert, "values": draw(values)}
    if wrong:
        extra = st.sampled_from(
            ["variant", "menu", "roll", "awarded", "cards", "values", "dessert", "tables"]
        )
        name = draw(st.sampled_from(sorted(found)) | extra)
        told = st.sampled_from(
            ["", "sushi_golf", "two_player_dummy", "sushi_battle", "big_banquet", "maki,eel"]
        )
        found[name] = draw(JUNK | told | st.integers(-1, 9) | rows | values)
    return found


def _is_dessert(edition: engine.Edition, face: str) -> bool:
    return any(card.course == "dessert" and face in card.faces for card in edition.cards)


@settings(max_examples=250)
@given(body=sheets() | JUNK)
def test_whatever_is_sent_is_scored_or_refused_with_a_sentence(body: Any) -> None:
    limits.forget()
    answer = post(body)
    assert answer.status_code in (200, 400, 422), answer.content
    found = answer.json()
    if answer.status_code == 200:
        assert len(found["points"]) == len(found["by_card"]) == len(found["players"])
        if found["kind"] != "game":
            assert found["points"] == [sum(mine.values()) for mine in found["by_card"]]
    else:
        assert found["code"] in {"malformed", *MEANINGS}
        assert found["detail"]
