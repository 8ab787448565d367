"""The OpenAPI document is valid and true: real answers fit it, and its page loads nothing from elsewhere."""

import re
from collections import Counter
from datetime import timedelta
from io import StringIO
from typing import Any

import orjson
import pytest
from django.core.management import call_command
from django.test import Client

from games import clock, engine, services, store
from games.api import news, recorder, told_shapes
from games.api.problems import CODES
from tests.api.document import Document, served
from tests.api.table import SEED, Table

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture(scope="module")
def document() -> Document:
    """The OpenAPI document as served."""
    return Document(served())


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


def test_real_answers_fit_the_document(document: Document, table: Table) -> None:
    me, game = table.bots[0], table.game.pk
    table.play_turn()
    document.check("/api/v1/questions", "get", me.get("questions"))
    pick = me.pick(game, table.question(), table.hand(0)[0])
    document.check("/api/v1/games/{game_id}/picks", "post", pick)
    again = me.pick(game, table.question(), *pick.json()["chosen"])
    document.check("/api/v1/games/{game_id}/picks", "post", again)
    document.check("/api/v1/games/{game_id}/picks", "post", me.pick(game, "9.9-pick", "egg"))
    document.check("/api/v1/games/{game_id}", "get", me.get(f"games/{game}"))
    document.check("/api/v1/games/{game_id}", "get", Client().get(f"/api/v1/games/{game}"))
    document.check("/api/v1/games/{game_id}", "get", me.get("games/99999"))
    document.check("/api/v1/games/{game_id}/events", "get", me.get(f"games/{game}/events"))
    document.check("/api/v1/games", "get", me.get("games"))
    opened = me.post("games", {"edition": "classic", "seats": ["me", "open"]})
    document.check("/api/v1/games", "post", opened)
    joined = table.bots[1].post(f"games/{opened.json()['id']}/join", {})
    document.check("/api/v1/games/{game_id}/join", "post", joined)
    seek = me.post("seeks", {"pool": "classic-3-5"})
    document.check("/api/v1/seeks", "post", seek)
    document.check("/api/v1/seeks", "post", me.post("seeks", {"pool": "classic-3-5"}))
    document.check("/api/v1/seeks", "post", me.post("seeks", {"pool": "chess"}))
    number = seek.json()["id"]
    for method in ("put", "delete"):
        beaten = getattr(me.client, method)(f"/api/v1/seeks/{number}")
        document.check("/api/v1/seeks/{seek_id}", method, beaten)
    document.check("/api/v1/seeks", "delete", me.client.delete("/api/v1/seeks"))
    asked = me.post("games", {"edition": "classic", "seats": ["me", f"player:{table.bots[1].player.pk}"]})
    document.check("/api/v1/games", "post", asked)
    document.check("/api/v1/invitations", "get", table.bots[1].get("invitations"))
    invited = asked.json()["id"]
    for verb, who in (("decline", table.bots[1]), ("withdraw", me)):
        answer = who.post(f"games/{invited}/{verb}", {})
        document.check(f"/api/v1/games/{{game_id}}/{verb}", "post", answer)
    for verb in ("accept", "leave"):
        answer = me.post(f"games/{invited}/{verb}", {})
        document.check(f"/api/v1/games/{{game_id}}/{verb}", "post", answer)
    recorder.RECORDER.start(thread=False)
    me.pick(game, "9.9-pick", "egg")
    recorder.RECORDER.on = False
    recorder.RECORDER.flush()
    assert me.get("requests").json()["results"]
    for path in ("me", "bots", "problems", "seeks", "inbox", "requests"):
        document.check(f"/api/v1/{path}", "get", me.get(path))
    document.check("/api/v1/players/{player_id}", "get", me.get(f"players/{me.player.pk}"))


#: Tables at which most of what can happen happens.
TABLES: list[tuple[str, int, str, dict[str, engine.OptionValue]]] = [
    ("tenth", 4, "", {}),
    ("classic", 2, "two_player_dummy", {}),
    ("party", 4, "", {"menu": "cutthroat_combo"}),
    ("party", 5, "", {"menu": "big_banquet"}),
]


def test_events_of_every_edition_fit_the_document_masked_and_opened(document: Document, db: None) -> None:
    seen: Counter[str] = Counter()
    for edition, seats, variant, options in TABLES:
        game = services.open_game(
            opened_by=None,
            edition=edition,
            variant=variant,
            options=options,
            seats=[("house", "greedy")] * seats,
            shuffle_seed=SEED,
        )
        opened = Client().get(f"/api/v1/games/{game.pk}/log").content.splitlines()
        for event, raw in zip(store.read(game.pk), opened, strict=True):
            seen[event.kind] += 1
            if seen[event.kind] > 8:
                continue
            # To look through the choice of kinds takes long; once a kind it must fit one of them alone.
            name = "".join(word.title() for word in event.kind.split("_"))
            shape = document.shape("Event" if seen[event.kind] == 1 else f"Event{name}")
            masked = [news.line(event, viewer).payload or b"" for viewer in (0, engine.SPECTATOR)]
            assert all("hash" not in orjson.loads(line) for line in masked)
            assert "hash" in orjson.loads(raw)
            for line in map(orjson.loads, (*masked, raw)):
                assert not document.misfits(shape, line), line
        document.check("/api/v1/games/{game_id}", "get", Client().get(f"/api/v1/games/{game.pk}"))
    assert len(seen) > 12, seen


def test_every_kind_of_inbox_line_fits_the_document(document: Document, table: Table) -> None:
    me, other = table.bots[0], table.bots[1]
    for verb in ("accept", "decline"):
        asked = me.post("games", {"edition": "classic", "seats": ["me", f"player:{other.player.pk}"]}).json()
        other.post(f"games/{asked['id']}/{verb}", {})
    long_ago = clock.now() - timedelta(minutes=3)
    waiting = services.open_game(
        opened_by=me.player.pk,
        edition="classic",
        seats=[("player", me.player.pk), ("open", None)],
        ready_seconds=30,
        now=long_ago,
    )
    services.join_game(waiting.pk, other.player.pk)
    other.get("inbox")
    table.finish()
    services.tell_rating_changes(
        [services.RatingNote(me.player.pk, table.game.pk, "classic-3-5", 1500, 1512)]
    )
    lines = [line for each in (me, other) for line in each.get("inbox").json()["lines"]]
    for line in lines:
        assert not document.misfits(document.shape("InboxLine"), line), line
    assert {line["kind"] for line in lines} == set(told_shapes.NOTES)


def test_no_object_of_the_document_is_free_of_form(document: Document) -> None:
    """An object has named fields, or values of one kind; every value has a type."""
    loose: list[str] = []

    def look(schema: Any, place: str) -> None:
        if isinstance(schema, list):
            for number, each in enumerate(schema):
                look(each, f"{place}/{number}")
        if not isinstance(schema, dict):
            return
        for name, each in schema.get("properties", {}).items():
            if not {"type", "$ref", "oneOf", "allOf", "const"} & each.keys():
                loose.append(f"{place}/{name}")
        if (
            schema.get("type") == "object"
            and "properties" not in schema
            and not schema["additionalProperties"]
        ):
            loose.append(place)
        if schema.get("type") == "array" and not schema["items"]:
            loose.append(place)
        for name, each in schema.items():
            look(each, f"{place}/{name}")

    look(document.found["components"]["schemas"], "")
    assert not loose


def test_what_is_deprecated_says_until_when(document: Document) -> None:
    def look(schema: Any) -> None:
        if isinstance(schema, dict):
            if schema.get("deprecated") is True:
                assert re.search(r"\b20\d\d-\d\d-\d\d\b", schema.get("description", "")), schema
            for each in schema.values():
                look(each)
        elif isinstance(schema, list):
            for each in schema:
                look(each)

    look(document.found)


def test_every_operation_documents_its_problems_and_streams(document: Document) -> None:
    assert set(document.found["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]) == set(CODES)
    for path, operations in document.found["paths"].items():
        for method, operation in operations.items():
            kinds = operation["responses"]["503"]["content"]
            assert list(kinds) == ["application/problem+json"], f"{method} {path}"
    events = document.found["paths"]["/api/v1/games/{game_id}/events"]["get"]
    assert {"application/json", "application/x-ndjson", "text/event-stream"} <= events["responses"]["200"][
        "content"
    ].keys()
    assert {"after", "wait", "Last-Event-ID"} <= {each["name"] for each in events["parameters"]}
    for code in CODES:
        assert f"`{code}`" in document.found["info"]["description"]


def test_the_docs_page_loads_only_our_own_files_and_has_no_script_inside() -> None:
    page = Client().get("/api/v1/docs")
    html = page.content.decode()
    assert page.status_code == 200
    assert "default-src 'self'" in page["Content-Security-Policy"]
    assert not re.search(r"https?://|style=|<style|<script(?![^>]*\bsrc=)", html)
    for address in re.findall(r'(?:src|href)="([^"]+)"', html):
        assert Client().get(address).status_code == 200, address
