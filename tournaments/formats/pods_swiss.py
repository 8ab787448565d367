"""Pods: everybody at a table of three to five each round, against people with about the same points.

What is minimised, in this order of weight: players of one owner at a table, people who have met before,
a second short table for somebody who had one, and the spread of points at each table. Round one is a snake
by seed. It is a Swiss system for tables: rounds are few, nobody is eliminated, nobody sits out.
"""

import random
from collections.abc import Sequence
from itertools import combinations

from tournaments.annealing import anneal
from tournaments.formats.base import Contender, Format, Pairing, Situation
from tournaments.refusals import CannotPair
from tournaments.seating import meetings, seat_tables, short_tables, shuffled, table_sizes

#: Costs are counted in (840ths of a table win) squared. Twelve steps make a table win, so 70 ** 2 is one
#: step squared, the unit in which the weights below were tuned.
_STEP = 70**2
_SAME_OWNER = 1_000_000 * _STEP
_MET = 10_000 * _STEP
_SHORT_AGAIN = 5_000 * _STEP
_SHORT_ABOVE = 300 * _STEP  #: a short table for somebody in the upper half
_SAME_TIER = 100 * _STEP  #: round one: two of one tier of the snake at a table
_HOT = 5_000 * _STEP
_COLD = _STEP // 20

#: From this field on, five rounds have fresh opponents for everybody without looking ahead.
_PLENTY = 28
#: The budget of one round of a completion that only asks whether rematches can be avoided.
_QUICK_SWAPS = 12_000


class PodsSwiss(Format):
    """Pods by points, without rematches where that can be had."""

    key = "pods_swiss"
    name = "Pods, Swiss"
    summary = "Tables of three to five with players on about the same points; rematches are avoided."
    least_seats = 2
    most_seats = 8
    least_entrants = 3
    default_seats = (3, 4)
    default_rounds = 5
    takes_late_entrants = True

    def __init__(
        self, swaps_base: int = 60_000, swaps_each: int = 2_500, tries: int = 4, blind_tries: int = 12
    ) -> None:
        """The budget of a round is `swaps_base` + `swaps_each` times the number of players. A small field may
        spend it `tries` times, and look `blind_tries` times more at tables that ignore points."""
        self.swaps_base = swaps_base
        self.swaps_each = swaps_each
        self.tries = tries
        self.blind_tries = blind_tries

    def check_seats(self, least: int, most: int) -> None:
        """As every format; and tables that could not always be filled are refused."""
        super().check_seats(least, most)
        if least > 3 or most < 3:
            raise CannotPair(
                "Pods need tables that may have three players, or some fields could not be seated. "
                "Allow tables of 3 to 4, or of 3 to 5."
            )

    def rounds(self, situation: Situation, asked: int) -> int:
        """As many as asked, else five."""
        return asked or self.default_rounds

    def pair(self, situation: Situation) -> Pairing:
        """Tables by points; the snake by seed while nobody has played."""
        people = situation.contenders()
        self.check_field(len(people))
        sizes = table_sizes(len(people), situation.least, situation.most)
        swaps = self.swaps_base + self.swaps_each * len(people)
        if situation.history:
            tables = self._farsighted(situation, people, sizes, swaps)
        else:
            tables = _named(people, _snake(people, sizes, situation.rng("snake"), swaps))
        return Pairing(seat_tables(tables, situation.history, situation.rng("seats")))

    def _farsighted(
        self, situation: Situation, people: Sequence[Contender], sizes: list[int], swaps: int
    ) -> list[list[int]]:
        """Tables by points; in a small field, of several such, those that spoil the rounds to come least.

        A small field runs out of fresh opponents: tables without a rematch today may leave none for tomorrow.
        So each candidate is judged by its own rematches, those of a quick completion of the tournament and
        the short tables it repeats; when all that go by points spoil it, some that do not are tried. A large
        field takes its first.
        """
        left = situation.rounds - situation.round
        tries = self.tries + self.blind_tries if len(people) < _PLENTY and left >= 0 else 1
        chairs = sum(size * (size - 1) // 2 for size in sizes) * (left + 1)
        fresh = len(people) * (len(people) - 1) // 2 - len(meetings(situation.history))
        unavoidable = max(0, chairs - fresh)
        shorts = short_tables(situation.history)
        best: list[list[int]] = []
        cheapest = -1
        for attempt in range(tries):
            rng = situation.rng(f"pods {attempt}")
            if attempt < self.tries:
                tables = _named(people, _by_points(situation, people, sizes, rng, swaps))
            else:
                blind = situation._replace(points={})
                tables = _named(people, _by_points(blind, people, sizes, rng, _QUICK_SWAPS, enough=0))
            if tries == 1:
                return tables
            seen = _rematches_to_come(situation, people, sizes, tables, rng)
            again = sum(shorts[one] ** 2 for table in tables if len(table) < sizes[0] for one in table)
            cost = seen * _MET + again * _SHORT_AGAIN
            if cheapest < 0 or cost < cheapest:
                best, cheapest = tables, cost
            if seen <= unavoidable:
                break
        return best


def _snake(
    people: Sequence[Contender], sizes: Sequence[int], rng: random.Random, swaps: int
) -> list[list[int]]:
    """Seeds 1, 2, 3 … to the tables in turn, and back; short tables come last, where the seeds are lowest.

    Where the snake puts two of one owner together, people of one tier change places until it does not.
    """
    tables: list[list[int]] = [[] for _ in sizes]
    tier = [0] * len(people)
    order = list(range(len(sizes)))
    row = waiting = 0
    while waiting < len(people):
        for t in order if row % 2 == 0 else reversed(order):
            if waiting < len(people) and len(tables[t]) < sizes[t]:
                tables[t].append(waiting)
                tier[waiting] = row
                waiting += 1
        row += 1
    cost = [
        [
            0
            if a == b
            else _SAME_OWNER * _one_owner(people[a], people[b]) + _SAME_TIER * (tier[a] == tier[b])
            for b in range(len(people))
        ]
        for a in range(len(people))
    ]
    free = [[0] * len(people) for _ in sizes]
    return anneal(tables, cost, free, rng, swaps, hot=5 * _SAME_TIER, cold=_SAME_TIER // 20, enough=0)


def _by_points(
    situation: Situation,
    people: Sequence[Contender],
    sizes: list[int],
    rng: random.Random,
    swaps: int,
    enough: int | None = None,
) -> list[list[int]]:
    """Neighbours in the standings to a table, then swaps until rematches are gone and points are close.

    Equals begin in an order thrown by the dice. Stops early at the cost `enough`.
    """
    points = [situation.points.get(one.entrant, 0) for one in people]
    met = meetings(situation.history)
    shorts = short_tables(situation.history)
    pair_cost = [[0] * len(people) for _ in people]
    for a, one in enumerate(people):
        for b in range(a + 1, len(people)):
            other = people[b]
            times = met[min(one.entrant, other.entrant), max(one.entrant, other.entrant)]
            pair_cost[a][b] = pair_cost[b][a] = (
                (points[a] - points[b]) ** 2
                + (_MET * (2 * times - 1) if times else 0)
                + _SAME_OWNER * _one_owner(one, other)
            )
    standing = sorted(shuffled(range(len(people)), rng), key=lambda i: -points[i])
    upper = set(standing[: len(standing) // 2])
    short = [
        # Squared, so that the counts of short tables stay within one of each other.
        _SHORT_AGAIN * shorts[one.entrant] ** 2 + _SHORT_ABOVE * (i in upper)
        for i, one in enumerate(people)
    ]
    free = [0] * len(people)
    place_cost = [short if size < sizes[0] else free for size in sizes]
    start = _start(standing, upper, [shorts[one.entrant] for one in people], sizes)
    return anneal(start, pair_cost, place_cost, rng, swaps, hot=_HOT, cold=_COLD, enough=enough)


def _start(
    standing: Sequence[int], upper: set[int], shorts: Sequence[int], sizes: Sequence[int]
) -> list[list[int]]:
    """Short tables to those with the fewest so far, the lower half before the upper, the last first; then
    the rest by standings."""
    seats_short = sum(size for size in sizes if size < sizes[0])
    rank = {one: place for place, one in enumerate(standing)}
    by_need = sorted(standing, key=lambda one: (shorts[one], one in upper, -rank[one]))
    to_short = set(by_need[:seats_short])
    queue = [one for one in standing if one not in to_short] + [one for one in standing if one in to_short]
    tables = []
    for size in sizes:
        tables.append(queue[:size])
        queue = queue[size:]
    return tables


def _rematches_to_come(
    situation: Situation,
    people: Sequence[Contender],
    sizes: list[int],
    tables: list[list[int]],
    rng: random.Random,
) -> int:
    """Rematches at these tables and in a quick completion of the rounds left, in which they alone count."""
    met = meetings(situation.history)
    place = {one.entrant: i for i, one in enumerate(people)}
    cost = [[met[min(a.entrant, b.entrant), max(a.entrant, b.entrant)] for b in people] for a in people]
    free = [[0] * len(people) for _ in sizes]
    now = [[place[entrant] for entrant in table] for table in tables]
    seen = sum(cost[a][b] > 0 for table in now for a, b in combinations(table, 2))
    for _ in range(situation.rounds - situation.round):
        for table in now:
            for a, b in combinations(table, 2):
                cost[a][b] += 1
                cost[b][a] += 1
        # Costs are single meetings, so temperatures are those of a few of them, scaled to whole numbers.
        weighty = [[64 * times for times in row] for row in cost]
        now = anneal(now, weighty, free, rng, _QUICK_SWAPS, hot=128, cold=6, enough=0)
        seen += sum(cost[a][b] > 0 for table in now for a, b in combinations(table, 2))
    return seen


def _named(people: Sequence[Contender], tables: list[list[int]]) -> list[list[int]]:
    return [[people[i].entrant for i in table] for table in tables]


def _one_owner(a: Contender, b: Contender) -> bool:
    return bool(a.owner) and a.owner == b.owner


FORMAT = PodsSwiss()
