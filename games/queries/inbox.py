"""What a player has been told, and what waits for them, in few words: for the inbox, its poll and its stream.

Only numbered lines are read here; services/inbox.py numbers them. Lines hold no card.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from games import engine, store
from games.models import Game, GameStatus, InboxHead, InboxLine, Seat
from games.queries.questions import MOST, narrow

#: Lines told at once.
MOST_LINES = 500


class AskedOf(NamedTuple):
    """A question that waits for a player, without its cards."""

    game_id: int
    seat: int
    question: str
    deadline: datetime | None


def asked(player_id: int) -> list[AskedOf]:
    """Every question that waits for the player, at the cost of two queries and the states of the games."""
    mine = dict(
        Seat.objects.filter(player_id=player_id, place__isnull=True, game__status=GameStatus.PLAYING)
        .order_by("game__deadline", "game_id")
        .values_list("game_id", "number")[:MOST]
    )
    if not mine:
        return []
    rows = [narrow(game) for game in Game.objects.filter(pk__in=mine, status=GameStatus.PLAYING)]
    loaded = store.load_many(rows)
    return [
        AskedOf(row.id, mine[row.id], question.id, row.deadline)
        for row in rows
        if row.id in loaded
        for question in engine.open_questions(loaded[row.id].state)
        if question.seat == mine[row.id]
    ]


def inbox(player_id: int, after: int = 0, limit: int = MOST_LINES) -> list[InboxLine]:
    """The player's numbered lines after `after`, in order."""
    return list(InboxLine.objects.filter(player_id=player_id, seq__gt=after).order_by("seq")[:limit])


def inbox_line(line: InboxLine) -> dict[str, object]:
    """A line as it is sent."""
    return {"seq": line.seq, "kind": line.kind, "game": line.game_id, "at": line.at, "data": line.data}


def unread(players: Collection[int]) -> set[int]:
    """Those of the players for whom something lies unnumbered."""
    return set(InboxLine.objects.filter(player_id__in=players, seq=None).values_list("player_id", flat=True))


def inbox_heads(players: Collection[int]) -> dict[int, int]:
    """The last number of each player's inbox."""
    return dict(InboxHead.objects.filter(player_id__in=players).values_list("player_id", "seq"))
