"""The door to the ledger table and to the list of games still to rate; no rule lives here.

Whole batches are written as `games.store` writes whole games: through model instances a rebuild would take
four times as long. Everything is read by difference: a game to rate is a finished, rated game of the pool
without a line in the generation asked for.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, GameStatus, Seat
from games.store import insert
from ratings.fold import FinishedGame, Holding, Line
from ratings.models import Change, Pool, Rating, Skipped

#: The columns after pool_id and generation, in the order of `fold.Line`.
COLUMNS = Line._fields

#: Rows removed per statement: a short write lock each.
_DELETE_AT_ONCE = 5_000


def finished_in(pool: Pool) -> QuerySet[Game]:
    """Every finished, rated game of a pool, in the order in which ratings are folded, for ever the same."""
    return Game.objects.filter(
        rated=True,
        status=GameStatus.FINISHED,
        edition=pool.edition,
        seats_count__range=(pool.least_seats, pool.most_seats),
    ).order_by("finished_at", "id")


def unrated_in(pool: Pool, generation: int, since: datetime | None = None) -> QuerySet[Game]:
    """A pool's games without a line in that generation, and not set aside; `since` narrows the search."""
    lines = Change.objects.filter(game=OuterRef("pk"), pool=pool, generation=generation)
    set_aside = Skipped.objects.filter(game=OuterRef("pk"), reason=Skipped.Reason.INCOMPLETE)
    games = finished_in(pool).filter(~Exists(lines), ~Exists(set_aside))
    return games if since is None else games.filter(finished_at__gte=since)


def outside_all(pools: Iterable[Pool], since: datetime | None = None) -> QuerySet[Game]:
    """Rated, finished games that belong to no pool and have not been noticed as such."""
    noticed = Skipped.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(~Exists(noticed), rated=True, status=GameStatus.FINISHED)
    for pool in pools:
        games = games.exclude(edition=pool.edition, seats_count__range=(pool.least_seats, pool.most_seats))
    return games if since is None else games.filter(finished_at__gte=since)


def listed(games: QuerySet[Game], most: int | None = None) -> list[tuple[int, datetime]]:
    """(id, finished_at) of these games, at most so many."""
    rows = games.values_list("id", "finished_at")
    return [(game_id, at) for game_id, at in (rows if most is None else rows[:most]) if at is not None]


def read(games: Sequence[tuple[int, datetime]]) -> tuple[list[FinishedGame], list[int]]:
    """The games (id, finished_at) with their places, in the same order, and the ids of incomplete ones."""
    tables: dict[int, list[tuple[int | None, int | None]]] = {game_id: [] for game_id, _ in games}
    seats = Seat.objects.order_by("game_id", "player_id").values_list("game_id", "player_id", "place")
    for game_id, player_id, place in seats.filter(_among(list(tables))):
        if game_id in tables:
            tables[game_id].append((player_id, place))
    whole: list[FinishedGame] = []
    incomplete: list[int] = []
    for game_id, finished_at in games:
        places = [
            (player_id, place)
            for player_id, place in tables[game_id]
            if player_id is not None and place is not None
        ]
        if len(places) == len(tables[game_id]) >= 2:
            whole.append(FinishedGame(game_id, finished_at, tuple(places)))
        else:
            incomplete.append(game_id)
    return whole, incomplete


def _among(game_ids: list[int]) -> Q:
    """Seats of these games and perhaps of a few between: a range, where that is not much more than the list.

    Games end much in the order in which they were opened, and thousands of ids in a statement cost more than
    the rows they find.
    """
    if not game_ids:
        return Q(pk__in=[])
    first, last = min(game_ids), max(game_ids)
    if last - first < 3 * len(game_ids):
        return Q(game__gte=first, game__lte=last)
    return Q(game__in=game_ids)


def in_chunks(games: QuerySet[Game], size: int) -> Iterator[list[tuple[int, datetime]]]:
    """(id, finished_at) in the order of `finished_in`, `size` at a time, holding no lock between two."""
    after: tuple[datetime, int] | None = None
    while True:
        page = games
        if after is not None:
            at, last_id = after
            page = games.filter(
                Q(finished_at__gt=at) | Q(finished_at=at, id__gt=last_id), finished_at__gte=at
            )
        chunk = listed(page, size)
        if not chunk:
            return
        yield chunk
        after = (chunk[-1][1], chunk[-1][0])


def holdings(pool: Pool, players: Iterable[int] | None = None) -> dict[int, Holding]:
    """The ratings of these players, or of all, as a book wants them."""
    rows = Rating.objects.filter(pool=pool)
    if players is not None:
        rows = rows.filter(player__in=list(players))
    fields = ("player_id", "milli", "sigma_milli", "games", "wins", "last_game_at")
    return {row[0]: Holding(*row[1:]) for row in rows.values_list(*fields)}


def store(pool: Pool, held: dict[int, Holding]) -> None:
    """Write these ratings over what was there."""
    Rating.objects.bulk_create(
        [Rating(pool=pool, player_id=player_id, **row._asdict()) for player_id, row in held.items()],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["milli", "sigma_milli", "games", "wins", "last_game_at"],
    )


def append(pool: Pool, generation: int, lines: Sequence[Line]) -> None:
    """Write lines into a generation; IntegrityError when a game already has its lines there."""
    if not lines:
        return
    head = (pool.pk, generation)
    columns = ", ".join(("pool_id", "generation", *COLUMNS))
    insert(Change._meta.db_table, columns, ((*head, *line) for line in lines))


def drop(pool: Pool, *, keep: int) -> None:
    """Remove every generation before `keep`, a few thousand lines per statement."""
    _drop(Change.objects.filter(pool=pool, generation__lt=keep))


def drop_one(pool: Pool, generation: int) -> None:
    """Remove one generation: a rebuild that came to nothing."""
    _drop(Change.objects.filter(pool=pool, generation=generation))


def _drop(lines: QuerySet[Change]) -> None:
    while True:
        ids = lines.order_by("id").values_list("id", flat=True)
        bound = ids[_DELETE_AT_ONCE - 1 : _DELETE_AT_ONCE].first()
        # Nothing refers to a line, so the collector that `delete()` would run has nothing to find.
        doomed = lines if bound is None else lines.filter(id__lte=bound)
        doomed._raw_delete(doomed.db)
        if bound is None:
            return
