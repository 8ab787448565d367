"""Registers the composition root as a Django app, for its commands, templates and system checks."""

from django.apps import AppConfig


class CompositionConfig(AppConfig):
    """`config` is an app only so that Django finds its commands, templates, static files and checks."""

    name = "config"
    verbose_name = "Kaiten"

    def ready(self) -> None:
        """Register the system checks, and what other apps add to the pages of games."""
        from config import (
            checks,  # noqa: F401 - importing registers
            game_parts,
        )

        game_parts.register()
