"""Guessing is slow: 429 with Retry-After, per account, per address, and not for the owner elsewhere.

All web processes count together, so the counts are rows: what two connections do at once is told here, what a
process that starts anew remembers in tests/flows.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from games.accounts import tasks
from games.accounts.models import TryCount
from games.accounts.throttle import LIMITS, Tries
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@contextmanager
def frozen() -> Iterator[Any]:
    """A clock that stands still until it is moved."""
    with time_machine.travel("2030-05-05T12:00:00Z", tick=False) as clock:
        yield clock


def guess(name: str, password: str = "wrong", address: str = "192.0.2.1") -> Any:
    """One try to log in."""
    body = {"username": name, "password": password}
    return Client(REMOTE_ADDR=address).post("/accounts/login/", body)


def test_guessing_at_one_account_ends_and_begins_again_later(ada: User) -> None:
    with frozen() as clock:
        for _ in range(LIMITS["login"].per_both):
            assert guess("ada").status_code == 200
        refused = guess("ADA", PASSWORD)
        assert refused.status_code == 429
        wait = int(refused.headers["Retry-After"])
        assert 0 < wait <= LIMITS["login"].seconds + 1
        assert (
            "Try again in 10 minutes" in refused.content.decode()
            or "in 11 minutes" in refused.content.decode()
        )
        # Its owner, elsewhere, is not locked out.
        assert guess("ada", PASSWORD, "198.51.100.7").status_code == 302
        clock.shift(wait)
        assert guess("ada", PASSWORD).status_code == 302


def test_guessing_from_everywhere_at_one_account_ends_too(ada: User) -> None:
    limit = LIMITS["login"].per_account
    answers = [guess("ada", address=f"192.0.2.{number}").status_code for number in range(limit + 1)]
    assert answers == [200] * limit + [429]
    assert guess("bo", address="192.0.2.1").status_code == 200


def test_trying_many_accounts_from_one_address_ends() -> None:
    limit = LIMITS["login"].per_address
    answers = [guess(f"name{number}").status_code for number in range(limit + 1)]
    assert answers == [200] * limit + [429]
    assert guess("name1", address="198.51.100.7").status_code == 200


def test_one_home_is_one_address_in_ipv6() -> None:
    for number in range(LIMITS["login"].per_both):
        assert guess("ada", address=f"2001:db8:1:2::{number}").status_code == 200
    assert guess("ada", address="2001:db8:1:2:ffff::1").status_code == 429
    assert guess("ada", address="2001:db8:1:3::1").status_code == 200


def test_success_forgives_ones_own_tries(ada: User) -> None:
    for _ in range(3):
        for _ in range(LIMITS["login"].per_both - 1):
            assert guess("ada").status_code == 200
        assert guess("ada", PASSWORD).status_code == 302


def test_looking_at_the_form_costs_nothing() -> None:
    client = Client()
    for _ in range(LIMITS["login"].per_address + 5):
        assert client.get("/accounts/login/").status_code == 200


def test_reset_mails_to_one_address_are_few_whether_it_exists_or_not(ada: User) -> None:
    for mailbox in ("ada@example.org", "nobody@example.org"):
        answers = [
            Client(REMOTE_ADDR=f"192.0.2.{number}").post("/accounts/reset/", {"email": mailbox}).status_code
            for number in range(LIMITS["reset"].per_account + 1)
        ]
        assert answers == [302] * LIMITS["reset"].per_account + [429]
    assert len(mail.outbox) == LIMITS["reset"].per_account


def test_signing_up_in_bulk_ends() -> None:
    limit = LIMITS["sign_up"].per_address
    answers = [Client().post("/accounts/sign-up/", {}).status_code for _ in range(limit + 1)]
    assert answers == [200] * limit + [429]


def test_the_password_asked_again_is_not_for_guessing(browser: Client) -> None:
    limit = LIMITS["confirm"].per_both
    answers = [browser.post("/me/leave/", {"password": "no"}).status_code for _ in range(limit + 1)]
    assert answers == [200] * limit + [429]
    assert User.objects.filter(username="ada").exists()


def test_what_an_address_tries_beyond_its_limit_is_no_trouble_for_the_account(ada: User) -> None:
    for number in range(LIMITS["login"].per_address):
        guess(f"name{number}")
    for _ in range(LIMITS["login"].per_account + 1):
        assert guess("ada").status_code == 429
    assert guess("ada", PASSWORD, "198.51.100.7").status_code == 302


def test_counts_hold_no_name_and_no_address_and_go_when_their_window_is_over(ada: User) -> None:
    with frozen() as clock:
        guess("ada")
        kept = " ".join(TryCount.objects.values_list("key", flat=True))
        assert TryCount.objects.count() == 3
        assert "ada" not in kept
        assert "192.0.2" not in kept
        tasks.forget_tries()
        assert TryCount.objects.count() == 3
        clock.shift(LIMITS["login"].seconds)
        tasks.forget_tries()
        assert not TryCount.objects.exists()


def test_a_database_that_does_not_answer_is_503_and_lets_nobody_guess(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(TryCount.objects, "filter", away)
    answer = guess("ada", PASSWORD)
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers


@pytest.mark.django_db(transaction=True)
def test_tries_at_the_same_instant_all_count() -> None:
    limit = LIMITS["login"]
    threads = 6
    gate = threading.Barrier(threads)
    allowed: list[bool] = []
    failed: list[BaseException] = []

    def attacker(account: str) -> None:
        request = RequestFactory(REMOTE_ADDR="192.0.2.1").post("/accounts/login/")
        try:
            for _ in range(3):
                gate.wait(20)
                allowed.append(Tries("login", request, account).count() == 0)
        except BaseException as error:
            failed.append(error)
            gate.abort()
        finally:
            connection.close()

    for round_number in range(3):
        with frozen() as clock:
            clock.shift(round_number * 2 * limit.seconds)
            running = [threading.Thread(target=attacker, args=("ada",)) for _ in range(threads)]
            for one in running:
                one.start()
            for one in running:
                one.join(60)
        assert failed == []
        # In a window that has just begun, and in one that follows another under the same keys.
        assert allowed.count(True) == limit.per_both, f"window {round_number}"
        assert sorted(TryCount.objects.values_list("used", flat=True)) == [threads * 3] * 3
        allowed.clear()
