"""The server's clock: what time it is, when each seat is late, and what is left of its bank.

A seat that is asked has `pick` seconds for the question; what it takes beyond is drawn from its bank for the
game. Three time-outs in a row and the seat is *away*: the house plays it until the player shows up. Services
take `now` as an argument and fall back to `now()`, so that a test moves the clock without sleeping. Here is
arithmetic only: `store` keeps the clocks in the game's row, `services` enforce them, beat rings.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from orjson import dumps, loads

#: Time-outs in a row after which the house plays the seat.
AWAY_AFTER = 3
#: While nobody at the table is there, a turn takes no longer than this, so that who returns finds a game.
AWAY_PACE_SECONDS = 10
#: Seconds in which a player says that they are there, once the table is full.
READY_SECONDS = 30

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_SECOND = 1_000_000


class TimeControl(NamedTuple):
    """Seconds for a pick, for the bank of the whole game, and for the ready step before the first deal."""

    pick: int
    bank: int = 0
    ready: int = 0


#: The clocks that have a name.
PRESETS = {
    "blitz": TimeControl(2, 10, READY_SECONDS),
    "live": TimeControl(60, 0, READY_SECONDS),
    "daily": TimeControl(24 * 3600, 0, READY_SECONDS),
}


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)


def is_late(deadline: datetime | None, moment: datetime) -> bool:
    """Whether the deadline has passed; a pick that arrives exactly on it still counts."""
    return deadline is not None and moment > deadline


def stamp(moment: datetime) -> int:
    """A moment in microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def moment_of(microseconds: int) -> datetime:
    """The moment that `stamp` gave."""
    return _EPOCH + timedelta(microseconds=microseconds)


class SeatClock:
    """One seat's time in microseconds: bank left, used, asked since (0: not asked); and misses in a row."""

    __slots__ = ("asked", "bank", "missed", "used")

    def __init__(self, bank: int, used: int = 0, missed: int = 0, asked: int = 0) -> None:
        self.bank = bank
        self.used = used
        self.missed = missed
        self.asked = asked

    @property
    def away(self) -> bool:
        """Whether the house plays the seat."""
        return self.missed >= AWAY_AFTER

    @property
    def bank_ms(self) -> int:
        """Whole milliseconds left in the bank."""
        return self.bank // 1000


class Clocks:
    """The clocks of one game's seats. Changed by the services under the game's lock, stored with its row."""

    __slots__ = ("_pace", "_pick", "seats")

    def __init__(self, seats: list[SeatClock], pick_seconds: int) -> None:
        self.seats = seats
        self._pick = pick_seconds * _SECOND
        self._pace = min(pick_seconds, AWAY_PACE_SECONDS) * _SECOND

    @classmethod
    def read(cls, text: str, seats_count: int, pick_seconds: int, bank_seconds: int) -> "Clocks":
        """The clocks as `text` wrote them; those of a game that has not begun from an empty text."""
        if not text:
            return cls([SeatClock(bank_seconds * _SECOND) for _ in range(seats_count)], pick_seconds)
        return cls([SeatClock(*numbers) for numbers in loads(text)], pick_seconds)

    def text(self) -> str:
        """The clocks as their column holds them."""
        return dumps([(each.bank, each.used, each.missed, each.asked) for each in self.seats]).decode()

    def ask(self, seat: int, now: datetime) -> None:
        """A new question is open for the seat."""
        self.seats[seat].asked = stamp(now)

    def close(self, seat: int) -> None:
        """The question is answered or gone, and no time is charged for it."""
        self.seats[seat].asked = 0

    def answered(self, seat: int, now: datetime) -> int:
        """The player answered: charge the time and forget what was missed. Microseconds the answer took."""
        taken = self._charge(self.seats[seat], now)
        self.seats[seat].missed = 0
        return taken

    def timed_out(self, seat: int, now: datetime) -> int:
        """The player did not answer in time: all of it is charged, and one more is missed."""
        taken = self._charge(self.seats[seat], now)
        self.seats[seat].missed += 1
        return taken

    def back(self, seat: int, now: datetime) -> None:
        """The player of an away seat is there again; a question that is open begins anew for them."""
        clock = self.seats[seat]
        clock.missed = 0
        if clock.asked:
            clock.asked = stamp(now)

    def deadline_of(self, seat: int) -> datetime | None:
        """When the seat is late with its question, bank and all; None when it is not asked."""
        clock = self.seats[seat]
        return moment_of(clock.asked + self._limit(clock)) if clock.asked else None

    def earliest(self) -> datetime | None:
        """The first deadline of all seats that are asked."""
        pick, pace = self._pick, self._pace
        due = [
            clock.asked + (pick + clock.bank if clock.missed < AWAY_AFTER else pace)
            for clock in self.seats
            if clock.asked
        ]
        return moment_of(min(due)) if due else None

    def late(self, now: datetime) -> list[int]:
        """The seats whose deadline has passed; if there is none, those that are due first.

        For who asks has seen the game's own deadline pass, and no disagreement may hold up a game.
        """
        due = {seat: clock.asked + self._limit(clock) for seat, clock in enumerate(self.seats) if clock.asked}
        last = max(stamp(now) - 1, min(due.values(), default=0))
        return [seat for seat, moment in due.items() if moment <= last]

    def away(self) -> list[int]:
        """The seats that the house plays for their players."""
        return [seat for seat, clock in enumerate(self.seats) if clock.missed >= AWAY_AFTER]

    def anybody_there(self, seats: Iterable[int]) -> bool:
        """Whether one of these seats is not away."""
        return any(self.seats[seat].missed < AWAY_AFTER for seat in seats)

    def _limit(self, clock: SeatClock) -> int:
        return self._pick + clock.bank if clock.missed < AWAY_AFTER else self._pace

    def _charge(self, clock: SeatClock, now: datetime) -> int:
        """Take the time since the question from the seat, beyond the pick from its bank; never too much."""
        taken = min(max(0, stamp(now) - clock.asked), self._limit(clock)) if clock.asked else 0
        clock.bank = max(0, clock.bank - max(0, taken - self._pick))
        clock.used += taken
        clock.asked = 0
        return taken


def is_away(text: str, seat: int) -> bool:
    """Whether the house plays this seat, from the clocks as they are stored."""
    return bool(text) and loads(text)[seat][2] >= AWAY_AFTER
