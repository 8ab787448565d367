"""Round robin: everybody meets everybody.

Duels follow the Berger table: n - 1 rounds, each pair once, each player first and second equally often. An
odd field gives everybody one round off, worth nothing since all have it; a dropped opponent is worth half a
win. Tables of three to five follow the lines of a finite plane where one fits the field (9, 16 or 25
players); any other field gets, round by round, the tables with the fewest repeated meetings, until every
pair has met.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.annealing import anneal
from tournaments.formats.base import (
    WHOLE_SHARE,
    Bye,
    Format,
    Pairing,
    PastTable,
    Situation,
)
from tournaments.refusals import CannotPair
from tournaments.seating import meetings, seat_tables, shuffled, table_sizes

#: Fields larger than this would play for days, and the schedule would take minutes to find.
_MOST_AT_TABLES = 32

#: Cost of meeting again, and of two of one owner at a table.
_MET = 100
_SAME_OWNER = 1_000_000


class RoundRobin(Format):
    """Everybody meets everybody, in duels or at tables."""

    key = "round_robin"
    name = "Round robin"
    summary = "Everybody meets everybody, in duels or at tables of three to five."
    least_seats = 2
    most_seats = 5
    least_entrants = 2
    default_seats = (2, 2)

    def __init__(self, swaps_each: int = 600) -> None:
        """`swaps_each`: the budget of one round at tables, for each player of the field."""
        self.swaps_each = swaps_each

    def check_seats(self, least: int, most: int) -> None:
        """As every format; and tables that could not always be filled are refused."""
        super().check_seats(least, most)
        if most > 2 and least > 3:
            raise CannotPair("Tables that must have more than three players cannot seat every field.")

    def rounds(self, situation: Situation, asked: int) -> int:
        """As many as it takes for all pairs to meet; `asked` more or fewer are played if somebody said so."""
        field = [one.entrant for one in situation.field]
        self.check_field(len(field))
        if asked:
            return asked
        if situation.most == 2:
            return len(field) - 1 + len(field) % 2
        if len(field) > _MOST_AT_TABLES:
            raise CannotPair(
                f"A round robin at tables takes at most {_MOST_AT_TABLES} entrants; choose pods instead, "
                "or say how many rounds are to be played."
            )
        history: list[PastTable] = []
        number = 0
        while not _all_met(field, history):
            number += 1
            drawn = self.pair(situation._replace(round=number, history=tuple(history)))
            history += [PastTable(number, table) for table in drawn.tables]
        return number

    def pair(self, situation: Situation) -> Pairing:
        """The round's duels or tables among those present. Raises CannotPair when one is left alone."""
        people = situation.contenders()
        self.check_field(len(people))
        if situation.most == 2:
            return _duels(situation)
        lines = _plane_round(situation)
        tables = lines if lines is not None else self._fewest_meetings(situation)
        return Pairing(seat_tables(tables, situation.history, situation.rng("seats")))

    def _fewest_meetings(self, situation: Situation) -> list[list[int]]:
        """Tables of those present with as few repeated meetings as the dice find."""
        people = situation.contenders()
        sizes = table_sizes(len(people), situation.least, situation.most)
        rng = situation.rng("tables")
        met = meetings(situation.history)
        cost = [[0] * len(people) for _ in people]
        for a, b in combinations(range(len(people)), 2):
            one, other = people[a], people[b]
            times = met[min(one.entrant, other.entrant), max(one.entrant, other.entrant)]
            cost[a][b] = cost[b][a] = _MET * times**2
            # Two of one owner meet once, since everybody does; then they are kept apart.
            if times and one.owner and one.owner == other.owner:
                cost[a][b] = cost[b][a] = _SAME_OWNER
        queue = shuffled(range(len(people)), rng)
        start: list[list[int]] = []
        for size in sizes:
            start.append(queue[:size])
            queue = queue[size:]
        free = [[0] * len(people) for _ in sizes]
        swaps = self.swaps_each * len(people)
        tables = anneal(start, cost, free, rng, swaps, hot=4 * _MET, cold=_MET // 10, enough=0)
        return [[people[i].entrant for i in table] for table in tables]


def berger(count: int, number: int) -> list[tuple[int, int]]:
    """Round `number` (from 1) of the Berger table for an even `count`: pairs of 1..count, first seat first.

    The usual closed form: in round r the numbers a and b below `count` meet when a + b = r + 1 modulo
    count - 1, and the one left over meets the last. An odd difference seats the smaller number first, an
    even one the larger; so everybody is first and second equally often, within one.
    """
    modulus = count - 1
    pairs: list[tuple[int, int]] = []
    for a in range(1, count):
        b = (number + 1 - a) % modulus or modulus
        if a == b:
            pairs.append((a, count) if a <= count // 2 else (count, a))
        elif a < b:
            pairs.append((b, a) if (b - a) % 2 == 0 else (a, b))
    return pairs


def _duels(situation: Situation) -> Pairing:
    """The Berger round; numbers go by seed over the whole field, so a dropped opponent leaves a round off."""
    field = [one.entrant for one in situation.field]
    even = len(field) + len(field) % 2
    cycle, index = divmod(situation.round - 1, even - 1)
    tables: list[tuple[int, int]] = []
    byes: list[Bye] = []
    for first, second in berger(even, index + 1):
        pair = [field[number - 1] for number in (first, second) if number <= len(field)]
        pair = [one for one in pair if one in situation.present]
        if len(pair) == 2:
            # In a second cycle everybody meets again with the seats changed.
            tables.append((pair[0], pair[1]) if cycle % 2 == 0 else (pair[1], pair[0]))
        else:
            # A field that is odd gives everybody one such round, worth nothing; a missing opponent is no
            # fault of the one who came.
            odd_one_out = max(first, second) > len(field)
            byes += [Bye(one, 0 if odd_one_out else WHOLE_SHARE // 2) for one in pair]
    return Pairing(tuple(tables), tuple(byes))


class _Plane(NamedTuple):
    """Arithmetic of a finite field with `order` elements."""

    order: int
    product: tuple[tuple[int, ...], ...]
    xor: bool  #: whether sums are bitwise, as for order four

    def add(self, a: int, b: int) -> int:
        return a ^ b if self.xor else (a + b) % self.order


def _modular(order: int) -> _Plane:
    product = tuple(tuple(a * b % order for b in range(order)) for a in range(order))
    return _Plane(order, product, xor=False)


#: The planes whose lines are tables: 9 players in threes, 16 in fours, 25 in fives.
_PLANES = {
    3: _modular(3),
    4: _Plane(4, ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2)), xor=True),
    5: _modular(5),
}


def _plane_round(situation: Situation) -> list[list[int]] | None:
    """The parallel lines of this round, when a plane fits the whole field and nobody has dropped out."""
    field = [one.entrant for one in situation.field]
    if len(situation.present) != len(field):
        return None
    sizes = set(table_sizes(len(field), situation.least, situation.most))
    plane = _PLANES.get(min(sizes))
    if len(sizes) != 1 or plane is None or plane.order**2 != len(field):
        return None
    order = plane.order
    slope = (situation.round - 1) % (order + 1)
    if slope == order:  # the upright lines
        return [[field[x * order + y] for y in range(order)] for x in range(order)]
    return [
        [field[x * order + plane.add(plane.product[slope][x], shift)] for x in range(order)]
        for shift in range(order)
    ]


def _all_met(field: Sequence[int], history: Sequence[PastTable]) -> bool:
    met = meetings(history)
    return all(met[pair] for pair in combinations(sorted(field), 2))


FORMAT = RoundRobin()
