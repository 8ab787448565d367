"""Stories of the score sheet without script: every tap is an address, and the address holds everything."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games import engine
from games.web import score_form, score_page

pytestmark = pytest.mark.django_db


def get(client: Client, query: str = "", status: int = 200) -> str:
    """The sheet at an address."""
    answered = client.get(f"/score/?{query}")
    assert answered.status_code == status
    return str(answered.content.decode())


def points(html: str) -> list[str]:
    return re.findall(r"<b data-points>([^<]+)</b>", html)


def tap(client: Client, query: str, do: str) -> str:
    """The address that a button leads to."""
    answered = client.get(f"/score/?{query}&do={do}")
    assert answered.status_code == 302
    return urlsplit(answered["Location"]).query


def test_tapped_cards_lie_in_front_of_the_chosen_seat_and_are_scored_at_once(client: Client) -> None:
    query = "edition=classic&players=3&seat=1"
    for face in ("wasabi", "squid", "tempura", "tempura"):
        query = tap(client, query, f"add:{face}")
    html = get(client, query)
    assert parse_qs(query)["r1s1"] == ["wasabi.squid.tempura.tempura"]
    assert points(html) == ["0", "14", "0"]
    assert "nigiri 9" in html
    assert "tempura 5" in html


def test_a_card_is_taken_back_by_tapping_it_and_a_row_is_cleared(client: Client) -> None:
    query = tap(client, "players=2&r1s0=egg.squid.egg", "drop:0:1")
    assert parse_qs(query)["r1s0"] == ["egg.egg"]
    assert "r1s0" not in parse_qs(tap(client, query, "clear:0"))


def test_a_reload_after_a_tap_adds_nothing(client: Client) -> None:
    query = tap(client, "players=2", "add:egg")
    assert "do" not in parse_qs(query)
    assert points(get(client, query)) == points(get(client, query)) == ["1", "0"]


@pytest.mark.parametrize(
    "do", ["drop:9:0", "drop:0:99", "drop::", "clear:x", "at:9", "add:", "nothing", "drop:²:0"]
)
def test_a_button_that_makes_no_sense_does_no_harm(client: Client, do: str) -> None:
    get(client, tap(client, "players=2&r1s0=egg", do))


def test_copies_and_face_down_cards_are_written_by_how_the_next_card_lies(client: Client) -> None:
    head = "edition=party&players=3&r1s0=wasabi"
    assert parse_qs(tap(client, f"{head}&way=down", "add:eel"))["r1s0"] == ["wasabi.eel/f"]
    assert parse_qs(tap(client, f"{head}&way=raised", "add:egg"))["r1s0"] == ["wasabi.order=egg@w"]
    html = get(client, "edition=party&players=3&menu=master_menu&r1s0=tofu/f.sashimi/f")
    assert points(html)[0] == "4"
    assert "Remove tofu, face down" in html


def test_cards_that_could_not_coexist_are_warned_of_by_name(client: Client) -> None:
    html = get(client, "edition=party&players=3&r1s0=fruit-ww.fruit-ww.fruit-ww")
    assert "There are 3 fruit (two watermelons); the printed deck has 2." in html


def test_points_taken_at_once_count_and_places_that_are_gone_do_not(client: Client) -> None:
    head = "edition=party&players=3&menu=points_platter&r1s0=uramaki-3"
    assert points(get(client, head))[0] == "8"
    assert points(get(client, f"{head}&u1=2&a1s1=8")) == ["2", "8", "0"]


def test_the_whole_game_adds_rounds_and_desserts_and_names_the_winner(client: Client) -> None:
    rows = "r1s0=squid.pudding&r1s1=egg&r2s0=salmon&r2s1=egg.pudding.pudding"
    rows += "&r3s0=egg&r3s1=sashimi.sashimi.sashimi"
    html = get(client, f"edition=classic&players=2&n0=Ada&n1=Ben&{rows}&at=end")
    assert "<h2>Ben wins.</h2>" in html
    ada, ben = (re.findall(rf"{name}</th>(.+?)</tr>", html)[0] for name in ("Ada", "Ben"))
    assert re.findall(r">([^<>]+)<", ada)[-1] == "6"
    assert re.findall(r">([^<>\s]+)<", ben) == ["1", "1", "10", "+6", "18"]
    assert "leads so far" in get(client, "players=2&r1s0=egg&at=end")
    assert "Begin with round 1" in get(client, "players=2&at=end")


def test_other_rounds_stay_on_the_form_while_one_is_in_hand(client: Client) -> None:
    html = get(client, "players=2&r1s0=egg&r2s1=squid.tempura&a3s0=4&at=1")
    assert '<input type="hidden" name="r2s1" value="squid.tempura">' in html
    assert html.count('name="r1s0"') == 1


def test_every_edition_and_menu_has_its_palette_and_every_card_on_it_scores(client: Client) -> None:
    for key, edition in engine.EDITIONS.items():
        for option in ("menu", "dessert"):
            for value in edition.options[option].allowed if option in edition.options else ("",):
                form = score_form.read({"edition": key, "players": "4", option: str(value)})
                page = score_page.build(form)
                faces = [face for _, part in page.palette for face in part]
                assert len(faces) >= 9
                form.rows[0][0] = faces[:30]
                assert score_page.build(form).refused == ("" if not page.refused else page.refused)


def test_a_menu_that_is_not_for_so_many_is_refused_with_the_sentence(client: Client) -> None:
    html = get(client, "edition=party&players=8&menu=dinner_for_two")
    assert "allows at most 6 players" in html
    assert "data-points" in html


def test_nonsense_in_the_address_is_a_sheet_all_the_same(client: Client) -> None:
    query = "edition=zzz&players=99&at=7&seat=x&way=?&r1s0=dragon.egg&u1=-1&a1s0=1e9&menu=%00"
    html = get(client, query)
    assert "dragon" in html
    assert "no card in use here" in html
    for junk in ("r1s0=...&players=2", "players=2&r1s0=order%3D&at=end", "r1s0=%F0%9F%8D%A3&players=5&at=1"):
        get(client, junk)
