"""The house's books in Django's admin: to look at, never to change, and without anything secret.

Writes have one way, `services.py`. The log and the sealed seeds are not shown at all; of a token only its
first characters.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import Game, Heartbeat, Player, Seat, Token


class _Refusals:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


class SeatInline(_Refusals, admin.TabularInline[Seat, Game]):
    """The seats below their game. A nonce is public only with the start, so it is left out."""

    model = Seat
    fields = ["number", "player", "points", "place", "timeouts"]
    ordering = ["number"]
    extra = 0


@admin.register(Player)
class PlayerAdmin(_Refusals, admin.ModelAdmin[Player]):
    """Who may sit."""

    list_display = ["name", "kind", "strategy", "owner", "active", "created_at"]
    list_filter = ["kind", "active"]
    list_select_related = ["owner"]
    search_fields = ["name"]
    fields = ["name", "kind", "strategy", "owner", "active", "created_at"]


@admin.register(Token)
class TokenAdmin(_Refusals, admin.ModelAdmin[Token]):
    """Which tokens are out, without their digests."""

    list_display = ["hint", "label", "player", "scopes", "created_at", "last_used_at", "revoked_at"]
    list_select_related = ["player"]
    search_fields = ["label", "player__name"]
    fields = ["player", "hint", "label", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"]


@admin.register(Game)
class GameAdmin(_Refusals, admin.ModelAdmin[Game]):
    """The summary of each game, with its seats."""

    list_display = ["id", "edition", "seats_count", "status", "rated", "origin", "seq", "created_at"]
    list_filter = ["status", "edition", "rated", "origin"]
    inlines = [SeatInline]
    show_full_result_count = False


@admin.register(Heartbeat)
class HeartbeatAdmin(_Refusals, admin.ModelAdmin[Heartbeat]):
    """When each part of the house last showed life."""

    list_display = ["part", "at"]
