"""The inbox: numbers for what a player has been told, and "my turn", which is told when somebody looks.

Lines lie unnumbered until their player's inbox is read. Whoever reads takes the lock of the player's
InboxHead and gives out the next numbers, so that they have no gap, stay what they are, and nobody who plays a
card waits for it. A turn is a doorbell only: the line names the question and holds no card, and a turn that
came and went between two readings is not told.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from games import clock, queries, store
from games.models import Game, InboxHead, InboxLine, Player, PlayerKind, Seat
from games.queries.games import iso

#: Lines numbered in one transaction; the rest come with the next reading.
_MOST = 500
#: How far back an inbox goes.
KEEP = timedelta(days=30)


class RatingNote(NamedTuple):
    """What one game did to one player's rating, in whole points."""

    player_id: int
    game_id: int
    pool: str
    before: int
    after: int


def deliver(player_id: int, now: datetime | None = None) -> int:
    """Number what waits to be read; the last number of the player's inbox. No write when nothing is new."""
    moment = now or clock.now()
    turns = _new_turns(player_id)
    if not turns and not queries.unread([player_id]):
        return queries.inbox_heads([player_id]).get(player_id, 0)
    InboxHead.objects.bulk_create([InboxHead(player_id=player_id)], ignore_conflicts=True)
    with transaction.atomic():
        locked = InboxHead.objects.select_for_update().get(pk=player_id)
        store.tell(turns, moment)
        lines = list(InboxLine.objects.filter(player_id=player_id, seq=None).order_by("id")[:_MOST])
        for number, line in enumerate(lines, locked.seq + 1):
            line.seq = number
        if lines:
            InboxLine.objects.bulk_update(lines, ["seq"], batch_size=100)
            locked.seq += len(lines)
            locked.save(update_fields=["seq"])
    return locked.seq


def _new_turns(player_id: int) -> list[store.Note]:
    """A note for every question that waits for the player and was not told yet."""
    asked = queries.asked(player_id)
    if not asked:
        return []
    told = set(
        InboxLine.objects.filter(
            player_id=player_id, kind="my_turn", game_id__in={one.game_id for one in asked}
        ).values_list("game_id", "key")
    )
    return [
        store.Note(
            player_id,
            "my_turn",
            one.game_id,
            {"question": one.question, "seat": one.seat, "deadline": iso(one.deadline)},
            one.question,
        )
        for one in asked
        if (one.game_id, one.question) not in told
    ]


def tell_asked(game: Game, missing: Iterable[Seat], now: datetime) -> None:
    """Tell who was not heard of that their full table asks them to be ready. In its transaction."""
    data = {"rated": game.rated, "ready_by": iso(game.ready_by)}
    store.tell(
        (
            store.Note(seat.player_id, "ready_asked", game.pk, {"seat": seat.number, **data})
            for seat in missing
            if seat.player_id is not None
        ),
        now,
    )


def tell_started(game: Game, now: datetime) -> None:
    """Tell everybody at the table, the house aside, that the game has begun. In its transaction."""
    seats = Seat.objects.filter(game=game, player__strategy="").values_list("number", "player_id")
    store.tell(
        (
            store.Note(player_id, "game_started", game.pk, {"seat": number, "rated": game.rated})
            for number, player_id in seats
            if player_id is not None
        ),
        now,
    )


def tell_rating_changes(notes: Iterable[RatingNote], now: datetime | None = None) -> None:
    """Tell players what games did to their ratings; the ratings app calls this in its own transaction."""
    found = list(notes)
    people = set(
        Player.objects.filter(pk__in={note.player_id for note in found})
        .exclude(kind=PlayerKind.HOUSE)
        .values_list("pk", flat=True)
    )
    mine = [note for note in found if note.player_id in people]
    store.tell(
        (
            store.Note(
                note.player_id,
                "rating_changed",
                note.game_id,
                {
                    "pool": note.pool,
                    "before": note.before,
                    "after": note.after,
                    "change": note.after - note.before,
                },
                note.pool,
            )
            for note in mine
        ),
        now or clock.now(),
    )
    if mine:
        store.ring(mine[-1].game_id)


def forget_old(now: datetime | None = None) -> int:
    """Drop lines older than the inbox goes back, the oldest first; how many."""
    limit = (now or clock.now()) - KEEP
    return InboxLine.objects.filter(at__lt=limit).delete()[0]
