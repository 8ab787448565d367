"""Registers the `games` app with Django, and with it the check that the log is protected and `<id:…>`."""

from importlib import import_module

from django.apps import AppConfig
from django.urls import register_converter


class GamesConfig(AppConfig):
    """Games: the log, the players, the API and the table."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The system check of the append-only triggers, imported to register itself; ids in addresses."""
        from games.addresses import RowIdConverter

        import_module("games.append_only")
        register_converter(RowIdConverter, "id")
