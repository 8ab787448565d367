"""`manage.py bench streams`: what five hundred bots that only wait cost the server, and how soon they hear.

Half of them read the log of a live game as NDJSON, a quarter their inbox as NDJSON, a quarter hold a long
poll for questions; all have answered, or wait for a seat that has not. Measured beside the same server before
them: user and system time and resident memory, from /proc. Then one more game is played, a pick every quarter
of a second, before twenty watchers: the time from the sending of a pick to its line at each of them. Stops by
itself after about a minute.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import NamedTuple, TextIO

import orjson
from django.db import connection

from games import services
from games.benchmarks import deal
from games.benchmarks.deal import Bot
from games.benchmarks.scratch import scratch_database
from games.benchmarks.server import ServerCpu, server
from games.benchmarks.wire import (
    NDJSON,
    Wire,
    allow_files,
    on_two_cores,
    open_wires,
    percentile,
    resident_mb,
    seconds_of,
)

STREAMS = 500
#: Seconds of silence that are measured with the streams open: each long poll is asked again once.
SECONDS = 25
#: And those before, without them.
_BEFORE = 5
WATCHERS = 20
#: Picks of the watched game, and the pause between two.
_PICKS = 32
_PAUSE = 0.25
#: Seconds for what was opened to come to rest.
_SETTLE = 3.0
#: Seconds that the opening may take.
_OPEN = 20.0
#: Seconds after which a line that did not come is lost.
_LOST = 5.0


class _Idle(NamedTuple):
    """A bot that waits, and what it asked: a stream of a path, or a long poll that is asked again."""

    bot: Bot
    path: str
    stream: bool


class _Watcher:
    """One reader of the watched game: when each event of it arrived, by number."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.arrived: dict[int, float] = {}

    async def read(self, path: str) -> None:
        """Read lines for ever; an event is entered once, with the moment of its chunk."""
        answer = await self.wire.ask("GET", path, accept=NDJSON)
        if answer.status != 200:
            raise RuntimeError(f"{path} answered {answer.status}: {answer.body[:300]!r}")
        while chunk := await self.wire.chunk():
            now = time.perf_counter()
            for seq in event_numbers(chunk):
                self.arrived.setdefault(seq, now)
        raise RuntimeError(f"The stream {path} ended while its game went on.")


def event_numbers(chunk: bytes) -> list[int]:
    """The numbers of the events in a chunk of NDJSON; a heartbeat, which is an empty line, has none."""
    return [orjson.loads(line)["seq"] for line in chunk.split(b"\n") if line]


def run(out: TextIO, *, streams: int = STREAMS, seconds: int = SECONDS) -> dict[str, float]:
    """Print and return the figures by name. Raises RuntimeError for what is refused or lost."""
    allow_files(2 * streams + 500)
    cores = on_two_cores()
    with scratch_database():
        idle = _idle_bots(streams)
        players = deal.new_bots(deal.SEATS, "Bench watched")
        game = deal.open_table([bot.player for bot in players])
        with server() as (port, process), asyncio.Runner() as runner:
            cpu = ServerCpu(process.pid)
            before = _rest(runner, cpu, process.pid, _BEFORE)
            waiting = runner.run(_wait(port, idle))
            after = _rest(runner, cpu, process.pid, seconds)
            begun = seconds_of(process.pid), time.perf_counter()
            late = runner.run(_watched(port, game, players))
            playing = (seconds_of(process.pid) - begun[0]) / (time.perf_counter() - begun[1])
            runner.run(_end(waiting))
    figures = {
        "core_percent": 100 * (after.share - before.share),
        "with_database_percent": 100 * (after.with_database - before.with_database),
        "before_mb": before.mb,
        "after_mb": after.mb,
        "playing_percent": 100 * playing,
        "delivery_p50_ms": 1e3 * percentile(late, 50),
        "delivery_p99_ms": 1e3 * percentile(late, 99),
    }
    out.write(
        f"{streams} idle bots on {connection.vendor}: half streams of games, a quarter each of inboxes and "
        f"of long polls (one server process, {cores} cores)\n"
        f"{'server process':>28}: {100 * before.share:.2f} % of a core before, {100 * after.share:.2f} % "
        f"with them: {figures['core_percent']:+.2f} (aim: less than 5); {cpu.counts}: "
        f"{figures['with_database_percent']:+.2f}\n"
        f"{'resident memory':>28}: {before.mb:.0f} MB before, {after.mb:.0f} MB with them: "
        f"{after.mb - before.mb:+.0f} (aim: less than 200)\n"
        f"{'a pick to its watchers':>28}: p50 {figures['delivery_p50_ms']:.2f} ms, "
        f"p99 {figures['delivery_p99_ms']:.2f} ms ({len(late)} lines to {WATCHERS} watchers; "
        f"{figures['playing_percent']:.1f} % of a core meanwhile)\n"
    )
    return figures


class _Rest(NamedTuple):
    """The server at rest: its share of a core, that with PostgreSQL's processes, its memory."""

    share: float
    with_database: float
    mb: float


def _rest(runner: asyncio.Runner, cpu: ServerCpu, pid: int, seconds: float) -> _Rest:
    runner.run(asyncio.sleep(_SETTLE))
    begun, own, every = time.perf_counter(), seconds_of(pid), cpu.now()
    runner.run(asyncio.sleep(seconds))
    took = time.perf_counter() - begun
    return _Rest((seconds_of(pid) - own) / took, (cpu.now() - every) / took, resident_mb(pid))


def _idle_bots(streams: int) -> list[_Idle]:
    """Tables at which all have answered but the first seat, and what the four at each ask for."""
    first_turn = deal.turns()[0]
    bots = deal.new_bots(-(-streams // deal.SEATS) * deal.SEATS, "Bench idle")
    found: list[_Idle] = []
    for start in range(0, len(bots), deal.SEATS):
        four = bots[start : start + deal.SEATS]
        game = deal.open_table([bot.player for bot in four])
        for play in first_turn[1:]:
            services.submit_pick(game, four[play.seat].player, play.question, [play.card])
        log = f"/api/v1/games/{game}/events"
        asked = ((log, True), (log, True), ("/api/v1/questions?wait=25", False), ("/api/v1/inbox", True))
        found += [_Idle(bot, *what) for bot, what in zip(four, asked, strict=True)]
    return found[:streams]


async def _wait(port: int, idle: list[_Idle]) -> list[asyncio.Task[None]]:
    """Let them all begin to wait; the tasks that do."""
    wires = await open_wires(port, [one.bot.token for one in idle])
    begun = asyncio.Semaphore(0)
    waiting = [asyncio.create_task(_idle(wire, one, begun)) for wire, one in zip(wires, idle, strict=True)]
    async with asyncio.timeout(_OPEN):
        for _ in filter(lambda one: one.stream, idle):
            await begun.acquire()
    return waiting


async def _idle(wire: Wire, one: _Idle, begun: asyncio.Semaphore) -> None:
    """Wait for ever; a stream says when its first lines are there. Raises RuntimeError when it is let go."""
    while True:
        answer = await wire.ask("GET", one.path, accept=NDJSON if one.stream else "application/json")
        if answer.status != 200:
            raise RuntimeError(f"{one.path} answered {answer.status}: {answer.body[:300]!r}")
        if one.stream:
            await wire.chunk()
            begun.release()
            while await wire.chunk():
                pass
            raise RuntimeError(f"The idle stream {one.path} ended.")
        if json.loads(answer.body)["questions"]:
            raise RuntimeError(f"{one.path} had a question for a bot that was to be idle.")


async def _end(waiting: list[asyncio.Task[None]]) -> None:
    """Hang up. Raises what ended one of them before."""
    lost = [task for task in waiting if task.done()]
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in lost:
        task.result()


async def _watched(port: int, game: int, players: list[Bot]) -> list[float]:
    """Play the watched game; the seconds from each pick's sending to its first line at each watcher."""
    tokens = [bot.token for bot in players] + [""] * (WATCHERS - len(players))
    watchers = [_Watcher(wire) for wire in await open_wires(port, tokens)]
    reading = [asyncio.create_task(one.read(f"/api/v1/games/{game}/events")) for one in watchers]
    hands = await open_wires(port, tokens[: deal.SEATS])
    await asyncio.sleep(1)
    late: list[float] = []
    for play in [play for turn in deal.turns() for play in turn][:_PICKS]:
        known = max(watchers[0].arrived)
        sent = time.perf_counter()
        answer = await hands[play.seat].ask("POST", f"/api/v1/games/{game}/picks", play.body)
        if answer.status != 201:
            raise RuntimeError(f"A pick was answered {answer.status}: {answer.body[:300]!r}")
        await asyncio.sleep(_PAUSE)
        while any(known + 1 not in one.arrived for one in watchers):
            if time.perf_counter() > sent + _LOST:
                raise RuntimeError(f"Event {known + 1} did not reach every watcher within {_LOST} s.")
            await asyncio.sleep(_PAUSE)
        late += [one.arrived[known + 1] - sent for one in watchers]
    await _end(reading)
    return late
