"""Who calls: tokens and their scopes, browser sessions and their CSRF check, and the limits per caller."""

import datetime as dt
import hashlib
import json
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.test import Client

from games import clock, services
from games.api import limits
from games.models import Token
from tests.api.table import Bot, Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def with_header(header: str) -> Client:
    """A client that sends this Authorization header."""
    return Client(headers={"authorization": header})


def test_a_token_is_kept_as_a_hash_only(db: None) -> None:
    anna = bot("Annabot")
    row = Token.objects.get()
    assert row.digest == hashlib.sha256(anna.token.encode()).hexdigest()
    assert anna.token not in str(Token.objects.values().get())


@pytest.mark.parametrize(
    "header", ["Bearer kt_unknown", "Bearer ", "Bearer a b", "Bearer ключ", "bearer x" * 100]
)
def test_a_token_that_is_not_ours_is_refused_with_a_challenge(db: None, header: str) -> None:
    answer = Client(HTTP_AUTHORIZATION=header).get("/api/v1/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_bad_token_is_refused_also_where_none_is_needed(db: None) -> None:
    assert with_header("Bearer kt_unknown").get("/api/v1/games").status_code == 401


def test_a_revoked_or_expired_token_and_a_suspended_player_are_refused_at_once(db: None) -> None:
    anna = bot("Annabot")
    assert anna.get("me").status_code == 200
    token = Token.objects.get()
    token.expires_at = clock.now() - dt.timedelta(seconds=1)
    token.save()
    assert "expired" in anna.get("me").json()["detail"]
    token.expires_at = clock.now() + dt.timedelta(days=1)
    token.save()
    assert anna.get("me").status_code == 200
    anna.player.active = False
    anna.player.save()
    assert "suspended" in anna.get("me").json()["detail"]
    anna.player.active = True
    anna.player.save()
    services.revoke_token(token.pk)
    answer = anna.get("me")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert 'error="invalid_token"' in answer["WWW-Authenticate"]


def test_who_is_shut_out_takes_their_bots_along(db: None) -> None:
    anna = bot("Annabot")
    owner = get_user_model().objects.create_user("olga")
    anna.player.owner = owner
    anna.player.save()
    assert anna.get("me").status_code == 200
    owner.is_active = False
    owner.save()
    answer = anna.get("me")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert "suspended" in answer.json()["detail"]


def test_two_tokens_of_one_player_overlap_so_that_rotation_stops_no_bot(table: Table) -> None:
    first = table.bots[0]
    second = Bot(first.player, services.issue_token(first.player.pk, "next")[1])
    card = table.hand(0)[0]
    assert first.pick(table.game, "1.1-pick", card).status_code == 201
    assert second.pick(table.game, "1.1-pick", card).status_code == 200
    services.revoke_token(Token.objects.get(player=first.player, label="test").pk)
    assert first.get("questions").status_code == 401
    assert second.get("questions").status_code == 200


def test_last_use_is_noted_once_a_minute_and_never_in_the_way(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = bot("Annabot")
    anna.get("me")
    first = Token.objects.get().last_used_at
    assert first is not None
    anna.get("me")
    assert Token.objects.get().last_used_at == first
    Token.objects.update(last_used_at=first - dt.timedelta(minutes=2))
    anna.get("me")
    again = Token.objects.get().last_used_at
    assert again is not None
    assert again > first - dt.timedelta(minutes=1)

    def busy(token_id: int, now: dt.datetime | None = None) -> None:
        raise OperationalError("database is locked")

    Token.objects.update(last_used_at=None)
    monkeypatch.setattr(services, "touch_token", busy)
    assert anna.get("me").status_code == 200


def test_a_token_needs_the_scope_for_what_it_does(table: Table) -> None:
    reader = Bot(table.bots[0].player, services.issue_token(table.bots[0].player.pk, "reader", ["read"])[1])
    organiser = Bot(
        table.bots[0].player, services.issue_token(table.bots[0].player.pk, "organiser", ["organise"])[1]
    )
    assert reader.get("questions").status_code == 200
    for caller in (reader, organiser):
        answer = caller.pick(table.game, "1.1-pick", table.hand(0)[0])
        assert (answer.status_code, answer.json()["code"], answer.json()["scope"]) == (
            403,
            "scope_missing",
            "play",
        )
    assert organiser.get(f"games/{table.game.pk}").status_code == 200
    assert organiser.get("questions").status_code == 403


def test_strangers_read_what_is_public_and_are_asked_who_they_are_elsewhere(table: Table) -> None:
    for path in ("games", f"games/{table.game.pk}", f"games/{table.game.pk}/events", "bots", "problems"):
        assert Client().get(f"/api/v1/{path}").status_code == 200
    for path in ("me", "questions"):
        answer = Client().get(f"/api/v1/{path}")
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
        assert answer["WWW-Authenticate"].startswith("Bearer")
    for path in ("games", f"games/{table.game.pk}/picks", f"games/{table.game.pk}/join"):
        assert Client().post(f"/api/v1/{path}", "{}", content_type="application/json").status_code == 401


def test_a_browser_session_picks_for_the_persons_player_and_needs_its_csrf_token(db: None) -> None:
    user = get_user_model().objects.create_user("olga", password="practice")
    person = services.create_player("Olga Person", "person", owner_id=user.pk)
    game = services.open_game(
        opened_by=person.pk, edition="classic", seats=[("player", person.pk), ("house", "greedy")]
    )
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    (question,) = browser.get("/api/v1/questions").json()["questions"]
    body = json.dumps({"question": question["question"], "chosen": question["hand"][:1]})
    path = f"/api/v1/games/{game.pk}/picks"
    refused = browser.post(path, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    browser.cookies["csrftoken"] = "x" * 32
    allowed = browser.post(path, body, content_type="application/json", headers={"x-csrftoken": "x" * 32})
    assert allowed.status_code == 201


def test_an_account_without_a_player_is_told_so(db: None) -> None:
    user = get_user_model().objects.create_user("olga")
    browser = Client()
    browser.force_login(user)
    assert browser.get("/api/v1/me").json()["player"] is None
    answer = browser.get("/api/v1/questions")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_player")


@pytest.mark.parametrize("cookie", ['"ab\\000cdefgh"', "x" * 200, "übergroß", "short", '"'])
def test_a_session_that_is_none_is_a_stranger_on_every_page(db: None, cookie: str) -> None:
    stranger = Client(HTTP_COOKIE=f"sessionid={cookie}")
    assert stranger.get("/api/v1/me").json()["code"] == "not_authenticated"
    assert stranger.get("/games/").status_code == 200
    # PostgreSQL takes no zero byte in a text; SQLite finds nobody of that name.
    assert stranger.get("/games/?player=a%00b").status_code in (200, 400)


def test_every_answer_tells_the_limits_and_too_much_is_429_with_retry_after(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = bot("Annabot"), bot("Benbot")
    monkeypatch.setattr(limits, "KNOWN", 3)
    monkeypatch.setattr(
        limits, "time", SimpleNamespace(monotonic=lambda: 30.0)
    )  # the window must not end meanwhile
    left = [anna.get("me")["RateLimit-Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    answer = anna.get("me")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert (answer["RateLimit-Limit"], answer["RateLimit-Remaining"]) == ("3", "0")
    assert ben.get("me").status_code == 200  # per token, not per address
    assert anna.post("games", {})["RateLimit-Remaining"] == "0"


def test_strangers_and_guessers_are_limited_by_address(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANONYMOUS", 2)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 30.0))
    assert Client().get("/api/v1/games").status_code == 200
    assert with_header("Bearer kt_guess").get("/api/v1/me").status_code == 401
    assert with_header("Bearer kt_guess2").get("/api/v1/me").status_code == 429
    assert Client().get("/api/v1/games").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get("/api/v1/games").status_code == 200


def test_what_is_refused_before_the_throttle_is_counted_and_told_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KNOWN", 40)
    monkeypatch.setattr(limits, "ANONYMOUS", 5)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 30.0))
    path = f"/api/v1/games/{table.game.pk}/picks"
    stranger = Client()
    answers = [
        stranger.get("/api/v1/nothing"),
        stranger.get("/api/v1/games", headers={"accept": "image/png"}),
        stranger.get("/api/v1/me"),
        stranger.post(path, "{}", content_type="application/json"),
        stranger.put("/api/v1/me"),
    ]
    assert [answer.status_code for answer in answers] == [404, 406, 401, 401, 401]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["4", "3", "2", "1", "0"]
    assert [stranger.get(f"/api/v1/{path}").status_code for path in ("nothing", "me")] == [429, 429]
    reader = services.issue_token(table.bots[0].player.pk, "reader", ("read",))[1]
    refused = with_header(f"Bearer {reader}").post(path, "{}", content_type="application/json")
    assert (refused.status_code, refused["RateLimit-Remaining"]) == (403, "39")
    missing = table.bots[1].get("nothing")
    assert (missing.status_code, missing["RateLimit-Limit"]) == (429, "5")


def test_a_window_that_is_over_forgets_what_was_used() -> None:
    assert limits.count("somebody", 2, now=30.0).remaining == 1
    assert limits.count("somebody", 2, now=59.0).remaining == 0
    assert limits.count("somebody", 2, now=59.5).remaining == -1
    later = limits.count("somebody", 2, now=60.5)
    assert (later.remaining, later.reset) == (1, 60)
