"""The board of open tables: read once for everybody who watches it, and handed out whole.

It is short, so a change is told by telling all of it; a watcher who missed one is right again with the next.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from games import clock, queries
from games.api.asked import wait_seconds
from games.api.bodies import dump, refuse_unknown
from games.api.problems import malformed
from games.queries.games import iso

#: Seconds between two readings, however much is going on.
EVERY = 0.25
LONGEST_VERSION = 40


class Snapshot(NamedTuple):
    """All open tables as bytes of JSON; `version` says whether they are the same as before."""

    version: str
    body: bytes


def snapshot() -> Snapshot:
    """The open tables now. Public facts only; an open table has no cards."""
    lines = queries.open_tables()
    version = sha256(dump(lines)).hexdigest()[:16]
    now = iso(clock.now())
    results = [{**line, "server_time": now} for line in lines]
    found = {"version": version, "server_time": now, "next": None, "previous": None, "results": results}
    return Snapshot(version, dump(found))


def asked_version(query: Mapping[str, str], headers: Mapping[str, str]) -> tuple[str, int]:
    """Which version the caller has, "" for none, and how many seconds it waits for another one.

    Raises Problem(malformed) that names the parameter.
    """
    refuse_unknown(query, ("status", "wait", "version"), "parameter")
    resumed = headers.get("last-event-id")
    version = resumed or query.get("version", "")
    if len(version) > LONGEST_VERSION:
        name = "Last-Event-ID" if resumed else "version"
        raise malformed(f"{name} must be the version of an answer.", parameter=name)
    return version, wait_seconds(query)


class TableBoard:
    """What this process's watchers are told; `look` is called when something was committed."""

    def __init__(self, call: Callable[[Callable[[], Snapshot]], Awaitable[Snapshot]]) -> None:
        self._call = call
        self._watchers: set[asyncio.Event] = set()
        self._reading = asyncio.Lock()
        self._looked = 0.0
        self.now = Snapshot("", b"")

    def __bool__(self) -> bool:
        return bool(self._watchers)

    @contextmanager
    def watching(self) -> Iterator[asyncio.Event]:
        """A watcher: the event is set when the board changed."""
        rung = asyncio.Event()
        self._watchers.add(rung)
        try:
            yield rung
        finally:
            self._watchers.discard(rung)

    def let_go(self) -> None:
        """Wake everybody."""
        for rung in self._watchers:
            rung.set()

    async def read(self) -> Snapshot:
        """The board now. One reading at a time, so that an older one never takes the place of a newer."""
        async with self._reading:
            before, self.now = self.now, await self._call(snapshot)
            if self.now.version != before.version:
                self.let_go()
            return self.now

    async def look(self, again: Callable[[], None]) -> None:
        """Read, if anybody watches; when that was just done, `again` is called a little later instead."""
        if not self._watchers:
            return
        loop = asyncio.get_running_loop()
        since = loop.time() - self._looked
        if since < EVERY:
            loop.call_later(EVERY - since, again)
            return
        self._looked = loop.time()
        await self.read()
