"""Long polls and streams of what is no game's log: a player's inbox, and the board of open tables.

The inbox goes on after a number, as a log does: lines are read from the database, the hub only says when.
The board is told whole, so it goes on after any version.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Protocol

from games.api import auth, boards, hub, inbox
from games.api.asked import JSON, NDJSON, SSE, Asked, after_seq, wait_seconds
from games.api.bodies import dump
from games.api.served import Waiter
from games.models import InboxLine
from games.queries import inbox_line
from games.queries.standing import AskedSince, asked_in, standings

#: A stream that has nothing to say says so this often.
HEARTBEAT_SECONDS = 12.0
#: The hub wakes the reader of an inbox when something comes; every so many beats it looks by itself.
BEATS_TO_A_LOOK = 5


class Outlet(Protocol):
    """Where the answer goes; see streams.py."""

    async def whole(self, status: int, kind: str, body: bytes, headers: Mapping[str, str]) -> None:
        """A complete answer."""

    async def begin(self, status: int, kind: str, headers: Mapping[str, str]) -> None:
        """Status and headers."""

    async def write(self, body: bytes, more: bool = True) -> None:
        """Bytes of the body."""


async def answer_inbox(asked: Asked, outlet: Outlet) -> None:
    """`GET /inbox` with `wait` or as a stream."""
    asked.negotiate(JSON, NDJSON, SSE)
    found, allowance = await hub.HUB.call(asked.caller)
    auth.require_scope(found, "read", "play")
    player_id = auth.seated(found)
    asked.refuse_unknown("after", "wait")
    wait = wait_seconds(asked.query)
    after = after_seq(asked.query, asked.headers.get("last-event-id", ""))
    with hub.HUB.waiting(player_id) as waiter:
        mail = _Mail(player_id, waiter)
        if asked.stream_type is None:
            lines, last = await mail.after(after, wait)
            await outlet.whole(
                200, "application/json", dump(inbox.page(after, lines, last)), allowance.headers()
            )
            return
        kind = asked.stream_type
        await _begin(outlet, kind, allowance.headers())
        while not hub.HUB.closing:
            lines, _ = await mail.after(after, 0, partial(outlet.write, _beat(kind)))
            if lines:
                after = lines[-1].seq or after
                await outlet.write(
                    b"".join(_frame(kind, str(line.seq), dump(inbox_line(line))) for line in lines)
                )
    await outlet.write(b"", more=False)


class _Mail:
    """One player's inbox, waited for."""

    def __init__(self, player_id: int, waiter: Waiter) -> None:
        self._player_id = player_id
        self._waiter = waiter

    async def after(
        self, seq: int, seconds: float, beat: Callable[[], Awaitable[None]] | None = None
    ) -> tuple[list[InboxLine], int]:
        """The lines after a number: at once if there are any, else when one comes, else none.

        With `beat`, which is then awaited every so often, for as long as the server runs.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            self._waiter.rung.clear()
            rings = hub.HUB.rings
            seen, lines, last = await hub.HUB.call(_look, self._player_id, seq)
            left = end - loop.time()
            if lines or (beat is None and left <= 0) or hub.HUB.closing:
                return lines, last
            self._waiter.seen, self._waiter.inbox = seen, last
            hub.HUB.looked(self._player_id, rings)  # it may have moved since the reading
            if beat is not None:
                await self._rung(beat)
                continue
            try:
                async with asyncio.timeout(left):
                    await self._waiter.rung.wait()
            except TimeoutError:
                if hub.HUB.rings == rings:
                    return [], last  # nothing was committed since the last look
                end = 0

    async def _rung(self, beat: Callable[[], Awaitable[None]]) -> None:
        """Wait until something may have come, at most for some beats."""
        for _ in range(BEATS_TO_A_LOOK):
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._waiter.rung.wait()
            except TimeoutError:
                await beat()
            else:
                return


def _look(player_id: int, after: int) -> tuple[AskedSince, list[InboxLine], int]:
    # The standing first: what happens between the two readings is then seen as new. To read one's inbox is
    # not to be at the table, so nobody is "heard of" here.
    seen = asked_in(standings(player_id))
    return seen, *inbox.lines(player_id, after)


async def answer_tables(asked: Asked, outlet: Outlet) -> None:
    """`GET /games?status=open` with `wait` or as a stream: the board of open tables."""
    asked.negotiate(JSON, NDJSON, SSE)
    found, allowance = await hub.HUB.call(asked.caller)
    if found is not None:
        auth.require_scope(found, "read", "play", "organise")
    version, wait = boards.asked_version(asked.query, asked.headers)
    board, kind = hub.HUB.board, asked.stream_type
    with hub.HUB.at_board() as rung:
        await board.read()
        if kind is None:
            if board.now.version == version and not hub.HUB.closing:
                rung.clear()
                try:
                    async with asyncio.timeout(wait):
                        await rung.wait()
                except TimeoutError:
                    await board.read()
            await outlet.whole(200, "application/json", board.now.body, allowance.headers())
            return
        await _begin(outlet, kind, allowance.headers())
        while not hub.HUB.closing:
            rung.clear()
            if board.now.version != version:
                version = board.now.version
                await outlet.write(_frame(kind, version, board.now.body))
                continue
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await rung.wait()
            except TimeoutError:
                await outlet.write(_beat(kind))
    await outlet.write(b"", more=False)


async def _begin(outlet: Outlet, kind: str, headers: Mapping[str, str]) -> None:
    await outlet.begin(200, kind, {**headers, "X-Accel-Buffering": "no"})
    if kind == SSE:
        await outlet.write(b"retry: 1000\n\n")


def _frame(kind: str, number: str, payload: bytes) -> bytes:
    """One message."""
    return payload + b"\n" if kind == NDJSON else b"id: %s\ndata: %s\n\n" % (number.encode(), payload)


def _beat(kind: str) -> bytes:
    """Nothing to say, but alive."""
    return b"\n" if kind == NDJSON else b": \n\n"
