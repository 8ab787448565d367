"""Tables of ratings: pools of comparable games, one rating per player and pool, and the ledger of changes.

The ledger (`Change`) is the receipt that a game was rated: a game without one is still to do. `Rating` is its
running sum, kept for reading. Both are written by `services.py` through `ledger.py` only.

A **generation** is one fold of a pool's games from the first. Live games extend the pool's current
generation; a rebuild writes the next one beside it and then moves `Pool.generation`, so that readers
never see half of it.
"""

from typing import Any

from django.db import models
from django.db.models import F, Q

from games.models import Game, Player


class Pool(models.Model):
    """Games whose ratings compare: one edition, a range of table sizes. Its row is the consumer's lock."""

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    edition = models.CharField(max_length=20)
    least_seats = models.PositiveSmallIntegerField()
    most_seats = models.PositiveSmallIntegerField()
    system = models.CharField(
        max_length=40, default="multiplayer-elo", help_text="A file in ratings/systems."
    )
    algorithm = models.CharField(
        max_length=50, blank=True, default="", help_text="What the current generation was folded with."
    )
    generation = models.PositiveIntegerField(default=1, help_text="The fold that readers see.")
    last_generation = models.PositiveIntegerField(default=1, help_text="The newest fold ever begun.")
    last_seq = models.PositiveBigIntegerField(default=0, help_text="rating_seq of the last rated game.")
    checked_at = models.DateTimeField(
        null=True, blank=True, help_text="When all games, not only recent ones, were last seen to be rated."
    )

    class Meta:
        ordering = ["edition", "least_seats"]
        constraints = [
            models.CheckConstraint(
                condition=Q(least_seats__gte=2, most_seats__gte=F("least_seats")), name="pool_range_of_seats"
            ),
            models.CheckConstraint(
                condition=Q(last_generation__gte=F("generation")), name="pool_generation_was_begun"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Rating(models.Model):
    """A player's number in a pool, with its uncertainty, in thousandths of a point."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    milli = models.IntegerField()
    sigma_milli = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField(help_text="First places, shared ones too.")
    last_game_at = models.DateTimeField()

    class Meta:
        ordering = ["pool", "-milli", "player"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="rating_once_per_pool"),
            models.CheckConstraint(condition=Q(wins__lte=F("games")), name="rating_wins_among_games"),
        ]
        indexes = [models.Index(fields=["pool", "-milli"], name="rating_board")]

    def __str__(self) -> str:
        return f"player {self.player_id} in pool {self.pool_id}: {self.milli // 1000}"


class ChangeQuerySet(models.QuerySet["Change", "Change"]):
    """Reads of the ledger."""

    def current(self) -> "ChangeQuerySet":
        """The lines of each pool's current generation: what every reader but a rebuild wants."""
        return self.filter(generation=F("pool__generation"))

    def delete(self) -> Any:
        """Refused: a line of the ledger goes only with its whole generation, in `ledger.py`."""
        raise TypeError("Ledger lines are not deleted one by one; rebuild the pool instead.")


class Change(models.Model):
    """One line of the ledger: what one game did to one rating, with every number that went in.

    `rating_seq` counts the rated games of the pool in the order of application; all seats of a game share it.
    """

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="changes", db_index=False)
    generation = models.PositiveIntegerField()
    rating_seq = models.PositiveBigIntegerField()
    game = models.ForeignKey(Game, models.PROTECT, related_name="rating_changes", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes", db_index=False)
    place = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    games_before = models.PositiveIntegerField()
    idle_seconds = models.PositiveBigIntegerField()
    before_milli = models.IntegerField()
    delta_milli = models.IntegerField()
    sigma_before_milli = models.PositiveIntegerField()
    sigma_after_milli = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=50)

    objects = ChangeQuerySet.as_manager()

    class Meta:
        ordering = ["pool", "generation", "rating_seq", "player"]
        constraints = [
            # The receipt: a game is rated once per fold. Also how a game's changes are found.
            models.UniqueConstraint(
                fields=["game", "player", "pool", "generation"], name="change_once_per_game_and_player"
            ),
            # The order of application. Also a player's history, one range scan.
            models.UniqueConstraint(
                fields=["player", "pool", "generation", "rating_seq"], name="change_in_one_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.delta_milli:+d} for player {self.player_id} by game {self.game_id}"


class Skipped(models.Model):
    """A rated, finished game that cannot be rated, and why: it must be seen, not lost, nor hold up others."""

    class Reason(models.TextChoices):
        """Why a game changes no rating."""

        NO_POOL = "no_pool", "no pool is for this edition and number of seats"
        INCOMPLETE = "incomplete", "a seat has no player or no place"

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="rating_skipped")
    reason = models.CharField(max_length=20, choices=Reason)
    noticed_at = models.DateTimeField()

    class Meta:
        ordering = ["-game"]
        verbose_name_plural = "skipped games"
        constraints = [
            models.CheckConstraint(
                condition=Q(reason__in=["no_pool", "incomplete"]), name="skipped_reason_known"
            )
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.get_reason_display()}"
