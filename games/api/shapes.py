"""What goes over the wire, said once: the documented shapes, and the reading of a new table.

The shapes describe answers for the OpenAPI document; a test holds real answers against them. Nothing is
serialised through them: answers are plain dicts. Which operation answers with what is in `operations.py`.
"""

from typing import Any, NamedTuple

from rest_framework import serializers as s

from games.api.bodies import refuse_unknown
from games.api.clocks import Clock, WantedClock, time_control
from games.api.play_shapes import View, of_options, words
from games.api.problems import malformed
from games.clock import TimeControl
from games.models import Game, GameOrigin, GameStatus, InvitationStatus, PlayerKind
from games.queries.games import row_facts, seat_lines


class GameSeat(s.Serializer[Any]):
    """A seat; the player is null while it is open."""

    seat = s.IntegerField()
    player = s.IntegerField(allow_null=True)
    name = s.CharField(allow_null=True)
    kind = s.CharField(allow_null=True)
    points = s.IntegerField(allow_null=True)
    place = s.IntegerField(allow_null=True)
    timeouts = s.IntegerField()
    reserved = s.BooleanField(help_text="Kept for an invited player, who has not answered yet.")
    ready = s.BooleanField(allow_null=True, help_text="Whether the player is there; null in play.")
    away = s.BooleanField(help_text="Three time-outs in a row: the house plays until the player is back.")
    bank_ms = s.IntegerField(help_text="What is left in the bank.")
    deadline = s.DateTimeField(allow_null=True, help_text="The seat's own, while it is asked.")


class Invited(s.Serializer[Any]):
    """An invited player and the answer; `reason` is told to the opener and to the invited one."""

    seat = s.IntegerField()
    player = s.IntegerField()
    name = s.CharField()
    status = s.ChoiceField(InvitationStatus.choices)
    reason = s.CharField(allow_blank=True, help_text="Why it was declined: see decline_invitation.")
    answered_at = s.DateTimeField(allow_null=True)


class GameLine(s.Serializer[Any]):
    """A game in a list."""

    id = s.IntegerField()
    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    options = of_options()
    seats_count = s.IntegerField()
    rated = s.BooleanField()
    unrated_reason = s.CharField(allow_blank=True)
    status = s.ChoiceField(GameStatus.choices)
    origin = s.ChoiceField(GameOrigin.choices)
    pick_seconds = s.IntegerField()
    clock = Clock()
    opened_by = s.IntegerField(allow_null=True)
    commitment = s.CharField(help_text="SHA-256 of the shuffle seed, in hex; stands before the deal.")
    rules_version = s.CharField()
    seq = s.IntegerField(help_text="Number of the last event.")
    round = s.IntegerField()
    turn = s.IntegerField()
    deadline = s.DateTimeField(allow_null=True, help_text="The first of the seats' deadlines.")
    server_time = s.DateTimeField()
    created_at = s.DateTimeField()
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)
    expires_at = s.DateTimeField(allow_null=True)
    ready_by = s.DateTimeField(
        allow_null=True, help_text="The table is full: it begins when all are ready, at the latest then."
    )
    expired_reason = s.CharField(allow_blank=True)
    seats = GameSeat(many=True)


class GameState(GameLine):
    """One game: the facts of its row, the seats, and the view of the caller (null before the start)."""

    view = View(allow_null=True)
    invitations = Invited(
        many=True, allow_null=True, help_text="For the opener, the invited and the seated; null for others."
    )


class GamePage(s.Serializer[Any]):
    """A page of games, newest first; or all open tables, when they are waited for."""

    next = s.CharField(allow_null=True)
    previous = s.CharField(allow_null=True)
    results = GameLine(many=True)
    version = s.CharField(required=False, help_text="Of the open tables: another one says that they changed.")
    server_time = s.DateTimeField(required=False, help_text="Of the open tables.")


class NewTable(s.Serializer[Any]):
    """A table to open. Each seat is "me", "open", "house:NAME" or "player:ID".

    A bot of your own sits down at once. Anybody else is invited: the seat is kept, the table starts when all
    have accepted and closes when one declines.
    """

    edition = s.CharField()
    seats = s.ListField(child=s.CharField(), help_text='Such as ["me", "house:greedy", "open"].')
    variant = s.CharField(required=False, allow_blank=True)
    options = of_options(required=False, help_text="Options of the edition.")
    rated = s.BooleanField(required=False)
    clock = WantedClock(required=False, help_text="A preset by name, or seconds.")
    pick_seconds = s.IntegerField(
        required=False, help_text="Instead of clock: the time for a pick, from 1 second to a week."
    )
    shuffle_seed = s.CharField(required=False, help_text="Practice only: fixes the deal of an unrated game.")
    nonce = s.CharField(
        required=False, allow_blank=True, help_text="My part of the shuffle: up to 64 characters."
    )


class OpenTable(NamedTuple):
    """The body of a new table, checked for shape."""

    edition: str
    seats: list[str]
    variant: str
    options: dict[str, Any]
    rated: bool
    control: TimeControl
    shuffle_seed: str | None
    nonce: str

    @classmethod
    def read(cls, body: dict[str, Any]) -> "OpenTable":
        """Raises Problem(malformed) that names the field."""
        refuse_unknown(body, NewTable().fields.keys())
        for name in ("edition", "seats"):
            if name not in body:
                raise malformed(f"The field {name} is missing.", field=name)
        seats = body["seats"]
        if not isinstance(seats, list) or len(seats) > 20:
            raise malformed('seats must be a list such as ["me", "house:greedy", "open"].', field="seats")
        for seat in seats:
            if not isinstance(seat, str):
                raise malformed(
                    f"A seat is a text such as me, open, house:greedy or player:7, and not {str(seat)[:60]}.",
                    field="seats",
                )
        options = body.get("options") or {}
        if not isinstance(options, dict) or not all(
            isinstance(v, str | int | bool) for v in options.values()
        ):
            raise malformed("options must be an object of words, numbers and yes or no.", field="options")
        if not isinstance(body.get("rated", False), bool):
            raise malformed("rated must be true or false.", field="rated")
        return cls(
            _text(body, "edition") or "",
            seats,
            _text(body, "variant") or "",
            options,
            body.get("rated", False),
            time_control(body),
            _text(body, "shuffle_seed"),
            _text(body, "nonce") or "",
        )


def _text(body: dict[str, Any], name: str) -> str | None:
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise malformed(f"{name} must be a string.", field=name)
    return value


class Nothing(s.Serializer[Any]):
    """An empty object."""


class Join(s.Serializer[Any]):
    """Sitting down."""

    nonce = s.CharField(
        required=False,
        allow_blank=True,
        help_text="Up to 64 characters that go into the shuffle, so that the house cannot have chosen it.",
    )


class PlayerFacts(s.Serializer[Any]):
    """Whoever may sit."""

    id = s.IntegerField()
    name = s.CharField()
    kind = s.ChoiceField(PlayerKind.choices)
    strategy = s.CharField(allow_blank=True)
    active = s.BooleanField()
    created_at = s.DateTimeField()
    games = s.DictField(child=s.IntegerField(), help_text="Games by status.")


class MyPlayer(s.Serializer[Any]):
    """The player who calls."""

    id = s.IntegerField()
    name = s.CharField()
    kind = s.ChoiceField(PlayerKind.choices)


class MyToken(s.Serializer[Any]):
    """The token that is used."""

    id = s.IntegerField()
    label = s.CharField(allow_blank=True)  # type: ignore[assignment]  # declared fields are no attributes


class Me(s.Serializer[Any]):
    """Who the caller is."""

    player = MyPlayer(allow_null=True, help_text="Null for an account without a player of its own.")
    token = MyToken(allow_null=True, help_text="Null for a browser session.")
    scopes = words()


class HouseBot(s.Serializer[Any]):
    """A house bot to seat as house:NAME."""

    name = s.CharField()
    about = s.CharField()


class HouseBots(s.Serializer[Any]):
    """All house bots; `substitute` picks for whoever is late."""

    substitute = s.CharField()
    bots = HouseBot(many=True)


class Code(s.Serializer[Any]):
    """A code of the table of problems."""

    code = s.CharField()
    status = s.IntegerField()
    title = s.CharField()
    meaning = s.CharField()


def game_line(game: Game) -> dict[str, Any]:
    """A game as a line of a list. Nothing of the log is in it; the seats are prefetched."""
    return {**row_facts(game), "seats": [seat.to_json() for seat in seat_lines(game)]}
