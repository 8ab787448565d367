"""What both halves share about watching one game: touching it, and the shape of a page of events."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zlib import crc32

from games import access, clock, engine, queries, services, store
from games.models import Game, GameStatus, Seat
from games.queries.games import iso


class Row(NamedTuple):
    """The little of a game that tells whether something changed."""

    id: int
    seq: int
    status: str
    deadline: datetime | None
    expires_at: datetime | None
    clocks: str


def touch(game_id: int) -> Row:
    """The game as it is now, after what its time asks for. Raises access.NotYours: no such game."""
    row = _row(game_id)
    if clock.is_late(row.deadline, clock.now()):
        services.enforce_deadline(game_id)
        row = _row(game_id)
    elif row.status == GameStatus.OPEN and clock.is_late(row.expires_at, clock.now()):
        services.settle_table(game_id)
        row = _row(game_id)
    return row


def _row(game_id: int) -> Row:
    rows = Game.objects.filter(pk=game_id)
    found = rows.values_list("id", "seq", "status", "deadline", "expires_at", "clocks").first()
    if found is None:
        raise access.NotYours(f"There is no game {game_id} that you may see.")
    return Row(*found)


def seats_mark(game_id: int) -> str:
    """A word that changes when somebody sits down at an open table, gets up or is ready."""
    seats = Seat.objects.filter(game_id=game_id).order_by("number").values_list("player_id", "ready_at")
    return f"{crc32(repr(list(seats)).encode()):x}"


def seen_by(game_id: int, viewer: engine.Viewer, player_id: int | None) -> dict[str, Any]:
    """One game as a viewer sees it, with the invitations as this player may see them."""
    return {
        **queries.game_view(game_id, viewer),
        "invitations": queries.invitations_of(game_id, player_id),
    }


def last_hash(game_id: int) -> str:
    """The hash of a finished game's last event. Secret until then."""
    row = _row(game_id)
    last = store.read(game_id, row.seq - 1)
    return last[-1].hash


def as_seated(row: Row, player_id: int | None) -> engine.Viewer:
    """The seat for a player who plays here, else SPECTATOR; also when the game is over.

    Events stay masked as they were sent; the whole log is opened elsewhere.
    """
    if player_id is None or row.status not in ("playing", "finished"):
        return engine.SPECTATOR
    number = access.seat_number(row.id, player_id)
    return engine.SPECTATOR if number is None else number


def page(game_id: int, after: int, events: Sequence[dict[str, Any]], over: bool) -> dict[str, Any]:
    """Events after a point: `seq` is where to go on, `over` that nothing more will come after them."""
    last = events[-1]["seq"] if events else after
    ended = over or (bool(events) and events[-1]["kind"] == "game_ended")
    return {
        "game": game_id,
        "after": after,
        "seq": last,
        "over": ended,
        "server_time": iso(clock.now()),
        "events": list(events),
    }
