"""The narrow rows that the hot path reads and writes, and how each database spells a moment.

SQLite hands back text for datetimes and integers for booleans when asked with raw SQL; PostgreSQL hands back
the real thing. Both become the same typed row here.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import connection


class GameRow(NamedTuple):
    """What a pick needs to know of a game."""

    id: int
    status: str
    edition: str
    rated: bool
    seats_count: int
    pick_seconds: int
    bank_seconds: int
    commitment: str
    seq: int
    deadline: datetime | None
    started_at: datetime | None
    clocks: str


class SeatRow(NamedTuple):
    """Who sits where; `strategy` is "" unless a house bot sits there."""

    number: int
    player_id: int
    strategy: str


class StoredEvent(NamedTuple):
    """One line of the log as stored. Secret: mask it before it leaves the server."""

    seq: int
    kind: str
    data: str
    hash: str
    at: datetime

    def __repr__(self) -> str:
        return f"<StoredEvent {self.seq} {self.kind}>"


GAME_COLUMNS = (
    "id, status, edition, rated, seats_count, pick_seconds, bank_seconds, commitment, seq, deadline, "
    "started_at, clocks"
)


def moment(value: Any) -> datetime | None:
    """A datetime column as an aware datetime, from either database."""
    if value is None:
        return None
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    found: datetime = value
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def stored_moment(value: datetime | None) -> Any:
    """A datetime as the parameter that this database stores, equal to what the ORM would write."""
    if value is None or connection.vendor == "postgresql":
        return value
    if value.tzinfo is UTC:
        return str(value.replace(tzinfo=None))  # as the next line does, in a tenth of its time
    return connection.ops.adapt_datetimefield_value(value)


def game_row(row: tuple[Any, ...]) -> GameRow:
    """A row of GAME_COLUMNS, typed."""
    return GameRow(
        row[0],
        row[1],
        row[2],
        bool(row[3]),
        row[4],
        row[5],
        row[6],
        row[7],
        row[8],
        moment(row[9]),
        moment(row[10]),
        row[11],
    )


def stored_event(row: tuple[Any, ...]) -> StoredEvent:
    """A row of (seq, kind, data, hash, at), typed."""
    at = moment(row[4])
    if at is None:
        raise ValueError(f"event {row[0]} has no time")
    return StoredEvent(row[0], row[1], row[2], row[3], at)
