"""Fixtures of the API's tests."""

import pytest

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
