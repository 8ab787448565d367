"""Invitations as rows: who is asked to which seat, and what they said. The verbs are in invitations.py.

Answers go to the opener's inbox. Reasons are for the people of the table; a list of games never tells them.
"""

from collections.abc import Mapping
from datetime import datetime

from games import store
from games.models import Game, InvitationStatus, Player, SeatInvitation
from games.queries.games import iso

#: Why one may decline, with what the opener reads.
REASONS: Mapping[str, str] = {
    "later": "Not now; ask again later.",
    "busy": "Playing enough games already.",
    "too_fast": "The clock is too fast.",
    "too_slow": "The clock is too slow.",
    "edition": "Not this edition.",
    "variant": "Not this variant or menu.",
    "size": "Not with so many or so few players.",
    "rated": "Not a rated game.",
    "unrated": "Rated games only.",
    "opponent": "Not with these players.",
    "no_bots": "Not with bots.",
    "bots_only": "With bots only.",
    "other": "Another reason.",
}


def invite(game: Game, wanted: Mapping[int, Player], now: datetime) -> None:
    """Keep seats of a new table for players and tell them. In the transaction that opens the table."""
    SeatInvitation.objects.bulk_create(
        [
            SeatInvitation(game=game, number=number, player=player, created_at=now)
            for number, player in wanted.items()
        ]
    )
    opener = game.opened_by
    data = {
        "by": None if opener is None else {"player": opener.pk, "name": opener.name},
        "edition": game.edition,
        "variant": game.variant,
        "seats_count": game.seats_count,
        "rated": game.rated,
        "pick_seconds": game.pick_seconds,
        "expires_at": iso(game.expires_at),
    }
    store.tell(
        (
            store.Note(player.pk, "invited", game.pk, {**data, "seat": number})
            for number, player in wanted.items()
        ),
        now,
    )


def waiting(game: Game, player_id: int) -> SeatInvitation | None:
    """The player's unanswered invitation to this table."""
    return SeatInvitation.objects.filter(
        game=game, player_id=player_id, status=InvitationStatus.WAITING
    ).first()


def answered(invitation: SeatInvitation, status: InvitationStatus, reason: str, now: datetime) -> None:
    """Record an answer and tell whoever opened the table."""
    before = invitation.status
    invitation.status, invitation.reason, invitation.answered_at = status, reason, now
    invitation.save(update_fields=["status", "reason", "answered_at"])
    opener = invitation.game.opened_by_id
    if opener is None:
        return
    data = {
        "player": invitation.player_id,
        "name": invitation.player.name,
        "accepted": status == InvitationStatus.ACCEPTED,
        "reason": reason,
        "says": REASONS.get(reason, ""),
    }
    # Who accepted and then leaves has answered twice.
    key = f"{invitation.player_id}{'' if before == InvitationStatus.WAITING else '-left'}"
    store.tell([store.Note(opener, "invitation_answered", invitation.game_id, data, key)], now)
