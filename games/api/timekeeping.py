"""Deadlines of games that somebody watches, kept by the web process too: no game hangs on a worker that died.

Beat's sweep comes first; here only what is overdue by more than that, and only for streams and long polls
that are open in this process. When nothing is overdue it costs one glance at two small indexes a second.
"""

import asyncio
import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games import clock, services
from games.models import Game, GameStatus, Seat
from games.prepared import Prepared, in_chunks

if TYPE_CHECKING:
    from games.api.hub import Hub

log = logging.getLogger("kaiten.hub")

TICK_SECONDS = 0.5
#: What beat's sweep is given first.
GRACE = timedelta(seconds=0.7)


async def run(hub: "Hub") -> None:
    """Keep the time for those who watch or wait, for ever."""
    while True:
        await asyncio.sleep(TICK_SECONDS)
        games, players = hub.watched()
        if not games and not players:
            continue
        try:
            await hub.call(keep, games, players)
        except Exception as error:
            # The next tick tries again, and so does beat.
            log.warning("Cannot keep the time of watched games: %s", type(error).__name__)


def _late(latest: datetime) -> "QuerySet[Game]":
    return Game.objects.filter(deadline__lt=latest)


def _unready(latest: datetime) -> "QuerySet[Game]":
    return Game.objects.filter(status=GameStatus.OPEN, expires_at__lt=latest, ready_by__isnull=False)


_LATE, _UNREADY = (
    Prepared(lambda latest, overdue=overdue: overdue(latest).order_by().values_list("pk")[:1], moments=(0,))
    for overdue in (_late, _unready)
)


def keep(games: Collection[int], players: Collection[int]) -> int:
    """Move what is overdue among these games and those of these players; how many were."""
    latest = clock.now() - GRACE
    if not _LATE.rows(latest) and not _UNREADY.rows(latest):
        return 0
    late, unready = _late(latest), _unready(latest)
    moved = 0
    for overdue, move in ((late, services.enforce_deadline), (unready, services.settle_table)):
        for game_id in _watched(overdue, games, players):
            try:
                move(game_id)
                moved += 1
            except Exception as error:
                log.error("Game %s is overdue and could not be moved: %s", game_id, type(error).__name__)
    return moved


def _watched(overdue: "QuerySet[Game]", games: Collection[int], players: Collection[int]) -> set[int]:
    found: set[int] = set()
    for some in in_chunks(games):
        found.update(overdue.filter(pk__in=some).values_list("pk", flat=True))
    for some in in_chunks(players):
        theirs = Seat.objects.filter(player_id__in=some, place__isnull=True, game__in=overdue)
        found.update(theirs.values_list("game_id", flat=True))
    return found
