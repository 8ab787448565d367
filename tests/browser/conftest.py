"""One real web process with a filled club for all browser tests, and pages that fail on any complaint."""

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.service import Service, Template

FILL = "from tests.browser.club import fill; fill()"


@dataclass(frozen=True)
class Club:
    """The address of the house and what is in it."""

    url: str
    duel: int
    four: int
    five: int
    live: int
    cup: str
    player: int
    token: str

    def pick(self) -> str:
        """Answer the bot's open question over HTTP with the first card; the question's id."""
        question = self._call("/api/v1/questions")["questions"][0]
        chosen = question["options"]["faces"][: question["options"]["least"]]
        body = {"question": question["question"], "chosen": chosen}
        self._call(f"/api/v1/games/{question['game']}/picks", body)
        return str(question["question"])

    def _call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
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
            told = re.findall(r"^\{.*\}$", house.manage("shell", "-v", "0", "-c", FILL), re.MULTILINE)[-1]
            house.start("web")
            yield Club(house.url, **json.loads(told))
        finally:
            house.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser had to say: script errors, refusals by the content policy, failed loads."""
    return []


@pytest.fixture
def opened(browser: Browser, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """Open a page: `opened(width=360, color_scheme="dark")`. Any complaint fails the test at its end."""
    contexts: list[BrowserContext] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def failed(request: Request) -> None:
        # What is still loading when the page is left is no failure of ours.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"{request.failure}: {request.url}")

    def make(width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", failed)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []
