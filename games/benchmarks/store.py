"""`manage.py bench store`: whole bot matches played and stored, beside Django's `bulk_create` of their events.

Ours plays the match (bots, views, engine), encodes and chains the log, and writes game, seats and events in one
transaction. The reference writes the event rows alone, from instances, with no game played. On a scratch
database of the configured kind.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import TextIO

from django.db import connection, transaction

from games import clock, services, store
from games.benchmarks.scratch import CpuClock, scratch_database
from games.models import Event, Game
from games.services.matches import play_whole

REPEATS = 7
MATCHES = 25


def run(out: TextIO, *, repeats: int = REPEATS, matches: int = MATCHES) -> dict[str, float]:
    """Print the table; returns the figures by name. Figures are per four-seat match."""
    with scratch_database():
        return _measured(out, repeats, matches)


def _measured(out: TextIO, repeats: int, matches: int) -> dict[str, float]:
    cpu = CpuClock()
    out.write(f"Whole four-seat bot matches on {connection.vendor} ({cpu.counts}; medians of {repeats} ")
    out.write(f"interleaved runs of {matches} matches)\n")
    figures: dict[str, float] = {}
    for strategy in ("random", "greedy", "drafter"):
        spec = services.BotMatch(players=_players(strategy))
        spent: dict[str, list[float]] = {"match": [], "play": [], "store": [], "bulk_create": []}
        services.play_bot_games([spec] * 2)
        for _ in range(repeats):
            spent["match"].append(_each(cpu, matches, lambda: _match(spec, matches)))
            whole: list[store.WholeGame] = []
            spent["play"].append(_each(cpu, matches, lambda: whole.extend(_play(spec, matches))))
            spent["store"].append(_each(cpu, matches, lambda: store.append_whole(whole)))
            rows, empty = _rows_of(whole)
            spent["bulk_create"].append(_each(cpu, matches, lambda: _bulk_create(rows, empty)))
        ratio = median(mine / theirs for mine, theirs in zip(spent["match"], spent["bulk_create"], strict=True))
        stored = median(mine / theirs for mine, theirs in zip(spent["store"], spent["bulk_create"], strict=True))
        events = len(rows) / matches
        middle = {name: 1e6 * median(values) for name, values in spent.items()}
        figures |= {f"{strategy}_{name}_us": value for name, value in middle.items()}
        figures |= {f"{strategy}_ratio": ratio, f"{strategy}_store_ratio": stored}
        out.write(
            f"{strategy:>8}: {events:.0f} events; match {middle['match']:,.0f} us (play {middle['play']:,.0f}, "
            f"store {middle['store']:,.0f}); bulk_create {middle['bulk_create']:,.0f} us; "
            f"match/bulk_create {ratio:.2f}, store alone {stored:.2f}\n"
        )
    return figures


def _players(strategy: str) -> tuple[int, ...]:
    taken: list[int] = []
    for _ in range(4):
        taken.append(services.house_player(strategy, taken).pk)
    return tuple(taken)


def _each(cpu: CpuClock, matches: int, work: Callable[[], object]) -> float:
    begun = cpu.now()
    work()
    return (cpu.now() - begun) / matches


def _match(spec: services.BotMatch, matches: int) -> None:
    services.play_bot_games([spec] * matches)


def _play(spec: services.BotMatch, matches: int) -> list[store.WholeGame]:
    from games.models import Player

    strategies = dict(Player.objects.filter(pk__in=spec.players).values_list("pk", "strategy"))
    return [play_whole(game_id, spec, strategies) for game_id in store.reserve_game_ids(matches)]


def _rows_of(games: list[store.WholeGame]) -> tuple[list[tuple[int, store.StoredEvent]], list[Game]]:
    """The stored lines of these games, and as many games without a log to store them under again."""
    rows: list[tuple[int, store.StoredEvent]] = []
    empty: list[Game] = []
    for game in games:
        twin = Game.objects.get(pk=game.id)
        twin.pk = None
        twin.save(force_insert=True)
        empty.append(twin)
        rows += [(twin.pk, line) for line in store.read(game.id)]
    return rows, empty


def _bulk_create(rows: list[tuple[int, store.StoredEvent]], empty: list[Game]) -> None:
    at = clock.now()
    with transaction.atomic():
        Event.objects.bulk_create(
            [
                Event(game_id=game_id, seq=line.seq, kind=line.kind, data=line.data, hash=line.hash, at=at)
                for game_id, line in rows
            ]
        )
