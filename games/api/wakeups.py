"""How a web process learns that something was committed, by any process: a doorbell, never the news itself.

SQLite: a thread reads `PRAGMA data_version` every 20 ms on a kept read-only connection; the number moves when
another connection commits. PostgreSQL: LISTEN on `kaiten_events`, whose payload is the id of the game; each
(re)connection rings for everything, since notices of the time between are lost. The hub reads the rows.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import quote

import psycopg
from django.db import connections

log = logging.getLogger("kaiten.hub")

#: Rung with the game that moved, or None for "look at everything". Called in the event loop.
Ring = Callable[[int | None], None]

POLL_SECONDS = 0.02
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
CHANNEL = "kaiten_events"


class Doorbell(Protocol):
    """Something that rings when rows may have changed."""

    async def start(self, ring: Ring) -> None:
        """Begin to ring, in the running loop."""

    async def stop(self) -> None:
        """Stop, and leave nothing open."""

    def heed(self, wanted: bool) -> None:
        """Whether anybody watches; without watchers nothing need be looked at."""


def doorbell() -> Doorbell:
    """The doorbell of the default database."""
    connection = connections["default"]
    if connection.vendor == "postgresql":
        return Notices(connection.get_connection_params())
    return DataVersion(str(connection.settings_dict["NAME"]))


class DataVersion:
    """SQLite's doorbell: one thread, one read-only connection, fifty cheap looks a second while watched."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._stopped = threading.Event()
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None

    async def start(self, ring: Ring) -> None:
        """Start the thread."""
        loop = asyncio.get_running_loop()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop closed while we looked
                loop.call_soon_threadsafe(ring, None)

        self._thread = threading.Thread(target=self._run, args=(tell,), name="kaiten-doorbell", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """End the thread; it looks at its flag every 20 ms."""
        self._stopped.set()
        self._wanted.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 2)

    def heed(self, wanted: bool) -> None:
        """Sleep without watchers."""
        if wanted:
            self._wanted.set()
        elif not self._stopped.is_set():
            self._wanted.clear()

    def _run(self, tell: Callable[[], None]) -> None:
        failures = 0
        while not self._stopped.is_set():
            try:
                self._watch(tell)
            except sqlite3.Error as error:
                log.warning("Cannot watch the database for news (%s); trying again.", error)
                self._stopped.wait(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    def _watch(self, tell: Callable[[], None]) -> None:
        uri = f"file:{quote(self._path)}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        try:
            look = connection.cursor()
            seen: int | None = None
            while not self._stopped.is_set():
                version: int = look.execute("PRAGMA data_version").fetchone()[0]
                if version != seen:
                    seen = version
                    tell()
                self._stopped.wait(POLL_SECONDS)
                self._wanted.wait()
        finally:
            connection.close()


class Notices:
    """PostgreSQL's doorbell: LISTEN on a connection of its own, reconnected for ever."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        # Django's cursor and adapters are for its own connections.
        self._parameters = {
            name: value
            for name, value in parameters.items()
            if name not in ("cursor_factory", "context", "prepare_threshold")
        }
        self._task: asyncio.Task[None] | None = None

    async def start(self, ring: Ring) -> None:
        """Start listening."""
        self._task = asyncio.create_task(self._run(ring), name="kaiten-doorbell")

    async def stop(self) -> None:
        """Stop listening and close the connection."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def heed(self, wanted: bool) -> None:
        """An idle LISTEN costs nothing."""

    async def _run(self, ring: Ring) -> None:
        failures = 0
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    **self._parameters, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    failures = 0
                    ring(None)
                    async for notice in connection.notifies():
                        ring(int(notice.payload) if notice.payload.isdecimal() else None)
            except psycopg.Error as error:
                if not failures:
                    log.warning("Lost the database's notices (%s); reconnecting.", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
            failures += 1
