"""Guessing passwords at a real server: a web process that starts anew remembers what others have counted."""

import httpx
import pytest

from games.accounts.throttle import LIMITS
from tests.service import Service

pytestmark = pytest.mark.services


def guess(service: Service) -> int:
    """One try at an account, as a browser makes it."""
    with httpx.Client(base_url=service.url) as browser:
        browser.get("/accounts/login/")
        form = {"username": "ada", "password": "wrong", "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        return browser.post("/accounts/login/", data=form).status_code


def test_a_restart_gives_nobody_more_tries(service: Service) -> None:
    limit = LIMITS["login"].per_both
    assert [guess(service) for _ in range(limit - 1)] == [200] * (limit - 1)
    service.restart("web")
    assert [guess(service) for _ in range(3)] == [200, 429, 429]
