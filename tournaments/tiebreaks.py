"""What separates entrants in the standings: placing shares and an ordered list of tie-breaks, exactly.

Every tie-break is a small object with the code that is printed above its column. A tournament names the
ones it uses, in order, before its first round; all values are shown. Arithmetic is in fractions, so two
entrants are equal only when they are. Here are values in, values out; reading results from the database
is the business of `queries.py`.

Adding one: a subclass of TieBreak, an instance of it in TIE_BREAKS.
"""

import hashlib
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from tournaments.formats.base import WHOLE_SHARE
from tournaments.refusals import BadTieBreaks

#: An opponent's average never counts for less than this, so that meeting a beginner costs little.
OPPONENT_FLOOR = Fraction(33, 100)


def placing_share(place: int, tied: int, seats: int) -> int:
    """What a place is worth, in 840ths: (seats - place) / (seats - 1), averaged over the places tied.

    `place` is the best of the tied places, `tied` how many share it (1: nobody else). Exact for 2-8 seats.
    """
    share, left = divmod(WHOLE_SHARE * (2 * seats - 2 * place - tied + 1), 2 * (seats - 1))
    if left:
        raise ValueError(f"A share at a table of {seats} is no whole number of 840ths.")
    return share


class Line(NamedTuple):
    """One entrant's outcome at one table."""

    table: int
    round: int
    entrant: int
    place: int
    points: int
    share: int  #: in 840ths


class Book:
    """All results of a tournament so far, with what several tie-breaks ask for worked out once."""

    def __init__(
        self,
        entrants: Sequence[int],
        lines: Iterable[Line],
        byes: Mapping[int, int] = MappingProxyType({}),
        lot_seed: str = "",
    ) -> None:
        """`byes`: the sum of shares an entrant got for rounds without a table."""
        self.entrants = tuple(entrants)
        self.byes = byes
        self.lot_seed = lot_seed
        self.tables: defaultdict[int, list[Line]] = defaultdict(list)
        self.of: dict[int, list[Line]] = {entrant: [] for entrant in entrants}
        for line in lines:
            self.tables[line.table].append(line)
            self.of[line.entrant].append(line)

    @cached_property
    def points(self) -> dict[int, int]:
        """Placing shares won at tables and by byes, in 840ths."""
        return {
            one: sum(line.share for line in self.of[one]) + self.byes.get(one, 0) for one in self.entrants
        }

    @cached_property
    def average(self) -> dict[int, Fraction]:
        """Share per table played, 0 to 1, byes aside, never below the floor."""
        return {
            one: max(
                OPPONENT_FLOOR,
                Fraction(sum(line.share for line in lines), WHOLE_SHARE * len(lines))
                if lines
                else Fraction(0),
            )
            for one, lines in self.of.items()
        }

    @cached_property
    def opposition(self) -> dict[int, list[Fraction]]:
        """For each table an entrant played, how good the opponents there are on average."""
        return {
            one: [
                _mean(
                    [self.average[other.entrant] for other in self.tables[line.table] if other.entrant != one]
                )
                for line in lines
            ]
            for one, lines in self.of.items()
        }


class TieBreak(ABC):
    """One column of the standings. More is better."""

    key: ClassVar[str]
    name: ClassVar[str]
    meaning: ClassVar[str]  #: one line for the page, ending with a full stop
    decimals: ClassVar[int] = 2

    @abstractmethod
    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction] | None:
        """The value of each of `tied`, who are equal so far; None when it says nothing about them."""

    def show(self, value: Fraction) -> str:
        """The value as it is printed."""
        return f"{float(value):.{self.decimals}f}"


class Points(TieBreak):
    key = "PTS"
    name = "Points"
    meaning = "Sum of placing shares: 1 for a table won, 0 for last, even steps between; ties share."

    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction]:
        return {one: Fraction(book.points[one], WHOLE_SHARE) for one in tied}


class Wins(TieBreak):
    key = "WINS"
    name = "Wins"
    meaning = "Tables won; a first place shared by two counts a half for each, by three a third."

    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction]:
        return {
            one: sum(
                (
                    Fraction(1, sum(other.place == 1 for other in book.tables[line.table]))
                    for line in book.of[one]
                    if line.place == 1
                ),
                Fraction(0),
            )
            for one in tied
        }


class HeadToHead(TieBreak):
    key = "H2H"
    name = "Head to head"
    meaning = "Times placed above the others it is tied with, ties half; only if all of them have met."
    decimals = 1

    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction] | None:
        group = set(tied)
        score = {one: Fraction(0) for one in tied}
        met: set[tuple[int, int]] = set()
        for one in tied:
            for line in book.of[one]:
                for other in book.tables[line.table]:
                    if other.entrant != one and other.entrant in group:
                        met.add((one, other.entrant))
                        score[one] += Fraction(
                            (line.place < other.place) * 2 + (line.place == other.place), 2
                        )
        return score if len(met) == len(group) * (len(group) - 1) else None


class Margin(TieBreak):
    key = "MARGIN"
    name = "Margin"
    meaning = "Game points above the average of the table, the mean over all tables played."
    decimals = 2

    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction]:
        return {
            one: _mean(
                [
                    line.points - _mean([Fraction(other.points) for other in book.tables[line.table]])
                    for line in book.of[one]
                ]
            )
            for one in tied
        }

    def show(self, value: Fraction) -> str:
        return f"{float(value):+.{self.decimals}f}"


class Opposition(TieBreak):
    key = "OPP"
    name = "Opposition"
    meaning = (
        "Mean over the tables of how well the opponents there did: their share per table, at least 0.33."
    )
    decimals = 3
    cut = 0

    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for one in tied:
            tables = sorted(book.opposition[one])
            # With nothing left after the cut, the one table there is counts.
            found[one] = _mean(tables[self.cut :] or tables)
        return found


class OppositionCut(Opposition):
    key = "OPP-C1"
    name = "Opposition, cut one"
    meaning = (
        "Mean over the tables of how well the opponents there did: their share per table, at least 0.33; "
        "the table of the weakest is left out."
    )
    cut = 1


class Lot(TieBreak):
    key = "LOT"
    name = "Lot"
    meaning = "Drawn from the tournament's secret before the first round, so that somebody goes first."
    decimals = 0

    def values(self, book: Book, tied: Sequence[int]) -> dict[int, Fraction]:
        return {
            one: Fraction(int.from_bytes(hashlib.sha256(f"{book.lot_seed}|lot|{one}".encode()).digest()[:4]))
            for one in tied
        }


#: Every tie-break there is, by the code a tournament lists it under.
TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {one.key: one for one in (Points(), Wins(), HeadToHead(), Margin(), Opposition(), OppositionCut(), Lot())}
)

#: Points first, the most telling ones after them, and a lot so that the order is always decided.
DEFAULT_ORDER = ("PTS", "WINS", "H2H", "MARGIN", "OPP-C1", "LOT")


def check_order(keys: Sequence[str]) -> None:
    """Raise BadTieBreaks unless the list begins with PTS and names known ones once each."""
    unknown = [key for key in keys if key not in TIE_BREAKS]
    if unknown or not keys or keys[0] != "PTS" or len(set(keys)) != len(keys):
        raise BadTieBreaks(
            "The list of tie-breaks begins with PTS and names each of the others once at most: "
            f"{', '.join(TIE_BREAKS)}.",
        )


class Ranked(NamedTuple):
    """A line of the standings; a value is None where its tie-break had nothing to say or was not needed."""

    rank: int
    entrant: int
    values: Mapping[str, Fraction | None]


def rank(book: Book, order: Sequence[str]) -> list[Ranked]:
    """The standings, best first. Entrants equal in all values share a rank.

    Head to head is about a group of equals, so its value exists only where such a group was left.
    """
    values: dict[int, dict[str, Fraction | None]] = {one: {} for one in book.entrants}
    groups: list[list[int]] = [list(book.entrants)] if book.entrants else []
    for key in order:
        tie_break = TIE_BREAKS[key]
        split: list[list[int]] = []
        for group in groups:
            needed = len(group) > 1 or not isinstance(tie_break, HeadToHead)
            found = tie_break.values(book, group) if needed else None
            for one in group:
                values[one][key] = found[one] if found else None
            split += _by_value(group, found) if found else [group]
        groups = split
    ranked: list[Ranked] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [Ranked(place, one, MappingProxyType(values[one])) for one in group]
    return ranked


def _by_value(group: Sequence[int], found: Mapping[int, Fraction]) -> list[list[int]]:
    """The group cut into groups of equal value, highest first; the order inside stays."""
    parts: defaultdict[Fraction, list[int]] = defaultdict(list)
    for one in group:
        parts[found[one]].append(one)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else Fraction(0)
