"""Where the games of a player stand: the narrow read behind every request for questions."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from orjson import loads

from games import clock
from games.models import GameStatus, Seat
from games.prepared import Prepared, padded

#: Games in which something may be asked of a player: being played, or full and asking who is ready.
IN_PLAY = Q(game__status=GameStatus.PLAYING) | Q(game__ready_by__isnull=False)


_COLUMNS = (
    "player_id",
    "game_id",
    "game__seq",
    "number",
    "ready_at",
    "game__deadline",
    "game__ready_by",
    "game__clocks",
)


class Standing(NamedTuple):
    """One game of a player: how far its log goes, and what time it is there."""

    player_id: int
    game_id: int
    seq: int
    number: int
    ready_at: datetime | None
    deadline: datetime | None
    ready_by: datetime | None
    clocks: str

    @property
    def asked(self) -> int:
        """Since when something is asked of the player, in microseconds since 1970; 0 while nothing is.

        The clock of a seat begins with each question of its own, so no two questions have the same number,
        and what others at the table do does not change it. Whether they are ready is asked until a moment,
        which is told as a negative number: the first question may open at that very moment.
        """
        if self.ready_by is not None:
            return -clock.stamp(self.ready_by)
        if not self.clocks:
            return self.seq or 1  # a game of the time before seats had clocks: any move may be a question
        asked: int = loads(self.clocks)[self.number][3]
        return asked


#: Questions by game and the moment since when each is asked: what a player who waits has seen.
AskedSince = frozenset[tuple[int, int]]


def _of_players(*players: int) -> QuerySet[Any, Any]:
    return Seat.objects.filter(IN_PLAY, player_id__in=players, place__isnull=True).values_list(*_COLUMNS)


def _in_games(*games: int) -> QuerySet[Any, Any]:
    return Seat.objects.filter(
        IN_PLAY, game_id__in=games, player__isnull=False, place__isnull=True
    ).values_list(*_COLUMNS)


_OF_PLAYERS, _IN_GAMES = Prepared(_of_players), Prepared(_in_games)


def standings(*players: int) -> list[Standing]:
    """The games of these players that are played or in their ready step; one query. At least one player."""
    return [Standing(*row) for row in _OF_PLAYERS.rows(*padded(players))]


def standings_in(*games: int) -> list[Standing]:
    """The seats of those of these games that are played or in their ready step; one query. At least one."""
    return [Standing(*row) for row in _IN_GAMES.rows(*padded(games))]


def asked_in(found: Iterable[Standing]) -> AskedSince:
    """What is asked in these games of one player."""
    return frozenset((at.game_id, asked) for at in found if (asked := at.asked))


def asked_of(found: Iterable[Standing]) -> dict[int, AskedSince]:
    """What is asked of each player."""
    asked: dict[int, list[Standing]] = {}
    for at in found:
        asked.setdefault(at.player_id, []).append(at)
    return {player_id: asked_in(theirs) for player_id, theirs in asked.items()}
