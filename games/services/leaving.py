"""A player who goes for good gives back everything that waits for them: searches, invitations, open tables.

Games in play and full tables about to begin are not left: there the house picks for the absent.
"""

from contextlib import suppress
from datetime import datetime

from django.db.models import Q

from games import clock
from games.models import Game, GameStatus, InvitationStatus, Player, Seat, SeatInvitation, SeekStatus
from games.refusals import BadTable, NotFound
from games.services import invitations
from games.services.seeks import cancel_seeks


def leave_lobby(player_id: int, now: datetime | None = None) -> int:
    """End the player's searches and take them off every open table; how many tables.

    Tables they opened close, invitations are declined, seats they took are open again; the others are told
    as if the player had done each of it. One transaction for each table, so that no two locks are held at
    once; to do it again is harmless.
    """
    moment = now or clock.now()
    cancel_seeks(player_id, moment)
    mine = Q(opened_by=player_id) | Q(pk__in=Seat.objects.filter(player_id=player_id).values("game"))
    asked = SeatInvitation.objects.filter(player_id=player_id, status=InvitationStatus.WAITING)
    count = 0
    tables = Game.objects.filter(mine | Q(pk__in=asked.values("game")), status=GameStatus.OPEN).order_by("pk")
    for game_id, opener in list(tables.values_list("pk", "opened_by")):
        # It may have begun or closed meanwhile; then there is nothing to leave.
        with suppress(NotFound, BadTable):
            if opener == player_id:
                invitations.withdraw_table(game_id, player_id, moment)
            elif asked.filter(game=game_id).exists():
                invitations.decline_invitation(game_id, player_id, "other", moment)
            else:
                invitations.leave_table(game_id, player_id, moment)
            count += 1
    return count


def leave_for_departed(now: datetime | None = None) -> int:
    """`leave_lobby` for whoever went and still holds something; how many tables.

    For players shut out by the staff, and for one who sat down in the moment their account was deleted.
    """
    gone = Player.objects.filter(Q(active=False) | Q(owner__is_active=False)).filter(
        Q(seats__game__status=GameStatus.OPEN)
        | Q(games_opened__status=GameStatus.OPEN)
        | Q(invitations__status=InvitationStatus.WAITING)
        | Q(seeks__status=SeekStatus.WAITING)
    )
    return sum(leave_lobby(player, now) for player in gone.values_list("pk", flat=True).distinct())
