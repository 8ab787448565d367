"""Everything that reads ratings, for pages, the API and tournaments: a fixed number of queries each.

Numbers leave here in whole points, with half of the 95 % interval; `Exact` alone carries thousandths. A
standard error shown "now" has the idle time in it; one shown at a game is the one of that moment.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet
from django.utils import timezone

from games.models import Player
from ratings import systems
from ratings.boards import BoardLine, Rated, half_width, points, why_unranked
from ratings.boards import board as board_of
from ratings.models import Change, Pool, Rating, Skipped


class PoolLine(NamedTuple):
    """A pool and how much is in it."""

    key: str
    name: str
    edition: str
    least_seats: int
    most_seats: int
    players: int
    games: int
    algorithm: str


class Point(NamedTuple):
    """One rated game in a player's history, in whole points; `rating` and `half_width` are those after it."""

    at: datetime
    game_id: int
    rating: int
    half_width: int
    delta: int
    place: int
    seats: int


class PlayerRating(NamedTuple):
    """A player's rating in one pool, now."""

    pool_key: str
    pool_name: str
    rating: int
    half_width: int
    games: int
    wins: int
    provisional: bool
    why: str
    last_game_at: datetime


class GameChange(NamedTuple):
    """What a game did to one of its players, in whole points."""

    player_id: int
    name: str
    pool_key: str
    place: int
    before: int
    after: int
    delta: int
    half_width: int


class Exact(NamedTuple):
    """A ledger line with every number that went in and came out, in thousandths."""

    pool_key: str
    rating_seq: int
    game_id: int
    at: datetime
    player_id: int
    place: int
    seats: int
    k: int
    games_before: int
    idle_seconds: int
    before_milli: int
    delta_milli: int
    after_milli: int
    sigma_before_milli: int
    sigma_after_milli: int
    algorithm: str


def pools() -> list[PoolLine]:
    """Every pool, duels of an edition before its tables."""
    rows = Pool.objects.annotate(players=Count("ratings")).order_by("edition", "least_seats")
    return [
        PoolLine(
            row.key, row.name, row.edition, row.least_seats, row.most_seats, row.players, row.last_seq,
            row.algorithm,
        )
        for row in rows
    ]  # fmt: skip


def pool_for(edition: str, seats: int) -> Pool | None:
    """The pool that rates games of this edition and size; None when there is none."""
    return Pool.objects.filter(edition=edition, least_seats__lte=seats, most_seats__gte=seats).first()


def board(pool_key: str, *, now: datetime | None = None) -> list[BoardLine]:
    """The board of a pool: all its active players, highest rating first. Raises Pool.DoesNotExist."""
    now = now or timezone.now()
    pool = Pool.objects.get(key=pool_key)
    system = systems.by_name(pool.system)
    rows = Rating.objects.filter(pool=pool, player__active=True).values_list(
        "player_id", "player__name", "player__kind", "milli", "sigma_milli", "games", "wins", "last_game_at"
    )
    return board_of(
        [Rated(*row[:4], system.sigma_now(row[4], _idle(row[7], now)), *row[5:]) for row in rows], now
    )


def player_ratings(player_id: int, *, now: datetime | None = None) -> list[PlayerRating]:
    """The player's rating in every pool he or she has played in, most games first."""
    now = now or timezone.now()
    rows = Rating.objects.filter(player=player_id).select_related("pool").order_by("-games", "pool__key")
    found = []
    for row in rows:
        system = systems.by_name(row.pool.system)
        sigma_milli = system.sigma_now(row.sigma_milli, _idle(row.last_game_at, now))
        why = why_unranked(row.games, sigma_milli, row.last_game_at, now)
        found.append(
            PlayerRating(
                row.pool.key, row.pool.name, points(row.milli), half_width(sigma_milli), row.games, row.wins,
                bool(why), why, row.last_game_at,
            )
        )  # fmt: skip
    return found


def history(player_id: int, pool_key: str, *, last: int | None = None) -> list[Point]:
    """The player's rated games in a pool in the order they were rated; only the `last` so many if given.

    Deltas are differences of the whole points shown, so that a column of them adds up.
    """
    rows = _lines(player_id, pool_key).order_by("-rating_seq")
    fields = (
        "game__finished_at", "game_id", "before_milli", "delta_milli", "sigma_after_milli", "place", "seats",
    )  # fmt: skip
    found = list((rows if last is None else rows[:last]).values_list(*fields))
    found.reverse()
    return [
        Point(
            at, game_id, points(before + delta), half_width(sigma), points(before + delta) - points(before),
            place, seats,
        )
        for at, game_id, before, delta, sigma, place, seats in found
    ]  # fmt: skip


def changes_of_game(game_id: int) -> list[GameChange]:
    """What the game did to its players' ratings, best place first; empty until it is rated."""
    rows = (
        Change.objects.current()
        .filter(game=game_id)
        .order_by("place", "player__name")
        .values_list(
            "player_id",
            "player__name",
            "pool__key",
            "place",
            "before_milli",
            "delta_milli",
            "sigma_after_milli",
        )
    )
    return [
        GameChange(
            player_id, name, key, place, points(before), points(before + delta),
            points(before + delta) - points(before), half_width(sigma),
        )
        for player_id, name, key, place, before, delta, sigma in rows
    ]  # fmt: skip


def exact_changes(
    player_id: int, pool_key: str, *, before_seq: int | None = None, most: int = 50
) -> list[Exact]:
    """The player's ledger lines in a pool, newest first, from below `before_seq` on."""
    rows = _lines(player_id, pool_key)
    if before_seq is not None:
        rows = rows.filter(rating_seq__lt=before_seq)
    return _exact(rows.order_by("-rating_seq")[:most])


def exact_tables(game_ids: Iterable[int]) -> dict[int, list[Exact]]:
    """All lines of these games: what was at stake for whom, so that a change can be computed again."""
    tables: dict[int, list[Exact]] = {}
    rows = Change.objects.current().filter(game__in=list(game_ids)).order_by("place", "player_id")
    for line in _exact(rows):
        tables.setdefault(line.game_id, []).append(line)
    return tables


def seeds(player_ids: Sequence[int], edition: str, seats: int) -> dict[int, int]:
    """The players' starting order, 1 for the strongest, by the pool of this edition and table size.

    Who has no rating there counts as a newcomer; equal ratings keep the order of the ids.
    """
    pool = pool_for(edition, seats)
    known: dict[int, int] = {}
    start = systems.by_name(pool.system).START_MILLI if pool else 0
    if pool is not None:
        rows = Rating.objects.filter(pool=pool, player__in=list(player_ids))
        known = dict(rows.values_list("player_id", "milli"))
    ordered = sorted(set(player_ids), key=lambda player_id: (-known.get(player_id, start), player_id))
    return {player_id: seed for seed, player_id in enumerate(ordered, start=1)}


def skipped_games() -> int:
    """How many rated games changed no rating because they could not be rated."""
    return Skipped.objects.count()


def player(player_id: int) -> Player:
    """The player of a page of ratings. Raises Player.DoesNotExist."""
    return Player.objects.only("id", "name", "kind").get(pk=player_id)


def _lines(player_id: int, pool_key: str) -> QuerySet[Change]:
    """A player's lines in one pool: pool and generation are read first, so that it is one range scan."""
    pool = Pool.objects.filter(key=pool_key).first()
    if pool is None:
        return Change.objects.none()
    return Change.objects.filter(player=player_id, pool=pool, generation=pool.generation)


def _exact(rows: QuerySet[Change]) -> list[Exact]:
    fields = (
        "pool__key", "rating_seq", "game_id", "game__finished_at", "player_id", "place", "seats", "k",
        "games_before", "idle_seconds", "before_milli", "delta_milli", "sigma_before_milli",
        "sigma_after_milli", "algorithm",
    )  # fmt: skip
    return [
        Exact(
            key, seq, game_id, at, player_id, place, seats, k, games, idle, before, delta, before + delta,
            sigma_before, sigma_after, algorithm,
        )
        for (
            key, seq, game_id, at, player_id, place, seats, k, games, idle, before, delta,
            sigma_before, sigma_after, algorithm,
        ) in rows.values_list(*fields)
    ]  # fmt: skip


def _idle(last_game_at: datetime, now: datetime) -> int:
    return max(0, int((now - last_game_at).total_seconds()))
