"""What both halves share about watching one game: touching it, and the shape of a page of events."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone

from games import access, clock, services
from games.models import Game


class Row(NamedTuple):
    """The little of a game that tells whether something changed."""

    id: int
    seq: int
    status: str
    deadline: datetime | None


def touch(game_id: int) -> Row:
    """The game as it is now, its deadline enforced if it has passed. Raises access.NotYours: no such game."""
    row = _row(game_id)
    if clock.is_late(row.deadline, clock.now()):
        services.enforce_deadline(game_id)
        row = _row(game_id)
    return row


def _row(game_id: int) -> Row:
    found = Game.objects.filter(pk=game_id).values_list("id", "seq", "status", "deadline").first()
    if found is None:
        raise access.NotYours(game_id)
    return Row(*found)


def page(game_id: int, after: int, events: Sequence[dict[str, Any]], over: bool) -> dict[str, Any]:
    """Events after a point: `seq` is where to go on, `over` that nothing more will come after them."""
    last = events[-1]["seq"] if events else after
    ended = over or (bool(events) and events[-1]["kind"] == "game_ended")
    return {
        "game": game_id,
        "after": after,
        "seq": last,
        "over": ended,
        "server_time": timezone.now(),
        "events": list(events),
    }
