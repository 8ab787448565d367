"""The end of a table that never started: everybody who had to do with it is told, and why."""

from datetime import datetime

from games import store
from games.models import Game, GameStatus, InvitationStatus, PlayerKind, SealedSeed, Seat, SeatInvitation


def close_table(game: Game, cause: str, sentence: str, now: datetime) -> None:
    """Close an open table, inside the caller's transaction, which holds the game's row.

    `cause` is "time", "declined", "withdrawn" or "left"; the sentence is public, so it names nobody.
    """
    invited = SeatInvitation.objects.filter(game=game)
    concerned = set(invited.exclude(status=InvitationStatus.DECLINED).values_list("player_id", flat=True))
    concerned |= {
        player_id
        for player_id in Seat.objects.filter(game=game)
        .exclude(player__kind=PlayerKind.HOUSE)
        .values_list("player_id", flat=True)
        if player_id is not None
    }
    if game.opened_by_id is not None:
        concerned.add(game.opened_by_id)
    game.status = GameStatus.EXPIRED
    game.expired_reason = sentence
    game.save(update_fields=["status", "expired_reason"])
    SealedSeed.objects.filter(game=game).delete()
    invited.filter(status=InvitationStatus.WAITING).update(status=InvitationStatus.VOID)
    data = {"cause": cause, "reason": sentence}
    store.tell(
        (store.Note(player_id, "table_expired", game.pk, data) for player_id in sorted(concerned)), now
    )
    store.ring(game.pk)
