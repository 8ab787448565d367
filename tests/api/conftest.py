"""Fixtures of the API's tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from config import outermost
from games.api import limits
from tests.api.table import Table, three_at_a_table


@pytest.fixture(autouse=True)
def _no_limit_left_over() -> None:
    """What one test used up is not the next one's."""
    limits.forget()


@pytest.fixture
def table(db: None) -> Table:
    """Three bots at a practice game whose first question is open."""
    return three_at_a_table()


@pytest.fixture
def application(db: None) -> Iterator[Any]:
    """The WSGI application itself, for tools that bring their own client, inside the test's transaction."""
    # Between requests Django would close the connection that the transaction lives in.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield outermost.wsgi()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
