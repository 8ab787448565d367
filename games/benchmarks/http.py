"""`manage.py bench http`: a durable pick over HTTP, beside an empty authenticated POST to the same server.

Starts the real server on a scratch database of the configured kind, with one more path that authenticates
and answers. Picks of whole games, worked out beforehand, and empty posts go over one kept connection by
turns. CPU is that of the server's threads, and of PostgreSQL's processes for the scratch database where they
can be seen; the ratio is taken pair by pair.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TextIO
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from games import engine, services
from games.benchmarks.scratch import scratch_database

REPEATS = 11
#: Games of four seats in each half of a pair: 84 picks a game.
GAMES = 3
_START_SECONDS = 30.0
_SEED = "the same deal for every game"
#: The server's settings and paths with an empty endpoint added; written beside its data.
_FILES = {
    "bench_settings.py": (
        'from config.settings import *\nROOT_URLCONF = "bench_urls"\nKAITEN_REQUESTS_PER_MINUTE = 10**9\n'
    ),
    "bench_urls.py": (
        "from config.urls import urlpatterns as found\nfrom django.urls import path\n"
        "from games.benchmarks.echo import EmptyView\n"
        'urlpatterns = [path("api/v1/empty", EmptyView.as_view()), *found]\n'
    ),
}


class _Shot(NamedTuple):
    """One request: its path, its body, whose token."""

    path: str
    body: bytes
    token: str


def run(out: TextIO, *, repeats: int = REPEATS, games: int = GAMES) -> dict[str, float]:
    """Print the medians and the ratio; returns the figures by name."""
    with scratch_database():
        tokens, players = _four_bots()
        rounds = [_picks(players, tokens, games) for _ in range(repeats + 1)]
        with _server() as (port, process):
            cpu = _ServerCpu(process.pid)
            wire = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            spent: dict[str, list[float]] = {"pick": [], "empty": []}
            waited: dict[str, list[float]] = {"pick": [], "empty": []}
            for number, picks in enumerate(rounds):
                empty = [_Shot("/api/v1/empty", shot.body, shot.token) for shot in picks]
                pair = (("pick", picks, 201), ("empty", empty, 200))
                for name, shots, status in pair if number % 2 else pair[::-1]:
                    begun = cpu.now()
                    latencies = [_fire(wire, shot, status) for shot in shots]
                    if number:  # the first pair warms caches and connections
                        spent[name].append((cpu.now() - begun) / len(shots))
                        waited[name] += latencies
            wire.close()
        return _report(out, cpu.counts, spent, waited)


def _report(
    out: TextIO, counts: str, spent: dict[str, list[float]], waited: dict[str, list[float]]
) -> dict[str, float]:
    pairs = len(spent["pick"])
    out.write(f"One pick over HTTP on {connection.vendor} ({counts}; medians of {pairs} interleaved pairs)\n")
    figures: dict[str, float] = {}
    for name, label in (("pick", "durable pick"), ("empty", "empty authenticated POST")):
        ordered = sorted(waited[name])
        figures[f"{name}_cpu_us"] = 1e6 * median(spent[name])
        figures[f"{name}_p50_ms"] = 1e3 * ordered[len(ordered) // 2]
        figures[f"{name}_p99_ms"] = 1e3 * ordered[len(ordered) * 99 // 100]
        out.write(
            f"{label:>26}: {figures[f'{name}_cpu_us']:7,.0f} us, p50 {figures[f'{name}_p50_ms']:.2f} ms, "
            f"p99 {figures[f'{name}_p99_ms']:.2f} ms ({len(ordered)} requests)\n"
        )
    figures["ratio"] = median(
        mine / theirs for mine, theirs in zip(spent["pick"], spent["empty"], strict=True)
    )
    goal = 2.3 if connection.vendor == "postgresql" else 1.6
    out.write(f"{'pick / empty':>26}: {figures['ratio']:.2f} (aim: at most {goal})\n")
    return figures


def _four_bots() -> tuple[list[str], list[int]]:
    players = [
        services.create_player(f"Bench {name}", "bot").pk for name in ("north", "east", "south", "west")
    ]
    return [services.issue_token(player, "bench")[1] for player in players], players


def _picks(players: Sequence[int], tokens: Sequence[str], games: int) -> list[_Shot]:
    """Open games and work out every pick of theirs, turn by turn, over all games in step."""
    ids = [
        services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", player) for player in players],
            shuffle_seed=_SEED,
            pick_seconds=3600,
        ).pk
        for _ in range(games)
    ]
    shots: list[_Shot] = []
    state, _ = engine.open_game(engine.Setup("classic", 4, _SEED))
    while not state.over:
        for asked in engine.open_questions(state):
            card = engine.view(state, asked.seat).hand[0]
            engine.play(state, engine.Pick(asked.seat, asked.id, (card,)))
            body = json.dumps({"question": asked.id, "chosen": [card]}).encode()
            shots += [_Shot(f"/api/v1/games/{game}/picks", body, tokens[asked.seat]) for game in ids]
    return shots


def _fire(wire: http.client.HTTPConnection, shot: _Shot, status: int) -> float:
    """Send one request; seconds until its answer was whole. Raises RuntimeError for another status."""
    headers = {"Authorization": f"Bearer {shot.token}", "Content-Type": "application/json"}
    begun = time.perf_counter()
    wire.request("POST", shot.path, shot.body, headers)
    answer = wire.getresponse()
    raw = answer.read()
    took = time.perf_counter() - begun
    if answer.status != status:
        raise RuntimeError(f"{shot.path} answered {answer.status}: {raw[:300]!r}")
    return took


@contextmanager
def _server() -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The real server on the scratch database; stopped at the end."""
    with socket.create_server(("127.0.0.1", 0)) as listener, tempfile.TemporaryDirectory() as directory:
        for name, text in _FILES.items():
            Path(directory, name).write_text(text)
        environment = {
            **os.environ,
            "DATABASE_URL": _database_url(),
            "KAITEN_VAR": directory,
            "DJANGO_SETTINGS_MODULE": "bench_settings",
            "PYTHONPATH": os.pathsep.join((str(settings.BASE_DIR), directory)),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "config.serve", "--fd", str(listener.fileno())],
            env=environment,
            cwd=settings.BASE_DIR,
            pass_fds=(listener.fileno(),),
        )
        try:
            _wait_for(process, listener.getsockname()[1])
            yield listener.getsockname()[1], process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _START_SECONDS
    while True:
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("The benchmark's server did not start; its own words are above.")
        try:
            probe = http.client.HTTPConnection("127.0.0.1", port, timeout=_START_SECONDS)
            probe.request("GET", "/api/v1/bots")
            probe.getresponse().read()
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        else:
            return


def _database_url() -> str:
    """The scratch database as an address for another process."""
    found: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    user, password = quote(str(found["USER"]), safe=""), quote(str(found["PASSWORD"]), safe="")
    host = quote(str(found["HOST"]) or "localhost", safe="")
    return f"postgresql://{user}:{password}@{host}:{found['PORT'] or 5432}/{found['NAME']}"


class _ServerCpu:
    """CPU seconds of the server's threads and of PostgreSQL's processes for the scratch database."""

    def __init__(self, pid: int) -> None:
        self._pids = [pid]
        self._exact = Path(f"/proc/{pid}/schedstat").exists()
        self._postgres = connection.vendor == "postgresql"

    @property
    def counts(self) -> str:
        """Whose time is counted, for the heading."""
        if not self._exact:
            return "no CPU figures on this system: wall time"
        return "CPU of the server and of PostgreSQL" if self._postgres else "CPU of the server"

    def now(self) -> float:
        """Seconds so far; of the wall clock where the system does not tell."""
        if not self._exact:
            return time.perf_counter()
        pids = [*self._pids, *self._backends()] if self._postgres else self._pids
        return sum(map(_cpu_of, pids))

    def _backends(self) -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pid FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            return [pid for (pid,) in cursor.fetchall()]


def _cpu_of(pid: int) -> float:
    total = 0.0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(task.read_text().split()[0]) / 1e9
        except (OSError, ValueError):
            continue  # a thread that has just ended
    return total
