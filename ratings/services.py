"""Everything that writes ratings: taking in finished games, folding a pool anew, making the pools.

Work is found by difference (a finished, rated game without its lines), so any of this may run twice, at
once, or after a crash. One consumer at a time per pool: whoever holds the lock on the pool's row. Within
a batch the order is (finished_at, id); a game that turns up late is rated when it turns up, from the
ratings of that moment, and a rebuild puts it where it belongs. Time-outs are rated like any place: the
substitute played on for the seat.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.services import RatingNote, tell_rating_changes
from ratings import ledger, systems
from ratings.fold import Book
from ratings.models import Change, Pool, Rating, Skipped
from ratings.pools import POOLS
from ratings.restatement import Restatement, compare

log = logging.getLogger("kaiten.ratings")

#: A sweep looks at games that ended since the last full look, and this much before it: far longer than any
#: transaction that ends a game.
LOOK_BACK = timedelta(hours=1)
#: After so long all games are looked at again, so that nothing whatever is overlooked for good.
FULL_LOOK_EVERY = timedelta(hours=1)
#: Games per transaction of a rebuild.
REBUILD_CHUNK = 2_000


class UnknownPool(LookupError):
    """There is no pool of that key."""


class RebuildOvertaken(RuntimeError):
    """Another rebuild of the pool, begun later, was finished first; this one's work was thrown away."""


def ensure_pools() -> None:
    """Make the pools of `pools.py` that are missing; those there are keep what an organiser changed."""
    known = set(Pool.objects.values_list("key", flat=True))
    missing = [plan for plan in POOLS if plan.key not in known]
    if not missing:
        return
    with transaction.atomic():
        Pool.objects.bulk_create([Pool(**plan._asdict()) for plan in missing], ignore_conflicts=True)
        # Games that belonged nowhere are looked at again.
        Skipped.objects.filter(reason=Skipped.Reason.NO_POOL).delete()


def absorb_finished_games(limit: int = 500, *, now: datetime | None = None, everything: bool = False) -> int:
    """Rate up to `limit` finished games; returns how many. Running twice, or in two places, is harmless.

    `everything` looks at all games instead of the recent ones, which happens by itself once an hour.
    """
    now = now or timezone.now()
    pools = list(Pool.objects.all())
    _set_outsiders_aside(pools, now, everything)
    done = 0
    for pool in pools:
        try:
            done += _look_at(pool, limit - done, now, everything)
        except (systems.BrokenSystem, RebuildOvertaken) as trouble:
            # One pool that cannot be rated must not hold up the others.
            log.error("Pool %s was not rated: %s", pool.key, trouble)
        if done >= limit:
            break
    return done


def _look_at(pool: Pool, limit: int, now: datetime, everything: bool) -> int:
    if pool.algorithm and pool.algorithm != systems.algorithm_of(systems.by_name(pool.system)):
        log.warning("Pool %s was rated with %s; folding it anew.", pool.key, pool.algorithm)
        log.warning("%s", rebuild(pool.key, now=now).summary())
        return 0
    since = _since(pool, now, everything)
    # A read without a lock first: most sweeps find nothing, and then nobody is held up.
    if since is None or ledger.unrated_in(pool, pool.generation, since).exists():
        return _absorb_pool(pool.pk, limit, now, everything)
    return 0


def _since(pool: Pool, now: datetime, everything: bool) -> datetime | None:
    if everything or pool.checked_at is None or now - pool.checked_at >= FULL_LOOK_EVERY:
        return None
    return pool.checked_at - LOOK_BACK


def _absorb_pool(pool_id: int, limit: int, now: datetime, everything: bool) -> int:
    """One batch of one pool, in one transaction; the same few queries for any number of games."""
    if limit <= 0:
        return 0
    with transaction.atomic():
        # The lock that makes this the pool's only consumer. What it finds below was committed before.
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        since = _since(pool, now, everything)
        found = ledger.listed(ledger.unrated_in(pool, pool.generation, since), limit)
        done = _enter(pool, found, now)
        pool.algorithm = systems.algorithm_of(systems.by_name(pool.system))
        if since is None and len(found) < limit:
            pool.checked_at = now
        pool.save(update_fields=["algorithm", "last_seq", "checked_at"])
        _tell_players(pool, found, now)
    if done:
        log.info("Rated %d games in pool %s.", done, pool.key)
    return done


def _tell_players(pool: Pool, found: Sequence[tuple[int, datetime]], now: datetime) -> None:
    """A line in the inbox of everybody whose rating these games changed; a rebuild tells nobody."""
    lines = Change.objects.filter(
        pool=pool, generation=pool.generation, game_id__in=[game_id for game_id, _ in found]
    )
    tell_rating_changes(
        [
            RatingNote(
                line.player_id,
                line.game_id,
                pool.key,
                round(line.before_milli / 1000),
                round((line.before_milli + line.delta_milli) / 1000),
            )
            for line in lines
        ],
        now,
    )


def _enter(pool: Pool, found: Sequence[tuple[int, datetime]], now: datetime) -> int:
    """Rate these games into the pool's current generation; the caller holds the lock and saves the pool."""
    games, incomplete = ledger.read(found)
    _set_aside(incomplete, Skipped.Reason.INCOMPLETE, now)
    if not games:
        return 0
    players = {player_id for game in games for player_id, _ in game.places}
    book = Book(systems.by_name(pool.system), ledger.holdings(pool, players), pool.last_seq)
    ledger.append(pool, pool.generation, [line for game in games for line in book.enter(game)])
    ledger.store(pool, book.holdings)
    pool.last_seq = book.last_seq
    return len(games)


def rebuild(pool_key: str, *, dry_run: bool = False, now: datetime | None = None) -> Restatement:
    """Fold a pool's games anew from the first, beside the ratings in use, then swap; returns what differs.

    Readers see the old ratings until the swap and the new ones after it. Live games go on meanwhile; the
    swap, under the pool's lock, takes in those that ended since. With `dry_run` nothing is written.
    Raises UnknownPool, and RebuildOvertaken when a later rebuild was faster.
    """
    now = now or timezone.now()
    pool = Pool.objects.filter(key=pool_key).first()
    if pool is None:
        known = ", ".join(Pool.objects.values_list("key", flat=True))
        raise UnknownPool(f"There is no pool called {pool_key!r}; there are: {known}.")
    book = Book(systems.by_name(pool.system))
    if dry_run:
        for chunk in ledger.in_chunks(ledger.finished_in(pool), REBUILD_CHUNK):
            for game in ledger.read(chunk)[0]:
                book.enter(game)
        return compare(pool.key, ledger.holdings(pool), book.holdings, book.last_seq)
    generation = _begin_generation(pool.pk)
    incomplete: list[int] = []
    try:
        for chunk in ledger.in_chunks(ledger.finished_in(pool), REBUILD_CHUNK):
            games, broken = ledger.read(chunk)
            incomplete += broken
            lines = [line for game in games for line in book.enter(game)]
            with transaction.atomic():
                ledger.append(pool, generation, lines)
        restatement = _swap(pool.pk, generation, book, incomplete, now)
    except BaseException:
        ledger.drop_one(pool, generation)
        raise
    ledger.drop(pool, keep=generation)
    return restatement


def _begin_generation(pool_id: int) -> int:
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        pool.last_generation += 1
        pool.save(update_fields=["last_generation"])
    return pool.last_generation


def _swap(pool_id: int, generation: int, book: Book, incomplete: list[int], now: datetime) -> Restatement:
    """Make a finished generation the one in use, with the games that ended while it was written."""
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        if pool.generation > generation:
            raise RebuildOvertaken(f"A later rebuild of {pool.key} was finished first; this one is dropped.")
        # All of a pool's incomplete games are judged again.
        Skipped.objects.filter(
            reason=Skipped.Reason.INCOMPLETE, game__in=ledger.finished_in(pool).values("pk")
        ).delete()
        _set_aside(incomplete, Skipped.Reason.INCOMPLETE, now)
        games, broken = ledger.read(ledger.listed(ledger.unrated_in(pool, generation)))
        _set_aside(broken, Skipped.Reason.INCOMPLETE, now)
        ledger.append(pool, generation, [line for game in games for line in book.enter(game)])
        restatement = compare(pool.key, ledger.holdings(pool), book.holdings, book.last_seq)
        Rating.objects.filter(pool=pool).exclude(player__in=list(book.holdings)).delete()
        ledger.store(pool, book.holdings)
        pool.generation = generation
        pool.algorithm = systems.algorithm_of(systems.by_name(pool.system))
        pool.last_seq = book.last_seq
        pool.checked_at = now
        pool.save(update_fields=["generation", "algorithm", "last_seq", "checked_at"])
    return restatement


def _set_outsiders_aside(pools: Sequence[Pool], now: datetime, everything: bool) -> None:
    """Note the rated games no pool is for, once each, so that somebody sees them."""
    looks = [_since(pool, now, everything) for pool in pools]
    since = None if not looks or None in looks else min(look for look in looks if look)
    found = list(ledger.outside_all(pools, since).values_list("id", flat=True)[:500])
    _set_aside(found, Skipped.Reason.NO_POOL, now)


def _set_aside(game_ids: Sequence[int], reason: Skipped.Reason, now: datetime) -> None:
    if not game_ids:
        return
    log.warning("Not rated, because %s: games %s.", reason.label, ", ".join(map(str, game_ids[:20])))
    Skipped.objects.bulk_create(
        [Skipped(game_id=game_id, reason=reason, noticed_at=now) for game_id in game_ids],
        ignore_conflicts=True,
    )
