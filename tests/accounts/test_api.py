"""`/api/v1/me/bots`: a person's bots over the API, and what a token may hand on."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import services
from games.accounts import services as accounts
from games.models import Player, Token

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def call(token: str, body: Any = None) -> Any:
    """A request with a token: a GET, or a POST of the body."""
    headers = {"authorization": f"Bearer {token}"}
    if body is None:
        return Client().get("/api/v1/me/bots", headers=headers)
    return Client().post("/api/v1/me/bots", body, "application/json", headers=headers)


@pytest.fixture
def organiser(ada: User) -> str:
    """A token of a bot of Ada's that may organise and play."""
    bot = accounts.create_bot(ada.pk, "Ada's right hand")
    return services.issue_token(bot.pk, "desk", ("play", "organise"))[1]


def test_a_person_sees_their_bots_and_never_a_token(browser: Client, organiser: str) -> None:
    for answer in (browser.get("/api/v1/me/bots"), call(organiser)):
        (bot,) = answer.json()["bots"]
        assert bot["name"] == "Ada's right hand"
        (token,) = bot["tokens"]
        assert (token["hint"], token["label"], token["state"]) == (organiser[:7], "desk", "good")
        assert organiser not in answer.content.decode()
        assert "digest" not in token


def test_a_bot_made_over_the_api_can_play(organiser: str, ada: User) -> None:
    answer = call(organiser, {"name": "Left hand", "scopes": ["play"]})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    made = answer.json()
    assert Player.objects.get(pk=made["id"]).owner == ada
    seen = Client().get("/api/v1/me", headers={"authorization": f"Bearer {made['token']}"}).json()
    assert (seen["player"]["name"], seen["scopes"]) == ("Left hand", ["play"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "Left hand", "scopes": ["read"]}, 403, "scope_missing"),
        ({"name": "Ada L", "scopes": ["play"]}, 422, "bad_name"),
        ({"name": "Former player 9", "scopes": ["play"]}, 422, "bad_name"),
        ({"name": 5, "scopes": ["play"]}, 400, "malformed"),
        ({"name": "Left hand", "scopes": []}, 400, "malformed"),
        ({"name": "Left hand", "scopes": ["rule"]}, 400, "malformed"),
        ({"name": "Left hand", "scopes": [["play"]]}, 400, "malformed"),
        ({"name": "Left hand", "scopes": ["play"], "label": ""}, 422, "bad_token"),
        ({"name": "Left hand", "colour": "red"}, 400, "malformed"),
        ([], 400, "malformed"),
    ],
)
def test_what_cannot_be_made_leaves_nothing(organiser: str, body: Any, status: int, code: str) -> None:
    answer = call(organiser, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Player.objects.filter(kind="bot").count() == 1
    assert Token.objects.count() == 1


def test_strangers_players_without_account_and_plain_tokens_are_refused(ada: User) -> None:
    assert Client().get("/api/v1/me/bots").status_code == 401
    plain = services.issue_token(accounts.create_bot(ada.pk, "Plain").pk, "plain")[1]
    assert call(plain).json()["code"] == "scope_missing"
    nobodys = services.create_player("Nobody's", "bot")
    lonely = services.issue_token(nobodys.pk, "lonely", ("organise",))[1]
    assert call(lonely).json()["code"] == "no_account"
    assert call(lonely, {"name": "Left hand"}).json()["code"] == "no_account"
