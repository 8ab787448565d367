"""The OpenAPI document is valid and true: real answers fit it, and its page loads nothing from elsewhere."""

import re
from io import StringIO
from typing import Any

import jsonschema
import orjson
import pytest
from django.core.management import call_command
from django.test import Client

from games.api import recorder
from games.api.problems import CODES
from tests.api.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The OpenAPI document as served."""
    answer = Client().get("/api/v1/schema", headers={"accept": "application/vnd.oai.openapi+json"})
    assert answer.status_code == 200
    found: dict[str, Any] = orjson.loads(answer.content)
    return found


@pytest.fixture(scope="module", autouse=True)
def _database(django_db_setup: None, django_db_blocker: Any) -> Any:
    """The module's document is made by a request, which counts its caller."""
    with django_db_blocker.unblock():
        yield


def test_the_document_is_valid_and_complete_without_a_warning() -> None:
    told, errors = StringIO(), StringIO()
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=told, stderr=errors
    )
    assert orjson.loads(told.getvalue())["openapi"].startswith("3.1")


def check(document: dict[str, Any], path: str, method: str, answer: Any) -> None:
    """Hold a real answer against what the document says of it."""
    operation = document["paths"][path][method]
    kind = answer["Content-Type"].partition(";")[0]
    shape = operation["responses"][str(answer.status_code)]["content"][kind]["schema"]
    validator = jsonschema.Draft202012Validator({**shape, "components": document["components"]})
    problems = [
        f"{'/'.join(map(str, error.path))}: {error.message}" for error in validator.iter_errors(answer.json())
    ]
    assert not problems


def named(document: dict[str, Any], name: str) -> set[str]:
    """The fields of a shape."""
    return set(document["components"]["schemas"][name]["properties"])


def test_real_answers_fit_the_document(document: dict[str, Any], table: Table) -> None:
    me, game = table.bots[0], table.game.pk
    table.play_turn()
    check(document, "/api/v1/questions", "get", me.get("questions"))
    pick = me.pick(game, table.question(), table.hand(0)[0])
    check(document, "/api/v1/games/{game_id}/picks", "post", pick)
    again = me.pick(game, table.question(), *pick.json()["chosen"])
    check(document, "/api/v1/games/{game_id}/picks", "post", again)
    check(document, "/api/v1/games/{game_id}/picks", "post", me.pick(game, "9.9-pick", "egg"))
    check(document, "/api/v1/games/{game_id}", "get", me.get(f"games/{game}"))
    check(document, "/api/v1/games/{game_id}", "get", Client().get(f"/api/v1/games/{game}"))
    check(document, "/api/v1/games/{game_id}", "get", me.get("games/99999"))
    check(document, "/api/v1/games/{game_id}/events", "get", me.get(f"games/{game}/events"))
    check(document, "/api/v1/games", "get", me.get("games"))
    opened = me.post("games", {"edition": "classic", "seats": ["me", "open"]})
    check(document, "/api/v1/games", "post", opened)
    joined = table.bots[1].post(f"games/{opened.json()['id']}/join", {})
    check(document, "/api/v1/games/{game_id}/join", "post", joined)
    seek = me.post("seeks", {"pool": "classic-3-5"})
    check(document, "/api/v1/seeks", "post", seek)
    check(document, "/api/v1/seeks", "post", me.post("seeks", {"pool": "classic-3-5"}))
    check(document, "/api/v1/seeks", "post", me.post("seeks", {"pool": "chess"}))
    number = seek.json()["id"]
    for method in ("put", "delete"):
        beaten = getattr(me.client, method)(f"/api/v1/seeks/{number}")
        check(document, "/api/v1/seeks/{seek_id}", method, beaten)
    check(document, "/api/v1/seeks", "delete", me.client.delete("/api/v1/seeks"))
    asked = me.post("games", {"edition": "classic", "seats": ["me", f"player:{table.bots[1].player.pk}"]})
    check(document, "/api/v1/games", "post", asked)
    check(document, "/api/v1/invitations", "get", table.bots[1].get("invitations"))
    invited = asked.json()["id"]
    for verb, who in (("decline", table.bots[1]), ("withdraw", me)):
        answer = who.post(f"games/{invited}/{verb}", {})
        check(document, f"/api/v1/games/{{game_id}}/{verb}", "post", answer)
    for verb in ("accept", "leave"):
        answer = me.post(f"games/{invited}/{verb}", {})
        check(document, f"/api/v1/games/{{game_id}}/{verb}", "post", answer)
    recorder.RECORDER.start(thread=False)
    me.pick(game, "9.9-pick", "egg")
    recorder.RECORDER.on = False
    recorder.RECORDER.flush()
    assert me.get("requests").json()["results"]
    for path in ("me", "bots", "problems", "seeks", "inbox", "requests"):
        check(document, f"/api/v1/{path}", "get", me.get(path))
    check(document, "/api/v1/players/{player_id}", "get", me.get(f"players/{me.player.pk}"))


def test_the_document_names_every_field_that_is_sent(document: dict[str, Any], table: Table) -> None:
    me, game = table.bots[0], table.game.pk
    (question,) = me.get("questions").json()["questions"]
    assert question.keys() == named(document, "Question")
    seen = me.get(f"games/{game}").json()
    assert seen.keys() == named(document, "GameState")
    assert seen["view"].keys() == named(document, "View")
    assert me.get("games").json()["results"][0].keys() == named(document, "GameLine")
    assert me.get("inbox").json()["lines"][0].keys() == named(document, "InboxLine")
    assert me.post("seeks", {"pool": "classic-3-5"}).json().keys() == named(document, "Seek")
    assert me.pick(game, "1.1-pick", table.hand(0)[0]).json().keys() == named(document, "PickReceipt")


def test_every_operation_documents_its_problems_and_streams(document: dict[str, Any]) -> None:
    assert set(document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]) == set(CODES)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            kinds = operation["responses"]["503"]["content"]
            assert list(kinds) == ["application/problem+json"], f"{method} {path}"
    events = document["paths"]["/api/v1/games/{game_id}/events"]["get"]
    assert {"application/json", "application/x-ndjson", "text/event-stream"} <= events["responses"]["200"][
        "content"
    ].keys()
    assert {"after", "wait", "Last-Event-ID"} <= {each["name"] for each in events["parameters"]}
    for code in CODES:
        assert f"`{code}`" in document["info"]["description"]


def test_the_docs_page_loads_only_our_own_files_and_has_no_script_inside() -> None:
    page = Client().get("/api/v1/docs")
    html = page.content.decode()
    assert page.status_code == 200
    assert "default-src 'self'" in page["Content-Security-Policy"]
    assert not re.search(r"https?://|style=|<style|<script(?![^>]*\bsrc=)", html)
    for address in re.findall(r'(?:src|href)="([^"]+)"', html):
        assert Client().get(address).status_code == 200, address
