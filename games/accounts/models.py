"""The tables of accounts beside Django's own: invitations, and how often something was tried.

Only a digest is kept of a link, of an address and of the name that was tried.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now


class Invitation(models.Model):
    """Leave for a number of people to sign up until a day, given by somebody of the staff."""

    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the secret, in hex.")
    hint = models.CharField(max_length=12, help_text="How the secret begins, to tell several apart.")
    note = models.CharField(max_length=60, blank=True, default="")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    uses = models.PositiveSmallIntegerField(help_text="How many people may sign up with it.")
    used = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(used__lte=F("uses")), name="invitation_not_used_too_often"),
        ]

    def __str__(self) -> str:
        return f"{self.hint}… ({self.used} of {self.uses} used)"

    def __repr__(self) -> str:
        return f"<Invitation {self.pk} {self.hint}…>"


class TryCount(models.Model):
    """How often one thing was tried under one key since its window began; see throttle.py."""

    key = models.CharField(max_length=60, primary_key=True)
    used = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True, help_text="When the window ends and counting begins anew.")

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return f"{self.used} tries until {self.until:%H:%M:%S}"
