"""Every page in a real browser: fits a phone, obeys the content policy, works by night and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BY_STREAM, Club

pytestmark = [pytest.mark.browser, pytest.mark.services]

Opened = Callable[..., Page]

#: Text that stands out less than 4.5 to 1 (WCAG 2.2) from the nearest painted ground.
LOW_CONTRAST = """() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) =>
    0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = rgba(getComputedStyle(node).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255];
  };
  const skipped = "svg, .hidden-text, [aria-disabled], [hidden], option";
  const low = [];
  for (const node of document.querySelectorAll("main *, header *, footer *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!own || node.closest(skipped) || !node.checkVisibility()) continue;
    const pair = [light(rgba(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < 4.5) low.push(`${node.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return low;
}"""

#: The boxes of everything a finger aims at.
TARGETS = (
    ".button, .stop, .choices a, .choice, .tap, .score-seat, .lies label, .ways a, select, "
    "input:not([type=radio])"
)
BOXES = """nodes => nodes.filter(node => node.checkVisibility() && node.type != "hidden")
  .map(node => node.getBoundingClientRect()).map(box => [box.width, box.height])"""


def paths(club: Club) -> list[str]:
    """An address of every page."""
    return [
        "/",
        "/games/",
        f"/games/{club.five}/",
        f"/games/{club.live}/",
        f"/games/{club.duel}/replay/1.4/",
        f"/games/{club.five}/replay/2.3/?as=open",
        f"/games/{club.four}/replay/3.8/?as=2",
        f"/games/{club.four}/replay/end/",
        f"/games/{club.actions}/replay/1.7/",
        f"/games/{club.actions}/replay/end/",
        f"/games/{club.battle}/",
        f"/games/{club.battle}/replay/1.6/",
        "/score/?edition=classic&players=2&r1s0=egg.tempura&n0=Ada",
        f"/score/?edition=party&players=8&seat=7&r1s0={'.'.join(['temaki', 'order=eel', 'tofu/f'] * 4)}",
        "/score/?edition=tenth&dessert=mochi&r1s0=mochi-3&r1s1=gyoza.gyoza&at=end",
        "/health/",
        "/ratings/",
        f"/players/{club.player}/",
        "/tournaments/",
        f"/tournaments/{club.cup}/",
        "/accounts/login/",
    ]


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (320, "dark"), (1280, "dark")])
def test_every_page_fits_stands_out_from_its_ground_and_has_its_landmarks(
    club: Club, opened: Opened, width: int, scheme: str
) -> None:
    page = opened(width, color_scheme=scheme)
    for path in paths(club):
        page.goto(club.url + path)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        assert page.locator("h1").count() == 1, path
        assert page.locator("main, nav[aria-label='Main'], footer").count() == 3, path
        assert page.evaluate("document.querySelectorAll('[style], style, script:not([src])').length") == 0, (
            path
        )
        # Sizes change nothing about colours, so one phone by day and one desk by night are enough.
        if width != 320:
            assert page.evaluate(LOW_CONTRAST) == [], f"{path} {scheme}"


def test_night_is_dark_and_day_is_light(club: Club, opened: Opened) -> None:
    def lightness(scheme: str) -> int:
        page = opened(color_scheme=scheme)
        page.goto(club.url)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)[:3]))

    assert lightness("dark") < 150
    assert lightness("light") > 600


def test_buttons_and_menu_are_large_enough_for_a_finger(club: Club, opened: Opened) -> None:
    page = opened(360)
    score = "/score/?edition=party&players=4&menu=points_platter&r1s0=egg.tempura"
    for path in (f"/games/{club.five}/replay/2.3/", "/games/", "/accounts/login/", score):
        page.goto(club.url + path)
        sizes = page.eval_on_selector_all(TARGETS, BOXES)
        assert min(min(size) for size in sizes) >= 43.5, path


def test_the_menu_of_a_phone_is_one_line_whatever_page_is_marked_in_it(club: Club, opened: Opened) -> None:
    page = opened(360)
    tops = "nodes => [...new Set(nodes.filter(n => n.checkVisibility()).map(n => n.offsetTop))].length"
    for path in ("/", "/games/", "/tournaments/", "/ratings/", "/score/"):
        page.goto(club.url + path)
        assert page.eval_on_selector_all(".main-ways a", tops) == 1, path


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_the_docs_of_the_api_are_a_page_of_the_house(
    club: Club, opened: Opened, width: int, scheme: str
) -> None:
    page = opened(width, color_scheme=scheme)
    page.goto(f"{club.url}/api/v1/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(page.locator("code").filter(has_text="question_closed").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.get_by_role("navigation", name="Main").get_by_role("link", name="Games").is_visible()
    assert page.locator("html.dark-mode").count() == (1 if scheme == "dark" else 0)


def test_without_script_a_replay_is_walked_by_its_links(club: Club, opened: Opened) -> None:
    page = opened(java_script_enabled=False)
    page.goto(f"{club.url}/games/")
    page.get_by_label("Status").select_option("finished")
    page.get_by_role("button", name="Filter").click()
    page.get_by_role("link", name=f"Game {club.four}", exact=True).click()
    page.get_by_role("link", name="Replay, turn by turn").click()
    page.get_by_role("link", name="Next turn").click()
    expect(page).to_have_url(re.compile(r"/replay/1\.2/"))
    page.get_by_role("link", name="spectator").click()
    expect(page).to_have_url(re.compile(r"/replay/1\.2/\?as=spectator"))
    page.get_by_role("link", name="★ The end").click()
    expect(page.get_by_role("heading", name="How dessert fell")).to_be_visible()


def test_without_script_a_live_page_reloads_itself(club: Club, opened: Opened) -> None:
    page = opened(java_script_enabled=False)
    for path in ("/", f"/games/{club.live}/", f"/tournaments/{club.cup}/"):
        page.goto(club.url + path)
        assert page.locator("head meta[http-equiv=refresh]").count() == 1, path


def test_the_live_table_shows_a_turn_as_soon_as_it_is_revealed(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/games/{club.live}/")
    expect(page.locator("#live")).to_contain_text("is choosing from 8 cards")
    page.evaluate("window.before = performance.now()")
    page.evaluate(BY_STREAM)
    club.pick()
    expect(page.locator(".told")).to_contain_text("Turn 1.1: Clicker takes")
    expect(page.locator("#live")).to_contain_text("is choosing from 7 cards")
    assert page.evaluate("window.before") is not None, "the page was replaced, not brought up to date"


def test_standings_print_without_what_can_only_be_clicked(club: Club, opened: Opened) -> None:
    page = opened()
    page.goto(f"{club.url}/tournaments/{club.cup}/")
    page.emulate_media(media="print")
    assert not page.locator(".ways").first.is_visible()
    assert page.locator("table.standings").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
