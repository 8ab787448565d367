"""A person sits down and plays whole games in a browser: by mouse, by keys, on a phone, without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import BY_STREAM, Club

pytestmark = [pytest.mark.browser, pytest.mark.services]

Opened = Callable[..., Page]
Seated = Callable[..., Page]

#: Resolves when the form of another question than this stands there, or the game is over.
MOVED = """question => document.querySelector('[data-over]')
  || (document.querySelector('form.question')?.dataset.question ?? question) !== question"""
MOST_QUESTIONS = 60
#: Remembers whether an answer was ever said to be lost.
LOST = """() => new MutationObserver(() => document.querySelector(".failed") && (sessionStorage.lost = "yes"))
  .observe(document.body, { childList: true, subtree: true })"""
FINGER = 44 - 0.5
BOXES = """nodes => nodes.map(node => node.getBoundingClientRect()).map(box => [box.width, box.height])"""


@pytest.fixture
def seated(club: Club, opened: Opened) -> Seated:
    """A page in which Mika is logged in."""

    def make(width: int = 1280, **options: object) -> Page:
        # A visitor of their own, so that nobody else is logged in with them.
        page = opened(width, locale="en-GB", **options)
        context: BrowserContext = page.context
        context.add_cookies([{"name": "sessionid", "value": club.session, "url": club.url}])
        return page

    return make


def open_table(page: Page, club: Club, edition: str = "classic", seats: int = 2, **chosen: str) -> None:
    """Open a table with house bots by the form; the page of the game that began."""
    page.goto(f"{club.url}/games/new/?edition={edition}")
    for number in range(1, page.locator(".seat-line select").count() + 1):
        page.locator(f"#seat-{number}").select_option("house:greedy" if number < seats else "")
    for name, value in chosen.items():
        field = page.locator(f"[name='{name}']")
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))


def question(page: Page) -> str:
    """What is asked now; "" when the game is over."""
    form = page.locator("form.question")
    return form.get_attribute("data-question") or "" if form.count() else ""


def play(page: Page, answer: Callable[[Page], None]) -> list[str]:
    """Answer until the game is over; the questions answered."""
    answered: list[str] = []
    while (asked := question(page)) and len(answered) < MOST_QUESTIONS:
        answer(page)
        page.wait_for_function(MOVED, arg=asked)
        answered.append(asked)
    expect(page.locator("[data-over]")).to_have_count(1)
    return answered


def first_card(page: Page) -> Locator:
    """The first card of the question, to tap."""
    return page.locator("form.question fieldset").first.locator(".pick").first


def tap(page: Page) -> None:
    """Choose the first card and confirm."""
    first_card(page).click()
    page.locator("form.question .button.main").click()


def test_a_person_plays_a_whole_game_with_the_mouse(club: Club, seated: Seated, opened: Opened) -> None:
    page, watching = seated(), opened()
    open_table(page, club, seats=5)
    watching.clock.install()
    watching.goto(page.url)
    assert page.locator(".seat.mine").get_by_role("link", name="Mika").is_visible()
    first = page.url
    page.evaluate("window.before = 1")
    page.evaluate(LOST)
    answered = []
    while page.evaluate("window.before") and (asked := question(page)):
        tap(page)
        page.wait_for_function(MOVED, arg=asked)
        answered.append(asked)
        if "1.2" in asked:
            # A sentence a turn, for those who hear the page, and the turn's history for those who see it.
            expect(page.locator("#live-told[role=status]")).to_contain_text("Turn 1.2: Mika takes")
            expect(page.locator(".story")).to_contain_text("Mika takes")
    # The last card of a hand is played without asking: six questions a round.
    assert len(answered) == 18
    assert page.url == first
    expect(page.locator("[data-over]")).to_have_count(1)
    assert page.evaluate("sessionStorage.lost") is None
    # Who watches sees the end, too, and their page asks for nothing more.
    expect(watching.locator("[data-over]")).to_have_count(1)
    expect(watching.locator("#live-told")).to_contain_text("wins with")
    asked_since: list[str] = []
    watching.on("request", lambda request: asked_since.append(request.url))
    watching.clock.run_for(60_000)
    watching.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert asked_since == []
    assert page.locator("[hx-get]").count() == 0
    page.get_by_role("link", name="Replay, turn by turn").click()
    expect(page).to_have_url(re.compile("/replay/"))


def test_a_person_plays_a_whole_game_by_keys_alone(club: Club, seated: Seated) -> None:
    page = seated()
    open_table(page, club, seats=5)
    keys = iter("1237890")

    def by_keys(page: Page) -> None:
        cards = page.locator("fieldset.c0 input").count()
        key = next(keys, "1")
        page.keyboard.press(key if 0 < int(key) <= cards else "1")
        expect(page.locator("fieldset.c0 input:checked")).to_have_count(1)
        if cards > 2:
            page.keyboard.press("ArrowRight")
            expect(page.locator("fieldset.c0 input:checked")).to_be_focused()
        page.keyboard.press("Enter")

    # Into the page by the tab key, past the link that skips to it.
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    answered = play(page, by_keys)
    assert len(answered) == 18
    assert answered[-1] == "3.6-pick"


def test_the_table_tells_its_keys_and_the_list_holds_them_back(club: Club, seated: Seated) -> None:
    page = seated()
    open_table(page, club, seats=2)
    help_, chosen = page.get_by_role("dialog", name="Keys"), page.locator("fieldset.c0 input:checked")
    page.keyboard.press("?")
    expect(help_).to_be_visible()
    assert help_.locator("kbd").all_inner_texts() == ["1", "9", "0", "←", "→", "Tab", "Enter", "?"]
    page.keyboard.press("1")
    expect(chosen).to_have_count(0)
    page.keyboard.press("?")
    expect(help_).to_be_hidden()
    # Every key of the list, and the list again from a card that has the focus.
    page.keyboard.press("9")
    cards = page.locator("fieldset.c0 input")
    expect(cards.nth(8)).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(7)).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(8)).to_be_checked()
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    page.keyboard.press("0")
    expect(cards.nth(9)).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.locator("form.question [type=submit]")).to_be_focused()
    asked = question(page)
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED, arg=asked)
    # The head of the page has been drawn anew since, and its button with it.
    page.get_by_role("button", name="Keys of this page").click()
    help_.get_by_role("button", name="Close").click()
    expect(help_).to_be_hidden()


def test_a_whole_game_fits_a_phone_and_a_finger(club: Club, seated: Seated) -> None:
    page = seated(360, color_scheme="dark")
    open_table(page, club, seats=5)
    assert page.locator(".seat").count() == 5
    for seat in page.locator(".seat").all():
        box = seat.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360

    # The longest words of cards' names are not broken; written here, since a hand shows what it was dealt.
    lines = """(node, word) => {
      node.textContent = word;
      return Math.round(node.offsetHeight / parseFloat(getComputedStyle(node).lineHeight));
    }"""
    name = page.locator(".pick-word").first
    assert [name.evaluate(lines, word) for word in ("watermelon", "chopsticks", "strawberry")] == [1, 1, 1]

    def by_finger(page: Page) -> None:
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        sizes = page.eval_on_selector_all(
            ".pick, form.question .button",
            "nodes => nodes.filter(n => n.checkVisibility()).map(n => n.getBoundingClientRect())"
            ".map(box => Math.min(box.width, box.height))",
        )
        assert min(sizes) >= FINGER
        # A chosen card is as large as before: its name does not break, and nothing moves under the finger.
        size = "node => [node.offsetWidth, node.offsetHeight]"
        card = first_card(page)
        before = card.evaluate(size)
        card.click()
        assert card.evaluate(size) == before
        tap(page)

    assert len(play(page, by_finger)) >= 18


def test_a_whole_game_without_script(club: Club, seated: Seated) -> None:
    page = seated(java_script_enabled=False)
    open_table(page, club, seats=5)
    assert page.locator("head meta[http-equiv=refresh]").count() == 1
    assert page.locator(".clock time").is_visible()
    answered = 0
    while question(page) and answered < MOST_QUESTIONS:
        page.locator("fieldset.c0 .pick").first.click()
        with page.expect_navigation():
            page.get_by_role("button", name="Confirm the pick").click()
        answered += 1
    assert answered >= 18
    assert page.get_by_role("link", name="Replay, turn by turn").is_visible()


def test_a_party_game_with_its_special_questions(club: Club, seated: Seated) -> None:
    page = seated()
    menu = "temaki,tempura,tofu,dumpling,menu,takeout,green-tea"
    open_table(page, club, "party", 3, own_menu=menu)
    specials = re.compile("menu|takeout")

    def greedily(page: Page) -> None:
        special = page.locator("fieldset.c0 .pick").filter(has_text=specials)
        if special.count():
            special.first.click()
        elif page.locator("form.question .pick").count():
            first_card(page).click()
        page.locator("form.question .button.main").click()

    kinds: list[str] = []
    # Until a special has been answered; a whole party game is played by form in tests/web.
    while not kinds or (kinds[-1] == "pick" and len(kinds) < MOST_QUESTIONS):
        asked = question(page)
        kinds.append(asked.split("-")[1])
        greedily(page)
        page.wait_for_function(MOVED, arg=asked)
    assert kinds[-1] in ("menu", "takeout")
    expect(page.locator(".told")).to_contain_text("Mika")


def test_a_battle_is_played_on_the_cards_themselves(club: Club, seated: Seated) -> None:
    page = seated(360)
    open_table(page, club, "tenth", 2, variant="sushi_battle")
    for answer in ("tap", "key"):
        asked = question(page)
        # Where no other card lies on it, a card takes the finger all over.
        sizes = page.eval_on_selector_all(".takes .pick", BOXES)
        assert min(min(size) for size in sizes) >= FINGER
        if answer == "tap":
            page.locator(".takes .pick").last.click(position={"x": 24, "y": 60})
            page.locator("form.question .button.main").click()
        else:
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        page.wait_for_function(MOVED, arg=asked)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.locator(".story")).to_contain_text("Mika takes")


def test_a_half_made_choice_outlives_news_of_the_table(club: Club, seated: Seated) -> None:
    page = seated()
    page.goto(f"{club.url}/games/{club.pair}/")
    page.locator("fieldset.c0 .pick").nth(3).click()
    expect(page.locator("#live")).to_contain_text("is choosing from 10 cards")
    club.pick(club.slow)
    # The other's pick arrives by itself and the half-made choice stays.
    expect(page.locator(".seat").nth(1)).to_contain_text("has picked")
    assert page.locator("fieldset.c0 input").nth(3).is_checked()
    page.get_by_role("button", name="Confirm the pick").click()
    expect(page.locator(".told")).to_contain_text("Turn 1.1: Mika takes")
    expect(page.locator("#hand-title")).to_be_focused()
    # And now the person waits, is told for whom, and sees at once that the wait is over.
    page.evaluate(BY_STREAM)
    page.locator("fieldset.c0 .pick").first.click()
    page.get_by_role("button", name="Confirm the pick").click()
    expect(page.locator(".waiting")).to_contain_text("Waiting for Slowcoach.")
    club.pick(club.slow)
    expect(page.locator("form.question")).to_have_attribute("data-question", "1.3-pick")


def test_an_answer_that_the_server_does_not_take_is_not_lost(
    club: Club, seated: Seated, complaints: list[str]
) -> None:
    page = seated(360)
    open_table(page, club, seats=3)
    asked = question(page)
    page.route("**/pick/", lambda route: route.abort())
    page.locator("fieldset.c0 .pick").nth(2).click()
    page.get_by_role("button", name="Confirm the pick").click()
    expect(page.locator(".failed")).to_contain_text("Your choice is still here")
    expect(page.locator(".failed")).to_be_in_viewport(ratio=1)
    assert page.locator("fieldset.c0 input").nth(2).is_checked()
    page.unroute("**/pick/")
    page.get_by_role("button", name="Confirm the pick").click()
    page.wait_for_function(MOVED, arg=asked)
    assert all("ERR_FAILED" in complaint or complaint.startswith("htmx:") for complaint in complaints)
    complaints.clear()
