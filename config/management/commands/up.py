"""`manage.py up`: the whole of Kaiten with one command, and nothing of it left when that command ends.

Checks what can be wrong first and says it in a sentence; migrates; seeds a demo club into an empty database;
then supervises broker, web, worker and beat. How processes are kept is in `config.supervisor`.
"""

import argparse
import contextlib
import http.client
import json
import logging
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config import broker, commands, database
from config.instance import CannotStart, hold, listen
from config.supervisor import Plan, Supervisor
from games.phrases import counted


class Command(BaseCommand):
    """Start web, worker, beat and, without CELERY_BROKER_URL, a broker."""

    help = "Set up and run Kaiten: web, worker, beat and the embedded broker, until Ctrl-C."
    # The checks that matter here speak in sentences, below; Django's would come as a traceback.
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where to listen, and whether to seed."""
        parser.add_argument("--host", default=os.environ.get("KAITEN_HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=os.environ.get("KAITEN_PORT", "8000"))
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        """Run until told to stop; exit code 1 when something cannot be kept running."""
        try:
            lock = hold(settings.VAR_DIR / "up.lock")
            listener = listen(host, port)
        except CannotStart as reason:
            raise CommandError(str(reason)) from None
        port = listener.getsockname()[1]
        server = self._broker_binary()
        self._prepare_database(no_demo)
        plans = _plans(server, listener, host, port, lock)
        environment = {"KAITEN_ALLOWED_HOSTS": _allowed_hosts(host)}
        if _demo():
            environment["KAITEN_DEMO_CUPS"] = os.environ.get("KAITEN_DEMO_CUPS", "1")
        code = Supervisor(plans, self._say, environment).run(lambda: self._welcome(host, port))
        self._say("Stopped. Everything is kept in " + str(settings.VAR_DIR) if code == 0 else "Stopped.")
        sys.exit(code)

    def _say(self, line: str) -> None:
        """One line of output; a closed terminal must not stop the children from being minded."""
        with contextlib.suppress(OSError, ValueError):
            self.stdout.write(line)
            self.stdout.flush()

    def _broker_binary(self) -> Path | None:
        """The server to start, or None when CELERY_BROKER_URL names one that runs already."""
        if not settings.EMBEDDED_BROKER:
            url = settings.CELERY_BROKER_URL
            if not broker.answers(url):
                self._say(
                    f"The broker does not answer at {broker.address(url)}. Pages are served and picks land; "
                    "scheduled games, clocks, ratings and tournaments wait until it is back."
                )
            return None
        found = broker.binary()
        if found is None:
            raise CommandError(broker.NO_BROKER)
        settings.BROKER_SOCKET.parent.mkdir(mode=0o700, exist_ok=True)
        return found

    def _prepare_database(self, no_demo: bool) -> None:
        """Check it, bring it up to date and, when it is empty, fill it with a club to look at."""
        found = database.unreachable() or database.newer()
        if found:
            raise CommandError(found)
        waiting = database.pending()
        if waiting:
            self._say(f"Preparing the database ({counted(len(waiting), 'migration')}) ...")
            call_command("migrate", interactive=False, verbosity=0)
        if not no_demo and database.empty():
            self._say("Seeding a demo club ...")
            _seed()
        connections.close_all()

    def _welcome(self, host: str, port: int) -> None:
        """Say where it is and how to get in."""
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)  # noqa: S104
        lines = ["", f"Kaiten is ready:  http://{shown}:{port}/"]
        demo = _demo()
        if demo:
            lines.append(
                f"  log in as       {demo.get('login', '')}  with the password  {demo.get('password', '')}"
            )
            lines.append(f"  a bot's token   {demo.get('bot_token', '')}")
        lines.append(f"  for bots        http://{shown}:{port}/api/v1/docs")
        lines.append("  to stop         Ctrl-C")
        for line in [*lines, ""]:
            self._say(line)


def _seed() -> None:
    """Call seed_demo; what it stirs would ring for a worker that does not run yet, which is no news."""
    logger = logging.getLogger("kaiten")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        call_command("seed_demo", verbosity=0)
    finally:
        logger.setLevel(level)


def _demo() -> dict[str, str]:
    """What `seed_demo` left for the welcome; empty when there is none."""
    try:
        found = json.loads((settings.VAR_DIR / "demo.json").read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _allowed_hosts(host: str) -> str:
    """The names the web process answers to: those configured, else this machine's own and the one bound."""
    given = os.environ.get("KAITEN_ALLOWED_HOSTS")
    if given:
        return given
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - asked for on the command line
        return "*"
    return ",".join([*settings.ALLOWED_HOSTS, f"[{host}]" if ":" in host else host])


def _plans(server: Path | None, listener: socket.socket, host: str, port: int, lock: int) -> list[Plan]:
    """The processes in the order of their start; they stop in the reverse one."""
    plans = []
    if server is not None:
        url = settings.CELERY_BROKER_URL
        plans.append(
            Plan(
                "broker",
                broker.command(server, settings.BROKER_SOCKET, settings.VAR_DIR),
                ready=lambda: broker.answers(url),
                keep_fds=(lock,),
                # Advice on kernel settings for large servers, and good wishes at the end.
                drop=("overcommit", "ready to exit", "scheduling shutdown"),
            )
        )
    plans += [
        Plan(
            "web",
            commands.web(listener.fileno()),
            ready=lambda: _web_answers(host, port),
            keep_fds=(lock, listener.fileno()),
        ),
        Plan("worker", commands.worker(), keep_fds=(lock,), drop=("Warm shutdown",)),
        Plan("beat", commands.beat(), keep_fds=(lock,)),
    ]
    return plans


def _web_answers(host: str, port: int) -> bool:
    """Whether the web process serves: any answer below 500 to a small request."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(target, port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        time.sleep(0.1)
        return False
    finally:
        connection.close()
