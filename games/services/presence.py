"""Who is there: being ready before the first deal, and the return to a seat that the house plays.

A player is heard of by any request for their questions, by an answer, or by saying so. None of it is a rule
of the game, so it lies in rows; what follows from it, the deal or the next pick, is in the log.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from games import access, clock
from games.models import Game, GameStatus, Seat
from games.queries.standing import Standing
from games.refusals import TableClosed
from games.services import picks, starting

#: A player who asks more often than this is not noted again.
NOTED_EVERY = timedelta(seconds=5)


def show_up(game_id: int, player_id: int, now: datetime | None = None) -> Game:
    """The player is there: ready, if the table waits to begin; and back, if the house plays their seat.

    Saying it twice changes nothing. Raises NotYours without a seat there, TableClosed when it is over.
    """
    moment = now or clock.now()
    game = access.game_or_404(game_id)
    if access.seat_number(game_id, player_id) is None:
        raise access.NotYours(f"There is no game {game_id} in which you have a seat.")
    if game.status == GameStatus.OPEN:
        _be_ready(game_id, player_id, moment)
    elif game.status == GameStatus.PLAYING:
        picks.enforce_deadline(game_id, moment, here=player_id)
    else:
        raise TableClosed(f"There is nothing to be ready for: the game is {game.get_status_display()}.")
    game.refresh_from_db()
    return game


def heard_of(player_id: int, standings: Iterable[Standing], now: datetime | None = None) -> bool:
    """A player asks for their questions, so they are there, in all these games; whether anything changed.

    Also keeps the deadlines of those games. No query when there is nothing to do.
    """
    moment = now or clock.now()
    changed = False
    for at in standings:
        if at.ready_by is not None:
            if at.ready_by <= moment or at.ready_at is None or moment - at.ready_at > NOTED_EVERY:
                _be_ready(at.game_id, player_id, moment)
                changed = True
        elif clock.is_late(at.deadline, moment) or clock.is_away(at.clocks, at.number):
            picks.enforce_deadline(at.game_id, moment, here=player_id)
            changed = True
    return changed


def _be_ready(game_id: int, player_id: int, now: datetime) -> None:
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id, status=GameStatus.OPEN).first()
        if game is None:
            return  # it has begun meanwhile
        Seat.objects.filter(game=game, player_id=player_id).update(ready_at=now)
        if game.ready_by is not None:
            starting.start_when_ready(game, now)
