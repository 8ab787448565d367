"""The house's books in Django's admin: to look at, never to change, and without anything secret.

Writes have one way, `services.py`. The log and the sealed seeds are not shown at all; of a token only its
first characters.
"""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import Game, Heartbeat, Player, Seat, Token

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
    _Inline = admin.TabularInline[Model, Model]
else:
    _Admin = admin.ModelAdmin
    _Inline = admin.TabularInline


class ReadOnly(_Admin):
    """Pages to look at: nothing can be added, changed or deleted."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


class SeatInline(_Inline):
    """The seats below their game, to look at. Nonces are left out: they count only with the start."""

    model = Seat
    fields = ["number", "player", "points", "place", "timeouts"]
    readonly_fields = ("number", "player", "points", "place", "timeouts")
    ordering = ["number"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Who may sit."""

    list_display = ["name", "kind", "strategy", "owner", "active", "created_at"]
    list_filter = ["kind", "active"]
    list_select_related = ["owner"]
    search_fields = ["name"]
    fields = ["name", "kind", "strategy", "owner", "active", "created_at"]


@admin.register(Token)
class TokenAdmin(ReadOnly):
    """Which tokens are out, without their digests."""

    list_display = ["hint", "label", "player", "scopes", "created_at", "last_used_at", "revoked_at"]
    list_select_related = ["player"]
    search_fields = ["label", "player__name"]
    fields = ["player", "hint", "label", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"]


@admin.register(Game)
class GameAdmin(ReadOnly):
    """The summary of each game, with its seats."""

    list_display = ["id", "edition", "seats_count", "status", "rated", "origin", "seq", "created_at"]
    list_filter = ["status", "edition", "rated", "origin"]
    inlines = [SeatInline]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """When each part of the house last showed life."""

    list_display = ["part", "at"]
