"""What a tournament format is: a pure generator that gets a situation and returns the tables of one round.

Nothing here knows a database, a clock or a player's name. Entrants are whole numbers that mean nothing to
a format; dice are made from the situation itself, so the same situation always gives the same tables.
"""

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from tournaments.refusals import CannotPair

#: One table win. Every placing share of tables of two to eight seats, shared places too, is a whole number
#: of 840ths.
WHOLE_SHARE = 840


class Contender(NamedTuple):
    """An entrant as a format sees one."""

    entrant: int
    seed: int  #: 1 is the strongest
    owner: str = ""  #: contenders of one owner are kept apart; "" belongs to nobody


class PastTable(NamedTuple):
    """A table of an earlier round; the entrants in seat order."""

    round: int
    entrants: tuple[int, ...]


class Situation(NamedTuple):
    """All that a format may look at when it pairs a round."""

    dice: str  #: the tournament's secret, from which the dice of each round are made
    round: int  #: the round to pair, from 1
    rounds: int  #: how many are planned; 0 while that is not known
    field: tuple[Contender, ...]  #: everybody who ever entered, in seed order
    present: frozenset[int]  #: the entrants who have not dropped out
    points: Mapping[int, int]  #: placing shares so far, in 840ths
    history: tuple[PastTable, ...]
    least: int  #: seats at a table
    most: int

    def __repr__(self) -> str:
        """Without the secret."""
        return f"<Situation round {self.round} of {self.rounds}, {len(self.present)} present>"

    def contenders(self) -> list[Contender]:
        """Those who will play, strongest seed first."""
        return [one for one in self.field if one.entrant in self.present]

    def rng(self, purpose: str) -> random.Random:
        """Dice of this round for one purpose; the same situation always throws the same."""
        return dice(self.dice, str(self.round), purpose)


class Bye(NamedTuple):
    """A round without a table."""

    entrant: int
    share: int  #: what it is worth, in 840ths


class Pairing(NamedTuple):
    """The tables of one round, each in seat order, and who sits the round out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[Bye, ...] = ()


class Format(ABC):
    """One way to run a tournament. A file in this package holds one, in a constant named FORMAT."""

    key: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    least_seats: ClassVar[int]  #: the table sizes the format can arrange
    most_seats: ClassVar[int]
    least_entrants: ClassVar[int]
    default_seats: ClassVar[tuple[int, int]]
    default_rounds: ClassVar[int] = 0  #: 0: as many as the field needs
    takes_late_entrants: ClassVar[bool] = False

    @abstractmethod
    def rounds(self, situation: Situation, asked: int) -> int:
        """How many rounds will be played by the field of `situation`; `asked` is 0 when nobody said."""

    @abstractmethod
    def pair(self, situation: Situation) -> Pairing:
        """The tables of the round. Raises CannotPair when too few are left."""

    def check_seats(self, least: int, most: int) -> None:
        """Raise CannotPair unless tables of `least` to `most` seats suit the format."""
        if not self.least_seats <= least <= most <= self.most_seats:
            raise CannotPair(
                f"{self.name} seats {self.least_seats} to {self.most_seats} at a table; "
                f"{least} to {most} cannot be arranged."
            )

    def check_field(self, count: int) -> None:
        """Raise CannotPair unless `count` entrants are enough."""
        if count < self.least_entrants:
            raise CannotPair(
                f"{self.name} needs at least {self.least_entrants} entrants, and there "
                f"{'is' if count == 1 else 'are'} {count}. Enter more players first."
            )


def dice(*words: str) -> random.Random:
    """Dice thrown from the hash of the words: the same everywhere, unguessable without all of them."""
    digest = hashlib.sha256("|".join(words).encode()).digest()
    return random.Random(int.from_bytes(digest))
