"""`manage.py bench crowd`: fifty tables of four HTTP bots at once, beside empty authenticated POSTs as many.

Two parts, each against the same server process. At a pace: picks of a known game are due at a fixed rate, the
four seats of a table at the same moment, by turns with as many empty posts at the same moments; a late
request counts from when it was due. At full speed: bots that wait for their questions by long poll, answer
and wait again, then as many connections that post empty bodies. Clients, server and SQLite share two cores;
PostgreSQL is beside them. Takes under a minute, however slow the server is.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from functools import partial
from typing import TextIO

from django.db import connection

from games.benchmarks import deal
from games.benchmarks.deal import Bot, Play
from games.benchmarks.scratch import scratch_database
from games.benchmarks.server import ServerCpu, server
from games.benchmarks.wire import Answer, Wire, allow_files, on_two_cores, open_wires, percentile

TABLES = 50
#: Picks a second at a pace: what two hundred thinking bots send.
RATE = 300
#: Seconds of full speed; empty posts get half of it.
SECONDS = 10
#: Turns of a game between two changes from picks to empty posts and back.
_SLICE = 3
#: Seconds after which no further slice begins, so that a slow server ends the run, too.
_PATIENCE = 35.0
_EMPTY = "/api/v1/empty"


class Tally:
    """What became of the requests of one kind: latencies, faults, and the time and CPU they took."""

    def __init__(self, label: str, status: int) -> None:
        self.label, self._status = label, status
        self.waits: list[float] = []
        self.faults: list[str] = []
        self.seconds = self.cpu = 0.0

    async def time(self, asked: Awaitable[Answer], due: float | None = None) -> None:
        """Await one answer and enter it, counted from now or from when the request was due."""
        begun = time.perf_counter() if due is None else due
        try:
            answer = await asked
        except (OSError, EOFError) as error:
            self.faults.append(repr(error))
            return
        if answer.status == self._status:
            self.waits.append(time.perf_counter() - begun)
        else:
            self.faults.append(f"{answer.status} {answer.body[:200]!r}")

    def line(self) -> str:
        """One line of the table."""
        if not self.waits:
            return f"{self.label:>32}: none of {len(self.faults)} was answered as it should\n"
        p50, p99 = (1e3 * percentile(self.waits, percent) for percent in (50, 99))
        return (
            f"{self.label:>32}: {len(self.waits) / self.seconds:5.0f}/s, p50 {p50:6.2f} ms, "
            f"p99 {p99:6.2f} ms, {1e6 * self.cpu / len(self.waits):5,.0f} us each, "
            f"{len(self.faults)} errors of {len(self.waits) + len(self.faults)}\n"
        )


def run(
    out: TextIO, *, tables: int = TABLES, rate: int = RATE, seconds: int = SECONDS
) -> dict[str, dict[str, float]]:
    """Print a line per kind of request. Raises RuntimeError when one was not answered as it should."""
    turns = deal.turns()
    allow_files(4 * tables * 8)
    cores = on_two_cores()
    with scratch_database():
        bots = deal.new_bots(2 * deal.SEATS * tables)
        seated = [bots[first : first + deal.SEATS] for first in range(0, len(bots), deal.SEATS)]
        games = [deal.open_table([bot.player for bot in four]) for four in seated]
        with server() as (port, process), asyncio.Runner() as runner:
            cpu = ServerCpu(process.pid)

            def measure(tally: Tally, work: Callable[[], Awaitable[None]]) -> None:
                async def timed() -> float:
                    begun = time.perf_counter()
                    await work()
                    return time.perf_counter() - begun

                before = cpu.now()
                tally.seconds += runner.run(timed())
                tally.cpu += cpu.now() - before

            wires = [runner.run(open_wires(port, [bot.token for bot in four])) for four in seated[:tables]]
            paced = _paced(measure, wires, games[:tables], turns, rate)
            free = _free(measure, port, seated[tables:], games[tables:], turns, seconds)
            for wire in (wire for four in wires for wire in four):
                wire.close()
    out.write(
        f"{tables} tables of four HTTP bots on {connection.vendor}: one server process on {cores} cores, "
        f"shared with the clients ({cpu.counts})\n"
    )
    tallies = {"paced_pick": paced[0], "paced_empty": paced[1], "free_pick": free[0], "free_empty": free[1]}
    out.writelines(tally.line() for tally in tallies.values())
    faults = [fault for tally in tallies.values() for fault in tally.faults]
    if faults:
        raise RuntimeError(f"{len(faults)} requests failed, the first with {faults[0]}")
    return {
        name: {
            "per_second": len(tally.waits) / tally.seconds,
            "p50_ms": 1e3 * percentile(tally.waits, 50),
            "p99_ms": 1e3 * percentile(tally.waits, 99),
            "cpu_us": 1e6 * tally.cpu / len(tally.waits),
        }
        for name, tally in tallies.items()
    }


Measure = Callable[[Tally, Callable[[], Awaitable[None]]], None]


def _paced(
    measure: Measure,
    wires: Sequence[Sequence[Wire]],
    games: Sequence[int],
    turns: list[list[Play]],
    rate: int,
) -> tuple[Tally, Tally]:
    """Picks at a fixed rate over all tables, by turns with empty posts at the same moments."""
    picks = Tally(f"pick at a pace of {rate}/s", 201)
    empties = Tally("empty POST at that pace", 200)
    spacing = deal.SEATS * len(games) / rate
    end = time.monotonic() + _PATIENCE

    async def table(tally: Tally, number: int, some: list[list[Play]], begun: float) -> None:
        path = f"/api/v1/games/{games[number]}/picks" if tally is picks else _EMPTY
        for turn, plays in enumerate(some):
            due = begun + spacing * (turn + number / len(games))
            ahead = due - time.perf_counter()
            if ahead > 0:
                await asyncio.sleep(ahead)
                due = time.perf_counter()  # a timer's own lateness is not the server's
            asked = (wires[number][play.seat].ask("POST", path, play.body) for play in plays)
            await asyncio.gather(*(tally.time(one, due) for one in asked))

    async def every(tally: Tally, some: list[list[Play]]) -> None:
        begun = time.perf_counter()
        await asyncio.gather(*(table(tally, number, some, begun) for number in range(len(games))))

    for first in range(0, len(turns), _SLICE):
        if time.monotonic() > end:
            break
        some = turns[first : first + _SLICE]
        for tally in (picks, empties) if first // _SLICE % 2 else (empties, picks):
            measure(tally, partial(every, tally, some))
    return picks, empties


def _free(
    measure: Measure,
    port: int,
    seated: Sequence[Sequence[Bot]],
    games: Sequence[int],
    turns: list[list[Play]],
    seconds: int,
) -> tuple[Tally, Tally]:
    """Bots that play as fast as they are asked, then as many that post empty bodies."""
    picks = Tally("pick of bots that long-poll", 201)
    empties = Tally("empty POST of as many", 200)
    answers = {(play.seat, play.question): play.body for turn in turns for play in turn}

    async def bot(token: str, game: int, seat: int) -> None:
        left = sum(1 for where, _ in answers if where == seat)
        with closing(await Wire.connect(port, token)) as wire:
            while left:
                answer = await wire.ask("GET", "/api/v1/questions?wait=25")
                if answer.status != 200:
                    picks.faults.append(f"{answer.status} {answer.body[:200]!r}")
                    break
                for asked in json.loads(answer.body)["questions"]:
                    body = answers[seat, asked["question"]]
                    await picks.time(wire.ask("POST", f"/api/v1/games/{game}/picks", body))
                    left -= 1

    async def poster(token: str) -> None:
        with closing(await Wire.connect(port, token)) as wire:
            while not empties.faults:
                await empties.time(wire.ask("POST", _EMPTY, turns[0][0].body))

    players = [
        (one.token, games[number], seat)
        for number, four in enumerate(seated)
        for seat, one in enumerate(four)
    ]
    measure(picks, lambda: _for(seconds, [bot(*player) for player in players]))
    measure(empties, lambda: _for(seconds / 2, [poster(token) for token, _, _ in players]))
    return picks, empties


async def _for(seconds: float, work: Sequence[Awaitable[None]]) -> None:
    """Let them work until all are done or the time is over. Raises what one of them raised."""
    tasks = [asyncio.ensure_future(one) for one in work]
    done, left = await asyncio.wait(tasks, timeout=seconds)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    for task in done:
        task.result()
