"""What goes over the wire: the documented answers, and the bodies as serializers that check their shape.

Answers are plain dicts made here from the values of `queries.py`; the answer classes describe them for the
OpenAPI document, and a test holds real answers against them.
"""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers as s

from games.api.problems import declare
from tournaments import queries
from tournaments.formats import FORMATS
from tournaments.models import TournamentStatus
from tournaments.tiebreaks import DEFAULT_ORDER, TIE_BREAKS

for _code, _status, _title, _meaning in (
    ("bad_tournament", 422, "Tournament refused", "It cannot be made as asked; `detail` says why."),
    ("unknown_format", 422, "Unknown format", "There is no such tournament format."),
    ("bad_tie_breaks", 422, "Tie-breaks refused", "The list begins with PTS and names known ones once each."),
    ("cannot_pair", 422, "Cannot be paired", "The field or the table size does not suit the format."),
    ("entry_refused", 422, "Entry refused", "The player cannot enter, or is not in this tournament."),
    ("wrong_status", 409, "Too late or too early", "The tournament has started, is over, or has not begun."),
    (
        "not_organiser",
        403,
        "Not the organiser",
        "Only its maker and the club's staff may change a tournament.",
    ),
):
    declare(_code, _status, _title, _meaning)


class NewTournament(s.Serializer[Any]):
    """The body that makes a tournament."""

    name = s.CharField(min_length=3, max_length=80)
    format = s.ChoiceField(choices=sorted(FORMATS))
    edition = s.CharField(default="classic", max_length=20)
    variant = s.CharField(default="", allow_blank=True, max_length=40)
    least_seats = s.IntegerField(
        required=False, min_value=2, max_value=8, help_text="Players at a table, least."
    )
    most_seats = s.IntegerField(
        required=False, min_value=2, max_value=8, help_text="And most; give both or none."
    )
    rounds = s.IntegerField(
        default=0, min_value=0, max_value=400, help_text="0: as many as the format needs."
    )
    rated = s.BooleanField(default=True)
    pick_seconds = s.IntegerField(default=None, allow_null=True, min_value=1, max_value=604800)
    round_seconds = s.IntegerField(
        default=0, min_value=0, max_value=604800, help_text="Pause between rounds."
    )
    tie_breaks = s.ListField(
        child=s.CharField(max_length=20),
        default=list(DEFAULT_ORDER),
        max_length=20,
        help_text="In order, PTS first.",
    )
    starts_at = s.DateTimeField(default=None, allow_null=True, help_text="Starts by itself then.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Both limits of a table or none."""
        if ("least_seats" in attrs) != ("most_seats" in attrs):
            raise s.ValidationError({"least_seats": "Give least_seats and most_seats both, or neither."})
        return attrs


class NewEntrant(s.Serializer[Any]):
    """The body that enters a player."""

    player = s.IntegerField(min_value=1, max_value=2**62)


class Entrant(s.Serializer[Any]):
    """An entrant."""

    id = s.IntegerField()
    player = s.IntegerField()
    name = s.CharField()
    seed = s.IntegerField(allow_null=True, help_text="Given at the start; 1 is the strongest by rating.")


class TieBreak(s.Serializer[Any]):
    """A column of the standings."""

    key = s.CharField()
    name = s.CharField()
    meaning = s.CharField()


class Tournament(s.Serializer[Any]):
    """A tournament."""

    slug = s.CharField()
    name = s.CharField()
    format = s.ChoiceField(choices=sorted(FORMATS))
    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    least_seats = s.IntegerField()
    most_seats = s.IntegerField()
    status = s.ChoiceField(choices=TournamentStatus.choices)
    rated = s.BooleanField()
    entrants = s.IntegerField()
    rounds_published = s.IntegerField()
    rounds_finished = s.IntegerField()
    rounds_planned = s.IntegerField(help_text="0 while it is not settled.")
    pick_seconds = s.IntegerField(allow_null=True)
    round_seconds = s.IntegerField()
    tie_breaks = s.ListField(child=s.ChoiceField(choices=sorted(TIE_BREAKS)))
    created_by = s.IntegerField(allow_null=True, help_text="A player's id; null for the house's own.")
    created_at = s.DateTimeField()
    starts_at = s.DateTimeField(allow_null=True)
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)
    next_round_at = s.DateTimeField(allow_null=True, help_text="When the next round is published.")
    progress = s.CharField(help_text="Where it stands, as a sentence.")


class TournamentPage(s.Serializer[Any]):
    """A page of tournaments, newest first."""

    next = s.CharField(allow_null=True)
    previous = s.CharField(allow_null=True)
    results = Tournament(many=True)


class Value(s.Serializer[Any]):
    """The value of a tie-break."""

    key = s.CharField()
    text = s.CharField(help_text="As printed; – where it has nothing to say.")
    exact = s.CharField(allow_null=True, help_text="As a fraction, such as 7/2.")


class Standing(s.Serializer[Any]):
    """A line of the standings."""

    rank = s.IntegerField()
    entrant = s.IntegerField()
    player = s.IntegerField()
    name = s.CharField()
    kind = s.CharField()
    seed = s.IntegerField(allow_null=True)
    dropped = s.BooleanField()
    tables = s.IntegerField(help_text="Tables finished.")
    byes = s.IntegerField()
    points = s.IntegerField(help_text="Placing shares in 840ths: 840 is one table won.")
    values = Value(many=True)


class Standings(s.Serializer[Any]):
    """The standings, with every value that decides them."""

    tournament = s.CharField()
    status = s.CharField()
    tie_breaks = TieBreak(many=True)
    standings = Standing(many=True)


class Seat(s.Serializer[Any]):
    """A seat at a table; place and points when the game is over."""

    seat = s.IntegerField()
    entrant = s.IntegerField()
    player = s.IntegerField()
    name = s.CharField()
    place = s.IntegerField(allow_null=True)
    points = s.IntegerField(allow_null=True)
    share = s.IntegerField(allow_null=True, help_text="In 840ths of a table win.")
    ready = s.BooleanField(allow_null=True, help_text="Whether the player is there; null in play.")


class Table(s.Serializer[Any]):
    """A table of a round."""

    number = s.IntegerField()
    game = s.IntegerField(allow_null=True)
    status = s.CharField(
        allow_blank=True,
        help_text="Of its game: open while players are asked to be ready; empty before that.",
    )
    ready_by = s.DateTimeField(
        allow_null=True, help_text="The game is dealt when all seats are ready, at the latest then."
    )
    seats = Seat(many=True)


class Bye(s.Serializer[Any]):
    """Who sits a round out."""

    entrant = s.IntegerField()
    player = s.IntegerField()
    name = s.CharField()
    share = s.IntegerField()


class Round(s.Serializer[Any]):
    """A published round."""

    number = s.IntegerField()
    published_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)
    tables = Table(many=True)
    byes = Bye(many=True)


class Rounds(s.Serializer[Any]):
    """All published rounds, first to last."""

    tournament = s.CharField()
    status = s.CharField()
    rounds_planned = s.IntegerField()
    rounds = Round(many=True)


def tournament(line: queries.TournamentLine) -> dict[str, Any]:
    """A tournament as it is sent."""
    found = line._asdict()
    for inner in ("id", "format_name", "status_label"):
        del found[inner]
    return {**found, "progress": line.progress}


def standings(
    line: queries.TournamentLine, columns: Sequence[queries.Column], lines: Sequence[queries.Standing]
) -> dict[str, Any]:
    """The standings as they are sent."""
    return {
        "tournament": line.slug,
        "status": line.status,
        "tie_breaks": [{"key": one.key, "name": one.title, "meaning": one.meaning} for one in columns],
        "standings": [
            {
                "rank": one.rank,
                "entrant": one.entrant_id,
                "player": one.player_id,
                "name": one.name,
                "kind": one.kind,
                "seed": one.seed,
                "dropped": one.dropped,
                "tables": one.tables,
                "byes": one.byes,
                "points": one.pts,
                "values": [
                    {
                        "key": column.key,
                        "text": cell,
                        "exact": None if (value := one.values.get(column.key)) is None else str(value),
                    }
                    for column, cell in zip(columns, one.cells, strict=True)
                ],
            }
            for one in lines
        ],
    }


def rounds(line: queries.TournamentLine, found: Sequence[queries.RoundLine]) -> dict[str, Any]:
    """The published rounds as they are sent."""
    return {
        "tournament": line.slug,
        "status": line.status,
        "rounds_planned": line.rounds_planned,
        "rounds": [
            {
                "number": one.number,
                "published_at": one.published_at,
                "finished_at": one.finished_at,
                "tables": [_table(table) for table in one.tables],
                "byes": [
                    {"entrant": bye.entrant_id, "player": bye.player_id, "name": bye.name, "share": bye.share}
                    for bye in one.byes
                ],
            }
            for one in found
        ],
    }


def _table(table: queries.TableLine) -> dict[str, Any]:
    return {
        "number": table.number,
        "game": table.game_id,
        "status": table.game_status,
        "ready_by": table.ready_by,
        "seats": [
            {
                "seat": seat.number,
                "entrant": seat.entrant_id,
                "player": seat.player_id,
                "name": seat.name,
                "place": seat.place,
                "points": seat.points,
                "share": seat.share,
                "ready": seat.ready,
            }
            for seat in table.seats
        ],
    }
