"""The hub by itself: lines in order, none lost when reading and news cross, the slow let go, silence filled.

The log is a list and its reading is fast and in the loop; all else is the real hub and the real stream.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

import pytest

from games.api import hub, news, served, streams
from games.api.hub import Hub
from games.api.limits import Allowance
from games.api.news import Line, News
from games.engine import SPECTATOR, Viewer
from tests.loops import run_apart

GAME = 7


class PaperHub(Hub):
    """A hub without doorbell and threads."""

    async def call(self, job: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Read at once; others run before and after."""
        await asyncio.sleep(0)
        found = job(*args, **kwargs)
        await asyncio.sleep(0)
        return found


def beside_a_hub(patch: pytest.MonkeyPatch, story: Callable[[PaperHub], Awaitable[None]]) -> None:
    """Tell a story beside a running hub, which is the process's own meanwhile."""

    async def whole() -> None:
        running = PaperHub()
        patch.setattr(hub, "HUB", running)
        task = asyncio.create_task(running._run())
        try:
            await asyncio.wait_for(story(running), 20)
        finally:
            task.cancel()

    run_apart(whole())


class Paper:
    """A log on paper, a hub that reads it, and one client's stream of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.length = 0
        self.over = False
        self.sent: list[bytes] = []
        self.block: asyncio.Event | None = None
        monkeypatch.setattr(news, "lines_after", self.lines_after)
        monkeypatch.setattr(news, "read", self.read)
        self._patch = monkeypatch

    def line(self, seq: int) -> Line:
        """The line with this number."""
        return Line(seq, b"%d" % seq, self.over and seq == self.length)

    def lines_after(self, game_id: int, viewer: Viewer, after: int) -> list[Line]:
        """What the stream reads by itself."""
        return [self.line(seq) for seq in range(after + 1, self.length + 1)]

    def read(self, watched: Mapping[int, tuple[int | None, Collection[Viewer]]], *rest: object) -> News:
        """What the hub reads."""
        lines: dict[int, list[dict[Viewer, Line]]] = {
            game: [
                {viewer: self.line(seq) for viewer in viewers}
                for seq in range((last or 0) + 1, self.length + 1)
            ]
            for game, (last, viewers) in watched.items()
        }
        return News({game: found for game, found in lines.items() if found}, [], {}, frozenset())

    async def send(self, message: Any) -> None:
        """The client's end of the wire."""
        if message["type"] == "http.response.body" and message["body"]:
            if self.block is not None:
                await self.block.wait()
            self.sent.append(message["body"])

    @property
    def seen(self) -> list[int]:
        """The numbers that the client has."""
        return [int(line) for line in b"".join(self.sent).split() if line]

    async def stream(self, after: int = 0) -> None:
        """One NDJSON stream, as streams.app makes it once the caller is known."""
        seen = streams._Seen(SPECTATOR, self.over, Allowance(1, 1, 1), after)
        with hub.HUB.watching(GAME, SPECTATOR) as client:
            await streams._stream(client, streams._Outlet(self.send), seen, "application/x-ndjson")

    def run(self, story: Callable[[PaperHub], Awaitable[None]]) -> None:
        """Tell a story beside a running hub."""

        beside_a_hub(self._patch, story)


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A log on paper."""
    return Paper(monkeypatch)


def test_lines_written_while_a_client_arrives_come_once_and_in_order(paper: Paper) -> None:
    async def story(running: PaperHub) -> None:
        paper.length = 3
        clients = []
        for count in range(60):
            if count % 3 == 0:
                clients.append(asyncio.create_task(paper.stream()))
            paper.length += 1
            running.ring(GAME if count % 2 else None)
            for _ in range(count % 5):
                await asyncio.sleep(0)
            if count % 7 == 0:
                await asyncio.sleep(0.005)
        paper.length, paper.over = paper.length + 1, True
        running.ring(None)
        await asyncio.gather(*clients)
        whole = list(range(1, paper.length + 1))
        # All twenty clients write to one wire; each has every line once, so each line is there twenty times.
        assert sorted(paper.seen) == sorted(whole * 20)

    paper.run(story)


def test_one_client_reads_in_order_from_where_it_left_off(paper: Paper) -> None:
    async def story(running: PaperHub) -> None:
        paper.length = 10
        client = asyncio.create_task(paper.stream(after=4))
        for _ in range(5):
            await asyncio.sleep(0.01)
            paper.length += 2
            running.ring(GAME)
        await asyncio.sleep(0.02)
        paper.length, paper.over = paper.length + 1, True
        running.ring(GAME)
        await client
        assert paper.seen == list(range(5, 22))

    paper.run(story)


def test_a_client_that_reads_too_slowly_is_let_go_and_the_others_are_not(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "QUEUE", 8)

    async def story(running: PaperHub) -> None:
        paper.block = asyncio.Event()
        with running.watching(GAME, SPECTATOR) as quick:
            slow = asyncio.create_task(paper.stream())
            await asyncio.sleep(0.01)
            assert running.caught_up(quick, 0)
            taken = []
            for _ in range(4):
                paper.length += 5
                running.ring(GAME)
                for _ in range(5):
                    line = await quick.lines.get()
                    assert line is not None
                    taken.append(line.seq)
            assert taken == list(range(1, 21))
            assert not quick.lost
        paper.block.set()
        await slow
        assert paper.seen == sorted(set(paper.seen))
        assert len(paper.seen) < 20

    paper.run(story)


def test_a_silent_stream_says_so_now_and_then(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    assert streams.HEARTBEAT_SECONDS < 15
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.02)

    async def story(running: PaperHub) -> None:
        paper.length = 1
        client = asyncio.create_task(paper.stream())
        await asyncio.sleep(0.15)
        assert paper.sent.count(b"\n") >= 2
        running.close()
        await client
        assert paper.seen == [1]

    paper.run(story)


def test_a_client_that_takes_no_bytes_is_given_up(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SEND_SECONDS", 0.05)

    async def story(running: PaperHub) -> None:
        paper.length = 5
        paper.block = asyncio.Event()
        client = asyncio.create_task(paper.stream())
        with pytest.raises(TimeoutError):
            await client
        assert not running._channels

    paper.run(story)
