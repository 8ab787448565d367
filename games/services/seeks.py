"""Seeks: "seat me in any rated game of this pool". Who meets whom is decided in games/seeking.py.

One matcher at a time per pool and clock: it locks the waiting rows, so two of them never seat a player twice.
Runs when a seek arrives and every second. A table that cannot be opened is logged and its seeks wait on.
"""

import logging
import random
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games import bots, clock, seeking
from games.engine import RuleError
from games.models import Game, GameOrigin, Player, PlayerKind, Seek, SeekStatus
from games.prepared import Prepared
from games.refusals import BadTable, NoSuchPlayer, NoSuchPool, NotFound
from games.services.seating import SeatSpec
from games.services.tables import open_game

log = logging.getLogger("kaiten.games")

#: Signs of life closer together than this are not written down.
_BEAT_EVERY = timedelta(seconds=5)
#: Seeks looked at in one run of a pool.
_MOST = 200
#: The clock of who names none.
DEFAULT_CLOCK = "live"


def seek(
    player_id: int,
    pool: str,
    *,
    clock_name: str = DEFAULT_CLOCK,
    least: int | None = None,
    most: int | None = None,
    alone: bool = False,
    now: datetime | None = None,
) -> tuple[Seek, bool]:
    """Begin to look for a game, or say that one is still there; whether it is new.

    A seek that goes on keeps its place in the queue and takes the sizes told last. With `alone` whatever else
    the player looks for is cancelled, so that a person is not called to two tables at once. Raises
    NoSuchPool, NoSuchPlayer, BadTable.
    """
    moment = now or clock.now()
    found = seeking.POOLS.get(pool)
    if found is None:
        raise NoSuchPool(f"There is no pool {pool[:40]!r}. Pools: {', '.join(sorted(seeking.POOLS))}.")
    if clock_name not in clock.PRESETS:
        raise BadTable(f"The clock of a seek is one of {', '.join(clock.PRESETS)}.")
    low, high = least or found.least_seats, most or found.most_seats
    if low > high:
        raise BadTable(f"The smallest table, {low}, cannot be larger than the largest, {high}.")
    if not found.least_seats <= low <= high <= found.most_seats:
        raise BadTable(f"Sizes in this pool go from {found.least_seats} to {found.most_seats}.")
    if not Player.objects.filter(pk=player_id, active=True).exclude(kind=PlayerKind.HOUSE).exists():
        raise NoSuchPlayer(f"There is no active player {player_id} to seat.")
    mine = Seek.objects.filter(player_id=player_id, pool=pool, clock=clock_name, status=SeekStatus.WAITING)
    lapsed = moment - timedelta(seconds=seeking.LAPSE_SECONDS)
    with transaction.atomic():
        mine.filter(beaten_at__lt=lapsed).update(status=SeekStatus.LAPSED, ended_at=moment)
        if alone:
            others = Seek.objects.filter(player_id=player_id, status=SeekStatus.WAITING)
            others.exclude(pool=pool, clock=clock_name).update(status=SeekStatus.CANCELLED, ended_at=moment)
        if mine.update(beaten_at=moment, least_seats=low, most_seats=high):
            return mine.get(), False
        try:
            with transaction.atomic():
                made = Seek.objects.create(
                    player_id=player_id,
                    pool=pool,
                    clock=clock_name,
                    least_seats=low,
                    most_seats=high,
                    created_at=moment,
                    beaten_at=moment,
                )
        except IntegrityError:
            # The same player asked twice at once; the other was first.
            return mine.get(), False
    return made, True


def beat_seek(seek_id: int, player_id: int, now: datetime | None = None) -> Seek:
    """A sign of life for one seek; the seek as it is now. Raises NotFound."""
    found = Seek.objects.filter(pk=seek_id, player_id=player_id).first()
    if found is None:
        raise NotFound(f"There is no seek {seek_id} of yours.")
    beat_seeks(player_id, now)
    found.refresh_from_db()
    return found


def cancel_seek(seek_id: int, player_id: int, now: datetime | None = None) -> Seek:
    """Look no further; again is harmless, and a seek that found its game stays found. Raises NotFound."""
    mine = Seek.objects.filter(pk=seek_id, player_id=player_id)
    mine.filter(status=SeekStatus.WAITING).update(status=SeekStatus.CANCELLED, ended_at=now or clock.now())
    found = mine.first()
    if found is None:
        raise NotFound(f"There is no seek {seek_id} of yours.")
    return found


def cancel_seeks(player_id: int, now: datetime | None = None) -> int:
    """Cancel whatever the player waits for; how many seeks."""
    return Seek.objects.filter(player_id=player_id, status=SeekStatus.WAITING).update(
        status=SeekStatus.CANCELLED, ended_at=now or clock.now()
    )


def beat_seeks(player_id: int, now: datetime | None = None) -> None:
    """A sign of life for whatever the player waits for. One narrow read when that is nothing."""
    moment = now or clock.now()
    lapsed, noted = moment - timedelta(seconds=seeking.LAPSE_SECONDS), moment - _BEAT_EVERY
    if _STALE.rows(player_id, lapsed, noted):
        _stale(player_id, lapsed, noted).update(beaten_at=moment)


def _stale(player_id: int, lapsed: datetime, noted: datetime) -> QuerySet[Seek]:
    return Seek.objects.filter(
        player_id=player_id, status=SeekStatus.WAITING, beaten_at__gte=lapsed, beaten_at__lt=noted
    )


#: Asked by every request for questions.
_STALE = Prepared(
    lambda player_id, lapsed, noted: _stale(player_id, lapsed, noted).order_by().values_list("pk"),
    moments=(1, 2),
)


def match_seeks(now: datetime | None = None, pool: str | None = None) -> list[int]:
    """Seat whoever can be seated, in one pool or all, and drop seeks without a sign of life; the games."""
    moment = now or clock.now()
    waiting = Seek.objects.filter(status=SeekStatus.WAITING)
    if pool is not None:
        waiting = waiting.filter(pool=pool)
    games: list[int] = []
    # A read without a lock first: most runs find nobody, and then nobody is held up.
    for key, name in waiting.order_by("pool", "clock").values_list("pool", "clock").distinct():
        games += _match_pool(key, name, moment)
    return games


def _match_pool(pool: str, clock_name: str, now: datetime) -> list[int]:
    games: list[int] = []
    with transaction.atomic():
        queue = Seek.objects.filter(pool=pool, clock=clock_name, status=SeekStatus.WAITING).order_by("id")
        dead = now - timedelta(seconds=seeking.LAPSE_SECONDS)
        # The lock that makes this the only matcher here. Whoever else it held up finds the seeks seated.
        rows = list(queue.select_for_update(of=("self",)).select_related("player")[:_MOST])
        rows = [row for row in rows if row.status == SeekStatus.WAITING]
        lapsed = [row.pk for row in rows if row.beaten_at < dead or not row.player.active]
        if lapsed:
            Seek.objects.filter(pk__in=lapsed).update(status=SeekStatus.LAPSED, ended_at=now)
        alive = [row for row in rows if row.pk not in lapsed]
        found = seeking.POOLS.get(pool)
        if found is None:
            return []
        line = [
            seeking.Waiting(
                row.pk, row.player_id, row.player.owner_id, row.least_seats, row.most_seats, row.created_at
            )
            for row in alive
        ]
        for party in seeking.match(line, now):
            try:
                with transaction.atomic():
                    games.append(_seat(found, clock_name, party, now))
            except RuleError as error:
                log.error("A table of pool %s could not be opened: %s", pool, error.code)
    return games


def _seat(pool: seeking.SeekPool, clock_name: str, party: seeking.Party, now: datetime) -> int:
    """Open the game of a party and end its seeks."""
    control = clock.PRESETS[clock_name]
    seats: list[SeatSpec] = [("player", one.player_id) for one in party.seeks]
    seats += [("house", strategy) for strategy in _strategies(party.house)]
    random.SystemRandom().shuffle(seats)
    game: Game = open_game(
        opened_by=None,
        edition=pool.edition,
        seats=seats,
        rated=True,
        pick_seconds=control.pick,
        bank_seconds=control.bank,
        ready_seconds=control.ready,
        origin=GameOrigin.SCHEDULE,
        now=now,
    )
    Seek.objects.filter(pk__in=[one.seek_id for one in party.seeks]).update(
        status=SeekStatus.SEATED, ended_at=now, game=game
    )
    return game.pk


def _strategies(count: int) -> Sequence[str]:
    """House bots to fill a table: those that try to win, by lot."""
    able = sorted(set(bots.BOTS) - {"random"}) or sorted(bots.BOTS)
    start = secrets.randbelow(len(able))
    return [able[(start + number) % len(able)] for number in range(count)]


def forget_old_seeks(now: datetime | None = None) -> int:
    """Drop seeks that ended a day ago; how many."""
    limit = (now or clock.now()) - timedelta(days=1)
    return Seek.objects.filter(ended_at__lt=limit).delete()[0]
