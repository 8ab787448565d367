"""Clocks over HTTP: how one is asked for, what questions, games and receipts tell of it, ready and back."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from games import clock, services, store
from games.api import timekeeping
from games.models import Game
from tests.api.table import Bot, Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]

MINUTE = dt.timedelta(minutes=1)


def opened(me: Bot, **more: Any) -> Any:
    """The answer to a new table of mine against a house bot."""
    return me.post("games", {"edition": "classic", "seats": ["me", "house:greedy"], **more})


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"clock": "blitz"}, {"pick": 2, "bank": 10, "ready": 30}),
        ({"clock": "live"}, {"pick": 60, "bank": 0, "ready": 30}),
        ({"clock": "daily"}, {"pick": 86400, "bank": 0, "ready": 30}),
        ({"clock": {"pick": 10, "bank": 60}}, {"pick": 10, "bank": 60, "ready": 30}),
        ({"clock": {"pick": 10, "ready": 0}}, {"pick": 10, "bank": 0, "ready": 0}),
        ({"pick_seconds": 45}, {"pick": 45, "bank": 0, "ready": 30}),
        ({}, {"pick": 60, "bank": 0, "ready": 30}),
    ],
)
def test_a_clock_is_asked_for_by_name_or_in_seconds(
    db: None, asked: dict[str, Any], told: dict[str, int]
) -> None:
    me = bot("Annabot")
    game = opened(me, **asked).json()
    assert game["clock"] == told
    assert game["pick_seconds"] == told["pick"]
    (question,) = me.get("questions").json()["questions"]
    assert question["clock"] == told
    assert question["bank_ms"] == 1000 * told["bank"]
    left = dt.datetime.fromisoformat(question["deadline"]) - dt.datetime.fromisoformat(
        question["server_time"]
    )
    assert told["pick"] + told["bank"] - 5 < left.total_seconds() <= told["pick"] + told["bank"]


@pytest.mark.parametrize(
    ("asked", "status", "code", "word"),
    [
        ({"clock": "bullet"}, 400, "malformed", "blitz"),
        ({"clock": 5}, 400, "malformed", "clock"),
        ({"clock": {"bank": 5}}, 400, "malformed", "pick"),
        ({"clock": {"pick": "5"}}, 400, "malformed", "clock.pick"),
        ({"clock": {"pick": True}}, 400, "malformed", "clock.pick"),
        ({"clock": {"pick": 5, "bonk": 5}}, 400, "malformed", "bonk"),
        ({"clock": {"pick": 5}, "pick_seconds": 5}, 400, "malformed", "either"),
        ({"clock": {"pick": 0}}, 422, "bad_table", "seconds"),
        ({"clock": {"pick": 5, "bank": -1}}, 422, "bad_table", "bank"),
        ({"clock": {"pick": 5, "bank": 10**8}}, 422, "bad_table", "bank"),
        ({"clock": {"pick": 5, "ready": 601}}, 422, "bad_table", "ready"),
        ({"clock": {"pick": 10**12}}, 422, "bad_table", "seconds"),
    ],
)
def test_an_impossible_clock_is_refused(
    db: None, asked: dict[str, Any], status: int, code: str, word: str
) -> None:
    answer = opened(bot("Annabot"), **asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert word in answer.json()["detail"]
    assert not Game.objects.exists()


def test_a_receipt_tells_the_time_it_took_and_the_bank_left(db: None) -> None:
    me = bot("Annabot")
    game = opened(me, clock={"pick": 10, "bank": 60}).json()["id"]
    with store.locked(game) as live:
        live.clocks.seats[0].asked -= 15_000_000
        live.keep_clocks()
    (question,) = me.get("questions").json()["questions"]
    body = me.pick(game, question["question"], *question["options"]["choices"][0]).json()
    assert 15_000 <= body["elapsed_ms"] < 25_000
    assert abs(body["bank_ms"] - (70_000 - body["elapsed_ms"])) <= 1, "both are rounded down"
    seats = me.get(f"games/{game}").json()["seats"]
    assert seats[0]["bank_ms"] == body["bank_ms"]
    assert seats[0]["deadline"] is not None
    assert seats[1]["deadline"] is None


def be_away(table: Table, seat: int) -> None:
    """Three questions missed by one seat; the others answer."""
    for _ in range(3):
        for other, each in enumerate(table.bots):
            if other != seat:
                asked = table.question()
                services.submit_pick(table.game.pk, each.player.pk, asked, table.hand(other)[:1])
        Game.objects.filter(pk=table.game.pk).update(deadline=clock.now() - MINUTE)
        assert services.enforce_deadline(table.game.pk) == 1


def test_an_away_seat_is_shown_and_a_request_for_questions_takes_it_back(table: Table) -> None:
    be_away(table, 2)
    game = f"games/{table.game.pk}"
    seen = table.bots[0].get(game)
    assert [seat["away"] for seat in seen.json()["seats"]] == [False, False, True]
    (question,) = table.bots[0].get("questions").json()["questions"]
    assert [each["away"] for each in question["players"]] == [False, False, True]
    events = Client().get(f"/api/v1/{game}/events").json()["events"]
    picks = [e["data"]["cause"] for e in events if e["kind"] == "picked" and e["data"]["seat"] == 2]
    assert picks == ["timeout"] * 3 + ["away"]
    # The house has picked in this turn; the seat is Cleo's own again in the next.
    assert table.bots[2].get("questions").json()["questions"] == []
    again = table.bots[0].get(game, if_none_match=seen["ETag"])
    assert again.status_code == 200, "that somebody is back is news, though no event tells it"
    assert not any(seat["away"] for seat in again.json()["seats"])
    for each in (0, 1):
        services.submit_pick(
            table.game.pk, table.bots[each].player.pk, table.question(), table.hand(each)[:1]
        )
    (mine,) = table.bots[2].get("questions").json()["questions"]
    assert (mine["question"], mine["timeouts"], mine["timeouts_in_row"]) == ("1.5-pick", 3, 0)


def test_watching_does_not_take_a_seat_back(table: Table) -> None:
    be_away(table, 2)
    table.bots[2].get(f"games/{table.game.pk}")
    table.bots[2].get(f"games/{table.game.pk}/events")
    assert table.bots[0].get(f"games/{table.game.pk}").json()["seats"][2]["away"]


def test_saying_ready_takes_a_seat_back_too(table: Table) -> None:
    be_away(table, 2)
    answer = table.bots[2].post(f"games/{table.game.pk}/ready", {})
    assert answer.status_code == 200
    assert not answer.json()["seats"][2]["away"]


def full_table(ann: Bot, ben: Bot) -> int:
    """A table that Ann opened an hour ago and Ben has just filled."""
    table = {"edition": "classic", "seats": ["me", "open"], "clock": "live"}
    game: int = ann.post("games", table).json()["id"]
    Game.objects.get(pk=game).seats.update(ready_at=clock.now() - 60 * MINUTE)
    joined = ben.post(f"games/{game}/join", {}).json()
    assert (joined["status"], joined["view"]) == ("open", None)
    assert joined["ready_by"] == joined["expires_at"] is not None
    assert [seat["ready"] for seat in joined["seats"]] == [False, True]
    return game


def test_a_full_table_begins_when_the_last_player_asks_for_questions(db: None) -> None:
    ann, ben = bot("Annabot"), bot("Benbot")
    game = full_table(ann, ben)
    assert ben.get("questions").json()["questions"] == []
    (question,) = ann.get("questions").json()["questions"]
    assert (question["game"], question["question"]) == (game, "1.1-pick")
    seen = ben.get(f"games/{game}").json()
    assert (seen["status"], seen["ready_by"], [seat["ready"] for seat in seen["seats"]]) == (
        "playing",
        None,
        [None, None],
    )


def test_a_full_table_begins_when_the_last_player_says_ready(db: None) -> None:
    ann, ben = bot("Annabot"), bot("Benbot")
    game = full_table(ann, ben)
    etag = ben.get(f"games/{game}")["ETag"]
    assert ben.post(f"games/{game}/ready", {}).json()["status"] == "open"
    assert ann.post(f"games/{game}/ready", {}).json()["status"] == "playing"
    assert ben.get(f"games/{game}", if_none_match=etag).status_code == 200


def test_whoever_looks_at_a_table_after_its_ready_step_starts_it(db: None) -> None:
    ann, ben = bot("Annabot"), bot("Benbot")
    game = full_table(ann, ben)
    moment = clock.now() - MINUTE
    Game.objects.filter(pk=game).update(ready_by=moment, expires_at=moment)
    assert Client().get(f"/api/v1/games/{game}").json()["status"] == "playing"


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("games/{game}/ready", {"seat": 1}, 400, "malformed"),
        ("games/999999/ready", {}, 404, "not_found"),
        ("games/{game}/ready", {}, 404, "not_found"),
    ],
)
def test_ready_is_said_for_oneself_alone(
    table: Table, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    stranger = bot("Doribot")
    answer = stranger.post(path.format(game=table.game.pk), body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_nobody_is_ready_for_a_game_that_is_over(table: Table) -> None:
    table.finish()
    answer = table.bots[0].post(f"games/{table.game.pk}/ready", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "table_closed")


def test_the_timekeeper_moves_what_is_watched_and_leaves_the_rest_to_the_sweep(table: Table) -> None:
    ann, ben = table.bots[:2]
    waiting = full_table(ann, ben)
    assert timekeeping.keep([table.game.pk, waiting], [ann.player.pk]) == 0
    moment = clock.now() - MINUTE
    Game.objects.filter(pk=table.game.pk).update(deadline=moment)
    Game.objects.filter(pk=waiting).update(ready_by=moment, expires_at=moment)
    assert timekeeping.keep([], [bot("Doribot").player.pk]) == 0
    assert timekeeping.keep([table.game.pk], []) == 1
    assert timekeeping.keep([], [ann.player.pk]) == 1
    table.game.refresh_from_db()
    assert table.game.turn == 2
    assert Game.objects.get(pk=waiting).status == "playing"
