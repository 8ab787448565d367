"""The door of a table: opening one, sitting down, invitations, being ready, and what is refused."""

import datetime as dt
import re
from html import unescape

import pytest
from django.test import Client

from games import engine, services
from games.models import Game, GameStatus, Player, Seat
from tests.web.seated import page_of, question_on, send, table

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def test_an_open_table_has_a_door_and_begins_with_the_last_who_sits_down(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("open", None), ("open", None)]
    )
    page = page_of(mikas, game)
    assert f'action="/games/{game.pk}/join/"' in page
    assert f'action="/games/{game.pk}/join/"' in mikas.get("/games/").content.decode()
    for _ in range(2):
        assert mikas.post(f"/games/{game.pk}/join/").status_code == 302
    assert Seat.objects.filter(game=game, player=mika).count() == 1
    page = page_of(mikas, game)
    assert "You have a seat here" in page
    assert "already have a seat" not in page
    mikas.post(f"/games/{game.pk}/leave/")
    assert not Seat.objects.filter(game=game, player=mika).exists()
    mikas.post(f"/games/{game.pk}/join/")
    services.join_game(game.pk, services.create_player("Bob", "bot").pk)
    assert question_on(page_of(mikas, game)) == "1.1-pick"


def test_who_comes_too_late_for_a_seat_is_told_so(mikas: Client, mika: Player) -> None:
    game = table(services.create_player("Ada", "bot"), "greedy")
    answer = mikas.post(f"/games/{game.pk}/join/", follow=True)
    assert "This table takes nobody any more" in answer.content.decode()


def test_a_stranger_is_sent_to_log_in_and_back(client: Client, mika: Player) -> None:
    game = services.open_game(
        opened_by=mika.pk, edition="classic", seats=[("player", mika.pk), ("open", None)]
    )
    assert f"/accounts/login/?next=/games/{game.pk}/" in page_of(client, game)
    sent = client.post(f"/games/{game.pk}/join/").headers["Location"]
    assert sent == f"/accounts/login/?next=/games/{game.pk}/"
    assert client.get("/games/new/").headers["Location"].startswith("/accounts/login/?next=/games/new/")


def test_a_table_is_opened_with_everything_the_form_offers(mikas: Client, mika: Player) -> None:
    form = {
        "edition": "party",
        "seat-1": "house:greedy",
        "seat-2": "house:drafter",
        "seat-3": "open",
        "option-menu": "sushi_go",
        "option-max_bonus_per_turn": "2",
        "clock": "blitz",
    }
    answer = mikas.post("/games/new/", form)
    assert answer.status_code == 302
    game = Game.objects.get(pk=int(answer.headers["Location"].strip("/").split("/")[-1]))
    assert (game.edition, game.seats_count, game.rated, game.status) == ("party", 4, False, GameStatus.OPEN)
    assert game.options == {"menu": "sushi_go", "max_bonus_per_turn": 2}
    assert (game.pick_seconds, game.bank_seconds) == (2, 10)
    assert game.opened_by == mika


def test_a_table_that_cannot_be_played_is_refused_beside_the_form_and_nothing_is_lost(
    mikas: Client, mika: Player
) -> None:
    form = {
        "edition": "tenth",
        "variant": "sushi_battle",
        "seat-1": "house:greedy",
        "seat-2": "open",
        "clock": "daily",
    }
    answer = mikas.post("/games/new/", form)
    said = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Sushi battle is played by exactly 2, not by 3." in said
    assert re.search(r'value="sushi_battle" selected', said)
    assert re.search(r'value="daily" selected', said)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat-1": "invite", "name-1": "Nobody Known"}, "There is no player called “Nobody Known”"),
        ({"seat-1": "invite"}, "Write the name of the player you invite"),
        ({"seat-1": "house:nosuch"}, "Choose who sits"),
        ({"clock": "never"}, "Choose a clock"),
        ({"own_menu": "maki, maki", "edition": "party"}, "That is no menu"),
        ({"variant": "upside_down"}, "has no variant"),
    ],
)
def test_every_wrong_field_has_its_sentence(
    mikas: Client, mika: Player, more: dict[str, str], sentence: str
) -> None:
    form = {"edition": "classic", "seat-1": "house:greedy", "clock": "live", **more}
    answer = mikas.post("/games/new/", form)
    assert answer.status_code == 422
    assert sentence in unescape(answer.content.decode())


@pytest.mark.parametrize("edition", list(engine.EDITIONS))
def test_the_form_offers_every_house_bot_variant_and_clock_of_an_edition(
    mikas: Client, mika: Player, edition: str
) -> None:
    page = unescape(mikas.get(f"/games/new/?edition={edition}").content.decode())
    for variant in engine.EDITIONS[edition].variants.values():
        assert variant.name in page
    for wanted in ("house:greedy", "house:drafter", "house:random", "open", "invite"):
        assert f'value="{wanted}"' in page


def test_a_table_page_costs_a_fixed_number_of_queries(
    mikas: Client, mika: Player, django_assert_max_num_queries: object
) -> None:
    game = table(mika, "greedy", "drafter", "random", "greedy")
    page_of(mikas, game)
    with django_assert_max_num_queries(17):  # type: ignore[operator]  # the fixture's type is pytest-django's own
        page_of(mikas, game)


def test_an_invited_player_finds_the_seat_kept_and_takes_or_declines_it(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    for way, status in (("join", "playing"), ("decline", "expired")):
        game = services.open_game(
            opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("invited", mika.pk)]
        )
        page = page_of(mikas, game)
        assert "A seat is kept for you." in page
        assert f'action="/games/{game.pk}/decline/"' in page
        mikas.post(f"/games/{game.pk}/{way}/", {"reason": "later"})
        game.refresh_from_db()
        assert game.status == status
        # Again, as by a double click.
        assert mikas.post(f"/games/{game.pk}/{way}/", {"reason": "later"}).status_code == 302


def test_nobody_else_is_offered_a_seat_that_is_kept(client: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("invited", mika.pk)]
    )
    assert "kept for invited players" in page_of(client, game)
    assert f"/games/{game.pk}/join/" not in client.get("/games/").content.decode()


def test_a_full_table_asks_and_the_person_says_that_they_are_there(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=mika.pk, edition="classic", seats=[("player", mika.pk), ("open", None)], ready_seconds=30
    )
    Seat.objects.filter(game=game, player=mika).update(ready_at=game.created_at - dt.timedelta(hours=1))
    services.join_game(game.pk, ada.pk)
    page = page_of(mikas, game)
    assert "I am ready" in page
    mikas.post(f"/games/{game.pk}/ready/")
    assert question_on(page_of(mikas, game)) == "1.1-pick"


def test_addresses_and_fields_beyond_all_measure_are_not_found_or_refused(
    mikas: Client, mika: Player
) -> None:
    for way in ("", "pick/", "join/", "leave/", "ready/", "decline/"):
        for number in (0, 10**19, 10**40):
            assert mikas.post(f"/games/{number}/{way}").status_code in (404, 405), (way, number)
    game = table(mika, "greedy")
    assert send(mikas, game, "1.1-pick\x00", c0="0.\x00")[0] in (409, 422)
    form = {"edition": "classic", "seat-1": "invite", "name-1": "Mi\x00ka", "clock": "live"}
    assert mikas.post("/games/new/", form).status_code == 422


def test_what_can_be_chosen_is_said_in_plain_words(mikas: Client, mika: Player) -> None:
    for key, edition in engine.EDITIONS.items():
        page = unescape(mikas.get(f"/games/new/?edition={key}").content.decode())
        labels = re.findall(r'<label for="option-[^"]+">([^<]+)</label>', page)
        assert len(labels) == sum(len(option.allowed) > 1 for option in edition.options.values())
        for words in re.findall(r"<option [^>]*>([^<]+)</option>", page):
            assert not re.search(r"_|\b(LLL|LRL|RRR|RLR|True|False|own group|pick order)\b", words), words
            assert words[0].isupper() or words[0].isdigit(), words
        for question in labels:
            assert question.endswith("?") or question in ("Menu", "Desserts"), question
    assert "Live: a minute for each pick" in page
    assert "Blitz: 2 seconds for each pick, and 10 seconds in reserve for the game" in page
