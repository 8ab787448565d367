"""Folded states kept in the process, so that a pick need not fold the whole log again.

A state here is never handed out: readers get a copy made under the lock, so no two threads share one. What is
put in was committed, and a log only grows, so a kept state is always the fold of a true prefix; the reader
folds what came after it. `started_at` guards against another game under the same id (after a rollback).
"""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from games import engine
from games.store.rows import SeatRow


class Entry(NamedTuple):
    """A state, the event it stands at, that event's hash, and the seats."""

    started_at: datetime
    seq: int
    hash: str
    state: engine.State
    seats: tuple[SeatRow, ...]

    def __repr__(self) -> str:
        return f"<Entry at {self.seq}>"


class StateCache:
    """At most `size` games, the least recently used dropped first. Safe to share between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._lock = Lock()

    def take(self, game_id: int, started_at: datetime, seq: int) -> Entry | None:
        """The newest kept state of this game up to `seq`, as a copy; None if none is kept."""
        with self._lock:
            entry = self._entries.get(game_id)
            if entry is None or entry.started_at != started_at or entry.seq > seq:
                return None
            self._entries.move_to_end(game_id)
            return entry._replace(state=engine.copy(entry.state))

    def put(self, game_id: int, entry: Entry) -> None:
        """Keep a committed state, which the caller must not touch again; never an older for a newer."""
        with self._lock:
            held = self._entries.get(game_id)
            if held is not None and held.started_at == entry.started_at and held.seq > entry.seq:
                return
            self._entries[game_id] = entry
            self._entries.move_to_end(game_id)
            while len(self._entries) > self._size:
                self._entries.popitem(last=False)

    def drop(self, game_id: int) -> None:
        """Forget one game."""
        with self._lock:
            self._entries.pop(game_id, None)

    def clear(self) -> None:
        """Forget every game."""
        with self._lock:
            self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)


#: Some 10 KB a game; 512 games are more than one process plays at once.
states = StateCache(512)
