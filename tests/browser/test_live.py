"""A page that stays up to date by itself: in what order, when it asks and when not, what it leaves alone."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import BY_STREAM, Club
from tests.browser.test_playing import MOVED, Seated, open_table, question, seated, tap

__all__ = ["seated"]
pytestmark = [pytest.mark.browser, pytest.mark.services]

#: What a page asks for to bring itself up to date.
NEWS = "**/?have=*"
STREAM = "**/events?after=*"
SEEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

#: Counts from now on how often a part of the page is drawn.
CHANGES = """selector => {
  const part = document.querySelector(selector);
  window.changes = 0;
  new MutationObserver(() => changes++).observe(part, { childList: true, subtree: true });
}"""


#: A page gives its requests up after a while; what a story holds takes as long as the machine does.
PATIENT = "htmx.config.timeout = 0"


def hold_news(page: Page) -> list[Route]:
    """Hold the page's next request for news; it is in the list as soon as it was made."""
    page.evaluate(PATIENT)
    held: list[Route] = []
    page.route(NEWS, lambda route: held.append(route), times=1)
    return held


def stop_the_clock(page: Page) -> None:
    """No timer of the page goes off by itself, however long it takes: only where the story runs the clock."""
    now = dt.datetime.now(dt.UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + dt.timedelta(seconds=1))


def wait_until(page: Page, met: Callable[[], object]) -> None:
    """Let the browser go on until something happened; one that never happens ends by the test's own limit."""
    while not met():
        page.wait_for_timeout(20)


def asked_by(page: Page) -> list[str]:
    """Grows with every time the page asks for news."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url) if "?have=" in request.url else None)
    return urls


def test_an_older_answer_never_overwrites_a_newer_one(club: Club, seated: Seated) -> None:
    page, other = seated(), seated()
    page.clock.install()
    open_table(page, club, seats=3)
    other.goto(page.url)
    held = hold_news(page)
    # Answered elsewhere, so that there is news here; it is held up on its way.
    assert question(other) == "1.1-pick"
    tap(other)
    wait_until(page, lambda: held)
    older = held[0].fetch()
    assert older.status == 200
    assert "1.2-pick" in older.text()
    other.wait_for_function(MOVED, arg="1.1-pick")
    tap(other)
    other.wait_for_function(MOVED, arg="1.2-pick")
    page.clock.run_for(10_000)
    held[0].fulfill(response=older)
    expect(page.locator("form.question")).to_have_attribute("data-question", "1.3-pick")
    expect(page.locator(".told")).to_contain_text("Turn 1.2")


def test_two_cards_half_chosen_with_chopsticks_outlive_news_and_are_sent_after_them(
    club: Club, seated: Seated
) -> None:
    page = seated()
    page.goto(f"{club.url}/games/{club.sticks}/")
    page.locator("input[value$='.chopsticks']").locator("xpath=..").click()
    page.locator("form.question .button.main").click()
    expect(page.locator(".waiting")).to_contain_text("Waiting for Partner.")
    assert page.title().startswith("Game")
    club.pick(club.partner)
    expect(page.locator("fieldset.c1")).to_be_visible()
    assert page.title().startswith("Your turn: Game")
    page.locator("fieldset.c0 .pick").nth(2).click()
    page.locator("fieldset.c1 .pick").nth(1).click()
    chosen = "[...document.querySelectorAll('form.question :checked')].map(input => input.name + input.value)"
    before = page.evaluate(chosen)
    assert len(before) == 2
    page.evaluate(CHANGES, "#live-told")
    club.pick(club.partner)
    expect(page.locator(".seat").nth(1)).to_contain_text("has picked")
    assert page.evaluate(chosen) == before
    # What was said already is not said again.
    assert page.evaluate("changes") == 0
    page.locator("form.question .button.main").click()
    expect(page.locator(".told")).to_contain_text("Turn 1.2: Mika takes")
    assert page.evaluate("changes") > 0
    # An answer waits for news that were asked for before it: they cannot come back over what it changed.
    held = hold_news(page)
    club.pick(club.partner)
    wait_until(page, lambda: held)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    tap(page)
    assert posted == []
    held[0].continue_()
    expect(page.locator(".told")).to_contain_text("Turn 1.3: Mika takes")
    expect(page.locator("#live")).to_contain_text("turn 4 of 10")
    assert len(posted) == 1


def test_without_its_stream_a_page_goes_by_the_timer(
    club: Club, seated: Seated, complaints: list[str]
) -> None:
    page, other = seated(), seated()
    page.route(STREAM, lambda route: route.abort())
    open_table(other, club, seats=3)
    stop_the_clock(page)
    page.goto(other.url)
    asked = asked_by(page)
    link = page.locator(".seat a").last
    link.focus()
    tap(other)
    other.wait_for_function(MOVED, arg="1.1-pick")
    assert asked == []
    page.clock.run_for(5_000)
    expect(page.locator("form.question")).to_have_attribute("data-question", "1.2-pick")
    # The region of the link was drawn anew under the focus.
    expect(link).to_be_focused()
    # News asked for in vain change nothing on the page.
    page.evaluate(CHANGES, "#live")
    with page.expect_response(NEWS) as nothing_new:
        page.clock.run_for(5_000)
    assert nothing_new.value.status == 204
    assert page.evaluate("changes") == 0
    assert all("ERR_FAILED" in said or "Event" in said for said in complaints), complaints
    complaints.clear()


def test_a_page_that_nobody_looks_at_asks_only_where_somebody_waits(club: Club, seated: Seated) -> None:
    page = seated()
    stop_the_clock(page)
    page.goto(f"{club.url}/games/")
    asked = asked_by(page)
    page.evaluate(SEEN, True)
    page.clock.run_for(60_000)
    assert asked == []
    with page.expect_response(NEWS):
        page.evaluate(SEEN, False)
    # The page of a search is the sign of life, also in a tab behind others.
    page.goto(f"{club.url}/games/find/")
    page.get_by_text("Party tables of 6 to 8").click()
    page.get_by_role("button", name="Find me a game").click()
    expect(page.get_by_role("heading", name="Looking for a game")).to_be_visible()
    page.evaluate(SEEN, True)
    with page.expect_response(NEWS):
        page.clock.run_for(3_000)
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("status").first).to_contain_text("You stopped looking for a game.")


@pytest.mark.parametrize("twice", ["button", "key"])
def test_who_confirms_twice_has_sent_one_answer(club: Club, seated: Seated, twice: str) -> None:
    page = seated()
    open_table(page, club, seats=3)
    posted: list[Any] = []
    page.on("request", lambda request: posted.append(request.post_data) if request.method == "POST" else None)
    page.evaluate(PATIENT)
    held: list[Route] = []
    page.route("**/pick/", lambda route: held.append(route))
    page.locator("fieldset.c0 .pick").first.click()
    if twice == "button":
        page.locator("form.question .button.main").dblclick()
    else:
        page.locator("fieldset.c0 input").first.press("Enter")
        page.locator("fieldset.c0 input").first.press("Enter")
    expect(page.locator("form.question .button.main")).to_be_disabled()
    wait_until(page, lambda: held)
    held[0].continue_()
    page.wait_for_function(MOVED, arg="1.1-pick")
    assert len(posted) == len(held) == 1
    expect(page.locator("#hand-title")).to_be_focused()


def test_a_table_that_fills_shows_the_hand_by_itself(club: Club, seated: Seated) -> None:
    page = seated()
    page.goto(f"{club.url}/games/new/?edition=classic")
    for number in range(1, page.locator(".seat-line select").count() + 1):
        page.locator(f"#seat-{number}").select_option("open" if number == 1 else "")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#live-door")).to_contain_text("You have a seat here.")
    page.evaluate("window.before = 1")
    page.evaluate(BY_STREAM)
    club.sit(int(page.url.rstrip("/").rsplit("/", 1)[1]), club.partner)
    expect(page.locator("form.question")).to_have_attribute("data-question", "1.1-pick")
    assert page.evaluate("window.before") is None
