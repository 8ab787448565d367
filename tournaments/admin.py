"""Tournaments on the admin pages: to look at, and to see why one does not move.

Everything that changes a tournament goes through the services, so nothing can be edited here. The secret of
the pairings and rounds not yet published are not shown to anybody.
"""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.models import Entrant, Result, Round, Table, Tournament

# The classes take a model as a parameter in the stubs only.
if TYPE_CHECKING:
    EntrantRows = admin.TabularInline[Entrant, Tournament]
    TableRows = admin.TabularInline[Table, Round]
    TournamentPages = admin.ModelAdmin[Tournament]
    RoundPages = admin.ModelAdmin[Round]
    ResultPages = admin.ModelAdmin[Result]
else:
    EntrantRows = TableRows = admin.TabularInline
    TournamentPages = RoundPages = ResultPages = admin.ModelAdmin


class ReadOnly:
    """Looking is allowed to staff as usual; adding, changing and deleting to nobody."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False


class EntrantInline(ReadOnly, EntrantRows):
    """Who takes part."""

    model = Entrant
    fields = ("seed", "player", "dropped_at")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, TournamentPages):
    """A tournament and its entrants."""

    list_display = ("name", "format", "edition", "status", "rounds_planned", "started_at", "finished_at")
    list_filter = ("status", "format", "edition")
    search_fields = ("name", "slug")
    exclude = ("shuffle_seed",)
    inlines = [EntrantInline]


class TableInline(ReadOnly, TableRows):
    """The tables of a round."""

    model = Table
    fields = ("number", "game")


@admin.register(Round)
class RoundAdmin(ReadOnly, RoundPages):
    """A published round."""

    list_display = ("tournament", "number", "published_at", "finished_at")
    list_filter = ("tournament__status",)
    inlines = [TableInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        """Published rounds only."""
        return super().get_queryset(request).filter(published_at__isnull=False).select_related("tournament")


@admin.register(Result)
class ResultAdmin(ReadOnly, ResultPages):
    """What came of a table."""

    list_display = ("table", "entrant", "place", "points", "share", "recorded_at")
    list_select_related = ("table", "entrant")
