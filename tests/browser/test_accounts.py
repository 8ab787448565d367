"""A newcomer in a real browser: signs up, makes a bot, runs the program off the page, leaves."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Club
from tests.browser.test_site import BOXES, LOW_CONTRAST

pytestmark = [pytest.mark.browser, pytest.mark.services]

Opened = Callable[..., Page]
#: An option of its own gives a page a visitor of its own: whoever logs in must not be met by other tests.
VISITOR = {"locale": "en-GB"}
PASSWORD = "seaweed-and-rice-9"
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def sign_up(page: Page, club: Club, name: str) -> None:
    """Through the form that the menu leads to, by keyboard."""
    page.goto(club.url)
    page.get_by_role("link", name="Sign up").click()
    expect(page.get_by_label("User name")).to_be_focused()
    page.keyboard.type(name)
    for text in (f"Player {name}", "", PASSWORD, PASSWORD):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Player {name}")).to_be_visible()


def test_a_newcomer_plays_by_the_program_off_the_page(opened: Opened, club: Club, tmp_path: Path) -> None:
    page = opened(**VISITOR)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_up(page, club, "newcomer")
    page.get_by_role("link", name="A first bot in two minutes").click()
    page.get_by_label("Name").fill("Newcomer's bot")
    page.get_by_role("button", name="Make bot and token").click()
    token = page.locator("#secret").inner_text()
    assert re.fullmatch(r"kt_[A-Za-z0-9_-]{40}", token)
    page.locator("[data-copies=secret]").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == token
    program = tmp_path / "first_bot.py"
    program.write_text(page.locator("#python").text_content() or "")
    done = subprocess.run(
        [sys.executable, "-I", str(program)], capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    replay = re.search(r"replay: (\S+)", done.stdout)
    assert replay
    page.goto(replay[1])
    expect(page.get_by_text("Newcomer's bot").first).to_be_visible()


def test_tokens_are_made_replaced_and_revoked_on_a_phone(opened: Opened, club: Club) -> None:
    page = opened(360, 740, color_scheme="dark", **VISITOR)
    sign_up(page, club, "phone")
    page.get_by_label("Name").fill("Pocket bot")
    page.get_by_role("button", name="Make the bot").click()
    page.get_by_label("Label").fill("pocket")
    page.get_by_label(re.compile("organise: run")).check()
    page.get_by_role("button", name="Make the token").click()
    first = page.locator("#secret").inner_text()
    page.get_by_role("link", name="I have copied it").click()
    assert first not in page.content()
    expect(page.get_by_text("never used")).to_be_visible()
    page.get_by_label("Replace it; the old one ends").select_option("at once")
    page.get_by_role("button", name="Rotate pocket").click()
    second = page.locator("#secret").inner_text()
    assert second != first
    page.get_by_role("link", name="I have copied it").click()
    page.get_by_role("button", name="Revoke pocket").click()
    expect(page.get_by_text("is revoked")).to_be_visible()
    expect(page.get_by_text("2 ended")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_account_pages_fit_a_phone_and_can_be_read(opened: Opened, club: Club, scheme: str) -> None:
    page = opened(360, 740, color_scheme=scheme, **VISITOR)
    paths = ["/accounts/sign-up/", "/accounts/login/", "/accounts/reset/", "/bots/start"]

    def look(path: str) -> None:
        page.goto(club.url + path)
        assert page.evaluate(OVERFLOW) <= 0, path
        assert page.evaluate(LOW_CONTRAST) == [], path
        boxes = page.locator("main :is(.button, select, input:not([type=checkbox]), label.tick)")
        assert [box for box in boxes.evaluate_all(BOXES) if box[1] < 43.5] == [], path

    for path in paths:
        look(path)
    sign_up(page, club, f"reader-{scheme}")
    page.get_by_label("Name").fill(f"Reader bot {scheme}")
    page.get_by_role("button", name="Make the bot").click()
    page.get_by_label("Label").fill("shelf")
    bot = page.url.removeprefix(club.url)
    with page.expect_navigation():
        page.get_by_role("button", name="Make the token").click()
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(LOW_CONTRAST) == []
    for path in ("/me/", bot, "/me/leave/", "/accounts/password/", "/bots/start"):
        look(path)


def test_all_works_without_javascript_and_one_can_leave(opened: Opened, club: Club) -> None:
    page = opened(java_script_enabled=False, **VISITOR)
    sign_up(page, club, "plain")
    page.goto(f"{club.url}/bots/start")
    page.get_by_label("Name").fill("Plain bot")
    page.get_by_role("button", name="Make bot and token").click()
    expect(page.locator("#secret")).to_contain_text("kt_")
    expect(page.locator("[data-copies]").first).to_be_hidden()
    page.get_by_role("link", name="My bots").first.click()
    page.get_by_role("link", name="Delete account").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Your account is deleted")).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
