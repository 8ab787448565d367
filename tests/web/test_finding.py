"""Finding a game: the form, the page that waits, the way to the table, and what who comes back is told."""

import datetime as dt
import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import clock, seeking, services
from games.models import Game, GameStatus, Player, Seek

pytestmark = [pytest.mark.django_db, pytest.mark.services]

POOL = "classic-3-5"


def begin(mikas: Client, **more: str) -> Seek:
    """Mika presses the button; the search that began."""
    answer = mikas.post("/games/find/", {"pool": POOL, "clock": "live", **more})
    assert answer.status_code == 302, unescape(answer.content.decode())
    return Seek.objects.get(pk=int(answer.headers["Location"].strip("/").split("/")[-1]))


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def earlier(seek: Seek, seconds: float) -> None:
    """As if the search had begun, and been heard of last, so many seconds sooner."""
    past = dt.timedelta(seconds=seconds)
    Seek.objects.filter(pk=seek.pk).update(created_at=seek.created_at - past, beaten_at=seek.beaten_at - past)


def test_the_form_offers_every_pool_and_clock_and_says_who_waits(mikas: Client, mika: Player) -> None:
    for name in ("Ada", "Ben"):
        services.seek(services.create_player(name, "bot").pk, "classic-2", clock_name="daily")
    shown = page(mikas, "/games/find/")
    for pool in seeking.POOLS.values():
        assert pool.name in shown
        assert f'value="{pool.key}"' in shown
    for name in clock.PRESETS:
        assert f'value="{name}"' in shown
    assert "waiting now: 2 players (daily)" in shown
    assert "a minute for each pick" in shown
    assert 'href="/games/find/"' in page(mikas, "/games/")


def test_a_search_says_what_it_waits_for_and_where_in_line(mikas: Client, mika: Player) -> None:
    services.seek(services.create_player("Ada", "bot").pk, POOL)
    seek = begin(mikas, **{f"least-{POOL}": "4", f"most-{POOL}": "5"})
    assert (seek.least_seats, seek.most_seats, seek.clock) == (4, 5, "live")
    shown = page(mikas, f"/games/find/{seek.pk}/")
    assert "Classic tables of 3 to 5</b>, 4 to 5 players: a minute for each pick." in shown
    assert "You are number 2 in line. One other player looks for it, too." in shown
    # Without script the page comes again by itself, and there is a button that does it now.
    assert '<noscript><meta http-equiv="refresh"' in shown
    # Who opens the form meanwhile is led back to the wait.
    assert mikas.get("/games/find/").headers["Location"] == f"/games/find/{seek.pk}/"


def test_looking_at_the_page_is_the_sign_of_life(mikas: Client, mika: Player) -> None:
    seek = begin(mikas, pool="party-6-8")
    Seek.objects.filter(pk=seek.pk).update(beaten_at=seek.beaten_at - dt.timedelta(seconds=40))
    page(mikas, f"/games/find/{seek.pk}/")
    seek.refresh_from_db()
    assert clock.now() - seek.beaten_at < dt.timedelta(seconds=30)


def test_the_page_leads_to_the_table_and_who_is_led_there_need_not_be_asked(
    mikas: Client, mika: Player
) -> None:
    seek = begin(mikas)
    earlier(seek, seeking.FILL_SECONDS + 1)
    # The page that renews itself finds the table; nobody has come to it yet.
    found = mikas.get(f"/games/find/{seek.pk}/", headers={"HX-Request": "true"})
    game = Game.objects.get()
    assert found.headers["HX-Refresh"] == "true"
    assert (game.status, game.rated, game.seats_count) == (GameStatus.OPEN, True, 3)
    assert mikas.get(f"/games/find/{seek.pk}/").headers["Location"] == f"/games/{game.pk}/"
    game.refresh_from_db()
    assert game.status == GameStatus.PLAYING
    # The next who looks is told how long the longest wait was.
    other = begin(mikas)
    earlier(other, 2)
    assert "Longest wait for a seat today: <b>2" in page(mikas, f"/games/find/{other.pk}/")


def test_two_people_who_look_for_a_duel_meet(mikas: Client, mika: Player) -> None:
    begin(mikas, pool="classic-2")
    noa = services.create_player("Noa", "person", User.objects.create_user("noa").pk)
    hers = Client()
    hers.force_login(User.objects.get(username="noa"))
    seek = begin(hers, pool="classic-2")
    assert seek.game_id is not None
    assert set(Game.objects.get().seats.values_list("player", flat=True)) == {mika.pk, noa.pk}


def test_who_comes_back_too_late_is_told_why_and_may_look_again(mikas: Client, mika: Player) -> None:
    seek = begin(mikas, pool="classic-2", clock="daily")
    earlier(seek, seeking.LAPSE_SECONDS + 5)
    for path in (f"/games/find/{seek.pk}/", "/games/find/"):
        shown = page(mikas, path)
        assert "Your search ended: this page was closed for more than a minute" in shown
        assert re.search(r'value="classic-2" required checked', shown)
        assert re.search(r'value="daily" required checked', shown)
    # A page that still waits is loaded anew, and is this one.
    by_htmx = {"HX-Request": "true"}
    assert mikas.get(f"/games/find/{seek.pk}/", headers=by_htmx).headers["HX-Refresh"] == "true"
    login = f"/accounts/login/?next=/games/find/{seek.pk}/"
    assert Client().get(f"/games/find/{seek.pk}/", headers=by_htmx).headers["HX-Redirect"] == login
    assert not Game.objects.exists()
    assert begin(mikas).pk != seek.pk


def test_stopping_takes_one_button_and_a_table_that_was_found_stays_found(
    mikas: Client, mika: Player
) -> None:
    seek = begin(mikas)
    assert f'action="/games/find/{seek.pk}/stop/"' in page(mikas, f"/games/find/{seek.pk}/")
    for _ in range(2):
        answer = mikas.post(f"/games/find/{seek.pk}/stop/", follow=True)
        assert "You stopped looking for a game." in answer.content.decode()
    seek.refresh_from_db()
    assert seek.status == "cancelled"
    again = begin(mikas)
    earlier(again, seeking.FILL_SECONDS)
    services.match_seeks()
    answer = mikas.post(f"/games/find/{again.pk}/stop/")
    assert answer.headers["Location"] == f"/games/{Game.objects.get().pk}/"


def test_a_person_looks_for_one_game_at_a_time(mikas: Client, mika: Player) -> None:
    first = begin(mikas)
    second = begin(mikas, pool="tenth-2")
    assert begin(mikas, pool="tenth-2") == second
    first.refresh_from_db()
    assert (first.status, second.status) == ("cancelled", "waiting")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"pool": ""}, "Choose what you would like to play."),
        ({"pool": "chess-2"}, "Choose what you would like to play."),
        ({"clock": "never"}, "Choose a clock from the list."),
        ({f"least-{POOL}": "5", f"most-{POOL}": "4"}, "The smallest table, 5, cannot be larger"),
        ({f"least-{POOL}": "2"}, "Sizes in this pool go from 3 to 5."),
        ({f"most-{POOL}": "9" * 30}, "Choose the sizes of tables from the lists."),
        ({f"most-{POOL}": "\x00"}, "Choose the sizes of tables from the lists."),
    ],
)
def test_a_wrong_wish_has_its_sentence_beside_the_form(
    mikas: Client, mika: Player, more: dict[str, str], sentence: str
) -> None:
    answer = mikas.post("/games/find/", {"pool": POOL, "clock": "daily", **more})
    said = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert re.search(rf'role="alert">[^<]*{re.escape(sentence)}', said)
    assert "never" in more.values() or 'value="daily" required checked' in said
    assert not Seek.objects.exists()


def test_a_search_is_its_players_own(mikas: Client, mika: Player, client: Client) -> None:
    ada = services.create_player("Ada", "bot")
    other, _ = services.seek(ada.pk, POOL)
    stranger = Client()
    for number in (other.pk, 0, 10**19, 10**40):
        for path in (f"/games/find/{number}/", f"/games/find/{number}/stop/"):
            assert mikas.post(path).status_code in (404, 405), path
    page(mikas, f"/games/find/{other.pk}/", 404)
    assert stranger.get("/games/find/").headers["Location"] == "/accounts/login/?next=/games/find/"
    other.refresh_from_db()
    assert other.status == "waiting"


def test_a_waiting_page_costs_the_same_however_many_wait(
    mikas: Client, mika: Player, django_assert_max_num_queries: object
) -> None:
    seek = begin(mikas, pool="party-6-8")
    for number in range(4):
        services.seek(services.create_player(f"Seeker {number}", "bot").pk, "party-6-8")
    page(mikas, f"/games/find/{seek.pk}/")
    with django_assert_max_num_queries(16):  # type: ignore[operator]  # the fixture's type is pytest-django's own
        page(mikas, f"/games/find/{seek.pk}/")
