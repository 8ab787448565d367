"""`manage.py bench http`: a durable pick over HTTP, beside an empty authenticated POST to the same server.

Starts the real server on a scratch database of the configured kind, with one more path that authenticates
and answers. Picks of whole games, worked out beforehand, and empty posts go over one kept connection by
turns. CPU is that of the server's threads, and of PostgreSQL's processes for the scratch database where they
can be seen; the ratio is taken pair by pair.
"""

from __future__ import annotations

import http.client
import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple, TextIO

from django.db import connection

from games.benchmarks import deal
from games.benchmarks.scratch import scratch_database
from games.benchmarks.server import ServerCpu, server

REPEATS = 11
#: Games of four seats in each half of a pair: 84 picks a game.
GAMES = 3


class _Shot(NamedTuple):
    """One request: its path, its body, whose token."""

    path: str
    body: bytes
    token: str


def run(out: TextIO, *, repeats: int = REPEATS, games: int = GAMES) -> dict[str, float]:
    """Print the medians and the ratio; returns the figures by name."""
    with scratch_database():
        bots = deal.new_bots(deal.SEATS)
        rounds = [_picks(bots, games) for _ in range(repeats + 1)]
        with server() as (port, process):
            cpu = ServerCpu(process.pid)
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


def _picks(bots: Sequence[deal.Bot], games: int) -> list[_Shot]:
    """Open games and work out every pick of theirs, turn by turn, over all games in step."""
    ids = [deal.open_table([bot.player for bot in bots]) for _ in range(games)]
    return [
        _Shot(f"/api/v1/games/{game}/picks", play.body, bots[play.seat].token)
        for turn in deal.turns()
        for play in turn
        for game in ids
    ]


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
