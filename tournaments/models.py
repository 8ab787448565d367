"""Tables of tournaments: the event, who entered, its rounds, who sat with whom, and what came of it.

Fields and constraints only. Writes go through `services/`, reads through `queries.py`. The finished game's
row is the source of a Result, which is this app's receipt for it: one per table and entrant, so absorbing a
game twice is impossible. `shuffle_seed` is the secret from which all pairings are thrown; it leaves by no
outlet, and neither does a Round before `published_at`.
"""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from games.models import Game, Player


class TournamentStatus(models.TextChoices):
    """Where a tournament stands."""

    DRAFT = "draft", "not started"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"


class Tournament(models.Model):
    """An event with a format; the row is what `advance` locks."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    format = models.CharField(max_length=30)
    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=40, blank=True, default="")
    least_seats = models.PositiveSmallIntegerField()
    most_seats = models.PositiveSmallIntegerField()
    rounds_planned = models.PositiveSmallIntegerField(
        default=0, help_text="0: as many as the format needs, settled when it starts."
    )
    status = models.CharField(
        max_length=8, choices=TournamentStatus, default=TournamentStatus.DRAFT, db_index=True
    )
    shuffle_seed = models.CharField(max_length=64, editable=False)
    pick_seconds = models.PositiveIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=True)
    tie_breaks = models.JSONField(default=list)
    round_seconds = models.PositiveIntegerField(default=0, help_text="Pause before each further round.")
    created_by = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="tournaments_made"
    )
    created_at = models.DateTimeField(db_default=Now())
    starts_at = models.DateTimeField(null=True, blank=True, help_text="Starts by itself from then on.")
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=TournamentStatus.values), name="tournament_status_known"
            ),
            models.CheckConstraint(
                condition=Q(least_seats__gte=2, most_seats__lte=8, least_seats__lte=F("most_seats")),
                name="tournament_seats_in_order",
            ),
            models.CheckConstraint(
                condition=Q(status="draft", started_at=None)
                | (~Q(status="draft") & Q(started_at__isnull=False)),
                name="tournament_started_at_when_started",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False)
                | (~Q(status="finished") & Q(finished_at=None)),
                name="tournament_finished_at_when_finished",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Tournament {self.pk} {self.slug} {self.status}>"


class Entrant(models.Model):
    """A player in a tournament. The seed is given when it starts; late entrants get the next one."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "seed", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_player_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entrant_seed_once"),
            models.CheckConstraint(condition=Q(seed=None) | Q(seed__gte=1), name="entrant_seed_from_1"),
        ]

    def __str__(self) -> str:
        return f"entrant {self.pk} of tournament {self.tournament_id}"


class Round(models.Model):
    """A round of a tournament. Paired when the one before is over, seen by others from `published_at` on."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    due_at = models.DateTimeField(help_text="When it is to be published.")
    published_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(published_at__isnull=False),
                name="round_published_before_finished",
            ),
            # Two rounds in play at once must never happen, whoever advances.
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(finished_at=None), name="round_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of tournament {self.tournament_id}"


class Table(models.Model):
    """Entrants who meet in a round, and their game once it is opened."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, models.PROTECT, null=True, blank=True, related_name="tournament_table")

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class TableSeat(models.Model):
    """Who sits where. `round` repeats the table's, so that nobody can sit at two tables of one round."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="+", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_seat_number_once"),
            models.UniqueConstraint(fields=["round", "entrant"], name="table_seat_one_a_round"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"


class Bye(models.Model):
    """A round without a table, and what it is worth."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="byes")
    share = models.PositiveSmallIntegerField(help_text="In 840ths of a table win.")

    class Meta:
        ordering = ["round", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="bye_one_a_round"),
            models.CheckConstraint(condition=Q(share__lte=840), name="bye_share_at_most_a_win"),
        ]

    def __str__(self) -> str:
        return f"bye of {self.entrant_id} in round {self.round_id}"


class Result(models.Model):
    """An entrant's outcome at a table, taken from the finished game once and for all."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="results", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="results")
    place = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    share = models.PositiveSmallIntegerField(help_text="In 840ths of a table win.")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["table", "place", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["table", "entrant"], name="result_once"),
            models.CheckConstraint(condition=Q(place__range=(1, 8)), name="result_place_1_to_8"),
            models.CheckConstraint(condition=Q(share__lte=840), name="result_share_at_most_a_win"),
        ]

    def __str__(self) -> str:
        return f"result of {self.entrant_id} at table {self.table_id}"
