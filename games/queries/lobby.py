"""Reads of the lobby: invitations as those of the table see them, a player's seeks and their queues, open
tables."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, DurationField, ExpressionWrapper, F, Max, Q, QuerySet

from games import clock, seeking
from games.models import (
    Game,
    GameStatus,
    InboxLine,
    InvitationStatus,
    Seat,
    SeatInvitation,
    Seek,
    SeekStatus,
)
from games.queries.games import game_list, iso, row_facts, seat_lines, with_seats
from games.queries.standing import standings

#: Open tables shown at once, the newest.
MOST_TABLES = 100
#: Seeks that ended, shown beside those that wait.
_MOST_ENDED = 20


def invitations_of(game_id: int, player_id: int | None) -> list[dict[str, Any]] | None:
    """Who was invited and what they said, for the opener, the invited and the seated; None for all others."""
    if player_id is None:
        return None
    found = list(SeatInvitation.objects.filter(game=game_id).select_related("player", "game"))
    if not found:
        return []
    opener = found[0].game.opened_by_id
    if (
        opener != player_id
        and player_id not in {one.player_id for one in found}
        and not Seat.objects.filter(game=game_id, player_id=player_id).exists()
    ):
        return None
    # Why somebody declined is for the opener and for themselves.
    return [
        {
            "seat": one.number,
            "player": one.player_id,
            "name": one.player.name,
            "status": one.status,
            "reason": one.reason if player_id in (opener, one.player_id) else "",
            "answered_at": iso(one.answered_at),
        }
        for one in found
    ]


def _invitations(player_id: int, now: datetime) -> QuerySet[SeatInvitation]:
    return SeatInvitation.objects.filter(
        player_id=player_id,
        status=InvitationStatus.WAITING,
        game__status=GameStatus.OPEN,
        game__expires_at__gt=now,
    )


def invited_to(player_id: int, now: datetime | None = None) -> list[SeatInvitation]:
    """The invitations that wait for the player's answer, with table and opener at hand, the newest first."""
    mine = _invitations(player_id, now or clock.now()).select_related("game", "game__opened_by")
    return list(mine.order_by("-game_id")[:MOST_TABLES])


def invitations_waiting(player_id: int, now: datetime | None = None) -> list[dict[str, Any]]:
    """The same as JSON-able data."""
    return [
        {
            "game": one.game_id,
            "seat": one.number,
            "by": None
            if one.game.opened_by is None
            else {"player": one.game.opened_by_id, "name": one.game.opened_by.name},
            "edition": one.game.edition,
            "variant": one.game.variant,
            "options": one.game.options,
            "seats_count": one.game.seats_count,
            "rated": one.game.rated,
            "pick_seconds": one.game.pick_seconds,
            "created_at": iso(one.created_at),
            "expires_at": iso(one.game.expires_at),
        }
        for one in invited_to(player_id, now)
    ]


def seek_view(seek: Seek, now: datetime | None = None) -> dict[str, Any]:
    """One seek as its player sees it: the place in the queue counts from 1, and is null when it is over."""
    moment = now or clock.now()
    waiting = seek.status == SeekStatus.WAITING
    place = None
    if waiting:
        queue = Seek.objects.filter(pool=seek.pool, clock=seek.clock, status=SeekStatus.WAITING)
        place = queue.filter(created_at__lte=seek.created_at, pk__lt=seek.pk).count() + 1
    waited = (seek.ended_at or moment) - seek.created_at
    return {
        "id": seek.pk,
        "pool": seek.pool,
        "clock": seek.clock,
        "least_seats": seek.least_seats,
        "most_seats": seek.most_seats,
        "status": seek.status,
        "place": place,
        "waited_ms": max(0, round(waited.total_seconds() * 1000)),
        "house_fills_after": seeking.FILL_SECONDS,
        "lapses_after": seeking.LAPSE_SECONDS,
        "created_at": iso(seek.created_at),
        "heard_at": iso(seek.beaten_at),
        "ended_at": iso(seek.ended_at),
        "game": seek.game_id,
        "server_time": iso(moment),
    }


def seeks_of(player_id: int, now: datetime | None = None) -> list[dict[str, Any]]:
    """The player's seeks: all that wait and the last few that ended, the newest first."""
    mine = Seek.objects.filter(player_id=player_id).order_by("-id")
    found = [*mine.filter(status=SeekStatus.WAITING), *mine.exclude(status=SeekStatus.WAITING)[:_MOST_ENDED]]
    return [seek_view(seek, now) for seek in sorted(found, key=lambda one: -one.pk)]


class Queue(NamedTuple):
    """What everybody may know of a queue: how many wait, and the longest wait of who was seated in a day."""

    waiting: int
    longest_wait: timedelta | None


def queues(now: datetime | None = None) -> dict[tuple[str, str], Queue]:
    """The queues by pool and clock; one query. Where nobody waits or was seated there is no entry.

    Who was not heard of for long does not count as waiting.
    """
    moment = now or clock.now()
    alive = Q(status=SeekStatus.WAITING, beaten_at__gte=moment - timedelta(seconds=seeking.LAPSE_SECONDS))
    seated = Q(status=SeekStatus.SEATED, ended_at__gte=moment - timedelta(days=1))
    wait = ExpressionWrapper(F("ended_at") - F("created_at"), output_field=DurationField())
    rows = (
        Seek.objects.filter(alive | seated)
        .order_by("pool", "clock")
        .values_list("pool", "clock")
        .annotate(waiting=Count("pk", filter=alive), longest=Max(wait, filter=seated))
    )
    return {(pool, name): Queue(waiting, longest) for pool, name, waiting, longest in rows}


def last_seek(player_id: int) -> Seek | None:
    """What the player looked for last; None when that was longer ago than seeks are kept."""
    return Seek.objects.filter(player_id=player_id).order_by("-id").first()


def waiting_for(player_id: int, besides: int | None = None) -> int:
    """How many invitations and questions wait for the player, those of the game `besides` aside; two queries.

    A full table that asks whether its players are there counts as a question.
    """
    invited = _invitations(player_id, clock.now())
    asked = sum(bool(at.asked) and at.game_id != besides for at in standings(player_id))
    return invited.exclude(game=besides).count() + asked


def unfinished(player_id: int) -> list[Game]:
    """The open tables at which the player has a seat and the games they play, the newest first."""
    mine = Seat.objects.filter(player_id=player_id, place__isnull=True).values("game")
    games = Game.objects.filter(pk__in=mine, status__in=(GameStatus.OPEN, GameStatus.PLAYING))
    return list(with_seats(games.order_by("-id"))[:MOST_TABLES])


def told_of_tables(player_id: int, since: datetime) -> list[InboxLine]:
    """What the player was told since then of invitations and of tables that closed, the newest first.

    Lines nobody has numbered yet are among them: to look is not to deliver.
    """
    kinds = ("invitation_answered", "table_expired")
    found = InboxLine.objects.filter(player_id=player_id, kind__in=kinds, at__gte=since)
    return list(found.select_related("game").order_by("-id")[:_MOST_ENDED])


def open_tables() -> list[dict[str, Any]]:
    """The tables that wait for players, the newest first: two queries, and nothing in it that ticks."""
    lines = []
    for game in game_list({"status": GameStatus.OPEN})[:MOST_TABLES]:
        facts = row_facts(game)
        del facts["server_time"]
        lines.append({**facts, "seats": [seat.to_json() for seat in seat_lines(game)]})
    return lines
