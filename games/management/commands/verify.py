"""`manage.py verify`: is a game what it was promised to be?

A game of this house by its id, or the log of any house in a file, which asks no database and no server.
"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine, store


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Check a game's hash chain, the deal against its commitment, and the points by playing it again."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """A game, or a file and what was promised."""
        parser.add_argument("game", nargs="?", type=int, help="the id of a game of this house")
        parser.add_argument("--file", metavar="FILE", help="the log as NDJSON, as /games/ID/log gives it")
        parser.add_argument(
            "--commitment", default="", metavar="HEX", help="the commitment you saw before the first deal"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Verify and say so; exit code 1 with a line for every promise that does not hold."""
        if (options["game"] is None) == (options["file"] is None):
            raise CommandError("Name a game by its id, or a log with --file FILE.")
        try:
            verdict = (
                store.verify(options["game"])
                if options["file"] is None
                else store.verify_text(_text_of(options["file"]), options["commitment"])
            )
        except engine.RuleError as refused:
            raise CommandError(refused.detail) from None
        if not verdict.ok:
            raise CommandError("\n".join(verdict.problems))
        self.stdout.write(
            f"{verdict.events} events: the chain holds, the deal is the one committed to, "
            "and played again the picks make the same points."
        )


def _text_of(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no log: it is not UTF-8 text.") from None
