"""Who waits for a question is woken by it, and by nothing that others at the table do.

The hub is the real one; what is asked of whom is a dict instead of rows.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from games.api import hub, news
from games.api.news import News
from games.queries.standing import AskedSince
from tests.api.test_hub import PaperHub
from tests.loops import run_apart

GAME, ADA, BEN = 7, 1, 2


class Table:
    """What is asked of players, a hub that reads it, and how often it did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: dict[int, AskedSince] = {}
        self.readings = 0
        self._patch = monkeypatch
        monkeypatch.setattr(news, "read", self.read)

    def read(self, watched: object, waiting: object, games: object, players: object) -> News:
        """What the hub reads."""
        self.readings += 1
        return News({}, [], dict(self.asked))

    def ask(self, player_id: int, since: int) -> None:
        """The player has this question, and no other."""
        self.asked[player_id] = frozenset({(GAME, since)})

    def run(self, story: Callable[[PaperHub], Awaitable[None]]) -> None:
        """Tell a story beside a running hub."""

        async def whole() -> None:
            running = PaperHub()
            self._patch.setattr(hub, "HUB", running)
            task = asyncio.create_task(running._run())
            try:
                await asyncio.wait_for(story(running), 20)
            finally:
                task.cancel()

        run_apart(whole())


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table at which nobody is asked."""
    return Table(monkeypatch)


async def settled(rung: asyncio.Event) -> bool:
    """Whether the bell of a waiter rings, now that the hub had time to look."""
    await asyncio.sleep(0.05)
    return rung.is_set()


def test_only_a_question_of_ones_own_wakes(table: Table) -> None:
    async def story(running: PaperHub) -> None:
        table.ask(BEN, 1)
        with running.waiting(ADA) as ada, running.waiting(BEN) as ben:
            ada.seen, ben.seen = frozenset(), table.asked[BEN]
            for _ in range(3):
                running.ring(GAME)
                assert not await settled(ada.rung)
            assert not ben.rung.is_set(), "Ben had seen this one"
            table.ask(ADA, 2)
            running.ring(GAME)
            assert await settled(ada.rung)
            assert not ben.rung.is_set()
            table.ask(BEN, 3)
            running.ring(None)
            assert await settled(ben.rung), "the next question of the same game"

    table.run(story)


def test_what_moved_between_reading_and_waiting_is_looked_for_once_and_for_who_waits(table: Table) -> None:
    async def story(running: PaperHub) -> None:
        before = running.rings
        table.ask(ADA, 5)
        running.ring(GAME)  # nobody waits yet
        await asyncio.sleep(0.05)
        with running.waiting(ADA) as ada:
            ada.seen = frozenset()
            assert not await settled(ada.rung), "nobody rang since, and nobody says that a ring was missed"
            running.looked(ADA, before)
            assert await settled(ada.rung)
        readings = table.readings
        with running.waiting(BEN) as ben:
            ben.seen = frozenset()
            running.looked(BEN, running.rings)
            assert not await settled(ben.rung)
        assert table.readings == readings, "no ring was missed, so nothing is read"

    table.run(story)


def test_a_hub_that_closes_lets_everybody_go(table: Table) -> None:
    async def story(running: PaperHub) -> None:
        with running.waiting(ADA) as ada:
            running.close()
            assert ada.rung.is_set()
        with running.waiting(BEN) as ben:
            assert ben.rung.is_set(), "who comes too late does not wait"

    table.run(story)
