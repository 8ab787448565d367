"""Registers the `tournaments` app with Django, and its doorbell."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments: formats, pairings, results and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The end of a game rings the bell."""
        from tournaments import receivers  # noqa: F401 - imported for its registration
