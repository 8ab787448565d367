"""The replay under the keys: every key follows a link that stands on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Club

pytestmark = [pytest.mark.browser, pytest.mark.services]

Opened = Callable[..., Page]


def test_the_keyboard_walks_through_a_game(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/games/{club.four}/replay/")

    def press(key: str, leads_to: str) -> None:
        page.keyboard.press(key)
        page.wait_for_url(f"**/replay/{leads_to}#turn")

    press("ArrowRight", "1.2/?as=open")
    press("ArrowRight", "1.3/?as=open")
    press("ArrowLeft", "1.2/?as=open")
    press("PageDown", "2.1/?as=open")
    press("ArrowDown", "2.1/?as=spectator")
    press("ArrowDown", "2.1/?as=0")
    press("ArrowUp", "2.1/?as=spectator")
    press("3", "2.1/?as=3")
    press("o", "2.1/?as=open")
    press("PageUp", "1.1/?as=open")
    press("End", "end/?as=open")
    press("ArrowLeft", "3.8/?as=open")
    press("Home", "1.1/?as=open")
    page.go_back()
    assert "/replay/3.8/?as=open" in page.url


def test_help_opens_and_closes_and_holds_the_other_keys(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/games/{club.four}/replay/1.2/")
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog")
    expect(help_).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("?")
    expect(help_).to_be_hidden()
    assert "/replay/1.2/" in page.url
    page.get_by_role("button", name="Keys of this page").click()
    page.get_by_role("button", name="Close").click()
    expect(help_).to_be_hidden()


def test_a_hand_is_followed_around_the_table_by_one_click(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/games/{club.four}/replay/1.1/")
    page.get_by_role("link", name="follow this hand on to").first.click()
    followed = page.locator(".seat.followed")
    assert followed.get_attribute("aria-label").startswith("Seat 1,")  # type: ignore[union-attr]
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/1.3/**")
    assert followed.get_attribute("aria-label").startswith("Seat 2,")  # type: ignore[union-attr]
    followed.get_by_role("link", name="stop following").click()
    expect(page.locator(".seat.followed")).to_have_count(0)


def test_cards_are_drawn_and_named(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/games/{club.five}/replay/1.1/")
    card = page.locator(".seat-hand svg.card").first
    assert card.get_attribute("aria-label")
    # The picture comes from the sprite: an empty reference would have no box of its own.
    assert card.locator("use").bounding_box()["width"] > 30  # type: ignore[index]
