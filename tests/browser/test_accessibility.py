"""axe-core reads every kind of page, by day, by night and on a phone: nothing serious or critical."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Club
from tests.browser.test_playing import Opened, Seated, open_table, seated

__all__ = ["seated"]
pytestmark = [pytest.mark.browser, pytest.mark.services]

#: Contrast is read off every page by test_site.py, and faster; here it is looked at where somebody plays.
QUICK = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": False}}}
WHOLE = {"resultTypes": ["violations"]}
SERIOUS = ("serious", "critical")


@cache
def axe() -> str:
    """The checker's script."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, options: Mapping[str, object] = WHOLE) -> list[str]:
    """What axe-core finds serious or critical on the page, with the first place where it is."""
    # Evaluated by the debugger, which the page's content policy does not govern.
    page.evaluate(axe())
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        f"{each['impact']} {each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


def test_no_kind_of_page_has_a_serious_fault(club: Club, opened: Opened) -> None:
    page = opened()
    for path in (
        "/",
        "/games/",
        f"/games/{club.four}/",
        f"/games/{club.live}/",
        f"/games/{club.actions}/replay/2.3/?as=open",
        f"/games/{club.four}/replay/end/",
        "/ratings/",
        f"/tournaments/{club.cup}/",
        "/score/",
    ):
        page.goto(club.url + path)
        assert faults(page, QUICK) == [], path


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_the_table_of_a_seated_person_has_no_serious_fault(
    club: Club, seated: Seated, complaints: list[str], width: int, scheme: str
) -> None:
    page = seated(width, color_scheme=scheme)
    page.goto(f"{club.url}/games/new/?edition=party")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    open_table(page, club, "party", 3)
    assert faults(page) == []
    # Chosen, refused, and at an open table.
    page.locator("fieldset.c0 .pick").first.click()
    assert faults(page) == []
    page.evaluate(
        "document.querySelectorAll('.pick input').forEach(node => { node.required = node.checked = false })"
    )
    page.get_by_role("button", name="Confirm the pick").click()
    page.get_by_role("alert").wait_for()
    # The browser reports that an answer was refused, which was the point.
    assert all("422" in complaint for complaint in complaints)
    complaints.clear()
    assert faults(page) == []
    page.goto(f"{club.url}/games/")
    assert faults(page) == []
