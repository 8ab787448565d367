"""`manage.py play_bot --url URL --token TOKEN --bot greedy`: a house bot that plays over HTTP.

Without more it answers whatever waits for the token's player until Ctrl-C. With --open it opens a table,
with --join it takes a seat, and ends with that game. No database is needed where it runs.
"""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import bots, engine, remote
from games.client import Client, Problem, Unreachable


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Play a house bot over HTTP."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where, as whom, how, and at which table."""
        parser.add_argument("--url", default=settings.KAITEN_URL, help="the server's address")
        parser.add_argument(
            "--token",
            default=os.environ.get("KAITEN_TOKEN", ""),
            help="the bot's token; better in the environment as KAITEN_TOKEN, where `ps` does not show it",
        )
        parser.add_argument("--bot", default="greedy", choices=sorted(bots.BOTS), help="who decides")
        table = parser.add_mutually_exclusive_group()
        table.add_argument("--open", metavar="EDITION", choices=sorted(engine.EDITIONS), help="open a table")
        table.add_argument("--join", metavar="GAME", type=int, help="take a seat at this table")
        parser.add_argument("--variant", default="", help="with --open: a house rule")
        parser.add_argument("--rated", action="store_true", help="with --open: for the ratings")
        parser.add_argument(
            "--seats",
            nargs="+",
            default=["house:greedy", "house:drafter", "house:random"],
            metavar="SEAT",
            help="with --open: the others, such as open, house:greedy, player:7",
        )
        parser.add_argument("--patience", type=float, default=120.0, help="seconds without an answer to bear")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play; a line a game, and one for every pick that came too late."""
        if not options["token"]:
            raise CommandError("Which token? Pass --token or set KAITEN_TOKEN.")
        with Client(options["url"], options["token"], patience=options["patience"]) as client:
            try:
                self._play(client, options)
            except (Problem, Unreachable) as error:
                raise CommandError(str(error)) from error
            except KeyboardInterrupt:
                self.stderr.write("Stopped.")

    def _play(self, client: Client, options: dict[str, Any]) -> None:
        who = client.me()["player"]
        if who is None:
            raise CommandError("This token belongs to no player.")
        game = _table(client, options)
        self.stdout.write(f"{who['name']} plays as {options['bot']}" + (f", game {game}" if game else ""))
        over: set[int] = set()
        # At one's own table others may be thought about for long: look now and then whether it is over.
        wait = 5 if game else 25

        def go_on() -> bool:
            return game is None or (game not in over and _runs(client, game))

        for told in remote.play(client, options["bot"], go_on, wait):
            if isinstance(told, Problem):
                self.stderr.write(f"Not taken: {told.detail}")
            elif told.view["over"] and told.game not in over:
                over.add(told.game)
                self._end(client, told.game)
        if game is not None and game not in over:
            self._end(client, game)

    def _end(self, client: Client, game: int) -> None:
        now = client.game(game)
        if now["status"] != "finished":
            self.stdout.write(f"Game {game}: {now['status']}.")
            return
        seats = sorted(now["seats"], key=lambda seat: seat["place"])
        line = ", ".join(f"{seat['place']}. {seat['name']} {seat['points']}" for seat in seats)
        self.stdout.write(f"Game {game}: {line}. {client.url.rstrip('/')}/games/{game}/replay/")


def _table(client: Client, options: dict[str, Any]) -> int | None:
    """The game to play, None for whatever comes."""
    if options["open"]:
        more = {"variant": options["variant"]} if options["variant"] else {}
        made = client.open_table(options["open"], ["me", *options["seats"]], rated=options["rated"], **more)
        return int(made["id"])
    if options["join"]:
        return int(client.join(options["join"])["id"])
    return None


def _runs(client: Client, game: int) -> bool:
    return client.game(game)["status"] in ("open", "playing")
