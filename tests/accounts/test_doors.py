"""Coming in: sign-up in its three modes, log-in, passwords changed and lost. Through HTTP."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.accounts.models import Invitation
from games.models import Player
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def form(name: str, **changed: str) -> dict[str, str]:
    """What somebody writes into the form."""
    filled = {"username": name, "player_name": f"Player {name}", "email": ""}
    return {**filled, "password1": PASSWORD, "password2": PASSWORD, **changed}


def test_whoever_signs_up_is_logged_in_and_has_a_player() -> None:
    client = Client()
    answer = client.post("/accounts/sign-up/", form("bo"), follow=True)
    assert answer.redirect_chain == [("/me/", 302)]
    assert "Player bo" in answer.content.decode()
    player = Player.objects.get(name="Player bo")
    assert (player.kind, player.owner) == ("person", User.objects.get(username="bo"))
    assert client.get("/api/v1/me").json()["player"]["name"] == "Player bo"


def test_whoever_had_to_sign_up_on_the_way_arrives_where_they_were_going() -> None:
    client = Client()
    asked = client.get("/games/find/", follow=True)
    door = re.search(r'href="(/accounts/sign-up/\?[^"]*)"', asked.content.decode())
    assert door
    refused = client.post(door[1], form("bo", player_name="B", next="/games/find/")).content.decode()
    assert 'name="next" value="/games/find/"' in refused
    assert 'href="/accounts/login/?next=/games/find/"' in refused
    answer = client.post(door[1], form("bo", next="/games/find/"), follow=True)
    assert answer.redirect_chain == [("/games/find/", 302)]
    start = Client().get("/bots/start").content.decode()
    assert 'href="/accounts/sign-up/?next=/bots/start"' in start


@pytest.mark.parametrize(
    "elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"]
)
def test_signing_up_leads_nowhere_outside_the_house(elsewhere: str) -> None:
    answer = Client().post(f"/accounts/sign-up/?next={elsewhere}", form("bo", next=elsewhere))
    assert answer.headers["Location"] == "/me/"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"player_name": "ada l"}, "is taken"),
        ({"player_name": "Former player 3"}, "for those who left"),
        ({"player_name": "!!!!"}, "A name has letters"),
        ({"username": "ADA"}, "already exists"),
        ({"password2": "other-words-7"}, "didn’t match"),
        ({"password1": "12345678", "password2": "12345678"}, "entirely numeric"),
    ],
)
def test_a_refused_sign_up_says_why_and_leaves_nothing(ada: User, wrong: dict[str, str], said: str) -> None:
    answer = Client().post("/accounts/sign-up/", form("cy", **wrong))
    assert said in answer.content.decode()
    assert User.objects.count() == 1
    assert Player.objects.count() == 1
    assert PASSWORD not in answer.content.decode()


def test_a_closed_house_takes_nobody(settings: LazySettings) -> None:
    settings.KAITEN_SIGN_UP = "closed"
    for answer in (Client().get("/accounts/sign-up/"), Client().post("/accounts/sign-up/", form("cy"))):
        assert answer.status_code == 403
        assert "takes no new accounts" in answer.content.decode()
    assert not User.objects.exists()
    assert "Sign up</a>" not in Client().get("/").content.decode()


def invited(**options: Any) -> str:
    """The path of a fresh invitation link."""
    told = StringIO()
    call_command("invite_link", stdout=told, stderr=StringIO(), url="http://house", **options)
    return told.getvalue().strip().removeprefix("http://house")


def test_an_invitation_lets_in_as_many_as_it_says(settings: LazySettings) -> None:
    settings.KAITEN_SIGN_UP = "invite"
    assert Client().post("/accounts/sign-up/", form("cy")).status_code == 403
    assert Client().post("/accounts/sign-up/ki_made_up/", form("cy")).status_code == 403
    link = invited(uses=2)
    assert Client().get(link).status_code == 200
    for name in ("dee", "eve"):
        assert Client().post(link, form(name)).status_code == 302
    late = Client().post(link, form("fay"))
    assert late.status_code == 403
    assert "used up" in late.content.decode()
    assert set(User.objects.values_list("username", flat=True)) == {"dee", "eve"}


def test_a_refused_form_does_not_use_up_the_invitation(settings: LazySettings, ada: User) -> None:
    settings.KAITEN_SIGN_UP = "invite"
    link = invited()
    assert "is taken" in Client().post(link, form("dee", player_name="Ada L")).content.decode()
    assert Client().post(link, form("dee")).status_code == 302


def test_an_invitation_ends_with_its_day_or_when_it_is_revoked(settings: LazySettings, staff: Client) -> None:
    settings.KAITEN_SIGN_UP = "invite"
    link = invited(days=1)
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1), tick=True):
        assert Client().post(link, form("dee")).status_code == 403
    made = Invitation.objects.get()
    assert staff.post(f"/accounts/desk/invitations/{made.pk}/end/").status_code == 302
    assert Client().post(link, form("dee")).status_code == 403


def test_staff_make_links_that_are_shown_once(settings: LazySettings, staff: Client, ada: User) -> None:
    settings.KAITEN_SIGN_UP = "invite"
    page = staff.post("/accounts/desk/invite/", {"invite-uses": 1, "invite-days": 2, "invite-note": "hall"})
    link = re.search(r"http://testserver(/accounts/sign-up/ki_\S+/)<", page.content.decode())
    assert link
    secret = link[1].split("/")[-2]
    assert secret not in staff.get("/accounts/desk/").content.decode()
    assert Client().post(link[1], form("dee")).status_code == 302
    page = staff.post("/accounts/desk/reset/", {"reset-username": "ada"})
    reset = re.search(r"http://testserver(/accounts/reset/\S+/)<", page.content.decode())
    assert reset
    assert "Set a new password" in Client().get(reset[1], follow=True).content.decode()
    for path in ("/accounts/desk/", "/accounts/desk/invite/", "/accounts/desk/reset/"):
        assert Client().post(path).status_code in (302, 405)


def test_reloading_the_page_that_showed_an_invitation_makes_no_second_one(staff: Client) -> None:
    desk = staff.get("/accounts/desk/").content.decode()
    found = re.search(r'name="once" value="([^"]+)"', desk)
    assert found
    asked = {"invite-uses": 5, "invite-days": 2, "invite-note": "hall", "once": found[1]}
    assert "/accounts/sign-up/ki_" in staff.post("/accounts/desk/invite/", asked).content.decode()
    again = staff.post("/accounts/desk/invite/", asked, follow=True).content.decode()
    assert "a link is shown only once" in again
    assert "/accounts/sign-up/ki_" not in again
    assert Invitation.objects.count() == 1


def test_staff_cannot_take_over_an_administrator(staff: Client) -> None:
    User.objects.create_superuser("boss", password=PASSWORD)
    page = staff.post("/accounts/desk/reset/", {"reset-username": "boss"})
    assert page.status_code == 422
    assert "only an administrator" in page.content.decode()
    assert "/accounts/reset/MQ" not in page.content.decode()


def test_a_reset_link_sets_a_password_once(ada: User) -> None:
    told = StringIO()
    call_command("reset_link", "ada", url="http://house", stdout=told, stderr=StringIO())
    link = told.getvalue().strip().removeprefix("http://house")
    client = Client()
    where = client.get(link).headers["Location"]
    new = {"new_password1": "ginger-and-wasabi-4", "new_password2": "ginger-and-wasabi-4"}
    answer = client.post(where, new, follow=True)
    assert "Your new password is set" in answer.content.decode()
    assert Client().login(username="ada", password="ginger-and-wasabi-4")
    again = Client().get(link, follow=True)
    assert "used already" in again.content.decode()
    with pytest.raises(CommandError, match="no active account 'nobody'"):
        call_command("reset_link", "nobody")


def test_a_link_comes_by_mail_and_strangers_learn_nothing(ada: User) -> None:
    known = Client().post("/accounts/reset/", {"email": "ada@example.org"}, follow=True)
    unknown = Client().post("/accounts/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.content == unknown.content
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]
    link = re.search(r"http://testserver(/accounts/reset/\S+)", str(letter.body))
    assert link
    assert "Set a new password" in Client().get(link[1], follow=True).content.decode()


def test_a_changed_password_ends_other_sessions(ada: User, browser: Client) -> None:
    other = Client()
    other.force_login(ada)
    new = {"new_password1": "ginger-and-wasabi-4", "new_password2": "ginger-and-wasabi-4"}
    wrong = browser.post("/accounts/password/", {"old_password": "no", **new})
    assert "incorrectly" in wrong.content.decode()
    right = browser.post("/accounts/password/", {"old_password": PASSWORD, **new}, follow=True)
    assert "Your password is changed" in right.content.decode()
    assert browser.get("/me/").status_code == 200
    assert other.get("/me/").status_code == 302


def test_log_in_and_out(ada: User) -> None:
    client = Client()
    answer = client.post("/accounts/login/", {"username": "ada", "password": PASSWORD, "next": "/me/"})
    assert answer.headers["Location"] == "/me/"
    assert "My bots" in client.get("/").content.decode()
    client.post("/accounts/logout/")
    assert client.get("/me/").status_code == 302


def test_the_administration_has_no_log_in_of_its_own(ada: User) -> None:
    answer = Client().get("/admin/login/?next=/admin/")
    assert answer.headers["Location"] == "/accounts/login/?next=/admin/"
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    client = Client()
    client.force_login(boss)
    assert client.get("/admin/accounts/invitation/").status_code == 200
    page = client.get(f"/admin/auth/user/{ada.pk}/change/")
    assert page.status_code == 200
    assert "deletelink" not in page.content.decode()
