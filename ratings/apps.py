"""Registers the `ratings` app with Django."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings: pools, ratings and the ledger of changes."""

    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"
