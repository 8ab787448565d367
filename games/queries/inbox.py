"""What a player has been told, and what waits for them, in few words: for the inbox, its poll and its stream.

Only numbered lines are read here; services/inbox.py numbers them. Lines hold no card.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games import engine, store
from games.models import InboxHead, InboxLine
from games.prepared import Prepared, padded
from games.queries.questions import asked_at, narrow, rows_of
from games.queries.standing import standings

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
    found = asked_at(standings(player_id))
    if not found:
        return []
    mine = {at.game_id: at.number for at in found}
    rows = [narrow(game) for game in rows_of(found).values()]
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


def _unread(*players: int) -> QuerySet[Any, Any]:
    return InboxLine.objects.filter(player_id__in=players, seq=None).order_by().values_list("player_id")


def _heads(*players: int) -> QuerySet[Any, Any]:
    return InboxHead.objects.filter(player_id__in=players).order_by().values_list("player_id", "seq")


_UNREAD, _HEADS = Prepared(_unread), Prepared(_heads)


def unread(players: Sequence[int]) -> set[int]:
    """Those of the players for whom something lies unnumbered. At least one player."""
    return {player_id for (player_id,) in _UNREAD.rows(*padded(players))}


def inbox_heads(players: Sequence[int]) -> dict[int, int]:
    """The last number of each player's inbox. At least one player."""
    return dict(_HEADS.rows(*padded(players)))
