"""What goes over the wire, said once: the documented shapes, and the reading of a new table.

The shapes describe answers for the OpenAPI document; a test holds real answers against them. Nothing is
serialised through them: answers are plain dicts. Which operation answers with what is in `operations.py`.
"""

from typing import Any, NamedTuple

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers as s

from games.api.bodies import refuse_unknown
from games.api.clocks import Clock, WantedClock, time_control
from games.api.problems import malformed
from games.clock import TimeControl
from games.models import Game, GameOrigin, GameStatus, InvitationStatus, PlayerKind
from games.queries.games import row_facts, seat_lines


def _words() -> s.ListField:
    return s.ListField(child=s.CharField())


class Pick(s.Serializer[Any]):
    """An answer to a question. The seat comes from the token."""

    question = s.CharField(help_text="The question's id, such as 2.5-pick.")
    chosen = s.ListField(child=s.CharField(), help_text="Faces, in the order they are played.")


class View(s.Serializer[Any]):
    """A game as one viewer may see it; null where there is nothing for this viewer to see."""

    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    options = s.DictField()
    menu = s.JSONField(help_text="The cards in use.")
    rules_version = s.CharField()
    commitment = s.CharField(help_text="SHA-256 of the shuffle seed, in hex; stands before the deal.")
    seats = s.IntegerField()
    round = s.IntegerField()
    rounds = s.IntegerField()
    turn = s.IntegerField()
    turns = s.IntegerField()
    companions = s.JSONField(help_text="Tableaus that belong to nobody at the table.")
    over = s.BooleanField()
    seat = s.IntegerField(allow_null=True, help_text="The viewer's seat; null for a spectator.")
    hand = s.ListField(child=s.CharField(), allow_null=True)
    hands = s.ListField(child=_words(), allow_null=True, help_text="Every hand, when the game is over.")
    aside = _words()
    hand_sizes = s.ListField(child=s.IntegerField())
    pile_sizes = s.ListField(child=s.IntegerField())
    layout = s.ListField(child=s.CharField(), help_text="Cards that lie face up for all.")
    tableaus = s.ListField(child=s.ListField(child=s.DictField()), help_text="Per seat, in order of play.")
    keeps = s.ListField(child=_words(), help_text="Per seat, desserts kept from earlier rounds.")
    discards = _words()
    picked = s.ListField(child=s.BooleanField(), help_text="Who has picked in this turn.")
    my_pick = s.ListField(child=s.CharField(), allow_null=True)
    points = s.ListField(child=s.IntegerField(), help_text="Points banked so far.")
    round_points = s.ListField(child=s.DictField())
    end_points = s.ListField(child=s.DictField(), help_text="Per seat, what desserts brought at the end.")
    lowest_wins = s.BooleanField(help_text="Whether the fewest points win.")
    tie_break = s.ListField(child=s.IntegerField())
    places = s.ListField(child=s.IntegerField(), help_text="Final places; empty until the end.")
    markers = s.DictField()
    questions = s.ListField(child=s.DictField(), help_text="Who is asked what just now.")
    passes_to = s.ListField(child=s.IntegerField(), help_text="Per seat, who gets its hand.")
    shuffle_seed = s.CharField(allow_blank=True, help_text="Empty until the game is over.")


class PickReceipt(s.Serializer[Any]):
    """The pick on record and the view after it."""

    game = s.IntegerField()
    question = s.CharField()
    seat = s.IntegerField()
    chosen = _words()
    created = s.BooleanField(help_text="False when the same pick was on record already.")
    seq = s.IntegerField(help_text="The pick's place in the log.")
    elapsed_ms = s.IntegerField(help_text="How long the question had been open, by the server's clock.")
    bank_ms = s.IntegerField(help_text="What is left in the seat's bank.")
    server_time = s.DateTimeField()
    view = View()


class QuestionOptions(s.Serializer[Any]):
    """What may be answered: between `least` and `most` of `faces`."""

    faces = _words()
    least = s.IntegerField()
    most = s.IntegerField()
    ordered = s.BooleanField(help_text="Whether the order of the cards counts.")
    listed = s.BooleanField(help_text="Only `choices` are legal, not every so many of the faces.")
    choices = s.ListField(
        child=_words(), allow_null=True, help_text="Every legal answer; null when there are too many."
    )


class Question(s.Serializer[Any]):
    """A question that waits for the caller, with all that is needed to answer it."""

    game = s.IntegerField()
    question = s.CharField()
    kind = s.CharField()
    seat = s.IntegerField()
    hand = _words()
    options = QuestionOptions()
    tableaus = s.ListField(child=s.ListField(child=s.DictField()), help_text="Per seat, in order of play.")
    keeps = s.ListField(child=_words())
    layout = s.ListField(child=s.CharField(), help_text="Cards that lie open for all.")
    aside = s.ListField(child=s.CharField(), help_text="Cards that only this seat sees for now.")
    discards = s.ListField(child=s.CharField())
    pile_sizes = s.ListField(child=s.IntegerField())
    markers = s.DictField(help_text="What else the rules keep count of.")
    hand_sizes = s.ListField(child=s.IntegerField())
    passes_to = s.ListField(child=s.IntegerField())
    points = s.ListField(child=s.IntegerField())
    round_points = s.ListField(child=s.DictField())
    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    table_options = s.DictField(help_text="The rules that this table has set, such as the menu.")
    companions = s.ListField(child=s.CharField(), help_text="Names of the tableaus after those of the seats.")
    lowest_wins = s.BooleanField(help_text="Whether the fewest points win.")
    menu = s.ListField(child=s.CharField(), help_text="The faces in use.")
    rules_version = s.CharField()
    rated = s.BooleanField()
    round = s.IntegerField()
    rounds = s.IntegerField()
    turn = s.IntegerField()
    turns = s.IntegerField()
    deadline = s.DateTimeField(allow_null=True, help_text="When the house picks for this seat, bank and all.")
    bank_ms = s.IntegerField(help_text="What was left in the seat's bank when it was asked.")
    pick_seconds = s.IntegerField()
    clock = Clock()
    server_time = s.DateTimeField()
    seq = s.IntegerField()
    timeouts = s.IntegerField(help_text="Picks made for this seat because time ran out.")
    timeouts_in_row = s.IntegerField(help_text="Of those the last ones; at three the house plays the seat.")
    players = s.ListField(child=s.DictField(), help_text="Who sits where.")


class Questions(s.Serializer[Any]):
    """Every question that waits for the caller, over all games."""

    server_time = s.DateTimeField()
    questions = Question(many=True)


#: One line of a log, masked: what the viewer may not see is null. (A class could not have a field `data`.)
Event = inline_serializer(
    "Event",
    {"seq": s.IntegerField(), "kind": s.CharField(), "at": s.DateTimeField(), "data": s.DictField()},
    many=True,
)


class Events(s.Serializer[Any]):
    """Events after a point. Go on with `after` = `seq`; when `over` is true nothing more will come."""

    game = s.IntegerField()
    after = s.IntegerField()
    seq = s.IntegerField()
    over = s.BooleanField()
    server_time = s.DateTimeField()
    events = Event


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
    options = s.DictField()
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
    """A page of games, newest first."""

    next = s.CharField(allow_null=True)
    previous = s.CharField(allow_null=True)
    results = GameLine(many=True)


class NewTable(s.Serializer[Any]):
    """A table to open. Each seat is "me", "open", "house:NAME" or "player:ID".

    A bot of your own sits down at once. Anybody else is invited: the seat is kept, the table starts when all
    have accepted and closes when one declines.
    """

    edition = s.CharField()
    seats = s.ListField(child=s.CharField(), help_text='Such as ["me", "house:greedy", "open"].')
    variant = s.CharField(required=False, allow_blank=True)
    options = s.DictField(required=False, help_text="Options of the edition.")
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
        if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats) or len(seats) > 20:
            raise malformed('seats must be a list such as ["me", "house:greedy", "open"].', field="seats")
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


class Me(s.Serializer[Any]):
    """Who the caller is."""

    player = s.DictField(allow_null=True)
    token = s.DictField(allow_null=True, help_text="label and id of the token; null for a browser session.")
    scopes = _words()


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
