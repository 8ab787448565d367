"""What the lobby tells a person: invitations to answer, whose turn it is, and what became of tables."""

import datetime as dt
import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import clock, services
from games.models import Game, Player
from tests.web.seated import page_of, question_on, send, table, values_on

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def noa(db: None) -> Player:
    """Another person with an account."""
    return services.create_player("Noa", "person", User.objects.create_user("noa").pk)


@pytest.fixture
def noas(noa: Player) -> Client:
    """Noa's browser, logged in."""
    client = Client()
    client.force_login(User.objects.get(username="noa"))
    return client


def page(client: Client, path: str = "/games/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def waits(client: Client, path: str = "/") -> str:
    """The number in the head of a page, "" for none."""
    found = re.search(r'class="calls">(\d+)<span class="hidden-text"> waits? for you', page(client, path))
    return found[1] if found else ""


def invite(mikas: Client, name: str = "Noa") -> Game:
    """Mika opens a table for a house bot and the one invited."""
    form = {
        "edition": "classic",
        "clock": "daily",
        "seat-1": "house:greedy",
        "seat-2": "invite",
        "name-2": name,
    }
    answer = mikas.post("/games/new/", form)
    return Game.objects.get(pk=int(answer.headers["Location"].strip("/").split("/")[-1]))


def test_an_invitation_is_told_on_every_page_and_answered_in_the_lobby(
    mikas: Client, mika: Player, noas: Client, client: Client
) -> None:
    game = invite(mikas)
    assert (waits(noas), waits(noas, "/ratings/"), waits(noas, "/games/")) == ("1", "1", "1")
    assert (waits(Client()), waits(mikas)) == ("", "")
    shown = page(noas)
    assert "<b>Mika</b> keeps a seat for you" in shown
    assert 'role="status">1 invitation waits for your answer.' in shown
    assert "Classic, 3 seats, not rated, a day for each pick." in shown
    assert f'action="/games/{game.pk}/join/"' in shown
    assert f'action="/games/{game.pk}/decline/"' in shown
    assert "keeps a seat" not in page(Client())
    # On the table's own page the invitation stands there, and is not counted twice.
    assert waits(noas, f"/games/{game.pk}/") == ""
    assert "invited, no answer yet" in page_of(mikas, game)
    assert "invited, no answer yet" not in page_of(Client(), game)
    noas.post(f"/games/{game.pk}/join/")
    game.refresh_from_db()
    assert game.status == "playing"
    assert waits(noas) == waits(mikas) == "1"
    assert "your turn" in page(noas)
    asked = page_of(noas, game)
    send(noas, game, question_on(asked), c0=values_on(asked)[0])
    assert waits(noas) == ""
    assert "others choose" in page(noas)
    # Taken part, the opener reads who came.
    assert "Noa accepted your invitation." in page(mikas)


def test_the_opener_reads_who_declined_and_why_and_nobody_else_does(
    mikas: Client, mika: Player, noas: Client
) -> None:
    game = invite(mikas)
    noas.post(f"/games/{game.pk}/decline/", {"reason": "too_slow"})
    said = page_of(mikas, game)
    assert "This table never started. An invited player declined. Noa says: The clock is too slow." in said
    assert "The clock is too slow" not in page_of(Client(), game)
    told = page(mikas)
    assert "Noa declined, so the table closed. The clock is too slow." in told
    assert told.count(f'"/games/{game.pk}/"') == 2, "once in what became of it, once in the list"
    assert "What became" not in page(noas)


def test_a_table_that_expired_says_why_to_those_it_was_for(mikas: Client, mika: Player, noas: Client) -> None:
    game = invite(mikas)
    services.expire_tables(clock.now() + dt.timedelta(minutes=11))
    why = "Nobody took 1 of 3 seats within 10 minutes; 1 was kept for an invited player."
    assert why in page_of(mikas, game)
    for one in (mikas, noas):
        assert f"The table closed before it began. {why}" in page(one)
    assert "did not answer" in page_of(mikas, game)
    assert waits(noas) == ""


def test_who_closes_a_table_knows_what_the_button_does(mikas: Client, mika: Player, noas: Client) -> None:
    game = invite(mikas)
    assert "Close the table" in page_of(mikas, game)
    assert "a day for each pick" in page_of(mikas, game)
    mikas.post(f"/games/{game.pk}/leave/")
    assert "What became" not in page(mikas)
    assert "The table closed before it began. The player who opened it has left." in page(noas)


def test_a_search_that_goes_on_leads_back_to_its_page(mikas: Client, mika: Player) -> None:
    seek, _ = services.seek(mika.pk, "classic-2")
    assert f'href="/games/find/{seek.pk}/"' in page(mikas)


def test_the_lobby_costs_the_same_however_much_waits(
    mikas: Client, mika: Player, django_assert_max_num_queries: object
) -> None:
    ada = services.create_player("Ada", "bot")
    for number in range(4):
        services.open_game(
            opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("invited", mika.pk)]
        )
        table(mika, "greedy", seed=f"lobby {number}")
    assert waits(mikas) == "8"
    with django_assert_max_num_queries(15):  # type: ignore[operator]  # the fixture's type is pytest-django's own
        page(mikas)
