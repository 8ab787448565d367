"""Reading a log without a lock: its lines, its state, the picks on record, the verdict of a verification."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from orjson import loads

from games import engine
from games.refusals import NotFound, NotStarted
from games.store.cache import Entry, states
from games.store.chain import Verdict, chain_problems
from games.store.replaying import replay_problems, seat_problems
from games.store.rows import (
    GAME_COLUMNS,
    GameRow,
    SeatRow,
    StoredEvent,
    game_row,
    stored_event,
)


class Loaded(NamedTuple):
    """A game's state, the caller's own to change, and the event it stands at."""

    state: engine.State
    seq: int
    game: GameRow
    seats: tuple[SeatRow, ...]


class Recorded(NamedTuple):
    """A pick on record: who, which question, what, and why if not the player's own ("timeout")."""

    seq: int
    seat: int
    question: str
    chosen: tuple[str, ...]
    cause: str

    def __repr__(self) -> str:
        return f"<Recorded {self.seq} seat {self.seat} {self.question}>"


def stamp_of(game: GameRow) -> datetime:
    """When the game started; raises NotStarted before that."""
    if game.started_at is None:
        raise NotStarted("This game has not started: it waits for players.")
    return game.started_at


def fetch_game(game_id: int, lock: bool = False) -> GameRow:
    """The game's row, locked until the end of the transaction if asked. Raises NotFound."""
    # NO KEY: whoever only refers to the game (a rating, a tournament's table) need not wait for a pick.
    suffix = " FOR NO KEY UPDATE" if lock and connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {GAME_COLUMNS} FROM games_game WHERE id = %s{suffix}",  # noqa: S608 - constants
            [game_id],
        )
        row = cursor.fetchone()
    if row is None:
        raise NotFound(f"There is no game {game_id} that you may see.")
    return game_row(row)


def fetch_seats(game_ids: Sequence[int]) -> dict[int, tuple[SeatRow, ...]]:
    """Who sits in started games, by seat number."""
    if not game_ids:
        return {}
    found: dict[int, list[SeatRow]] = {}
    marks = ", ".join(["%s"] * len(game_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.game_id, s.number, s.player_id, p.strategy FROM games_seat s "  # noqa: S608
            f"JOIN games_player p ON p.id = s.player_id WHERE s.game_id IN ({marks}) "
            "ORDER BY s.game_id, s.number",
            list(game_ids),
        )
        for game_id, number, player_id, strategy in cursor.fetchall():
            found.setdefault(game_id, []).append(SeatRow(number, player_id, strategy))
    return {game_id: tuple(seats) for game_id, seats in found.items()}


def fetch_entry(game: GameRow) -> Entry:
    """The state at `game.seq`: from the cache as far as it goes, the rest folded from the log.

    The entry's state is the caller's own. Raises NotStarted for a game without a log.
    """
    return fetch_entries([game])[game.id]


def fetch_entries(games: Sequence[GameRow]) -> dict[int, Entry]:
    """`fetch_entry` of several games, with two queries at most however many there are."""
    held = {game.id: states.take(game.id, stamp_of(game), game.seq) for game in games}
    reached = {game_id: entry.seq if entry is not None else 0 for game_id, entry in held.items()}
    behind = [game for game in games if reached[game.id] < game.seq]
    lines: dict[int, list[tuple[str, str, str]]] = {game.id: [] for game in behind}
    if behind:
        ranges: list[int] = []
        for game in behind:
            ranges += (game.id, reached[game.id], game.seq)
        one = "game_id = %s AND seq > %s AND seq <= %s"
        which = one if len(behind) == 1 else " OR ".join([f"({one})"] * len(behind))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT game_id, kind, data, hash FROM games_event "  # noqa: S608 - constants
                f"WHERE {which} ORDER BY game_id, seq",
                ranges,
            )
            for game_id, kind, data, digest in cursor.fetchall():
                lines[game_id].append((kind, data, digest))
    seats = fetch_seats([game.id for game in behind if held[game.id] is None])
    return {
        game.id: _advanced(game, held[game.id], lines.get(game.id, []), seats.get(game.id, ()))
        for game in games
    }


def _advanced(
    game: GameRow, held: Entry | None, lines: list[tuple[str, str, str]], seats: tuple[SeatRow, ...]
) -> Entry:
    """The kept entry, or none, carried on by the lines after it."""
    after = held.seq if held is not None else 0
    if len(lines) != game.seq - after:
        raise RuntimeError(f"the log of game {game.id} has a gap between {after} and {game.seq}")
    if held is not None and not lines:
        return held
    rows = [(kind, data) for kind, data, _ in lines]
    state = engine.load(rows, loads, held.state if held is not None else None)
    return Entry(stamp_of(game), game.seq, lines[-1][2], state, held.seats if held is not None else seats)


def load(game_id: int) -> Loaded:
    """The present state of a started game, and keep it at hand. Raises NotFound, NotStarted."""
    return load_many([fetch_game(game_id)])[game_id]


def load_many(games: Sequence[GameRow]) -> dict[int, Loaded]:
    """`load` of several started games whose rows are at hand, by id; two queries at most."""
    entries = fetch_entries(games)
    # Inside a transaction the rows may be this transaction's own and still be rolled back.
    if not connection.in_atomic_block:
        for game_id, entry in entries.items():
            states.put(game_id, entry._replace(state=engine.copy(entry.state)))
    return {game.id: Loaded(entries[game.id].state, game.seq, game, entries[game.id].seats) for game in games}


def read(game_id: int, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
    """The lines of a log after `after`, in order. Secret: whoever shows them masks them."""
    sql = "SELECT seq, kind, data, hash, at FROM games_event WHERE game_id = %s AND seq > %s ORDER BY seq"
    parameters = [game_id, after]
    if limit is not None:
        sql += " LIMIT %s"
        parameters.append(limit)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return [stored_event(row) for row in cursor.fetchall()]


def recorded_picks(game_id: int, seat: int | None = None, question: str | None = None) -> list[Recorded]:
    """The picks on record, in order, of one seat and one question if asked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, kind, data FROM games_event WHERE game_id = %s AND kind = %s ORDER BY seq",
            [game_id, "picked"],
        )
        lines = cursor.fetchall()
    found: list[Recorded] = []
    for seq, kind, data in lines:
        event = engine.decode(kind, data, loads)
        if not isinstance(event, engine.Picked):
            continue
        if seat is not None and event.seat != seat:
            continue
        if question is not None and event.question != question:
            continue
        found.append(Recorded(seq, event.seat, event.question, tuple(event.chosen), event.cause))
    return found


def verify(game_id: int) -> Verdict:
    """Check everything a stranger could check: the chain, the deal against the seed, the fold, the points.

    Decks, points and places are made again from the seed and the recorded picks by the engine and compared
    with the log line by line, then with the seats' rows. Raises NotStarted for a game without a log.
    """
    with transaction.atomic():
        # Under the lock, so that a game being played does not grow between its row and its lines.
        game = fetch_game(game_id, lock=True)
        lines = read(game_id)
    if game.seq == 0:
        raise NotStarted("This game has not started: it has no log to verify.")
    problems = chain_problems(game.commitment, ((e.seq, e.kind, e.data, e.hash) for e in lines))
    if len(lines) != game.seq:
        problems.append(f"The game's row counts {game.seq} events, the log has {len(lines)}.")
    problems += replay_problems(game.commitment, game.status == "finished", lines)
    problems += seat_problems(game, lines)
    return Verdict(game_id, len(lines), tuple(problems))


def state_before(game_id: int, seq: int) -> engine.State:
    """The state that event `seq` met: the fold of all lines before it, from the beginning."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, data FROM games_event WHERE game_id = %s AND seq < %s ORDER BY seq",
            [game_id, seq],
        )
        return engine.load(cursor.fetchall(), loads)
