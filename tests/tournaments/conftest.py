"""The clock at which the stories of tournaments begin, and formats with small budgets."""

from types import MappingProxyType

import pytest

from games.store.cache import states
from tournaments import formats
from tournaments.formats.pods_swiss import PodsSwiss
from tournaments.formats.round_robin import RoundRobin


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairings found in milliseconds: these stories are about rounds, not about who meets whom."""
    small = {
        "pods_swiss": PodsSwiss(swaps_base=500, swaps_each=50, tries=1, blind_tries=0),
        "round_robin": RoundRobin(swaps_each=100),
    }
    monkeypatch.setattr(formats, "FORMATS", MappingProxyType(small))
    # A rolled-back test may leave ids of games to the next one.
    states.clear()
