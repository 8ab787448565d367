"""What those at an open table may do: accept or decline an invitation, leave, withdraw the table.

One lock, the game's row; so an acceptance and a withdrawal in the same moment leave one of them standing. An
invited player who declines, or leaves after accepting, closes the table: a seat that was kept for somebody is
never given to somebody else.
"""

from datetime import datetime

from django.db import transaction

from games import clock, store
from games.models import Game, GameStatus, InvitationStatus, Seat, SeatInvitation
from games.refusals import BadTable, InvitationAnswered, NotFound, NotYourTable, TableClosed
from games.services import closing, invited, tables


def accept_invitation(game_id: int, player_id: int, nonce: str = "", now: datetime | None = None) -> Game:
    """Take the seat that is kept for the player; again is harmless.

    Raises NotFound (not invited), InvitationAnswered (declined before), TableClosed, BadTable.
    """
    mine = SeatInvitation.objects.filter(game_id=game_id, player_id=player_id).first()
    if mine is None:
        raise NotFound(f"There is no invitation of yours to table {game_id}.")
    if mine.status == InvitationStatus.ACCEPTED:
        return Game.objects.get(pk=game_id)
    if mine.status == InvitationStatus.DECLINED:
        raise InvitationAnswered("You have declined this invitation.", reason=mine.reason)
    return tables.join_game(game_id, player_id, nonce, now)


def decline_invitation(
    game_id: int, player_id: int, reason: str = "other", now: datetime | None = None
) -> Game:
    """Say no, with a key of `invited.REASONS`; the table closes. The same again is harmless.

    Raises NotFound, InvitationAnswered (accepted before), TableClosed, BadTable (no such reason).
    """
    moment = now or clock.now()
    if reason not in invited.REASONS:
        raise BadTable(f"The reason must be one of {', '.join(invited.REASONS)}.")
    with transaction.atomic():
        game = _locked(game_id)
        mine = (
            SeatInvitation.objects.select_related("game", "player")
            .filter(game=game, player_id=player_id)
            .first()
        )
        if mine is None:
            raise NotFound(f"There is no invitation of yours to table {game_id}.")
        if mine.status == InvitationStatus.ACCEPTED:
            raise InvitationAnswered("You have accepted this invitation; leave the table instead.")
        if mine.status == InvitationStatus.WAITING:
            _refuse_closed(game)
            invited.answered(mine, InvitationStatus.DECLINED, reason, moment)
            closing.close_table(game, "declined", "An invited player declined.", moment)
        elif mine.status == InvitationStatus.VOID:
            raise TableClosed("This table has closed already.")
    return game


def withdraw_table(game_id: int, player_id: int, now: datetime | None = None) -> Game:
    """Close an open table that one opened; again is harmless. Raises NotFound, NotYourTable, TableClosed."""
    moment = now or clock.now()
    with transaction.atomic():
        game = _locked(game_id)
        if game.opened_by_id != player_id:
            raise NotYourTable("Only the player who opened a table can withdraw it.")
        if game.status != GameStatus.EXPIRED:
            _refuse_closed(game)
            closing.close_table(game, "withdrawn", "Withdrawn by the player who opened it.", moment)
    return game


def leave_table(game_id: int, player_id: int, now: datetime | None = None) -> Game:
    """Give a seat at an open table back. The opener who leaves takes the table along, and so does a player
    who had accepted an invitation. Raises NotFound, TableClosed."""
    moment = now or clock.now()
    with transaction.atomic():
        game = _locked(game_id)
        seat = Seat.objects.filter(game=game, player_id=player_id).first()
        if seat is None:
            raise NotFound(f"You have no seat at table {game_id}.")
        _refuse_closed(game)
        mine = (
            SeatInvitation.objects.select_related("game", "player")
            .filter(game=game, player_id=player_id)
            .first()
        )
        if game.opened_by_id == player_id:
            closing.close_table(game, "withdrawn", "The player who opened it has left.", moment)
        elif mine is not None:
            invited.answered(mine, InvitationStatus.DECLINED, "other", moment)
            closing.close_table(game, "left", "An invited player has left.", moment)
        else:
            seat.player, seat.nonce = None, ""
            seat.save(update_fields=["player", "nonce"])
            store.ring(game.pk)
    return game


def _locked(game_id: int) -> Game:
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise NotFound(f"There is no game {game_id} that you may see.")
    return game


def _refuse_closed(game: Game) -> None:
    if game.status != GameStatus.OPEN:
        raise TableClosed(f"This is no open table any more: the game is {game.get_status_display()}.")
    if game.ready_by is not None:
        raise TableClosed("The table is full and about to begin; everybody at it is asked to be ready.")
