"""Promises of the contract that no other story tries: practice, proof, pages with filters, heartbeats."""

import gzip
from typing import Any

import orjson
import pytest
from django.test import Client

from games import engine
from games.api import bulletins, limits, streams
from games.api.asked import NDJSON, SSE
from tests.api import asgi_client
from tests.api.asgi_client import Scope, ask_all, scope_of
from tests.api.table import Bot, Table, bot, three_at_a_table
from tests.loops import run_apart

pytestmark = [pytest.mark.django_db, pytest.mark.services]

PRACTICE = {"edition": "tenth", "seats": ["me", "house:greedy", "house:drafter"], "shuffle_seed": "the bug"}


def play(me: Bot, game: int) -> list[Any]:
    """Play the first choice to the end; the questions without what differs each time."""
    asked = []
    while questions := me.get("questions").json()["questions"]:
        (question,) = questions
        asked.append({key: question[key] for key in ("question", "hand", "tableaus", "points", "options")})
        assert me.pick(game, question["question"], *question["options"]["choices"][0]).status_code == 201
    return asked


def test_a_practice_game_with_its_seed_is_dealt_and_played_again_the_same(db: None) -> None:
    me = bot("Annabot")
    games = []
    for _ in range(2):
        opened = me.post("games", PRACTICE).json()
        assert (opened["rated"], opened["unrated_reason"]) == (False, "own_seed")
        games.append(play(me, opened["id"]))
    assert games[0] == games[1]
    other = me.post("games", {**PRACTICE, "shuffle_seed": "another"}).json()
    assert play(me, other["id"])[0]["hand"] != games[0][0]["hand"]


def test_a_stranger_proves_the_deal_with_what_was_shown_before_and_opened_after(db: None) -> None:
    me, other = bot("Annabot"), bot("Benbot")
    table = {"edition": "classic", "seats": ["me", "open", "house:greedy"], "nonce": "mine"}
    opened = me.post("games", table).json()
    shown = Client().get(f"/api/v1/games/{opened['id']}").json()["commitment"]
    assert len(shown) == 64
    assert other.post(f"games/{opened['id']}/join", {"nonce": "yours"}).json()["status"] == "playing"
    while Client().get(f"/api/v1/games/{opened['id']}").json()["status"] == "playing":
        for each in (me, other):
            for question in each.get("questions").json()["questions"]:
                each.pick(opened["id"], question["question"], *question["options"]["choices"][0])
    log = Client().get(f"/api/v1/games/{opened['id']}/log").content.splitlines()
    first, deal = (orjson.loads(line)["data"] for line in log[:2])
    assert engine.commitment_of(first["shuffle_seed"]) == shown == first["commitment"]
    assert first["nonces"] == ["mine", "yours", ""]
    setup = engine.Setup("classic", 3, first["shuffle_seed"], nonces=tuple(first["nonces"]))
    dealt = next(event for event in engine.open_game(setup)[1] if isinstance(event, engine.RoundDealt))
    assert [list(hand) for hand in dealt.hands] == deal["hands"]


def test_the_next_page_keeps_the_filters(db: None) -> None:
    me = bot("Annabot")
    mine = [
        me.post("games", {**PRACTICE, "edition": edition}).json()["id"]
        for edition in ("classic", "tenth") * 3
    ]
    page = me.get(f"games?player={me.player.pk}&edition=tenth&limit=2").json()
    seen = [game["id"] for game in page["results"]]
    while page["next"]:
        page = me.client.get(page["next"]).json()
        seen += [game["id"] for game in page["results"]]
    assert seen == mine[::-1][::2]


def test_a_packed_log_has_a_tag_of_its_own_that_is_answered_with_304(table: Table) -> None:
    table.finish()
    path = f"games/{table.game.pk}/log"
    packed = table.bots[0].get(path, accept_encoding="gzip")
    assert gzip.decompress(packed.content) == table.bots[0].get(path).content
    again = table.bots[0].get(path, accept_encoding="gzip", if_none_match=packed["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", packed["ETag"])
    assert table.bots[0].get(path, if_none_match=packed["ETag"]).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_every_stream_says_now_and_then_that_it_is_alive_and_tells_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert max(streams.HEARTBEAT_SECONDS, bulletins.HEARTBEAT_SECONDS) < 15
    for module in (streams, bulletins):
        monkeypatch.setattr(module, "HEARTBEAT_SECONDS", 0.03)
    monkeypatch.setattr(asgi_client, "ENOUGH", 8)
    limits.forget()
    table = three_at_a_table()
    token = table.bots[0].token.encode()
    last = table.bots[0].get("inbox").json()["last"]
    board = Client().get("/api/v1/games?status=open&version=").json()["version"]
    asked: list[tuple[str, Scope]] = []
    for kind, beat in ((NDJSON, "\n"), (SSE, ": \n\n")):
        headers = [(b"accept", kind.encode()), (b"authorization", b"Bearer " + token)]
        for path, query in (
            (f"/api/v1/games/{table.game.pk}/events", b"after=2"),
            ("/api/v1/inbox", f"after={last}".encode()),
            ("/api/v1/games", f"status=open&version={board}".encode()),
        ):
            asked.append((beat, scope_of(path, query, list(headers))))
    for (beat, _), answer in zip(asked, run_apart(ask_all([scope for _, scope in asked])), strict=True):
        assert answer.status == 200
        assert int(answer.headers["ratelimit-remaining"]) < int(answer.headers["ratelimit-limit"])
        body = answer.body.decode().removeprefix("retry: 1000\n\n")
        assert body.count(beat) >= 3
        assert not body.replace(beat, ""), "nothing happened"
