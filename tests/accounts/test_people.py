"""What a person owns: the profile, bots, tokens that are shown once, and leaving. Through HTTP."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games import services, store
from games.accounts import services as accounts
from games.api import recorder
from games.models import Game, InboxLine, Player, Seek, Token
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.services]

_TOKEN = re.compile(r"kt_[A-Za-z0-9_-]{40}")


def bot_of(browser: Client, name: str = "Adabot") -> int:
    """The id of a new bot, made by the form."""
    answer = browser.post("/me/bots/", {"bot-name": name})
    found = re.fullmatch(r"/me/bots/(\d+)/", answer.headers["Location"])
    assert found
    return int(found[1])


def token_in(page: Any) -> str:
    """The one token that a page shows."""
    found = set(_TOKEN.findall(page.content.decode()))
    assert len(found) == 1
    return str(found.pop())


def new_token(browser: Client, bot: int, **changed: Any) -> str:
    """A token made by the form."""
    asked = {"label": "laptop", "scopes": ["play", "read"], "days": "0", **changed}
    return token_in(browser.post(f"/me/bots/{bot}/tokens/", asked))


def status(token: str, path: str = "me") -> int:
    """What the API says to the token."""
    return Client().get(f"/api/v1/{path}", headers={"authorization": f"Bearer {token}"}).status_code


def token_id(token: str) -> int:
    """Its number."""
    return Token.objects.get(digest=services.token_digest(token)).pk


def test_a_token_is_shown_once_and_kept_nowhere(browser: Client, caplog: pytest.LogCaptureFixture) -> None:
    bot = bot_of(browser)
    with caplog.at_level(logging.DEBUG):
        made = browser.post(f"/me/bots/{bot}/tokens/", {"label": "laptop", "scopes": ["read"], "days": "7"})
    token = token_in(made)
    assert "no-store" in made.headers["Cache-Control"]
    assert status(token) == 200
    kept = Token.objects.get()
    assert (kept.label, kept.scopes, kept.hint) == ("laptop", ["read"], token[:7])
    assert kept.expires_at is not None
    for path in ("/me/", f"/me/bots/{bot}/", "/", "/bots/start", "/api/v1/me/bots"):
        assert token not in browser.get(path).content.decode()
    sessions = [session.get_decoded() for session in Session.objects.all()]
    everything = [*map(repr, sessions), caplog.text, repr(kept), str(browser.cookies)]
    everything += [str(value) for value in Token.objects.values().get().values()]
    assert not [text for text in everything if token in text]
    page = browser.get(f"/me/bots/{bot}/").content.decode()
    assert token[:7] in page
    assert "used" in page


def test_reloading_the_page_that_showed_a_token_makes_no_second_one(browser: Client) -> None:
    bot = bot_of(browser)

    def form(way: str) -> dict[str, str]:
        page = browser.get(f"/me/bots/{bot}/").content.decode()
        found = re.search(rf'action="/me/bots/{bot}/tokens/{way}">.*?name="once" value="([^"]+)"', page)
        assert found
        return {"label": "laptop", "scopes": "read", "days": "0", "hours": "24", "once": found[1]}

    def sent_twice(way: str) -> str:
        asked = form(way)
        token = token_in(browser.post(f"/me/bots/{bot}/tokens/{way}", asked))
        before = Token.objects.count()
        again = browser.post(f"/me/bots/{bot}/tokens/{way}", asked, follow=True)
        assert again.redirect_chain == [(f"/me/bots/{bot}/", 302)]
        assert "a token is shown only once" in again.content.decode()
        assert token not in again.content.decode()
        assert (Token.objects.count(), status(token)) == (before, 200)
        return token

    first = sent_twice("")
    rotated = sent_twice(f"{token_id(first)}/rotate/")
    # A form that was refused is not used up, and the next page's is another.
    wrong = form("") | {"label": ""}
    assert browser.post(f"/me/bots/{bot}/tokens/", wrong).status_code == 422
    third = token_in(browser.post(f"/me/bots/{bot}/tokens/", wrong | {"label": "desk"}))
    assert len({first, rotated, third, sent_twice("")}) == 4


def test_rotation_never_stops_a_bot(browser: Client) -> None:
    bot = bot_of(browser)
    old = new_token(browser, bot, days="30")
    fresh = token_in(browser.post(f"/me/bots/{bot}/tokens/{token_id(old)}/rotate/", {"hours": "24"}))
    assert fresh != old
    assert (status(old), status(fresh)) == (200, 200)
    with time_machine.travel(timezone.now() + timedelta(hours=23), tick=True):
        assert (status(old), status(fresh)) == (200, 200)
    with time_machine.travel(timezone.now() + timedelta(hours=24, seconds=5), tick=True):
        assert (status(old), status(fresh)) == (401, 200)
    labels = Token.objects.filter(player_id=bot).values_list("label", "scopes")
    assert len({(label, tuple(scopes)) for label, scopes in labels}) == 1
    at_once = token_in(browser.post(f"/me/bots/{bot}/tokens/{token_id(fresh)}/rotate/", {"hours": "0"}))
    assert (status(fresh), status(at_once)) == (401, 200)
    again = browser.post(f"/me/bots/{bot}/tokens/{token_id(fresh)}/rotate/", {"hours": "0"}, follow=True)
    assert "This token has ended" in again.content.decode()


def test_a_revoked_token_ends_at_once(browser: Client) -> None:
    bot = bot_of(browser)
    token = new_token(browser, bot)
    assert status(token) == 200
    page = browser.post(f"/me/bots/{bot}/tokens/{token_id(token)}/end/", follow=True).content.decode()
    assert "is revoked" in page
    assert token not in page
    assert status(token) == 401


def test_a_bots_page_tells_its_owner_what_the_bot_asked_and_was_answered(browser: Client) -> None:
    bot = bot_of(browser)
    assert "shows here a second later" in browser.get(f"/me/bots/{bot}/").content.decode()
    token = new_token(browser, bot)
    recorder.RECORDER.start(thread=False)
    try:
        headers = {"authorization": f"Bearer {token}"}
        asked = {"question": "1.1-pick", "chosen": ["egg"]}
        Client().post("/api/v1/games/77/picks", asked, content_type="application/json", headers=headers)
        assert status(token) == 200
        recorder.RECORDER.flush()
    finally:
        recorder.RECORDER.on = False
    page = browser.get(f"/me/bots/{bot}/").content.decode()
    assert page.index("GET /api/v1/me") < page.index("POST /api/v1/games/77/picks")
    assert "404 not_found" in page
    assert token not in page
    assert (
        "/api/v1/games/77/picks" not in browser.get(f"/me/bots/{bot_of(browser, 'Other')}/").content.decode()
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"label": ""}, "This field is required"),
        ({"label": "x" * 61}, "at most 60"),
        ({"scopes": []}, "This field is required"),
        ({"scopes": ["rule"]}, "not one of the available"),
        ({"days": "3"}, "not one of the available"),
    ],
)
def test_a_token_that_cannot_be_made_is_explained(browser: Client, wrong: dict[str, Any], said: str) -> None:
    bot = bot_of(browser)
    asked = {"label": "laptop", "scopes": ["play"], "days": "0", **wrong}
    answer = browser.post(f"/me/bots/{bot}/tokens/", asked)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Token.objects.exists()


def test_nobody_reaches_the_bots_of_others(browser: Client) -> None:
    other = User.objects.create_user("bo", password=PASSWORD)
    theirs = accounts.create_bot(other.pk, "Bobot")
    token, clear = services.issue_token(theirs.pk, "theirs")
    paths = [
        f"/me/bots/{theirs.pk}/",
        f"/me/bots/{theirs.pk}/tokens/",
        f"/me/bots/{theirs.pk}/tokens/{token.pk}/rotate/",
        f"/me/bots/{theirs.pk}/tokens/{token.pk}/end/",
        f"/me/bots/{bot_of(browser)}/tokens/{token.pk}/end/",
        f"/me/bots/{2**63}/tokens/1/end/",
    ]
    asked = {"label": "mine", "scopes": ["play"], "days": "0", "hours": "0"}
    assert [browser.post(path, asked).status_code for path in paths] == [405, *[404] * 5]
    assert browser.get(paths[0]).status_code == 404
    assert [Client().post(path, asked).status_code for path in paths] == [*[302] * 5, 404]
    assert status(clear) == 200
    assert Token.objects.count() == 1


def test_a_persons_forms_are_safe_from_other_sites(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    for path in ("/me/bots/", "/me/leave/", "/bots/start", "/accounts/password/"):
        assert strict.post(path, {"name": "Evil", "password": PASSWORD}).status_code == 403
    assert not Player.objects.filter(kind="bot").exists()


def test_an_account_made_by_the_administration_chooses_its_name() -> None:
    user = User.objects.create_user("cy", password=PASSWORD)
    client = Client()
    client.force_login(user)
    assert "Your account has no player yet" in client.get("/me/").content.decode()
    services.create_player("Cyan", "person")
    taken = client.post("/me/player/", {"person-name": "cyan"})
    assert (taken.status_code, "is taken" in taken.content.decode()) == (422, True)
    assert client.post("/me/player/", {"person-name": "Cyber"}).status_code == 302
    assert client.get("/api/v1/me").json()["player"]["name"] == "Cyber"
    again = client.post("/me/player/", {"person-name": "Cyber Two"}, follow=True)
    assert "You play as Cyber already" in again.content.decode()


def test_the_first_bot_page_makes_bot_token_and_programs(browser: Client) -> None:
    stranger = Client().get("/bots/start").content.decode()
    assert "kt_your_token" in stranger
    assert "Sign up" in stranger
    assert Client().post("/bots/start", {"name": "Nobody"}).headers["Location"] == "/accounts/login/"
    page = browser.post("/bots/start", {"name": "Adabot"})
    token = token_in(page)
    text = page.content.decode()
    assert text.count(token) >= 4
    assert "kt_your_token" not in text
    assert "else (&quot;http://testserver&quot;, &quot;" + token in text
    assert status(token, "questions") == 200
    for name in ("first_bot.py", "first_game.sh"):
        program = Client().get(f"/bots/start/{name}")
        assert "http://testserver" in program.content.decode()
        assert "kt_your_token" in program.content.decode()
    assert Client().get("/bots/start/settings.py").status_code == 404
    assert browser.post("/bots/start", {"name": "Adabot"}).status_code == 422


def test_leaving_asks_for_the_password(ada: User, browser: Client) -> None:
    answer = browser.post("/me/leave/", {"password": "wrong"})
    assert "not the password" in answer.content.decode()
    assert User.objects.filter(pk=ada.pk).exists()


def test_who_leaves_becomes_a_former_player_and_the_games_stay(ada: User, browser: Client) -> None:
    bot = bot_of(browser)
    token = new_token(browser, bot)
    person = Player.objects.get(owner=ada, kind="person")
    seats: list[services.SeatSpec] = [("player", person.pk), ("player", bot), ("house", "greedy")]
    running = services.open_game(opened_by=person.pk, edition="classic", seats=seats, pick_seconds=1)
    before = store.read(running.pk)
    answer = browser.post("/me/leave/", {"password": PASSWORD}, follow=True)
    assert "Your account is deleted" in answer.content.decode()
    assert not User.objects.filter(username="ada").exists()
    assert status(token) == 401
    for player in Player.objects.filter(pk__in=[person.pk, bot]):
        assert (player.name, player.active, player.owner) == (f"Former player {player.pk}", False, None)
    assert store.read(running.pk)[: len(before)] == before
    # The table goes on by itself, to an end that can be replayed.
    now = timezone.now()
    for step in range(1, 200):
        services.enforce_deadline(running.pk, now + timedelta(seconds=60 * step))
        if Game.objects.get(pk=running.pk).status == "finished":
            break
    assert store.verify(running.pk).problems == ()
    replay = Client().get(f"/games/{running.pk}/replay/", follow=True).content.decode()
    assert f"Former player {person.pk}" in replay
    assert "Ada L" not in replay
    assert "Ada L" not in Client().get(f"/players/{person.pk}/").content.decode()
    assert Client().post("/accounts/login/", {"username": "ada", "password": PASSWORD}).status_code == 200


def test_who_leaves_gives_back_what_had_not_begun_and_the_others_are_told(ada: User, browser: Client) -> None:
    bot, person = bot_of(browser), Player.objects.get(owner=ada, kind="person").pk
    ben, cleo = (services.create_player(name, "bot").pk for name in ("Ben B", "Cleo C"))

    def table(opener: int, *more: services.SeatSpec) -> Game:
        seats: list[services.SeatSpec] = [("player", opener), *more, ("open", None)]
        return services.open_game(opened_by=opener, edition="classic", seats=seats)

    opened = table(person, ("invited", ben))
    shared = table(ben, ("open", None))
    services.join_game(shared.pk, bot)
    invited = table(cleo, ("invited", person))
    accepted = table(cleo, ("invited", bot))
    services.accept_invitation(accepted.pk, bot)
    elsewhere = table(cleo)
    for player in (person, bot):
        services.seek(player, "classic-3-5")
    browser.post("/me/leave/", {"password": PASSWORD})

    def now(game: Game) -> tuple[str, str]:
        game.refresh_from_db()
        return game.status, game.expired_reason

    assert now(opened) == ("expired", "Withdrawn by the player who opened it.")
    assert now(invited) == ("expired", "An invited player declined.")
    assert now(accepted) == ("expired", "An invited player has left.")
    assert [now(game)[0] for game in (shared, elsewhere)] == ["open", "open"]
    assert list(shared.seats.order_by("number").values_list("player", flat=True)) == [ben, None, None]
    assert set(Seek.objects.values_list("status", flat=True)) == {"cancelled"}
    # Told to those who are left, without the name that was erased.
    told = InboxLine.objects.filter(player=cleo).values_list("kind", "game")
    assert ("table_expired", invited.pk) in told
    assert ("invitation_answered", invited.pk) in told
    assert InboxLine.objects.filter(player=ben, kind="table_expired", game=opened).count() == 1
    assert "Ada L" not in str(list(InboxLine.objects.filter(player=cleo).values_list("data", flat=True)))
    # The seat is anybody's now.
    services.join_game(shared.pk, cleo)
    assert services.leave_lobby(person) == 0


def test_the_last_administrator_cannot_leave() -> None:
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    client = Client()
    client.force_login(boss)
    assert "last administrator" in client.post("/me/leave/", {"password": PASSWORD}).content.decode()
    User.objects.create_superuser("deputy", password=PASSWORD)
    assert client.post("/me/leave/", {"password": PASSWORD}).status_code == 302


def test_bots_and_tokens_have_a_number(browser: Client, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST_BOTS", 1)
    monkeypatch.setattr(accounts, "MOST_TOKENS", 2)
    bot = bot_of(browser)
    assert "may have 1 bots" in browser.post("/me/bots/", {"bot-name": "Second"}).content.decode()
    first, _ = new_token(browser, bot), new_token(browser, bot)
    asked = {"label": "third", "scopes": ["play"], "days": "0"}
    assert "2 tokens at a time" in browser.post(f"/me/bots/{bot}/tokens/", asked).content.decode()
    services.revoke_token(token_id(first))
    assert status(new_token(browser, bot)) == 200
