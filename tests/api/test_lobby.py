"""Getting a game over HTTP: invitations with reasons, seeks, keys for repeated requests, and the inbox."""

from typing import Any

import pytest
import time_machine
from django.test import Client

from games import services
from games.models import Game, Seek
from games.services.invited import REASONS
from tests.api.table import Bot, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def anna(db: None) -> Bot:
    """A bot."""
    return bot("Annabot")


@pytest.fixture
def ben(db: None) -> Bot:
    """Another one, of nobody."""
    return bot("Benbot")


def invite(opener: Bot, *others: Bot, **further: Any) -> Any:
    seats = ["me", *[f"player:{one.player.pk}" for one in others]]
    answer = opener.post("games", {"edition": "classic", "seats": seats, **further})
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_an_invitation_is_accepted_over_http_and_may_be_accepted_again(anna: Bot, ben: Bot) -> None:
    table = invite(anna, ben)
    assert table["status"] == "open"
    assert [(seat["player"], seat["reserved"]) for seat in table["seats"]] == [
        (anna.player.pk, False),
        (None, True),
    ]
    (waiting,) = ben.get("invitations").json()["invitations"]
    assert (waiting["game"], waiting["by"]["name"]) == (table["id"], "Annabot")
    assert anna.get("invitations").json()["invitations"] == []
    for _ in range(2):
        answer = ben.post(f"games/{table['id']}/accept", {"nonce": "salt"})
        assert (answer.status_code, answer.json()["status"]) == (200, "playing")
    assert ben.get("invitations").json()["invitations"] == []


def test_a_declined_invitation_tells_the_opener_who_and_why_and_the_world_neither(
    anna: Bot, ben: Bot
) -> None:
    table = invite(anna, ben)
    path = f"games/{table['id']}"
    answer = ben.post(f"{path}/decline", {"reason": "too_slow"})
    assert (answer.status_code, answer.json()["status"]) == (200, "expired")
    (line,) = anna.get(path).json()["invitations"]
    assert (line["name"], line["status"], line["reason"]) == ("Benbot", "declined", "too_slow")
    told = anna.get("inbox").json()["lines"]
    assert [(one["kind"], one["game"]) for one in told] == [
        ("invitation_answered", table["id"]),
        ("table_expired", table["id"]),
    ]
    assert told[0]["data"]["says"] == REASONS["too_slow"]
    for client in (Client(), bot("Stranger").client):
        for outlet in (path, "games", "games?status=expired"):
            assert b"too_slow" not in client.get(f"/api/v1/{outlet}").content
            assert b"Benbot" not in client.get(f"/api/v1/{outlet}").content


def test_what_an_invited_player_may_not_do_is_refused_with_its_code(anna: Bot, ben: Bot) -> None:
    table = invite(anna, ben)
    path = f"games/{table['id']}"
    stranger = bot("Stranger")
    for who, verb, body, status, code in (
        (stranger, "accept", {}, 404, "not_found"),
        (stranger, "decline", {}, 404, "not_found"),
        (stranger, "leave", {}, 404, "not_found"),
        (stranger, "join", {}, 409, "table_closed"),
        (ben, "withdraw", {}, 403, "not_your_table"),
        (ben, "decline", {"reason": "bored"}, 400, "malformed"),
        (ben, "decline", {"because": "later"}, 400, "malformed"),
        (ben, "accept", {"nonce": 5}, 400, "malformed"),
        (ben, "accept", {"nonce": "a|b"}, 422, "bad_table"),
    ):
        answer = who.post(f"{path}/{verb}", body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), verb
    assert ben.post(f"{path}/decline", {}).status_code == 200
    assert ben.post(f"{path}/accept", {}).json()["code"] == "invitation_answered"
    assert Client().post(f"/api/v1/{path}/accept").status_code == 401


def test_a_table_is_left_and_withdrawn_over_http(anna: Bot, ben: Bot) -> None:
    table = anna.post("games", {"edition": "classic", "seats": ["me", "open", "open"]}).json()
    path = f"games/{table['id']}"
    ben.post(f"{path}/join", {})
    left = ben.post(f"{path}/leave", {})
    assert (left.status_code, left.json()["status"]) == (200, "open")
    gone = anna.post(f"{path}/withdraw", {})
    assert gone.json()["expired_reason"] == "Withdrawn by the player who opened it."


def test_bots_of_ones_own_sit_down_without_being_asked(db: None, django_user_model: Any) -> None:
    owner = django_user_model.objects.create_user("owner")
    first, second = (
        services.create_player(name, "bot", owner_id=owner.pk) for name in ("Mine one", "Mine two")
    )
    mine = Bot(first, services.issue_token(first.pk, "test")[1])
    table = mine.post("games", {"edition": "classic", "seats": ["me", f"player:{second.pk}"]}).json()
    assert [seat["player"] for seat in table["seats"]] == [first.pk, second.pk]
    assert table["invitations"] == []


def test_the_same_key_opens_one_table_and_another_body_is_refused(anna: Bot) -> None:
    body = {"edition": "classic", "seats": ["me", "open"], "nonce": "mine"}

    def post(key: str, what: dict[str, Any]) -> Any:
        return anna.client.post(
            "/api/v1/games", what, content_type="application/json", headers={"idempotency-key": key}
        )

    first, second = post("a1", body), post("a1", dict(reversed(body.items())))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"]
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1
    refused = post("a1", {**body, "nonce": "other"})
    assert (refused.status_code, refused.json()["code"]) == (409, "key_reused")
    assert post("a2", body).status_code == 201
    assert post("", body).json()["code"] == "malformed"
    assert post("x" * 81, body).json()["code"] == "malformed"
    # A request that failed may be put right under the same key.
    assert post("a3", {**body, "edition": "chess"}).status_code == 422
    assert post("a3", body).status_code == 201
    assert Game.objects.count() == 3


def test_a_seek_waits_with_its_place_and_ends_in_a_game(anna: Bot, ben: Bot) -> None:
    with time_machine.travel("2026-05-05T12:00:00Z", tick=False) as clock:
        answer = anna.post("seeks", {"pool": "classic-3-5"})
        assert (answer.status_code, answer.json()["place"], answer.json()["status"]) == (201, 1, "waiting")
        assert ben.post("seeks", {"pool": "classic-3-5", "least_seats": 3}).json()["place"] == 2
        clock.shift(10)
        again = anna.post("seeks", {"pool": "classic-3-5"})
        assert (again.status_code, again.json()["waited_ms"]) == (200, 10_000)
        assert anna.get("seeks").json()["seeks"][0]["id"] == again.json()["id"]
        clock.shift(11)
        ben.client.put(f"/api/v1/seeks/{ben.get('seeks').json()['seeks'][0]['id']}")
        (mine,) = anna.get("seeks").json()["seeks"]
    assert (mine["status"], mine["place"]) == ("seated", None)
    game = anna.get(f"games/{mine['game']}").json()
    # Two people and a house bot, rated.
    assert (game["rated"], game["seats_count"]) == (True, 3)
    assert {"Annabot", "Benbot"} < {seat["name"] for seat in game["seats"]}


def test_a_lost_answer_to_a_seek_seeks_no_second_game(anna: Bot) -> None:
    headers = {"idempotency-key": "seek-1"}
    with time_machine.travel("2026-05-05T12:00:00Z", tick=False) as clock:

        def post() -> Any:
            return anna.client.post(
                "/api/v1/seeks", {"pool": "classic-3-5"}, content_type="application/json", headers=headers
            )

        assert post().status_code == 201
        clock.shift(20)
        services.match_seeks()
        again = post()
        assert (again.status_code, again.json()["status"]) == (200, "seated")
    assert Seek.objects.count() == 1


def test_asking_for_questions_keeps_a_seek_alive(anna: Bot) -> None:
    with time_machine.travel("2026-05-05T12:00:00Z", tick=False) as clock:
        anna.post("seeks", {"pool": "classic-3-5"})
        clock.shift(50)
        anna.get("questions")
        clock.shift(50)
        services.match_seeks()
        assert anna.get("seeks").json()["seeks"][0]["status"] == "seated"


def test_a_seek_is_cancelled_and_nobody_elses_is(anna: Bot, ben: Bot) -> None:
    seek = anna.post("seeks", {"pool": "classic-3-5"}).json()
    assert ben.client.delete(f"/api/v1/seeks/{seek['id']}").status_code == 404
    assert ben.client.put(f"/api/v1/seeks/{seek['id']}").status_code == 404
    assert ben.get("seeks").json()["seeks"] == []
    assert anna.client.delete(f"/api/v1/seeks/{seek['id']}").json()["status"] == "cancelled"
    anna.post("seeks", {"pool": "classic-3-5"})
    statuses = [one["status"] for one in anna.client.delete("/api/v1/seeks").json()["seeks"]]
    assert statuses == ["cancelled", "cancelled"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"pool": 7}, 400, "malformed"),
        ({"pool": "chess"}, 422, "no_such_pool"),
        ({"pool": "classic-3-5", "clock": "bullet"}, 400, "malformed"),
        ({"pool": "classic-3-5", "clock": []}, 400, "malformed"),
        ({"pool": "classic-3-5", "least_seats": True}, 400, "malformed"),
        ({"pool": "classic-3-5", "least_seats": 9}, 400, "malformed"),
        ({"pool": "classic-3-5", "most_seats": 2}, 422, "bad_table"),
        ({"pool": "classic-3-5", "seat": "me"}, 400, "malformed"),
    ],
)
def test_a_seek_that_means_nothing_is_refused(anna: Bot, body: object, status: int, code: str) -> None:
    answer = anna.post("seeks", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_inbox_goes_on_after_a_number_and_is_nobody_elses(anna: Bot, ben: Bot) -> None:
    invite(anna, ben)
    whole = ben.get("inbox").json()
    assert [one["kind"] for one in whole["lines"]] == ["invited"]
    assert (whole["seq"], whole["last"]) == (1, 1)
    assert ben.get("inbox?after=1").json()["lines"] == []
    assert anna.get("inbox").json()["lines"] == []
    assert Client().get("/api/v1/inbox").status_code == 401
    for query in ("after=x", "after=-1", "wait=1000", "from=3"):
        assert ben.get(f"inbox?{query}").json()["code"] == "malformed"


def test_lists_can_be_asked_for_one_tournament_one_size_one_origin(anna: Bot) -> None:
    anna.post("games", {"edition": "classic", "seats": ["me", "open"]})
    anna.post("games", {"edition": "classic", "seats": ["me", "open", "open"]})
    assert len(anna.get("games?seats=3").json()["results"]) == 1
    assert len(anna.get("games?origin=table&status=open").json()["results"]) == 2
    assert anna.get("games?origin=schedule").json()["results"] == []
    assert anna.get("games?event=no-such-cup").json()["results"] == []
    assert anna.get("games?variant=none").json()["results"] == []
    for query in ("seats=1", "seats=x", "origin=street", "event=", "event=%00", "variant="):
        assert anna.get(f"games?{query}").json()["code"] == "malformed", query
