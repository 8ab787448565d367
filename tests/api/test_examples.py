"""The examples in the document are real answers: this story gives them, and its answers fit their schemas."""

import json
import os
import re
from typing import Any

import orjson
import pytest
from django.test import Client

from games import engine
from games.api import examples, recorder
from ratings.services import ensure_pools
from tests.api.document import Document, served
from tests.api.table import SEED, Table

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: What differs each time is set: moments, what a clock measured, numbers of rows, a random seed.
NOW = "2026-01-31T18:00:00.000Z"
MEASURED = {"elapsed_ms": 850, "waited_ms": 0, "ms": 9}
FIRST = {"game": 17, "player": 4, "token": 3, "seek": 8, "call": 120}
_NAMED = {"game": r"(?<=/games/)\d+", "player": r"(?<=^player:)\d+"}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


class Plain:
    """Answers with their rows numbered in the order in which they are met."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, int]] = {kind: {} for kind in FIRST}

    def number(self, kind: str, found: int) -> int:
        """The number in the examples."""
        known = self._known[kind]
        return known.setdefault(found, FIRST[kind] + len(known))

    def named(self, kind: str, text: str) -> str:
        """A text with the numbers of this kind in it as they are in the examples."""
        return re.sub(_NAMED[kind], lambda found: str(self.number(kind, int(found[0]))), text)

    def __call__(self, value: Any, key: str = "", inside: str = "") -> Any:
        """A value as it stands in the examples."""
        if isinstance(value, dict):
            return {name: self(each, name, _kind(value, key)) for name, each in value.items()}
        if isinstance(value, list):
            return [self(each, key, inside) for each in value]
        if isinstance(value, str):
            if key == "commitment" and value != engine.commitment_of(SEED):
                return engine.commitment_of("of a seed that nobody knows")
            if _MOMENT.match(value):
                return NOW
            return self.named("player", self.named("game", value))
        if isinstance(value, int) and not isinstance(value, bool):
            if key in MEASURED:
                return MEASURED[key]
            kind = {"id": inside, "opened_by": "player"}.get(key, key)
            return self.number(kind, value) if kind in FIRST else value
        return value


def _kind(row: dict[str, Any], key: str) -> str:
    """Of which kind the `id` of a row is."""
    if "edition" in row:
        return "game"
    if "method" in row:
        return "call"
    if "pool" in row:
        return "seek"
    return "token" if key == "token" else "player"


def story(table: Table) -> dict[str, dict[str, Any]]:
    """A turn at a table and what surrounds it: by operation a body and the answers."""
    me, other, game = table.bots[0], table.bots[1], table.game.pk
    told: dict[str, dict[str, Any]] = {}

    def note(operation: str, answer: Any, request: Any = None) -> Any:
        told.setdefault(operation, {})[str(answer.status_code)] = answer.json()
        if request is not None:
            told[operation]["request"] = request
        return answer

    ensure_pools()
    recorder.RECORDER.start(thread=False)
    me.pick(game, "9.9-pick", "egg")
    recorder.RECORDER.on = False
    recorder.RECORDER.flush()
    note("me", me.get("me"))
    note("questions", me.get("questions"))
    body = {"question": "1.1-pick", "chosen": table.hand(0)[:1]}
    note("pick", me.post(f"games/{game}/picks", body), body)
    note("pick", me.post(f"games/{game}/picks", body))
    another = next(face for face in table.hand(0) if face != body["chosen"][0])
    note("pick", me.pick(game, "1.1-pick", another))
    note("pick", other.pick(game, "1.1-pick", "sashimi", "egg"))
    note("game", other.get(f"games/{game}"))
    note("game_events", me.get(f"games/{game}/events"))
    note("games", Client().get(f"/api/v1/games?player={me.player.pk}"))
    opened = {
        "edition": "party",
        "seats": ["me", f"player:{other.player.pk}", "open"],
        "options": {"menu": "my_first_meal"},
        "clock": {"pick": 10, "bank": 60},
        "nonce": "my part of the shuffle",
    }
    note("open_table", me.post("games", opened), opened)
    note("invitations", other.get("invitations"))
    note("inbox", other.get("inbox"))
    wish = {"pool": "classic-3-5", "clock": "blitz", "most_seats": 4}
    note("seek", me.post("seeks", wish), wish)
    note("player", Client().get(f"/api/v1/players/{me.player.pk}"))
    note("requests", me.get("requests?failed=true"))
    note("problem", Client().get("/api/v1/problems/already_answered"))
    plain = Plain()
    return {
        operation: {place: plain(answer) for place, answer in answers.items()}
        for operation, answers in told.items()
    }


def test_the_examples_are_what_the_service_answers(table: Table) -> None:
    found = story(table)
    if os.environ.get("KAITEN_WRITE_EXAMPLES") == "1":
        examples.FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    assert orjson.loads(examples.FILE.read_bytes()) == found


def test_every_example_in_the_document_fits_its_schema() -> None:
    document, count = Document(served()), 0
    for path, operations in document.found["paths"].items():
        for method, operation in operations.items():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for shape in (each for body in bodies for each in body.get("content", {}).values()):
                shown = [shape["example"]] if "example" in shape else []
                shown += [each["value"] for each in shape.get("examples", {}).values()]
                for example in shown:
                    assert not document.misfits(shape["schema"], example), f"{method} {path}"
                    count += 1
    assert count > 20
