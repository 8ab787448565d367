"""A person looks for a game in a browser, and is led to the table when somebody else looks for the same."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Club
from tests.browser.test_accessibility import faults
from tests.browser.test_playing import Seated, seated

__all__ = ["seated"]
pytestmark = [pytest.mark.browser, pytest.mark.services]


def test_a_search_by_keys_leads_to_the_table_by_itself(club: Club, seated: Seated) -> None:
    page = seated()
    page.goto(f"{club.url}/games/")
    page.get_by_role("link", name="Find me a game").click()
    assert faults(page) == []
    # By keys alone: the first pool is the duel, Enter sends the form.
    page.get_by_role("radio", name="Classic tables of 3 to 5").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name="Classic duels")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#live-queue[role=status]")).to_contain_text("You are first in line.")
    assert faults(page) == []
    club.seek("classic-2", club.seeker)
    page.wait_for_url(re.compile(r"/games/\d+/$"))
    expect(page.locator(".seats")).to_contain_text("Seeker")


def test_on_a_phone_without_script_one_waits_and_stops(club: Club, seated: Seated) -> None:
    page = seated(360, java_script_enabled=False, color_scheme="dark")
    page.goto(f"{club.url}/games/find/")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_text("Party tables of 6 to 8").click()
    page.get_by_role("button", name="Find me a game").click()
    expect(page.locator("head meta[http-equiv=refresh]")).to_have_count(1)
    page.get_by_role("link", name="Look again now").click()
    expect(page.get_by_role("heading", name="Looking for a game")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("status").first).to_contain_text("You stopped looking for a game.")
