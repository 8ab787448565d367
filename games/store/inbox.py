"""Telling players: inbox lines without a number, written in the transaction of what they tell.

No lock and one insert, so that a pick never waits for an inbox. Numbers are given in services/inbox.py when
a line is first read. House players are told nothing.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from games.store.rows import SeatRow, stored_moment

_INSERT = (
    "INSERT INTO games_inboxline (player_id, kind, game_id, key, data, at) VALUES (%s, %s, %s, %s, %s, %s) "
    "ON CONFLICT DO NOTHING"
)


class Note(NamedTuple):
    """Something to tell one player; `key` tells two notes of one kind and game apart."""

    player_id: int
    kind: str
    game_id: int
    data: dict[str, Any]
    key: str = ""


def tell(notes: Iterable[Note], at: datetime) -> None:
    """Write the notes; one that was told before is left out. Must run inside the transaction it tells of."""
    moment = stored_moment(at)
    lines = [
        (note.player_id, note.kind, note.game_id, note.key, json.dumps(note.data), moment) for note in notes
    ]
    if lines:
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, lines)


def tell_over(
    game_id: int, seats: Sequence[SeatRow], results: Sequence[tuple[int, int]], at: datetime
) -> None:
    """Tell everybody at the table how the game ended."""
    tell(
        (
            Note(
                seat.player_id, "game_over", game_id, {"seat": seat.number, "place": place, "points": points}
            )
            for seat, (points, place) in zip(seats, results, strict=True)
            if not seat.strategy
        ),
        at,
    )
