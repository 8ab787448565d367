"""The request log: what a token asked, for its owner alone, without secrets, and never in the way."""

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from games import clock, services
from games.api import recorder
from games.models import Call
from tests.api.table import Bot, Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture(autouse=True)
def _recording(db: None) -> Iterator[None]:
    """Take lines without a thread; what was left by another test goes."""
    recorder.RECORDER.start(thread=False)
    yield
    recorder.RECORDER.on = False
    recorder.RECORDER._waiting.clear()


def shown(who: Bot, query: str = "") -> list[dict[str, Any]]:
    """What the log shows its owner, all but the readings of the log."""
    recorder.RECORDER.flush()
    answer = who.get(f"requests{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    return [line for line in found if not line["path"].startswith("/api/v1/requests")]


def test_every_call_is_on_record_with_its_answer_and_its_time(table: Table) -> None:
    me, game = table.bots[0], table.game.pk
    me.get("me")
    me.pick(game, "1.1-pick", table.hand(0)[0])
    me.pick(game, "9.9-pick", "egg")
    late, pick, first = shown(me)
    assert (first["method"], first["path"], first["status"], first["code"]) == ("GET", "/api/v1/me", 200, "")
    assert (pick["status"], pick["game"], json.loads(pick["body"])["question"]) == (201, game, "1.1-pick")
    assert (late["status"], late["code"]) == (422, "unknown_question")
    assert all(0 <= line["ms"] < 60_000 for line in (late, pick, first))
    assert [line["path"] for line in shown(me, f"?game={game}")] == [late["path"], pick["path"]]
    assert shown(me, "?code=unknown_question") == shown(me, "?failed=true") == [late]
    assert len(shown(me, "?failed=false")) == 2


def test_a_log_is_for_the_token_alone_and_for_its_owners_session(
    table: Table, django_user_model: Any
) -> None:
    me, other = table.bots[:2]
    me.get("me")
    assert shown(other) == []
    recorder.RECORDER.flush()
    assert Client().get("/api/v1/requests").status_code == 401
    owner = django_user_model.objects.create_user("owner", password="pw")
    player = services.create_player("Owned", "bot", owner_id=owner.pk)
    token, clear = services.issue_token(player.pk, "one")
    owned = Bot(player, clear)
    owned.get("bots")
    recorder.RECORDER.flush()
    person = Client()
    person.force_login(owner)
    (line,) = person.get("/api/v1/requests").json()["results"]
    assert (line["path"], line["token"]) == ("/api/v1/bots", token.pk)
    assert person.get(f"/api/v1/requests?token={token.pk}").json()["results"] == [line]
    stranger = django_user_model.objects.create_user("stranger")
    person.force_login(stranger)
    assert person.get("/api/v1/requests").json()["results"] == []
    assert person.get(f"/api/v1/requests?token={token.pk}").status_code == 404


def test_secrets_in_paths_and_bodies_are_starred_out_and_long_bodies_cut(db: None) -> None:
    me = bot("Annabot")
    secret = "kt_" + "s" * 40
    me.post(f"games?token={secret}&x=1", {"edition": secret, "shuffle_seed": "my deal", "seats": ["me"]})
    me.post("games", {"edition": "x" * 5000, "password": 'a"b', "seats": []})
    me.client.post("/api/v1/games", b'{"nonce": "\xff\x00, "half": "', content_type="application/json")
    me.get("games/%00?x=%00")
    everything = json.dumps(shown(me))
    for hidden in ("s" * 30, "my deal", 'a\\"b', me.token):
        assert hidden not in everything
    assert [line for line in shown(me) if "kt_***" in line["body"]]
    assert all(len(line["body"]) <= 2048 for line in shown(me))


def test_a_database_that_does_not_answer_costs_lines_and_no_request(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = bot("Annabot")

    def fail(batch: list[recorder.Entry]) -> None:
        raise OperationalError("locked")

    with monkeypatch.context() as patch:
        patch.setattr(recorder, "write", fail)
        assert me.get("me").status_code == 200
        assert recorder.RECORDER.flush() == 0
    assert shown(me) == []


def test_noting_a_request_takes_no_time_and_a_bounded_store(db: None) -> None:
    entry = recorder.Entry(1, time.time(), "GET", "/api/v1/me", "", 200, "", 1.0, b"", "")
    begun = time.perf_counter()
    for _ in range(50_000):
        recorder.RECORDER.note(entry)
    assert (time.perf_counter() - begun) / 50_000 < 20e-6
    assert len(recorder.RECORDER._waiting) == recorder.MOST_WAITING


def test_lines_older_than_thirty_days_go(db: None) -> None:
    me = bot("Annabot")
    me.get("me")
    me.get("bots")
    recorder.RECORDER.flush()
    old = Call.objects.order_by("id")[0]
    Call.objects.filter(pk=old.pk).update(at=clock.now() - timedelta(days=31))
    assert services.prune() == 1
    assert [line["path"] for line in shown(me)] == ["/api/v1/bots"]


@pytest.mark.parametrize("query", ["game=x", "code=unheard", "failed=1", "token=x", "limit=0", "body=a"])
def test_a_filter_of_the_log_that_means_nothing_is_refused(db: None, query: str) -> None:
    answer = bot("Annabot").get(f"requests?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
