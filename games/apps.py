"""Registers the `games` app with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games: the log, the players, the API and the table."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
