"""Table sizes, who sits in which seat, and the checker that counts what a seating is judged by.

Sizes follow the rule "as few tables as fours allow, threes for the rest, nobody sits out": k = ceil(N / 4)
tables, 4k - N of them threes, and five players share one table. Which people share a table is decided by
a format, not here. Nothing here touches a database.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from tournaments.formats.base import PastTable
from tournaments.refusals import CannotPair

#: Up to this many seats every order is tried (720); above, orders are improved two seats at a time.
_BRUTE_FORCE = 6

#: What a repeated neighbour weighs against a seat taken before (which costs the square of the times).
_NEIGHBOUR = 3


def table_sizes(count: int, least: int, most: int) -> list[int]:
    """Sizes of the tables for `count` players, larger ones first; they differ by one at most.

    The fewest tables of at most `most`; when that leaves a table below `least`, fewer and larger ones
    (five players with `most` = 4 share one table). Raises CannotPair when there are fewer than `least`.
    """
    if count < least:
        left = "is" if count == 1 else "are"
        raise CannotPair(f"A table needs {least} players, and only {count} {left} left.")
    tables = -(-count // most)
    if count // tables < least:
        tables = count // least
    small, larger = divmod(count, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def largest_table(least: int, most: int) -> int:
    """The largest table `table_sizes` may ever ask for with these limits, whatever the field."""
    return max(max(table_sizes(count, least, most)) for count in range(least, 2 * least * most))


class SeatBook:
    """Who sat where and whose left neighbour was who, over all earlier tables."""

    def __init__(self, history: Iterable[PastTable] = ()) -> None:
        self.times: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.neighbours: Counter[tuple[int, int]] = Counter()
        for table in history:
            self.add(table.entrants)

    def add(self, order: Sequence[int]) -> None:
        """Take note of one more table."""
        for number, entrant in enumerate(order):
            self.times[entrant][number] += 1
            self.neighbours[entrant, order[(number + 1) % len(order)]] += 1

    def cost(self, order: Sequence[int]) -> int:
        """How unfair this order would be: seats taken before, and hands coming from the same side again."""
        cost = 0
        for number, entrant in enumerate(order):
            cost += self.times[entrant][number] ** 2
            cost += _NEIGHBOUR * self.neighbours[entrant, order[(number + 1) % len(order)]]
        return cost

    def best_order(self, people: Sequence[int], rng: random.Random) -> tuple[int, ...]:
        """The people of one table in their fairest seats; equals are separated by the dice."""
        order = shuffled(people, rng)
        if len(order) <= _BRUTE_FORCE:
            return min(permutations(order), key=self.cost)
        improved = True
        while improved:
            improved = False
            for i, j in combinations(range(len(order)), 2):
                other = list(order)
                other[i], other[j] = other[j], other[i]
                if self.cost(other) < self.cost(order):
                    order, improved = other, True
        return tuple(order)


def seat_tables(
    tables: Iterable[Sequence[int]], history: Iterable[PastTable], rng: random.Random
) -> tuple[tuple[int, ...], ...]:
    """The same tables with everybody in the fairest seat, given where they sat before."""
    book = SeatBook(history)
    return tuple(book.best_order(table, rng) for table in tables)


def shuffled(people: Sequence[int], rng: random.Random) -> list[int]:
    """The people in an order thrown by the dice (one throw each, so that it is stable between Pythons)."""
    return [one for _, _, one in sorted((rng.random(), i, one) for i, one in enumerate(people))]


def meetings(history: Iterable[PastTable]) -> Counter[tuple[int, int]]:
    """How often each pair (smaller number first) has shared a table."""
    met: Counter[tuple[int, int]] = Counter()
    for table in history:
        met.update(combinations(sorted(table.entrants), 2))
    return met


def short_tables(history: Iterable[PastTable]) -> Counter[int]:
    """How often each entrant sat at a table smaller than the largest of its round."""
    rounds: defaultdict[int, list[PastTable]] = defaultdict(list)
    for table in history:
        rounds[table.round].append(table)
    counts: Counter[int] = Counter()
    for tables in rounds.values():
        largest = max(len(table.entrants) for table in tables)
        for table in tables:
            if len(table.entrants) < largest:
                counts.update(table.entrants)
    return counts


class SeatingReport(NamedTuple):
    """What a series of rounds is judged by."""

    rematches: int  #: pairs that met again, each further meeting counted once
    unavoidable: int  #: at least so many of them no seating could have avoided
    most_meetings: int
    short_spread: int  #: most minus fewest short tables of one entrant
    seat_spread: int  #: the largest difference between an entrant's most and least used seat
    neighbours_again: int  #: how often somebody got the same left neighbour again
    seated_twice: tuple[tuple[int, int], ...]  #: (round, entrant) at two tables of one round; never


def report(history: Sequence[PastTable]) -> SeatingReport:
    """Count everything in SeatingReport over all these tables."""
    met = meetings(history)
    people = {entrant for table in history for entrant in table.entrants}
    book = SeatBook(history)
    shorts = short_tables(history)
    seated = Counter((table.round, entrant) for table in history for entrant in table.entrants)
    played = sum(len(table.entrants) * (len(table.entrants) - 1) // 2 for table in history)
    fewest_seats = min((len(table.entrants) for table in history), default=0)
    spreads = [
        max(book.times[entrant][seat] for seat in range(fewest_seats))
        - min(book.times[entrant][seat] for seat in range(fewest_seats))
        for entrant in people
    ]
    return SeatingReport(
        rematches=sum(times - 1 for times in met.values()),
        unavoidable=max(0, played - len(people) * (len(people) - 1) // 2),
        most_meetings=max(met.values(), default=0),
        short_spread=max((shorts[one] for one in people), default=0)
        - min((shorts[one] for one in people), default=0),
        seat_spread=max(spreads, default=0),
        neighbours_again=sum(times - 1 for times in book.neighbours.values()),
        seated_twice=tuple(sorted(key for key, times in seated.items() if times > 1)),
    )
