"""Watching over HTTP: my view and its ETag, the events, the log after the end."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from games import engine, services, store
from games.models import Game
from tests.api.table import SEED, Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def test_my_view_shows_my_hand_and_a_spectators_shows_none(table: Table) -> None:
    mine = table.bots[1].get(f"games/{table.game.pk}").json()
    theirs = bot("Stranger").get(f"games/{table.game.pk}").json()
    anonymous = Client().get(f"/api/v1/games/{table.game.pk}").json()
    assert (mine["view"]["seat"], mine["view"]["hand"]) == (1, table.hand(1))
    for seen in (theirs, anonymous):
        assert (seen["view"]["seat"], seen["view"]["hand"], seen["view"]["hands"]) == (None, None, None)
        assert seen["commitment"] == engine.commitment_of(SEED)
        assert [seat["name"] for seat in seen["seats"]] == ["Annabot", "Benbot", "Cleobot"]


def test_an_unchanged_view_is_answered_with_304_and_a_changed_one_is_not(table: Table) -> None:
    path = f"games/{table.game.pk}"
    tag = table.bots[0].get(path)["ETag"]
    same = table.bots[0].get(path, if_none_match=tag)
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
    assert table.bots[1].get(path, if_none_match=tag).status_code == 200  # another viewer
    table.bots[1].pick(table.game, "1.1-pick", table.hand(1)[0])
    changed = table.bots[0].get(path, if_none_match=tag)
    assert changed.status_code == 200
    assert changed["ETag"] != tag


def test_an_open_tables_tag_changes_when_somebody_sits_down(db: None) -> None:
    anna, ben = bot("Annabot"), bot("Benbot")
    game = anna.post("games", {"edition": "classic", "seats": ["me", "open", "open"]}).json()["id"]
    tag = anna.get(f"games/{game}")["ETag"]
    ben.post(f"games/{game}/join", {})
    assert anna.get(f"games/{game}", if_none_match=tag).status_code == 200


def test_events_resume_after_any_seq_without_gap_or_double(table: Table) -> None:
    for _ in range(2):
        table.play_turn()
    path = f"games/{table.game.pk}/events"
    whole = table.bots[0].get(path).json()
    assert [event["seq"] for event in whole["events"]] == list(range(1, whole["seq"] + 1))
    for after in (0, 1, whole["seq"] - 1, whole["seq"], whole["seq"] + 5):
        page = table.bots[0].get(f"{path}?after={after}").json()
        assert page["events"] == whole["events"][after:]
        assert page["seq"] == max(after, whole["seq"])
        assert page["over"] is False


def test_events_stay_masked_as_they_were_sent_also_after_the_end(table: Table) -> None:
    path = f"games/{table.game.pk}/events"
    before = table.bots[0].get(path).json()["events"]
    table.finish()
    after = table.bots[0].get(path).json()
    assert after["events"][: len(before)] == before
    assert after["over"] is True
    assert after["events"][-1]["kind"] == "game_ended"


def test_the_log_is_refused_until_the_game_is_over(table: Table) -> None:
    answer = table.bots[0].get(f"games/{table.game.pk}/log")
    assert (answer.status_code, answer.json()["code"]) == (403, "game_running")


def log_lines(answer: Any) -> list[dict[str, Any]]:
    """The lines of a log as sent."""
    raw = gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content
    return [json.loads(line) for line in raw.splitlines()]


def test_the_log_after_the_end_is_whole_and_a_stranger_can_check_its_chain(table: Table) -> None:
    table.finish()
    answer = Client().get(f"/api/v1/games/{table.game.pk}/log")
    lines = log_lines(answer)
    assert answer["Content-Type"] == "application/x-ndjson"
    assert len(lines) == table.game.seq
    assert lines[0]["data"]["shuffle_seed"] == SEED
    previous = table.game.commitment
    for line in lines:
        data = json.dumps(line["data"], separators=(",", ":"), ensure_ascii=False)
        assert store.link(previous, line["seq"], line["kind"], data) == line["hash"]
        previous = line["hash"]
    events = [engine.decode(line["kind"], json.dumps(line["data"])) for line in lines]
    assert engine.fold(events).over


def test_the_log_is_immutable_with_a_strong_tag_and_compressible(table: Table) -> None:
    table.finish()
    path = f"games/{table.game.pk}/log"
    plain, packed = table.bots[0].get(path), table.bots[0].get(path, accept_encoding="gzip")
    assert log_lines(plain) == log_lines(packed)
    assert len(packed.content) < len(plain.content) / 2
    assert plain["ETag"] != packed["ETag"]
    for tag in (plain["ETag"], packed["ETag"]):
        assert tag.startswith('"')
    assert "immutable" in plain["Cache-Control"]
    assert table.bots[0].get(path, if_none_match=plain["ETag"]).status_code == 304


def test_after_the_end_everybody_sees_every_hand_and_the_seed(table: Table) -> None:
    table.finish()
    view = Client().get(f"/api/v1/games/{table.game.pk}").json()["view"]
    assert view["over"] is True
    assert view["shuffle_seed"] == SEED
    assert len(view["hands"]) == 3


def test_what_is_not_there_is_not_found(db: None) -> None:
    for path in ("games/7", "games/7/events", "games/7/log", "players/7", "problems/nonsense"):
        answer = Client().get(f"/api/v1/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_stream_is_refused_with_a_sentence_where_there_is_no_asgi_half(table: Table) -> None:
    for kind in ("text/event-stream", "application/x-ndjson"):
        answer = table.bots[0].get(f"games/{table.game.pk}/events", accept=kind)
        assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_looking_at_a_game_enforces_a_deadline_that_has_passed(table: Table) -> None:
    Game.objects.filter(pk=table.game.pk).update(deadline="2020-01-01T00:00:00Z")
    assert table.bots[0].get(f"games/{table.game.pk}").json()["turn"] == 2
    Game.objects.filter(pk=table.game.pk).update(deadline="2020-01-01T00:00:00Z")
    events = Client().get(f"/api/v1/games/{table.game.pk}/events").json()["events"]
    assert [event["data"]["cause"] for event in events if event["kind"] == "picked"] == ["timeout"] * 6


def test_me_and_players_and_house_bots_say_who_is_who(table: Table) -> None:
    me = table.bots[0].get("me").json()
    assert me["player"] == {"id": table.bots[0].player.pk, "name": "Annabot", "kind": "bot"}
    assert me["token"]["label"] == "test"
    assert me["scopes"] == ["play", "read"]
    assert table.bots[0].token not in str(me)
    player = Client().get(f"/api/v1/players/{table.bots[1].player.pk}").json()
    assert (player["name"], player["games"]) == ("Benbot", {"playing": 1})
    assert {each["name"] for each in Client().get("/api/v1/bots").json()["bots"]} == {
        "random",
        "greedy",
        "drafter",
    }


def test_a_game_in_a_finished_house_table_can_be_watched_whole(db: None) -> None:
    game = services.open_game(
        opened_by=None, edition="classic", seats=[("house", "greedy"), ("house", "random")]
    )
    page = Client().get(f"/api/v1/games/{game.pk}/events").json()
    assert page["over"] is True
    assert page["events"][-1]["seq"] == game.seq
