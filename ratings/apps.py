"""Registers the `ratings` app with Django, and what it does when the database or a game is ready."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def _ensure_pools(**_: Any) -> None:
    from ratings import services

    services.ensure_pools()


class RatingsConfig(AppConfig):
    """Ratings: pools, ratings and the ledger of changes."""

    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Pools exist after every migrate and flush; the end of a game rings the bell."""
        from games import seeking
        from ratings import receivers  # noqa: F401 - imported for its registration
        from ratings.pools import POOLS

        for plan in POOLS:
            seeking.offer(plan.key, plan.edition, plan.least_seats, plan.most_seats, plan.name)
        post_migrate.connect(_ensure_pools, sender=self, dispatch_uid="ratings.ensure_pools")
