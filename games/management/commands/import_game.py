"""`manage.py import_game FILE|-`: play a game again that is written in the notation, tell how it ends, and
with `--store` put it among the finished games.

Without `--store` nothing is written: the text is checked, which is what it is mostly wanted for. A stored
game is an unrated one of its players, who must be in the register."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine, services
from games.engine.notation_text import MOST_LETTERS


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Check a game written as text by playing it again; with --store keep it as an unrated game."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file; whether to keep the game, and whose it is."""
        parser.add_argument("file", help="a game in the notation; - reads standard input")
        parser.add_argument("--store", action="store_true", help="store it as a finished, unrated game")
        parser.add_argument(
            "--player",
            action="append",
            metavar="NAME",
            help="who sits where, once per seat in order; else the names in the text",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Read, play, tell, perhaps store."""
        text = _text_of(options["file"])
        try:
            record = engine.read_game(text)
            state, log = engine.replay_game(record)
            self._tell(record, state, log)
            if options["store"]:
                game_id = services.import_game(record, options["player"])
                self.stdout.write(f"Stored as game {game_id}, unrated.")
        except engine.RuleError as refused:
            raise CommandError(refused.detail) from None

    def _tell(self, record: engine.Record, state: engine.State, log: list[engine.Event]) -> None:
        setup = record.setup
        variant = f", {setup.variant}" if setup.variant else ""
        self.stdout.write(f"{setup.edition}{variant}, {setup.seats} seats, {len(log)} events.")
        if not state.over:
            self.stdout.write(f"The game is not over: it stands at {state.round}.{state.turn}.")
            return
        for seat, place in enumerate(state.places):
            name = record.players[seat] if seat < len(record.players) else f"seat {seat}"
            self.stdout.write(f"{place}. {name}: {state.points[seat]}")
        checked = [name for name in ("points", "places", "log") if name in record.tags]
        told = f"as the text says ({', '.join(checked)})" if checked else "and the text says no result"
        self.stdout.write(f"Played again {told}.")


def _text_of(name: str) -> str:
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(4 * MOST_LETTERS)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(4 * MOST_LETTERS)
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is not UTF-8.") from None
