"""The request log: every call made with a token is kept for its owner; calls.py shows it.

A finished request costs one append to a list. A thread of the process writes the list away every second, in
one statement and on its own connection; when it cannot, lines are dropped and counted, never a request
slowed or failed. A process that is killed loses its last second of log, and no more.
"""

import atexit
import logging
import re
import threading
from collections import deque
from datetime import UTC, datetime
from time import monotonic, time
from typing import Any, NamedTuple

from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from games import store
from games.store.rows import stored_moment

log = logging.getLogger("kaiten.api")

#: Bytes of a body that are kept.
BODY_BYTES = 2048
#: Seconds between two writings, and lines that may wait for one.
EVERY = 1.0
MOST_WAITING = 20_000
#: Lines in one statement.
_CHUNK = 1_000

_SECRETS = (
    (re.compile(r"\b(k[ti]_)[A-Za-z0-9_-]{8,}"), r"\1***"),
    (
        re.compile(
            r'(?i)("[^"]*(?:token|secret|password|seed|nonce|authorization|cookie)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*'
        ),
        r"\1***",
    ),
    (re.compile(r"(?i)([?&][^=&]*(?:token|secret|password|seed|nonce)[^=&]*=)[^&]*"), r"\1***"),
)
#: Without any of these there is nothing to star out; one look is cheaper than three.
_SUSPECT = re.compile(r"(?i)k[ti]_|token|secret|password|seed|nonce|authorization|cookie")
_COLUMNS = "token, game, at, method, path, status, code, ms, body"
_GAME = re.compile(r"/games/(\d{1,18})(?:/|\Z|\?)")


class Entry(NamedTuple):
    """A finished request, as noted by whoever answered it."""

    token: int
    at: float
    method: str
    path: str
    query: str
    status: int
    answer_code: str
    ms: float
    body: bytes
    location: str


class Recorder:
    """The lines of one process that wait to be written."""

    def __init__(self) -> None:
        self._waiting: deque[Entry] = deque(maxlen=MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._writing = threading.Lock()
        self.on = False

    def start(self, thread: bool = True) -> None:
        """Take lines from now on; without a thread somebody calls `flush`."""
        self.on = True
        if thread and self._thread is None:
            self._begin()

    def _begin(self) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="kaiten-requests", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Write what is left and take no more."""
        self.on = False
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5)
            self._thread = None

    def note(self, entry: Entry) -> None:
        """A request is over. Never fails and never waits; beyond the most the oldest is dropped."""
        if self.on:
            self._waiting.append(entry)
            if self._thread is not None and not self._thread.is_alive():
                self._begin()  # a server that forks after loading left the thread behind

    def flush(self) -> int:
        """Write what waits; how many lines. A database that does not answer costs these lines."""
        count = 0
        with self._writing:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(_CHUNK, len(self._waiting)))]
                try:
                    write(batch)
                    count += len(batch)
                except (DatabaseError, InterfaceError) as error:
                    log.warning("%d lines of the request log are lost: %s", len(batch), type(error).__name__)
                    return count
        return count

    def _run(self) -> None:
        while not self._stop.wait(EVERY):
            self._flush_alone()
        self._flush_alone()
        connection.close()

    def _flush_alone(self) -> None:
        if self._waiting:
            try:
                close_old_connections()
                self.flush()
            except Exception:
                log.exception("The request log could not be written.")


#: The recorder of this process.
RECORDER = Recorder()
atexit.register(RECORDER.stop)


def write(batch: list[Entry]) -> None:
    """Store lines, with what must not be kept starred out."""
    rows = [_row(entry) for entry in batch]
    with store.writing():
        store.insert("games_call", _COLUMNS, rows)


def _row(entry: Entry) -> tuple[Any, ...]:
    path = f"{entry.path}?{entry.query}" if entry.query else entry.path
    game = _GAME.search(entry.location or entry.path)
    return (
        entry.token,
        int(game[1]) if game else None,
        stored_moment(datetime.fromtimestamp(entry.at, UTC)),
        entry.method[:10],
        _plain(redact(path))[:300],
        entry.status,
        entry.answer_code[:60],
        max(0, round(entry.ms)),
        _plain(redact(entry.body[:BODY_BYTES].decode("utf-8", "replace"))) if entry.body else "",
    )


def _plain(text: str) -> str:
    """Text that every database takes: no zero byte, no half of a character."""
    return text.replace("\0", "?").encode("utf-8", "replace").decode()


def redact(text: str) -> str:
    """The text with tokens and the values of secret fields starred out, cut ones too."""
    if _SUSPECT.search(text) is None:
        return text
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


class Timed:
    """When a request came, by both clocks."""

    __slots__ = ("at", "begun")

    def __init__(self) -> None:
        self.at = time()
        self.begun = monotonic()

    def ms(self) -> float:
        """Milliseconds since."""
        return (monotonic() - self.begun) * 1000
