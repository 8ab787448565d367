"""Registers the `games` app with Django, and with it the check that the log is protected."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games: the log, the players, the API and the table."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Import for its registration: the system check of the append-only triggers."""
        from games import append_only  # noqa: F401
