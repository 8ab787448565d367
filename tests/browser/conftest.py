"""One real web process with a filled club for all browser tests, and pages that fail on any complaint."""

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.service import Service, Template

FILL = "from tests.browser.club import fill; fill()"

#: The longest that anything may take on a slow machine; whatever is there sooner is waited for no longer.
LONGEST_MS = 15_000
expect.set_options(timeout=LONGEST_MS)

#: From now on only its stream brings the page up to date: what the timer asks for is not asked.
BY_STREAM = """() => document.addEventListener("htmx:beforeRequest", (event) => {
  const { verb, triggeringEvent } = event.detail.requestConfig;
  if (verb === "get" && !triggeringEvent?.type.startsWith("sse:")) event.preventDefault();
})"""


@dataclass(frozen=True)
class Club:
    """The address of the house and what is in it."""

    url: str
    duel: int
    four: int
    five: int
    live: int
    actions: int
    battle: int
    cup: str
    player: int
    token: str
    person: int
    session: str
    pair: int
    slow: str
    seeker: str
    sticks: int
    partner: str

    def pick(self, token: str = "") -> str:
        """Answer a bot's open question over HTTP with the first card; the question's id."""
        question = self._call("/api/v1/questions", token=token)["questions"][0]
        chosen = question["options"]["faces"][: question["options"]["least"]]
        body = {"question": question["question"], "chosen": chosen}
        self._call(f"/api/v1/games/{question['game']}/picks", body, token)
        return str(question["question"])

    def sit(self, game: int, token: str) -> None:
        """Let a bot take a free seat over HTTP."""
        self._call(f"/api/v1/games/{game}/join", {}, token)

    def seek(self, pool: str, token: str) -> None:
        """Let a bot look for a game of this pool over HTTP."""
        self._call("/api/v1/seeks", {"pool": pool}, token)

    def _call(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


@pytest.fixture(scope="session")
def club(
    service_template: Template,
    tmp_path_factory: pytest.TempPathFactory,
    browser_type_launch_args: dict[str, Any],
) -> Iterator[Club]:
    """The house with its doors open. Without a Chromium it is not even built."""
    directory = tmp_path_factory.mktemp("club")
    with service_template.copy(directory) as url:
        house = Service(directory, url)
        try:
            # Both take seconds. The web process is tied to the thread that starts it: this one.
            with ThreadPoolExecutor(1) as aside:
                filling = aside.submit(house.manage, "shell", "-v", "0", "-c", FILL)
                house.start("web")
                told = re.findall(r"^\{.*\}$", filling.result(), re.MULTILINE)[-1]
            yield Club(house.url, **json.loads(told))
        finally:
            house.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser had to say: script errors, refusals by the content policy, failed loads."""
    return []


@pytest.fixture(scope="session")
def shared_context(browser: Browser) -> Iterator[BrowserContext]:
    """One visitor for every page that needs no other: what was loaded once stays in its cache."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def opened(
    browser: Browser, shared_context: BrowserContext, complaints: list[str]
) -> Iterator[Callable[..., Page]]:
    """Open a page: `opened(width=360, color_scheme="dark")`. Any complaint fails the test at its end.

    Further options of a Playwright context make a visitor of its own."""
    contexts: list[BrowserContext] = []
    pages: list[Page] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def failed(request: Request) -> None:
        # What is still loading when the page is left is no failure of ours.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"{request.failure}: {request.url}")

    def make(width: int = 1280, height: int = 800, **options: Any) -> Page:
        scheme = options.pop("color_scheme", "light")
        if options:
            context = browser.new_context(**options)
            contexts.append(context)
        else:
            context = shared_context
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.set_default_timeout(LONGEST_MS)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", failed)
        return page

    yield make
    for page in pages:
        page.close()
    for context in contexts:
        context.close()
    assert complaints == []
