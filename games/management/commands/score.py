"""`manage.py score FILE|-`: score a sheet of a table played with real cards; `--cases` runs worked cases.

What a sheet says is documented in games/sheet/README.md. Exit code 1: the sheet is refused or a case
differs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine, sheet

MOST_BYTES = 16 * 1024 * 1024


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Score a sheet (JSON) of a table played with real cards, or run a file of worked cases."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """A file or standard input, and how the answer looks."""
        parser.add_argument("file", nargs="?", help="a sheet as JSON; - reads standard input")
        parser.add_argument("--table", action="store_true", help="print a table for people instead of JSON")
        parser.add_argument("--cases", metavar="FILE", help="run the worked cases of this file, a line each")

    def handle(self, *args: object, **options: Any) -> None:
        """Read, score, print."""
        if (options["file"] is None) == (options["cases"] is None):
            raise CommandError("Give a sheet (a file, or - for standard input) or --cases FILE.")
        if options["cases"] is not None:
            self._run_cases(_text_of(options["cases"]))
            return
        try:
            found = json.loads(_text_of(options["file"]))
        except (ValueError, RecursionError) as error:
            raise CommandError(f"The sheet is no JSON: {error}.") from None
        try:
            scored = sheet.score(found)
        except engine.RuleError as refused:
            raise CommandError(f"{refused.code}: {refused.detail}") from None
        if options["table"]:
            self.stdout.write(sheet.as_text(scored), ending="")
        else:
            self.stdout.write(json.dumps(scored, ensure_ascii=False))

    def _run_cases(self, text: str) -> None:
        failed = 0
        try:
            for run in sheet.run_file(text):
                self.stdout.write(run.line())
                failed += not run.ok
        except ValueError as error:
            raise CommandError(str(error)) from None
        if failed:
            sys.exit(1)


def _text_of(name: str) -> str:
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise CommandError(f"{name} is too large.")
        return raw.decode()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is not UTF-8.") from None
