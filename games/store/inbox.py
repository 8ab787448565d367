"""Telling players: inbox lines without a number, written in the transaction of what they tell.

No lock and one insert, so that a pick never waits for an inbox. Numbers are given in services/inbox.py when
a line is first read. House players are told nothing.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.models import InboxLine
from games.store.rows import SeatRow


class Note(NamedTuple):
    """Something to tell one player; `key` tells two notes of one kind and game apart."""

    player_id: int
    kind: str
    game_id: int
    data: dict[str, Any]
    key: str = ""


def tell(notes: Iterable[Note], at: datetime) -> None:
    """Write the notes; one that was told before is left out. Must run inside the transaction it tells of."""
    lines = [
        InboxLine(
            player_id=note.player_id,
            kind=note.kind,
            game_id=note.game_id,
            key=note.key,
            data=note.data,
            at=at,
        )
        for note in notes
    ]
    if lines:
        InboxLine.objects.bulk_create(lines, ignore_conflicts=True)


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
