"""`manage.py bench replay`: a stored log read back into a state, beside what cannot be avoided.

Decode and fold beside orjson parsing the same texts; a whole load (row, seats, log, state) beside the bare
driver fetching the same log rows, and beside ORM instances of them. On a scratch database of the configured
kind.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import TextIO

import orjson
from django.db import connection

from games import engine, queries, services, store
from games.benchmarks.scratch import CpuClock, scratch_database
from games.models import Event
from games.store.cache import states

REPEATS = 7
LOADS = 200
#: Games in the scratch database; the log read back is one among them.
GAMES = 400


def run(out: TextIO, *, repeats: int = REPEATS, loads: int = LOADS, games: int = GAMES) -> dict[str, float]:
    """Print the table; returns the figures by name, in microseconds per four-seat log."""
    with scratch_database():
        return _measured(out, repeats, loads, games)


def _measured(out: TextIO, repeats: int, loads: int, games: int) -> dict[str, float]:
    taken: list[int] = []
    for _ in range(4):
        taken.append(services.house_player("random", taken).pk)
    ids: list[int] = []
    while len(ids) < games:
        batch = min(100, games - len(ids))
        ids += services.play_bot_games([services.BotMatch(players=tuple(taken))] * batch)
    texts = {game_id: [(line.kind, line.data) for line in store.read(game_id)] for game_id in ids[:loads]}
    chosen = list(texts)
    cpu = CpuClock()
    work: dict[str, Callable[[int], object]] = {
        "decode and fold": lambda game_id: engine.load(texts[game_id], orjson.loads),
        "orjson alone": lambda game_id: [orjson.loads(text) for _, text in texts[game_id]],
        "load": _load,
        "bare driver": _bare(),
        "ORM instances": lambda game_id: list(Event.objects.filter(game_id=game_id).order_by("seq")),
        "replay page": lambda game_id: queries.replay(game_id, engine.OPEN),
    }
    spent: dict[str, list[float]] = {name: [] for name in work}
    for one in work.values():
        one(chosen[0])
    for _ in range(repeats):
        for name, one in work.items():
            begun = cpu.now()
            for game_id in chosen:
                one(game_id)
            spent[name].append((cpu.now() - begun) / len(chosen))
    figures = {name: 1e6 * median(values) for name, values in spent.items()}
    rows = sum(map(len, texts.values())) / len(texts)
    out.write(f"A four-seat log of {rows:.0f} events among {Event.objects.count():,} on {connection.vendor} ")
    out.write(f"({cpu.counts}; medians of {repeats} interleaved runs of {len(chosen)} logs)\n")
    for name, value in figures.items():
        out.write(f"{name:>16} {value:>8,.0f} us\n")
    for mine, theirs in (
        ("decode and fold", "orjson alone"),
        ("load", "bare driver"),
        ("load", "ORM instances"),
    ):
        ratio = median(a / b for a, b in zip(spent[mine], spent[theirs], strict=True))
        figures[f"{mine} / {theirs}"] = ratio
        out.write(f"{mine} / {theirs}: {ratio:.2f}\n")
    return figures


def _load(game_id: int) -> object:
    states.clear()
    return store.load(game_id)


def _bare() -> Callable[[int], object]:
    """The driver alone, below Django: the same rows of the same log."""
    connection.ensure_connection()
    driver = connection.connection
    mark = "?" if connection.vendor == "sqlite" else "%s"
    statement = f"SELECT kind, data, hash FROM games_event WHERE game_id = {mark} AND seq > 0 ORDER BY seq"  # noqa: S608

    def fetch(game_id: int) -> object:
        cursor = driver.cursor()
        try:
            return cursor.execute(statement, (game_id,)).fetchall()
        finally:
            cursor.close()

    return fetch
