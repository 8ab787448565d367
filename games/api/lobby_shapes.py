"""Shapes of the lobby and of what a player is told, for the OpenAPI document; and the reading of a seek."""

from typing import Any, NamedTuple

from rest_framework import serializers as s

from games import clock
from games.api.bodies import refuse_unknown
from games.api.play_shapes import of_options
from games.api.problems import malformed
from games.api.told_shapes import InboxLineField
from games.models import SeekStatus
from games.services.invited import REASONS
from games.services.seeks import DEFAULT_CLOCK

_REASONS = "\n".join(f"* `{key}`: {says}" for key, says in REASONS.items())


class Accept(s.Serializer[Any]):
    """Saying yes to an invitation."""

    nonce = s.CharField(
        required=False, allow_blank=True, help_text="Up to 64 characters that go into the shuffle."
    )


class Decline(s.Serializer[Any]):
    """Saying no. The opener sees who declined and why; the list of games does not."""

    reason = s.ChoiceField(choices=list(REASONS), required=False, help_text=_REASONS)


class Inviter(s.Serializer[Any]):
    """Who opened the table."""

    player = s.IntegerField()
    name = s.CharField()


class WaitingInvitation(s.Serializer[Any]):
    """A seat that is kept for me."""

    game = s.IntegerField()
    seat = s.IntegerField()
    by = Inviter(allow_null=True)
    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    options = of_options()
    seats_count = s.IntegerField()
    rated = s.BooleanField()
    pick_seconds = s.IntegerField()
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()


class WaitingInvitations(s.Serializer[Any]):
    """What waits for my answer."""

    invitations = WaitingInvitation(many=True)


class NewSeek(s.Serializer[Any]):
    """A wish for a rated game. The same pool and clock again is the heartbeat and keeps the place."""

    pool = s.CharField(help_text="A pool's key, such as classic-3-5; see /api/v1/ratings.")
    clock = s.ChoiceField(choices=list(clock.PRESETS), required=False, help_text=f"Default {DEFAULT_CLOCK}.")
    least_seats = s.IntegerField(required=False, help_text="The smallest table; default the pool's.")
    most_seats = s.IntegerField(required=False, help_text="The largest table; default the pool's.")


class Seek(s.Serializer[Any]):
    """A seek as its player sees it."""

    id = s.IntegerField()
    pool = s.CharField()
    clock = s.CharField()
    least_seats = s.IntegerField()
    most_seats = s.IntegerField()
    status = s.ChoiceField(choices=SeekStatus.choices)
    place = s.IntegerField(allow_null=True, help_text="In the queue, from 1; null when the seek is over.")
    waited_ms = s.IntegerField()
    house_fills_after = s.IntegerField(help_text="Seconds of waiting after which house bots fill the table.")
    lapses_after = s.IntegerField(help_text="Seconds without a heartbeat after which the seek is dropped.")
    created_at = s.DateTimeField()
    heard_at = s.DateTimeField(help_text="The last heartbeat.")
    ended_at = s.DateTimeField(allow_null=True)
    game = s.IntegerField(allow_null=True, help_text="The game that was found.")
    server_time = s.DateTimeField()


class Seeks(s.Serializer[Any]):
    """My seeks: those that wait and the last few that ended."""

    seeks = Seek(many=True)


class WantedSeek(NamedTuple):
    """The body of a seek, checked for shape."""

    pool: str
    clock: str
    least: int | None
    most: int | None

    @classmethod
    def read(cls, body: dict[str, Any]) -> "WantedSeek":
        """Raises Problem(malformed) that names the field."""
        refuse_unknown(body, NewSeek().fields.keys())
        if not isinstance(body.get("pool"), str):
            raise malformed("pool must be the key of a pool, such as classic-3-5.", field="pool")
        name = body.get("clock", DEFAULT_CLOCK)
        if not isinstance(name, str) or name not in clock.PRESETS:
            raise malformed(f"clock must be one of {', '.join(clock.PRESETS)}.", field="clock")
        for field in ("least_seats", "most_seats"):
            value = body.get(field)
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= 8
            ):
                raise malformed(f"{field} must be a whole number from 2 to 8.", field=field)
        return cls(body["pool"], name, body.get("least_seats"), body.get("most_seats"))


class Inbox(s.Serializer[Any]):
    """Lines after a point. Go on with `after` = `seq`; `last` is the newest number there is."""

    after = s.IntegerField()
    seq = s.IntegerField()
    last = s.IntegerField()
    server_time = s.DateTimeField()
    lines = s.ListField(child=InboxLineField())


class CallLine(s.Serializer[Any]):
    """One request of mine."""

    id = s.IntegerField()
    token = s.IntegerField(help_text="The token's id; its label is in /api/v1/me.")
    at = s.DateTimeField()
    method = s.CharField()
    path = s.CharField()
    status = s.IntegerField()
    code = s.CharField(allow_blank=True, help_text="The problem's code; empty when all went well.")
    ms = s.IntegerField(help_text="Server time, waiting of a long poll included.")
    game = s.IntegerField(allow_null=True)
    body = s.CharField(allow_blank=True, help_text="The first 2 KiB of what was sent, secrets starred out.")


class CallPage(s.Serializer[Any]):
    """A page of requests, the newest first."""

    next = s.CharField(allow_null=True)
    previous = s.CharField(allow_null=True)
    results = CallLine(many=True)
