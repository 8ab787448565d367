"""Tables of the lobby and of what a player is told: invitations, seeks, the inbox, the request log.

Fields and constraints only; `models.py` takes them in. An inbox line is written in the transaction of what it
tells, without a number; it gets the player's next number when it is first read (services/inbox.py), so that
numbers have no gap and nobody who plays waits for somebody else's inbox.
"""

from django.db import models
from django.db.models import Q


class InvitationStatus(models.TextChoices):
    """Where an invitation stands."""

    WAITING = "waiting", "not answered"
    ACCEPTED = "accepted", "accepted"
    DECLINED = "declined", "declined"
    VOID = "void", "the table closed first"


class SeatInvitation(models.Model):
    """A seat of an open table kept for one player, and the answer. For those of the table only."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="invitations", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="The seat that is kept.")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="invitations", db_index=False)
    status = models.CharField(max_length=8, choices=InvitationStatus, default=InvitationStatus.WAITING)
    reason = models.CharField(max_length=20, blank=True, default="", help_text="Why it was declined.")
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="invitation_seat_once"),
            models.UniqueConstraint(fields=["player", "game"], name="invitation_player_once"),
            models.CheckConstraint(
                condition=Q(status__in=InvitationStatus.values), name="invitation_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="declined") | Q(reason=""), name="invitation_reason_when_declined"
            ),
        ]
        indexes = [
            models.Index(fields=["player"], name="invitation_waiting", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id} for player {self.player_id}: {self.status}"


class SeekStatus(models.TextChoices):
    """Where a seek stands."""

    WAITING = "waiting", "waiting"
    SEATED = "seated", "seated at a table"
    CANCELLED = "cancelled", "cancelled by the player"
    LAPSED = "lapsed", "dropped for want of a heartbeat"


class Seek(models.Model):
    """A player's wish to be seated in any rated game of one pool."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="seeks", db_index=False)
    pool = models.CharField(max_length=40)
    clock = models.CharField(max_length=20)
    least_seats = models.PositiveSmallIntegerField()
    most_seats = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=SeekStatus, default=SeekStatus.WAITING)
    created_at = models.DateTimeField()
    beaten_at = models.DateTimeField(help_text="The last sign of life.")
    ended_at = models.DateTimeField(null=True, blank=True)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "pool", "clock"], name="seek_once_at_a_time", condition=Q(status="waiting")
            ),
            models.CheckConstraint(condition=Q(status__in=SeekStatus.values), name="seek_status_known"),
            models.CheckConstraint(
                condition=Q(least_seats__gte=2, most_seats__gte=models.F("least_seats")),
                name="seek_range_of_seats",
            ),
            models.CheckConstraint(
                condition=Q(status="waiting", ended_at=None)
                | (~Q(status="waiting") & Q(ended_at__isnull=False)),
                name="seek_ended_at_when_ended",
            ),
            models.CheckConstraint(
                condition=Q(status="seated", game__isnull=False) | (~Q(status="seated") & Q(game=None)),
                name="seek_game_when_seated",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="seek_of_player"),
            models.Index(fields=["pool", "clock", "id"], name="seek_queue", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} seeks {self.pool} ({self.clock}): {self.status}"


class InboxLine(models.Model):
    """One thing that happened to a player. `data` holds what that player may know, and no card ever."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="inbox", db_index=False)
    seq = models.PositiveBigIntegerField(null=True, blank=True, help_text="None until it is first read.")
    kind = models.CharField(max_length=24)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=60, blank=True, default="", help_text="Tells lines of a kind apart.")
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["player", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["player", "seq"], name="inbox_seq_once"),
            # The receipt: whoever tells the same again tells nothing.
            models.UniqueConstraint(fields=["player", "game", "kind", "key"], name="inbox_told_once"),
        ]
        indexes = [models.Index(fields=["player", "id"], name="inbox_unread", condition=Q(seq=None))]

    def __str__(self) -> str:
        return f"{self.kind} for player {self.player_id}"


class InboxHead(models.Model):
    """The last number given out in a player's inbox. Its row is the lock of whoever numbers."""

    player = models.OneToOneField("games.Player", models.CASCADE, primary_key=True, related_name="+")
    seq = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"inbox of player {self.player_id} at {self.seq}"


class Once(models.Model):
    """What a request with an Idempotency-Key made, so that the same request again makes nothing."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, help_text="SHA-256 of what was asked, in hex.")
    made = models.BigIntegerField(null=True, blank=True, help_text="The id of the game or seek.")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="once_per_key")]

    def __str__(self) -> str:
        return f"a request of player {self.player_id}"


class Call(models.Model):
    """One API request made with a token, for the token's owner to read. Ids only, so that a line written
    late hangs on nothing that may be gone meanwhile."""

    token = models.BigIntegerField()
    game = models.BigIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    method = models.CharField(max_length=10)
    path = models.CharField(max_length=300)
    status = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=60, blank=True, default="")
    ms = models.PositiveIntegerField()
    body = models.TextField(blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["token", "-id"], name="call_of_token")]

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.status}"
