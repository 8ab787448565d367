"""Invitations to look at, and accounts without the button that would delete one behind its owner's back.

Deleting an account has one way, `services.delete_account`, which also ends its tokens and names.
"""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.accounts.models import Invitation
from games.admin import ReadOnly

if TYPE_CHECKING:
    _UserAdmin = UserAdmin[User]
else:
    _UserAdmin = UserAdmin


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Who was invited, without the digest."""

    list_display = ["hint", "note", "used", "uses", "made_by", "expires_at", "revoked_at"]
    list_select_related = ["made_by"]
    fields = ["hint", "note", "made_by", "uses", "used", "created_at", "expires_at", "revoked_at"]


admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(_UserAdmin):
    """Django's own, without deletion: switch "active" off instead."""

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Never."""
        return False
