"""Where the games of a player stand: the narrow read behind every request for questions."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from games.models import GameStatus, Seat

#: Games in which something may be asked of a player: being played, or full and asking who is ready.
IN_PLAY = Q(game__status=GameStatus.PLAYING) | Q(game__ready_by__isnull=False)


class Standing(NamedTuple):
    """One game of a player: how far its log goes, and what time it is there."""

    game_id: int
    seq: int
    number: int
    ready_at: datetime | None
    deadline: datetime | None
    ready_by: datetime | None
    clocks: str


def standings(player_id: int) -> list[Standing]:
    """The player's games that are played or in their ready step; one query."""
    rows = Seat.objects.filter(IN_PLAY, player_id=player_id, place__isnull=True).values_list(
        "game_id", "game__seq", "number", "ready_at", "game__deadline", "game__ready_by", "game__clocks"
    )
    return [Standing(*row) for row in rows]
