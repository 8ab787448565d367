"""`manage.py bench store`: whole bot matches played and stored, beside Django's `bulk_create` of their rows.

Ours plays the match, encodes and chains the log, and writes game, seats and events in one transaction; "dice"
is the engine alone, the others are house bots, each pick from a view of its own. The reference writes the
event rows alone, from instances, with no game played. On a scratch database of the configured kind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import TextIO

from django.db import connection, transaction

from games import clock, engine, services, store
from games.benchmarks.scratch import CpuClock, scratch_database
from games.models import Event, Game, Player
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
    for strategy in ("dice", "random", "greedy", "drafter"):
        players = _players("random" if strategy == "dice" else strategy)
        play = _with_dice if strategy == "dice" else _with_bots
        spent: dict[str, list[float]] = {"match": [], "play": [], "store": [], "bulk_create": []}
        store.append_whole(play(players, 2))
        for _ in range(repeats):
            whole: list[store.WholeGame] = []
            spent["play"].append(_each(cpu, matches, partial(_into, whole, play, players, matches)))
            spent["store"].append(_each(cpu, matches, partial(store.append_whole, whole)))
            spent["match"].append(spent["play"][-1] + spent["store"][-1])
            rows = _rows_of(whole)
            spent["bulk_create"].append(_each(cpu, matches, partial(_bulk_create, rows)))
        ratio = median(
            mine / theirs for mine, theirs in zip(spent["match"], spent["bulk_create"], strict=True)
        )
        stored = median(
            mine / theirs for mine, theirs in zip(spent["store"], spent["bulk_create"], strict=True)
        )
        events = len(rows) / matches
        middle = {name: 1e6 * median(values) for name, values in spent.items()}
        figures |= {f"{strategy}_{name}_us": value for name, value in middle.items()}
        figures |= {f"{strategy}_ratio": ratio, f"{strategy}_store_ratio": stored}
        out.write(
            f"{strategy:>8}: {events:.0f} events; match {middle['match']:,.0f} us "
            f"(play {middle['play']:,.0f}, store {middle['store']:,.0f}); "
            f"bulk_create {middle['bulk_create']:,.0f} us; "
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


def _into(
    whole: list[store.WholeGame],
    play: Callable[[tuple[int, ...], int], list[store.WholeGame]],
    players: tuple[int, ...],
    matches: int,
) -> None:
    whole += play(players, matches)


def _with_bots(players: tuple[int, ...], matches: int) -> list[store.WholeGame]:
    """Matches as `services.play_bot_games` plays them: a view and a house bot for every pick."""
    strategies = dict(Player.objects.filter(pk__in=players).values_list("pk", "strategy"))
    spec = services.BotMatch(players=players)
    return [play_whole(game_id, spec, strategies) for game_id in store.reserve_game_ids(matches)]


def _with_dice(players: tuple[int, ...], matches: int) -> list[store.WholeGame]:
    """Matches in which a die picks from each hand, without views and bots: the engine's part alone."""
    found = []
    rnd = Random(1).random
    for game_id in store.reserve_game_ids(matches):
        setup = engine.Setup("classic", len(players), f"dice {game_id}")
        state, events = engine.open_game(setup)
        while not state.over:
            question, hands = state.question, state.hands
            picks = [
                engine.Pick(seat, question, (hand[int(rnd() * len(hand))],))
                for seat, hand in enumerate(hands)
            ]
            events += engine.play_all(state, picks)
        found.append(store.WholeGame(game_id, setup, players, state, events, clock.now(), pick_seconds=10))
    return found


def _rows_of(games: list[store.WholeGame]) -> list[tuple[int, store.StoredEvent]]:
    """The stored lines of these games, each under a copy of its game that has no log yet."""
    rows: list[tuple[int, store.StoredEvent]] = []
    for game in games:
        twin = Game.objects.get(pk=game.id)
        twin.pk = None
        twin.save(force_insert=True)
        rows += [(twin.pk, line) for line in store.read(game.id)]
    return rows


def _bulk_create(rows: list[tuple[int, store.StoredEvent]]) -> None:
    at = clock.now()
    with transaction.atomic():
        Event.objects.bulk_create(
            [
                Event(game_id=game_id, seq=line.seq, kind=line.kind, data=line.data, hash=line.hash, at=at)
                for game_id, line in rows
            ]
        )
