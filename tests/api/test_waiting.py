"""Who waits for a question is woken by it, and by nothing that others at the table do.

The hub is the real one; what is asked of whom is a dict instead of rows.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from games import seeking, services
from games.api import news, streams
from games.api.asked import Asked
from games.api.boards import Snapshot, TableBoard
from games.api.limits import Allowance
from games.api.news import News
from games.queries.standing import AskedSince
from tests.api.asgi_client import ask_all, scope_of
from tests.api.table import bot
from tests.api.test_hub import PaperHub, beside_a_hub
from tests.loops import run_apart

GAME, ADA, BEN = 7, 1, 2


class Table:
    """What is asked of players, a hub that reads it, and how often it did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: dict[int, AskedSince] = {}
        self.in_play = {GAME}
        self.readings = 0
        self._patch = monkeypatch
        monkeypatch.setattr(news, "read", self.read)

    def read(self, watched: object, waiting: object, games: object, players: object) -> News:
        """What the hub reads."""
        self.readings += 1
        return News({}, [], dict(self.asked), frozenset(self.in_play))

    def ask(self, player_id: int, since: int) -> None:
        """The player has this question, and no other."""
        self.asked[player_id] = frozenset({(GAME, since)})

    def run(self, story: Callable[[PaperHub], Awaitable[None]]) -> None:
        """Tell a story beside a running hub."""

        beside_a_hub(self._patch, story)


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


def test_the_end_of_a_game_wakes_those_who_played_it(table: Table) -> None:
    async def story(running: PaperHub) -> None:
        with running.waiting(ADA) as ada, running.waiting(BEN) as ben:
            ada.seen, ada.games = frozenset(), frozenset({GAME})
            ben.seen, ben.games = frozenset(), frozenset({GAME + 1})
            running.ring(GAME)
            assert not await settled(ada.rung), "it goes on"
            table.in_play.clear()
            running.ring(GAME)
            assert await settled(ada.rung)
            assert not ben.rung.is_set(), "his game did not ring, so nobody looked whether it goes on"
            before = running.rings
            running.ring(GAME + 1)
            running.looked(BEN, before)
            assert await settled(ben.rung)

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


def test_what_has_to_wait_a_moment_is_no_ring(table: Table) -> None:
    async def story(running: PaperHub) -> None:
        with running.waiting(ADA) as ada:
            ada.seen = frozenset()
            rings = running.rings
            running.again()
            assert not await settled(ada.rung)
            assert (running.rings, table.readings) == (rings, 0), "nothing was committed, so nothing is read"

    table.run(story)


def test_the_board_tells_the_time_of_its_last_reading_and_wakes_for_a_change_alone() -> None:
    read = [Snapshot("one", b"at 12:00"), Snapshot("one", b"at 12:05"), Snapshot("two", b"at 12:06")]

    async def call(job: object) -> Snapshot:
        return read.pop(0)

    async def story() -> None:
        board = TableBoard(call)
        await board.read()
        with board.watching() as rung:
            assert (await board.read()).body == b"at 12:05"
            assert not rung.is_set()
            assert (await board.read()).body == b"at 12:06"
            assert rung.is_set()

    run_apart(story())


class Poll:
    """Long polls of one player, whose games are given and to whom nothing is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games: frozenset[int] = frozenset()
        self.wait = 60
        monkeypatch.setattr(streams, "_ask", self._ask)
        monkeypatch.setattr(streams, "_look", lambda player_id: (frozenset(), self.games, []))

    def _ask(self, asked: object) -> streams._Asker:
        return streams._Asker(ADA, Allowance(1, 1, 1), self.wait, frozenset(), self.games, [])

    def negotiate(self, *offered: str) -> None:
        """Any Accept will do."""

    async def ask(self) -> None:
        """One poll to its end."""

        async def send(message: object) -> None:
            """Nobody reads it."""

        await streams._questions(cast(Asked, self), streams._Outlet(send))


def test_a_game_that_ended_between_two_polls_is_told_once_and_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot sees its game in play, somebody else ends it, and only then it asks what waits for it."""
    poll = Poll(monkeypatch)

    async def story(running: PaperHub) -> None:
        poll.games, poll.wait = frozenset({GAME}), 0
        await poll.ask()
        assert running.told == {ADA: {GAME}}
        poll.games, poll.wait = frozenset(), 60
        await poll.ask()  # the story has less time than this would wait
        assert running.told == {}, "nothing is kept of who plays nowhere"
        waiting = asyncio.ensure_future(poll.ask())
        await asyncio.sleep(0.05)
        assert not waiting.done(), "told once; from now on it waits"
        waiting.cancel()

    table.run(story)


@pytest.mark.django_db(transaction=True)
def test_who_waits_long_for_questions_is_there_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search lives a minute after its last sign of life, and a long poll may take as long."""
    assert streams.SIGN_SECONDS < seeking.LAPSE_SECONDS / 2
    monkeypatch.setattr(streams, "SIGN_SECONDS", 0.05)
    me = bot("Annabot")
    signs: list[None] = []
    beat = services.beat_seeks
    monkeypatch.setattr(services, "beat_seeks", lambda player_id: signs.append(beat(player_id)))
    scope = scope_of("/api/v1/questions", b"wait=1", [(b"authorization", b"Bearer " + me.token.encode())])
    (answer,) = run_apart(ask_all([scope]))
    assert answer.status == 200
    assert len(signs) >= 3
