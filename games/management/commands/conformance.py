"""`manage.py conformance --url … --token …`: does a server keep the promises of the HTTP contract?"""

import shlex
import subprocess
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.conformance import Kit, run
from games.conformance.wire import Wire


class Command(BaseCommand):
    """Plays a bot through what goes wrong and prints a line per promise; exit 1 when one is broken."""

    help = "Play a bot through what goes wrong, over HTTP, and print a line per promise kept or broken."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What the kit needs, and what more of it can be tried."""
        parser.add_argument("--url", required=True, help="where the server is, such as http://127.0.0.1:8000")
        parser.add_argument("--token", required=True, help="a bot's token; it will play about a dozen games")
        parser.add_argument(
            "--second-token", default="", help="of a bot of another owner, to try two players at one table"
        )
        parser.add_argument("--restart-command", default="", help="a command that restarts the server")
        parser.add_argument(
            "--exhaust", type=int, default=2000, help="requests to spend on meeting the limit"
        )
        parser.add_argument("--patience", type=float, default=70.0, help="seconds to wait for a limit's end")
        parser.add_argument("--only", action="append", default=[], help="promises whose names begin so")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the kit."""
        command = shlex.split(options["restart_command"])

        def restart() -> None:
            subprocess.run(command, check=True, timeout=120)

        wires = [Wire(options["url"], options["token"])]
        if options["second_token"]:
            wires.append(Wire(options["url"], options["second_token"]))
        kit = Kit(
            wires[0],
            wires[1] if len(wires) > 1 else None,
            restart if command else None,
            options["exhaust"],
            options["patience"],
        )
        try:
            outcomes = run(kit, sys.stdout, options["only"])
        finally:
            for wire in wires:
                wire.close()
        if not outcomes:
            raise CommandError("No promise has a name that begins so.")
        if any(outcome.state == "broken" for outcome in outcomes):
            raise CommandError("Promises were broken.", returncode=1)
