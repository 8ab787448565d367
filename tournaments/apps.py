"""Registers the `tournaments` app with Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments: formats, pairings, results and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
