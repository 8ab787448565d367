"""Everything that reads tournaments for pages and the API, each in a fixed number of queries.

A round that is not published is in none of the answers, nor is any trace of its tables.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games import queries as games
from games.phrases import counted
from tournaments import formats, situations
from tournaments.models import Bye, Entrant, Result, Round, Table, TableSeat, Tournament
from tournaments.refusals import NoSuchTournament
from tournaments.tiebreaks import TIE_BREAKS, rank


class TournamentLine(NamedTuple):
    """A tournament in a list, or the head of its page."""

    id: int
    slug: str
    name: str
    format: str
    format_name: str
    edition: str
    variant: str
    least_seats: int
    most_seats: int
    status: str
    status_label: str
    rated: bool
    entrants: int
    rounds_published: int
    rounds_finished: int
    rounds_planned: int  #: 0 while it is not settled
    pick_seconds: int | None
    round_seconds: int
    tie_breaks: tuple[str, ...]
    created_by: int | None
    created_at: datetime
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    next_round_at: datetime | None  #: when the next round is to be published, between rounds

    @property
    def progress(self) -> str:
        """Where it stands, as a sentence."""
        entrants = counted(self.entrants, "entrant")
        if self.status == "draft":
            return f"Not started; {entrants} so far."
        if self.status == "finished":
            return f"Over after {counted(self.rounds_finished, 'round')}; {entrants}."
        if self.rounds_published > self.rounds_finished:
            return f"Round {self.rounds_published} of {self.rounds_planned} is being played; {entrants}."
        return f"{self.rounds_finished} of {counted(self.rounds_planned, 'round')} played; {entrants}."


class Column(NamedTuple):
    """A tie-break as a column of the standings."""

    key: str
    title: str
    meaning: str


class Standing(NamedTuple):
    """A line of the standings."""

    rank: int
    entrant_id: int
    player_id: int
    name: str
    kind: str
    seed: int | None
    dropped: bool
    tables: int  #: tables finished
    byes: int
    pts: int  #: placing shares, in 840ths
    values: Mapping[str, Fraction | None]  #: by tie-break, exactly; None: it had nothing to say
    cells: tuple[str, ...]  #: the same as printed, in the order of the columns


class SeatLine(NamedTuple):
    """A seat of a table; place, points and share once the game is over and taken in.

    `ready` is whether the player was heard of, while the table waits for that before the deal; else None.
    """

    number: int
    entrant_id: int
    player_id: int
    name: str
    place: int | None
    points: int | None
    share: int | None
    ready: bool | None


class TableLine(NamedTuple):
    """A table of a published round. `game_id` is None for the moment before its game is opened.

    While its players are asked to be ready the game is open, and deals at `ready_by` at the latest.
    """

    number: int
    game_id: int | None
    game_status: str
    ready_by: datetime | None
    seats: tuple[SeatLine, ...]

    @property
    def finished(self) -> bool:
        """Whether its results are in."""
        return all(seat.place is not None for seat in self.seats)


class ByeLine(NamedTuple):
    """Who sits a round out, and what that is worth in 840ths."""

    entrant_id: int
    player_id: int
    name: str
    share: int


class RoundLine(NamedTuple):
    """A published round."""

    number: int
    published_at: datetime
    finished_at: datetime | None
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]


def listing() -> QuerySet[Tournament]:
    """All tournaments, newest first, with the counts that `line` shows; one query however many."""

    def count(rounds: Q) -> Coalesce:
        found = Round.objects.filter(rounds, tournament=OuterRef("pk")).order_by().values("tournament")
        return Coalesce(Subquery(found.annotate(n=Count("pk")).values("n")), 0)

    entered = Entrant.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    waiting = Round.objects.filter(tournament=OuterRef("pk"), published_at=None)
    return Tournament.objects.annotate(
        entrants_count=Coalesce(Subquery(entered.annotate(n=Count("pk")).values("n")), 0),
        published_count=count(Q(published_at__isnull=False)),
        finished_count=count(Q(finished_at__isnull=False)),
        next_round_at=Subquery(waiting.values("due_at")[:1]),
    ).order_by("-id")


def line(tournament: Tournament) -> TournamentLine:
    """A row of `listing` as it is shown."""
    found = tournament.__dict__
    if "entrants_count" not in found:
        found = listing().get(pk=tournament.pk).__dict__
    # A tournament outlives the file of its format.
    known = formats.FORMATS.get(tournament.format)
    return TournamentLine(
        id=tournament.pk,
        slug=tournament.slug,
        name=tournament.name,
        format=tournament.format,
        format_name=known.name if known else tournament.format,
        edition=tournament.edition,
        variant=tournament.variant,
        least_seats=tournament.least_seats,
        most_seats=tournament.most_seats,
        status=tournament.status,
        status_label=tournament.get_status_display(),
        rated=tournament.rated,
        entrants=found["entrants_count"],
        rounds_published=found["published_count"],
        rounds_finished=found["finished_count"],
        rounds_planned=tournament.rounds_planned,
        pick_seconds=tournament.pick_seconds,
        round_seconds=tournament.round_seconds,
        tie_breaks=tuple(tournament.tie_breaks),
        created_by=tournament.created_by_id,
        created_at=tournament.created_at,
        starts_at=tournament.starts_at,
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
        next_round_at=found["next_round_at"],
    )


def tournaments(status: str | None = None, limit: int = 100) -> list[TournamentLine]:
    """The newest tournaments, of one status if given."""
    rows = listing() if status is None else listing().filter(status=status)
    return [line(row) for row in rows[:limit]]


def by_slug(slug: str) -> Tournament:
    """The tournament at this address, with its counts and organiser. Raises NoSuchTournament."""
    found = listing().select_related("created_by").filter(slug=slug).first()
    if found is None:
        raise NoSuchTournament(f"There is no tournament {slug!r}.")
    return found


def columns(tournament: Tournament) -> list[Column]:
    """The tie-breaks of a tournament in order, as columns."""
    return [
        Column(key, TIE_BREAKS[key].name, TIE_BREAKS[key].meaning)
        for key in tournament.tie_breaks
        if key in TIE_BREAKS
    ]


def standings(tournament_id: int) -> list[Standing]:
    """The standings now, results of a round in play included. Raises NoSuchTournament.

    Four queries. Entrants equal in every value share a rank; before the first result that is the lot's order.
    """
    tournament = _by_id(tournament_id)
    entrants = {one.pk: one for one in Entrant.objects.filter(tournament=tournament).select_related("player")}
    book = situations.book(tournament, sorted(entrants))
    keys = [column.key for column in columns(tournament)]
    byes = Counter(
        Bye.objects.filter(
            round__tournament=tournament, round__published_at__isnull=False
        ).values_list("entrant_id", flat=True)
    )  # fmt: skip
    found: list[Standing] = []
    for ranked in rank(book, keys):
        entrant = entrants[ranked.entrant]
        found.append(
            Standing(
                rank=ranked.rank,
                entrant_id=entrant.pk,
                player_id=entrant.player_id,
                name=entrant.player.name,
                kind=entrant.player.kind,
                seed=entrant.seed,
                dropped=entrant.dropped_at is not None,
                tables=len(book.of[entrant.pk]),
                byes=byes[entrant.pk],
                pts=book.points[entrant.pk],
                values=ranked.values,
                cells=_cells(ranked.values, keys),
            )
        )
    return found


def rounds(tournament_id: int) -> list[RoundLine]:
    """The published rounds, first to last, with tables, seats and results. Six queries, and one more while
    players are asked to be ready."""
    tournament = _by_id(tournament_id)
    published = list(
        Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("number")
    )
    tables = list(Table.objects.filter(round__in=published).order_by("number").select_related("game"))
    missing = games.missing_of(table.game for table in tables if table.game)
    game_of = {table.pk: table.game_id for table in tables}
    byes = Bye.objects.filter(round__in=published).select_related("entrant__player")
    results = {
        (one.table_id, one.entrant_id): one for one in Result.objects.filter(table__round__in=published)
    }
    seats: defaultdict[int, list[SeatLine]] = defaultdict(list)
    for seat in (
        TableSeat.objects.filter(round__in=published).order_by("number").select_related("entrant__player")
    ):
        result = results.get((seat.table_id, seat.entrant_id))
        unheard = missing.get(game_of[seat.table_id] or 0)
        seats[seat.table_id].append(
            SeatLine(
                seat.number,
                seat.entrant_id,
                seat.entrant.player_id,
                seat.entrant.player.name,
                result.place if result else None,
                result.points if result else None,
                result.share if result else None,
                None if unheard is None else seat.entrant.player_id not in unheard,
            )
        )
    tables_of: defaultdict[int, list[TableLine]] = defaultdict(list)
    for table in tables:
        status, ready_by = (table.game.status, table.game.ready_by) if table.game else ("", None)
        tables_of[table.round_id].append(
            TableLine(table.number, table.game_id, status, ready_by, tuple(seats[table.pk]))
        )
    byes_of: defaultdict[int, list[ByeLine]] = defaultdict(list)
    for bye in byes.order_by("entrant_id"):
        byes_of[bye.round_id].append(
            ByeLine(bye.entrant_id, bye.entrant.player_id, bye.entrant.player.name, bye.share)
        )
    return [
        RoundLine(
            one.number, one.published_at, one.finished_at, tuple(tables_of[one.pk]), tuple(byes_of[one.pk])
        )
        for one in published
        if one.published_at is not None
    ]


def _by_id(tournament_id: int) -> Tournament:
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise NoSuchTournament(f"There is no tournament {tournament_id}.")
    return found


def _cells(values: Mapping[str, Fraction | None], keys: Sequence[str]) -> tuple[str, ...]:
    cells: list[str] = []
    for key in keys:
        value = values.get(key)
        cells.append("–" if value is None else TIE_BREAKS[key].show(value))
    return tuple(cells)
