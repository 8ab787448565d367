"""Tables of games: who may sit, their tokens, the games, their seats and the log.

Here are fields, constraints and nothing that decides. Writes go through `services.py`; the Event table is
touched by `store.py` alone. No secret lies in the Game row: the shuffle seed waits in `SealedSeed` while a
table is open, and is then in the first event only.
"""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from games.lobby_models import (
    Call,
    InboxHead,
    InboxLine,
    InvitationStatus,
    Once,
    SeatInvitation,
    Seek,
    SeekStatus,
)

__all__ = [
    "Call",
    "Event",
    "Game",
    "GameOrigin",
    "GameStatus",
    "Heartbeat",
    "InboxHead",
    "InboxLine",
    "InvitationStatus",
    "Once",
    "Player",
    "PlayerKind",
    "SealedSeed",
    "Seat",
    "SeatInvitation",
    "Seek",
    "SeekStatus",
    "Token",
]

#: Letters of any script, digits and a few marks; no blank at either end, so that two names never look alike
#: by a space.
NAME_PATTERN = RegexValidator(
    r"^[^\W_](?:[\w .'’·+-]*[\w.+])?\Z",
    "A name has letters, digits, blanks and . ' - + _ only, and begins with a letter or a digit.",
)


class PlayerKind(models.TextChoices):
    """Who stands behind a player."""

    PERSON = "person", "person"
    BOT = "bot", "remote bot"
    HOUSE = "house", "house bot"


class Player(models.Model):
    """Whoever may sit at a table: a person, a remote bot, a house bot."""

    name = models.CharField(max_length=40, unique=True, validators=[MinLengthValidator(3), NAME_PATTERN])
    kind = models.CharField(max_length=6, choices=PlayerKind)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="players"
    )
    strategy = models.CharField(max_length=40, blank=True, default="", help_text="A house bot's name.")
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(Lower("name"), name="player_name_ignoring_case"),
            models.CheckConstraint(condition=Q(kind__in=PlayerKind.values), name="player_kind_known"),
            models.CheckConstraint(
                condition=(Q(kind="house") & ~Q(strategy="")) | (~Q(kind="house") & Q(strategy="")),
                name="player_strategy_of_house_only",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        """Whether the server itself picks for this player."""
        return self.kind == PlayerKind.HOUSE


class Token(models.Model):
    """A bearer token of one player. Only the digest is kept; the clear text is shown once, when issued."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token, in hex.")
    hint = models.CharField(max_length=12, help_text="How the token begins, to tell several apart.")
    label = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(db_default=Now())
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.hint}… ({self.label})"

    def __repr__(self) -> str:
        return f"<Token {self.pk} {self.hint}…>"


class GameStatus(models.TextChoices):
    """Where a game stands."""

    OPEN = "open", "waiting for players"
    PLAYING = "playing", "playing"
    FINISHED = "finished", "finished"
    EXPIRED = "expired", "expired"


class GameOrigin(models.TextChoices):
    """Who called the game."""

    TABLE = "table", "open table"
    SCHEDULE = "schedule", "schedule"
    TOURNAMENT = "tournament", "tournament"


class Game(models.Model):
    """One play from start to places. Beyond the set-up it holds a summary of the log, kept with it."""

    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=40, blank=True, default="")
    options = models.JSONField(default=dict, blank=True)
    seats_count = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=False)
    unrated_reason = models.CharField(max_length=40, blank=True, default="")
    status = models.CharField(max_length=8, choices=GameStatus)
    origin = models.CharField(max_length=10, choices=GameOrigin, default=GameOrigin.TABLE)
    pick_seconds = models.PositiveIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(7 * 24 * 3600)]
    )
    bank_seconds = models.PositiveIntegerField(default=0, db_default=0)
    ready_seconds = models.PositiveIntegerField(default=0, db_default=0)
    ready_by = models.DateTimeField(
        null=True, blank=True, help_text="The table is full, and starts then if not before."
    )
    clocks = models.TextField(
        blank=True, default="", db_default="", help_text="Every seat's time, as games.clock.Clocks writes it."
    )
    opened_by = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="games_opened")
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the shuffle seed, in hex.")
    rules_version = models.CharField(max_length=20)
    seq = models.PositiveIntegerField(default=0, help_text="Number of the last event.")
    round = models.PositiveSmallIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    expired_reason = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=GameStatus.values), name="game_status_known"),
            models.CheckConstraint(condition=Q(origin__in=GameOrigin.values), name="game_origin_known"),
            models.CheckConstraint(condition=Q(seats_count__range=(2, 8)), name="game_seats_2_to_8"),
            models.CheckConstraint(condition=Q(pick_seconds__gte=1), name="game_pick_seconds_positive"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "expired"], seq=0, started_at=None)
                | Q(status__in=["playing", "finished"], seq__gte=1, started_at__isnull=False),
                name="game_log_begins_with_start",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False)
                | (~Q(status="finished") & Q(finished_at=None)),
                name="game_finished_at_when_finished",
            ),
            models.CheckConstraint(
                condition=Q(deadline=None) | Q(status="playing"), name="game_deadline_while_playing"
            ),
            models.CheckConstraint(
                condition=Q(ready_by=None) | Q(status="open"), name="game_ready_step_while_open"
            ),
            models.CheckConstraint(
                condition=Q(status="open", expires_at__isnull=False) | ~Q(status="open"),
                name="game_open_table_expires",
            ),
            models.CheckConstraint(
                condition=(Q(status="expired") & ~Q(expired_reason=""))
                | (~Q(status="expired") & Q(expired_reason="")),
                name="game_expired_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(rated=False) | Q(unrated_reason=""), name="game_rated_without_reason_against"
            ),
        ]
        indexes = [
            # The two sweeps, and the followers who read finished games in order: each index holds only
            # the rows its reader asks for.
            models.Index(fields=["deadline"], name="game_overdue", condition=Q(deadline__isnull=False)),
            models.Index(fields=["expires_at"], name="game_expiring", condition=Q(status="open")),
            models.Index(
                fields=["finished_at", "id"], name="game_finished", condition=Q(finished_at__isnull=False)
            ),
            models.Index(fields=["status", "-id"], name="game_by_status"),
        ]

    def __str__(self) -> str:
        return f"game {self.pk} ({self.edition}, {self.seats_count} seats, {self.status})"


class SealedSeed(models.Model):
    """The shuffle seed of a table that has not started; the row goes when the seed moves into the log.

    It exists so that the commitment stands before players add their nonces. Nothing ever shows it.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    shuffle_seed = models.CharField(max_length=80)

    def __str__(self) -> str:
        return f"sealed seed of game {self.pk}"


class Seat(models.Model):
    """A place in one game, numbered from 0. Points and place come with the game's last event."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    nonce = models.CharField(max_length=64, blank=True, default="")
    reserved = models.BooleanField(default=False, db_default=False, help_text="Kept for an invited player.")
    points = models.SmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    timeouts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True, blank=True, help_text="When the player last said: here I am.")

    class Meta:
        ordering = ["game", "number"]
        indexes = [
            # A player's games, newest first, and the few of them that are not over.
            models.Index(fields=["player", "game"], name="seat_of_player"),
            models.Index(fields=["player", "game"], name="seat_unfinished", condition=Q(place__isnull=True)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
            models.CheckConstraint(condition=Q(number__lt=8), name="seat_number_below_8"),
            models.CheckConstraint(
                condition=Q(points=None, place=None)
                | Q(points__isnull=False, place__isnull=False, place__gte=1),
                name="seat_points_with_place",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"


class Event(models.Model):
    """One line of a game's log. Hidden: `data` holds hands and picks, `hash` would betray a pick by trial.

    Never read or write it but through `store.py`; triggers refuse every change.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    data = models.TextField()
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            # Also the index of the whole log: one range scan on (game, seq).
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="event_seq_from_1"),
        ]

    def __str__(self) -> str:
        return f"event {self.seq} of game {self.game_id} ({self.kind})"

    def __repr__(self) -> str:
        return f"<Event {self.game_id}.{self.seq} {self.kind}>"


class Heartbeat(models.Model):
    """When a part of the house last showed life; the status page reads it."""

    part = models.CharField(max_length=30, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["part"]

    def __str__(self) -> str:
        return f"{self.part} at {self.at:%H:%M:%S}"
