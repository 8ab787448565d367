"""Whole games written at once: the Game, its seats and its log, many games in one transaction.

For games that nobody waits for, played in memory between house bots. `executemany` on SQLite and COPY on
PostgreSQL: a seventh and a quarter of what `bulk_create` of the same rows costs.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any

from django.db import connection, transaction

from games import engine, signals
from games.store.chain import compact, link
from games.store.live import CHANNEL, results
from games.store.rows import stored_moment

_GAME = (
    "id, edition, variant, options, seats_count, rated, unrated_reason, status, origin, pick_seconds, "
    "opened_by_id, commitment, rules_version, seq, round, turn, created_at, started_at, finished_at, "
    "expired_reason"
)
_SEAT = "game_id, number, player_id, nonce, points, place, timeouts"
_EVENT = "game_id, seq, kind, data, hash, at"
#: SQLite looks up the next id once for each statement, so a statement takes many rows; how many values it may
#: have is limited.
ROWS_AT_ONCE = 30
#: Texts of picks kept at hand: nearly all are a seat, a turn and a card.
MOST_TEXTS = 8192


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game that is over and not stored yet; `players` are player ids by seat number."""

    id: int
    setup: engine.Setup
    players: tuple[int, ...]
    state: engine.State = field(repr=False)
    events: Sequence[engine.Event] = field(repr=False)
    at: datetime
    pick_seconds: int
    rated: bool = False
    origin: str = "schedule"
    opened_by: int | None = None


def reserve_game_ids(count: int) -> list[int]:
    """Ids that no other game will get, so that games can be played before the write lock is taken."""
    if count < 1:
        return []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence('games_game', 'id')) FROM generate_series(1, %s)",
                [count],
            )
            return [row[0] for row in cursor.fetchall()]
    with transaction.atomic(), connection.cursor() as cursor:
        # The counter of an AUTOINCREMENT table is an ordinary row, which exists after the first insert.
        cursor.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT 'games_game', 0 "
            "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'games_game')"
        )
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = 'games_game'", [count])
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games_game'")
        last: int = cursor.fetchone()[0]
    return list(range(last - count + 1, last + 1))


def append_whole(games: Sequence[WholeGame]) -> None:
    """Store finished games with reserved ids in one transaction, and ring once for all of them."""
    if not games:
        return
    for game in games:
        if not game.state.over:
            raise ValueError(f"game {game.id} is not over: append it event by event")
    with transaction.atomic():
        insert("games_game", _GAME, map(_game_values, games))
        insert("games_seat", _SEAT, (seat for game in games for seat in _seat_values(game)))
        insert("games_event", _EVENT, (row for game in games for row in _event_values(game)))
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_notify(%s, id::text) FROM unnest(%s::bigint[]) AS id",
                    [CHANNEL, [game.id for game in games]],
                )
        signals.ring_after_commit(games[-1].id)


def _game_values(game: WholeGame) -> tuple[Any, ...]:
    setup, at = game.setup, stored_moment(game.at)
    return (
        game.id,
        setup.edition,
        setup.variant,
        json.dumps(dict(setup.options)),
        setup.seats,
        game.rated,
        "",
        "finished",
        game.origin,
        game.pick_seconds,
        game.opened_by,
        engine.commitment_of(setup.shuffle_seed),
        engine.RULES_VERSION,
        len(game.events),
        game.state.round,
        game.state.turn,
        at,
        at,
        at,
        "",
    )


def _seat_values(game: WholeGame) -> list[tuple[Any, ...]]:
    nonces = game.setup.nonces or ("",) * len(game.players)
    return [
        (game.id, number, player, nonces[number], points, place, 0)
        for number, (player, (points, place)) in enumerate(
            zip(game.players, results(game.state), strict=True)
        )
    ]


def _event_values(game: WholeGame) -> Iterable[tuple[Any, ...]]:
    game_id, at, encode = game.id, stored_moment(game.at), engine.encode
    previous = engine.commitment_of(game.setup.shuffle_seed)
    for seq, event in enumerate(game.events, 1):
        kind, data = _pick_text(event) if event.__class__ is engine.Picked else encode(event, compact)
        previous = link(previous, seq, kind, data)
        yield game_id, seq, kind, data, previous, at


@lru_cache(MOST_TEXTS)
def _pick_text(event: engine.Event) -> tuple[str, str]:
    return engine.encode(event, compact)


def insert(table: str, columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Many rows of one table at once; table and columns are constants of the caller.

    Raises Django's database errors, IntegrityError among them."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Django turns the driver's errors into its own for `execute`, not for COPY.
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        values = list(rows)
        marks = f"({', '.join(['%s'] * (columns.count(',') + 1))})"
        start = 0
        for at_once in (ROWS_AT_ONCE, 1):  # the rest one by one
            end = len(values) - (len(values) - start) % at_once
            if start < end:
                cursor.executemany(
                    f"INSERT INTO {table} ({columns}) VALUES {', '.join([marks] * at_once)}",  # noqa: S608 - constants
                    [
                        tuple(chain.from_iterable(values[first : first + at_once]))
                        for first in range(start, end, at_once)
                    ],
                )
            start = end
