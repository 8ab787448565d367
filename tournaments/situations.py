"""From rows to the values that a format and the tie-breaks work on. Reads only, a fixed number of queries.

Formats and tie-breaks know nothing of the database; `queries.py` shows people what is read here, and
`services/` writes what a format answers.
"""

from collections import defaultdict

from games.models import Player, PlayerKind
from tournaments.formats import Contender, PastTable, Situation
from tournaments.models import Bye, Entrant, Result, TableSeat, Tournament
from tournaments.tiebreaks import Book, Line


def situation(tournament: Tournament, number: int) -> Situation:
    """What a format may know when it pairs round `number`. Entrants without a seed count as last, by id."""
    entrants = sorted(
        Entrant.objects.filter(tournament=tournament).select_related("player"),
        key=lambda one: (one.seed is None, one.seed, one.pk),
    )
    field = tuple(Contender(one.pk, place, _owner(one.player)) for place, one in enumerate(entrants, start=1))
    present = frozenset(one.pk for one in entrants if one.dropped_at is None and one.player.active)
    return Situation(
        dice=tournament.shuffle_seed,
        round=number,
        rounds=tournament.rounds_planned,
        field=field,
        present=present,
        points=points(tournament.pk),
        history=history(tournament.pk),
        least=tournament.least_seats,
        most=tournament.most_seats,
    )


def points(tournament_id: int) -> dict[int, int]:
    """Placing shares so far by entrant, byes included, in 840ths."""
    total: defaultdict[int, int] = defaultdict(int)
    for line in lines(tournament_id):
        total[line.entrant] += line.share
    for entrant, share in byes(tournament_id).items():
        total[entrant] += share
    return dict(total)


def history(tournament_id: int) -> tuple[PastTable, ...]:
    """All published tables in order of play, entrants in seat order."""
    rows = (
        TableSeat.objects.filter(round__tournament=tournament_id, round__published_at__isnull=False)
        .order_by("round__number", "table__number", "number")
        .values_list("round__number", "table_id", "entrant_id")
    )
    tables: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, table, entrant in rows:
        tables[number, table].append(entrant)
    return tuple(PastTable(number, tuple(seated)) for (number, _), seated in tables.items())


def lines(tournament_id: int) -> list[Line]:
    """Every result so far, as the tie-breaks want it."""
    rows = (
        Result.objects.filter(table__round__tournament=tournament_id)
        .order_by("table__round__number", "table__number", "place", "entrant_id")
        .values_list("table_id", "table__round__number", "entrant_id", "place", "points", "share")
    )
    return [Line(*row) for row in rows]


def byes(tournament_id: int) -> dict[int, int]:
    """What published rounds without a table were worth, by entrant, in 840ths."""
    total: defaultdict[int, int] = defaultdict(int)
    rows = Bye.objects.filter(round__tournament=tournament_id, round__published_at__isnull=False)
    for entrant, share in rows.values_list("entrant_id", "share"):
        total[entrant] += share
    return dict(total)


def book(tournament: Tournament, entrants: list[int]) -> Book:
    """Everything the standings are made of."""
    return Book(entrants, lines(tournament.pk), byes(tournament.pk), tournament.shuffle_seed)


def _owner(player: Player) -> str:
    """Whom a player belongs to; house players and strangers to nobody."""
    return "" if player.kind == PlayerKind.HOUSE or player.owner_id is None else str(player.owner_id)
