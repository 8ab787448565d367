"""`manage.py export_game ID`: a finished game as text in the notation of games/engine/NOTATION.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine, queries


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Write a finished game as text that a person can read and import_game can play again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which game, and where to."""
        parser.add_argument("game", type=int, help="the game's id")
        parser.add_argument("--output", metavar="FILE", help="write to this file instead of printing")

    def handle(self, *args: object, **options: Any) -> None:
        """Read, write."""
        try:
            text = queries.game_text(options["game"])
        except engine.RuleError as refused:
            raise CommandError(refused.detail) from None
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["output"]).write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from None
