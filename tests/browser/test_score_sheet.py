"""The score sheet under a finger and under keys: cards go down at once, the points come from the API."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Club

pytestmark = [pytest.mark.browser, pytest.mark.services]

Opened = Callable[..., Page]


def test_points_follow_every_tap_without_leaving_the_page(club: Club, opened: Opened) -> None:
    page = opened(360, height=740, has_touch=True)
    page.goto(f"{club.url}/score/?edition=classic&players=3")
    page.evaluate("window.before = 1")
    points = page.locator("[data-points]")
    for name in ("wasabi", "squid nigiri, 3 points", "tempura", "tempura"):
        page.get_by_role("button", name=f"Add {name}", exact=True).tap()
    expect(points.first).to_have_text("14")
    page.get_by_role("radio", name="seat 1").check()
    page.get_by_role("button", name="Add maki, two rolls").tap()
    expect(points).to_have_text(["14", "6", "0"])
    page.get_by_role("button", name="Remove tempura").first.tap()
    expect(points.first).to_have_text("9")
    expect(page.locator("[data-told]")).to_have_text("Seat 0: tempura removed")
    assert page.evaluate("window.before") == 1, "the page was left"
    page.reload()
    expect(points).to_have_text(["9", "6", "0"])


def test_a_copy_a_face_down_card_and_a_warning_show_as_they_are_tapped(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/score/?edition=party&players=3")
    page.get_by_role("radio", name="turned face down").check()
    page.get_by_role("button", name="Add eel").click()
    page.get_by_role("radio", name="as a special order's copy").check()
    page.get_by_role("button", name="Add tofu").click()
    chips = page.locator("[data-seat='0'] [data-chips]")
    expect(chips.get_by_role("button", name="Remove eel, face down")).to_be_visible()
    expect(chips.get_by_role("button", name="Remove tofu, a copy")).to_be_visible()
    expect(page.locator("[data-points]").first).to_have_text("4")
    expect(page.get_by_role("radio", name="face up")).to_be_checked()
    for _ in range(3):
        page.get_by_role("button", name="Add chopsticks, number 1").click()
    expect(page.locator("[data-warnings]")).to_contain_text("There are 3 chopsticks; the printed deck has 1")


def test_the_sheet_is_filled_in_by_keys_alone(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/score/?edition=tenth&players=2")
    page.get_by_role("radio", name="seat 0").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Add gyoza").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.locator("[data-detail]").nth(1)).to_contain_text("gyoza 3")
    remove = page.get_by_role("button", name="Remove gyoza").first
    remove.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-seat='1'] [data-chips] button")).to_have_count(1)
    expect(page.get_by_role("button", name="Remove gyoza")).to_be_focused()


def test_without_script_a_whole_game_is_scored_by_its_buttons(club: Club, opened: Opened) -> None:
    page = opened(360, java_script_enabled=False)
    page.goto(f"{club.url}/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Score").click()
    page.get_by_label("Players").select_option("2")
    page.get_by_label("Name of seat 0").fill("Ada")
    page.get_by_role("button", name="Use").click()
    page.get_by_role("button", name="Add pudding").click()
    page.get_by_role("button", name="Round 2").click()
    page.get_by_role("button", name="Add squid nigiri, 3 points").click()
    page.get_by_role("button", name="Total").click()
    expect(page.get_by_role("heading", name="Ada leads so far.")).to_be_visible()
    assert "r1s0=pudding&r2s0=squid" in page.url
    page.go_back()
    assert page.locator("[data-points]").first.text_content() == "3"
