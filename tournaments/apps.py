"""Registers the `tournaments` app with Django, and its doorbell."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments: formats, pairings, results and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The end of a game rings the bell."""
        from django.db.models import Q

        from games import queries
        from tournaments import receivers  # noqa: F401 - imported for its registration
        from tournaments.models import Table

        def in_tournament(slug: str) -> Q:
            played = Table.objects.filter(
                round__tournament__slug=slug, round__published_at__isnull=False, game__isnull=False
            )
            return Q(pk__in=played.values("game_id"))

        queries.add_filter("event", in_tournament)
