"""One game under lock: the state, and `append`, which writes events and all that must agree with them.

The lock is the game's row (FOR NO KEY UPDATE) on PostgreSQL and the database's write lock (BEGIN IMMEDIATE)
on SQLite. It makes sequence numbers gap-free, since nobody else can read the last one meanwhile. Events, the
game's summary columns, the results of the seats and the wake-up of listeners are one transaction.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from games import clock, engine, signals
from games.store import inbox
from games.store.cache import Entry, states
from games.store.chain import compact, link
from games.store.reading import fetch_entry, fetch_game, stamp_of
from games.store.rows import GameRow, SeatRow, stored_moment
from games.store.turns import writing

#: PostgreSQL tells listeners which game grew; SQLite's listeners watch the file.
CHANNEL = "kaiten_events"

_INSERT = "INSERT INTO games_event (game_id, seq, kind, data, hash, at) VALUES "
_PLACEHOLDERS = "(%s, %s, %s, %s, %s, %s)"
_SUMMARY = (
    "UPDATE games_game SET seq = %s, round = %s, turn = %s, deadline = %s, clocks = %s, "
    "status = %s, started_at = %s, finished_at = %s WHERE id = %s"
)


class LockedGame:
    """A started game that this transaction alone may change.

    `state` is this object's own; advance it with `engine.play` and pass the events to `append`. If the
    transaction fails, the object is thrown away and with it the advanced state.
    """

    __slots__ = ("_asked", "_hash", "_kept", "clocks", "game", "seats", "seq", "state")

    def __init__(
        self, game: GameRow, state: engine.State, seats: tuple[SeatRow, ...], seq: int, last_hash: str
    ) -> None:
        self.game = game
        self.state = state
        self.seats = seats
        self.seq = seq
        self._hash = last_hash
        self._kept = False
        self._asked = _asked_in(state) if seq else {}
        self.clocks = clocks_of(game)
        if seq and not game.clocks:
            # A game of the time before seats had clocks of their own: all were asked together.
            for seat in self._asked:
                self.clocks.ask(seat, (game.deadline or clock.now()) - timedelta(seconds=game.pick_seconds))

    def __repr__(self) -> str:
        return f"<LockedGame {self.game.id} at {self.seq}>"

    def seat_of(self, player_id: int) -> int | None:
        """The number of the player's seat, or None."""
        for seat in self.seats:
            if seat.player_id == player_id:
                return seat.number
        return None

    def append(self, events: Sequence[engine.Event], now: datetime, timed_out: Collection[int] = ()) -> None:
        """Write events that `state` already holds, and everything that must agree with them.

        The clock of a seat begins with a question that was not open before and stops with one that is open
        no longer; seats in `timed_out` have one more time-out on their account. When the game is over,
        points and places go to the seats, and the doorbell rings after the commit.
        """
        if not events:
            return
        game_id, previous, seq, at = self.game.id, self._hash, self.seq, stored_moment(now)
        parameters: list[Any] = []
        for event in events:
            kind, data = engine.encode(event, compact)
            seq += 1
            previous = link(previous, seq, kind, data)
            parameters += (game_id, seq, kind, data, previous, at)
        insert = _INSERT + ", ".join([_PLACEHOLDERS] * len(events))
        summary = self._summarise(seq, now)
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                # One round trip; the notice is inside the transaction, so listeners hear of it at the commit.
                cursor.execute(
                    f"WITH logged AS ({insert}) {_SUMMARY} RETURNING pg_notify('{CHANNEL}', id::text)",
                    parameters + summary,
                )
            else:
                cursor.execute(insert, parameters)
                cursor.execute(_SUMMARY, summary)
            if timed_out:
                cursor.executemany(
                    "UPDATE games_seat SET timeouts = timeouts + 1 WHERE game_id = %s AND number = %s",
                    [(game_id, number) for number in timed_out],
                )
            if self.state.over:
                cursor.executemany(
                    "UPDATE games_seat SET points = %s, place = %s WHERE game_id = %s AND number = %s",
                    [
                        (points, place, game_id, number)
                        for number, (points, place) in enumerate(results(self.state))
                    ],
                )
                inbox.tell_over(game_id, self.seats, results(self.state), now)
        self.seq, self._hash = seq, previous
        if not self._kept:
            # Once, and with what this object holds at the commit: the state may advance again before it.
            self._kept = True
            transaction.on_commit(self._keep)
        if self.state.over:
            signals.ring_after_commit(game_id)

    def keep_clocks(self) -> None:
        """Write the clocks alone, when they changed without an event: a player is there again."""
        self.game = self.game._replace(deadline=self.clocks.earliest(), clocks=self.clocks.text())
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_game SET deadline = %s, clocks = %s WHERE id = %s",
                [stored_moment(self.game.deadline), self.game.clocks, self.game.id],
            )

    def _keep(self) -> None:
        states.put(self.game.id, Entry(stamp_of(self.game), self.seq, self._hash, self.state, self.seats))

    def _summarise(self, seq: int, now: datetime) -> list[Any]:
        """Bring the row at hand up to the state, and give the parameters of _SUMMARY that store it."""
        asked, before, clocks = _asked_in(self.state), self._asked, self.clocks
        for seat, question in before.items():
            if asked.get(seat) != question:
                clocks.close(seat)
        for seat, question in asked.items():
            if before.get(seat) != question:
                clocks.ask(seat, now)
        deadline = clocks.earliest()
        over = self.state.over
        self._asked = asked
        self.game = self.game._replace(
            seq=seq,
            deadline=deadline,
            clocks=clocks.text(),
            started_at=self.game.started_at or now,
            status="finished" if over else "playing",
        )
        return [
            seq,
            self.state.round,
            self.state.turn,
            stored_moment(deadline),
            self.game.clocks,
            self.game.status,
            stored_moment(self.game.started_at),
            stored_moment(now) if over else None,
            self.game.id,
        ]


def _asked_in(state: engine.State) -> dict[int, str]:
    """The question that is open for each seat that is asked."""
    return {question.seat: question.id for question in engine.open_questions(state)}


def clocks_of(game: GameRow) -> clock.Clocks:
    """The clocks of a game's seats, from its row."""
    return clock.Clocks.read(game.clocks, game.seats_count, game.pick_seconds, game.bank_seconds)


def ring(game_id: int) -> None:
    """Wake whoever waits for news of a game whose row changed without an event, at the commit."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(game_id)])


def results(state: engine.State) -> list[tuple[int, int]]:
    """Points and place of every seat of a game that is over."""
    # A tableau of nobody has points and no place.
    return list(zip(state.points[: len(state.places)], state.places, strict=True))


@contextmanager
def locked(game_id: int) -> Iterator[LockedGame]:
    """Lock a started game until the end of the block, which is one transaction.

    Raises NotFound, NotStarted. An error inside the block undoes everything in it.
    """
    with writing():
        game = fetch_game(game_id, lock=True)
        entry = fetch_entry(game)
        yield LockedGame(game, entry.state, entry.seats, entry.seq, entry.hash)


def begin(game_id: int, state: engine.State, seats: Sequence[SeatRow]) -> LockedGame:
    """A game whose log is about to begin, inside the caller's transaction, which holds the game's row.

    `state` comes from `engine.open_game`; the first `append` writes its events and sets the game playing.
    """
    game = fetch_game(game_id, lock=True)
    return LockedGame(game, state, tuple(seats), 0, game.commitment)
