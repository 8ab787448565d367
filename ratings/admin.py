"""Ratings in the admin, to be looked at: every number here is computed, never typed in.

A wrong result is put right where it was made; `manage.py rebuild_ratings` then folds the games anew.
"""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from ratings.models import Change, Pool, Rating, Skipped

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[models.Model]
else:
    _Admin = admin.ModelAdmin


class ReadOnly(_Admin):
    """Pages to look at: nothing can be added, changed or deleted."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never."""
        return False


@admin.register(Pool)
class PoolAdmin(ReadOnly):
    """The pools and how far each has been rated."""

    list_display = [
        "key",
        "name",
        "edition",
        "least_seats",
        "most_seats",
        "algorithm",
        "last_seq",
        "checked_at",
    ]


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """The ratings as they are kept, in thousandths."""

    list_display = ["player", "pool", "milli", "sigma_milli", "games", "wins", "last_game_at"]
    list_filter = ["pool"]
    list_select_related = ["player", "pool"]
    search_fields = ["player__name"]


@admin.register(Change)
class ChangeAdmin(ReadOnly):
    """The ledger, newest first."""

    list_display = ["rating_seq", "pool", "game_id", "player", "place", "k", "before_milli", "delta_milli"]
    list_filter = ["pool"]
    list_select_related = ["player", "pool"]
    search_fields = ["player__name", "=game__id"]
    ordering = ["-id"]


@admin.register(Skipped)
class SkippedAdmin(ReadOnly):
    """Rated games that could not be rated, and why."""

    list_display = ["game_id", "reason", "noticed_at"]
    list_filter = ["reason"]
