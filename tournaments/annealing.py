"""Arranging people at tables of given sizes so that a sum of pair costs is small: simulated annealing.

Pure Python and whole numbers only, so that a given set of dice gives the same tables on every machine; the
budget is counted in swaps, never in seconds. What a pair costs is the caller's business.
"""

import math
import random
from collections.abc import Sequence

#: Exponentially distributed numbers in 1/1024, by quantile: `delta < temperature * e` is the usual
#: acceptance with probability exp(-delta / temperature), without a float in it.
_QUANTILES = tuple(round(-math.log((i + 0.5) / 1024) * 1024) for i in range(1024))

#: Swaps tried at one temperature.
_BATCH = 128


def total_cost(
    tables: Sequence[Sequence[int]], pair_cost: Sequence[Sequence[int]], place_cost: Sequence[Sequence[int]]
) -> int:
    """The cost of a whole arrangement; the arguments are those of `anneal`."""
    cost = 0
    for number, table in enumerate(tables):
        for i, a in enumerate(table):
            cost += place_cost[number][a]
            for b in table[i + 1 :]:
                cost += pair_cost[a][b]
    return cost


def anneal(
    tables: Sequence[Sequence[int]],
    pair_cost: Sequence[Sequence[int]],
    place_cost: Sequence[Sequence[int]],
    rng: random.Random,
    swaps: int,
    hot: int,
    cold: int,
    enough: int | None = None,
) -> list[list[int]]:
    """The cheapest arrangement met while swapping people between tables, from `tables` on.

    People are numbered 0..n-1; `pair_cost` is symmetric with zeros on the diagonal; `place_cost[t][p]` is
    what it costs to seat p at table t. Temperatures fall from `hot` to `cold`. Stops early when the cost
    reaches `enough`. Sizes of tables never change.
    """
    now = [list(table) for table in tables]
    best = [list(table) for table in now]
    cost = best_cost = total_cost(now, pair_cost, place_cost)
    chairs = [(t, i) for t, table in enumerate(now) for i in range(len(table))]
    if len(now) < 2 or (enough is not None and cost <= enough):
        return best
    count = len(chairs)
    batches = max(1, swaps // _BATCH)
    throw = rng.random
    for batch in range(batches):
        # A geometric fall, rounded to a whole number.
        heat = max(1, round(hot * (cold / hot) ** (batch / batches)))
        for _ in range(_BATCH):
            s, i = chairs[int(throw() * count)]
            t, j = chairs[int(throw() * count)]
            if s == t:
                continue
            here, there = now[s], now[t]
            a, b = here[i], there[j]
            of_a, of_b = pair_cost[a], pair_cost[b]
            delta = place_cost[s][b] + place_cost[t][a] - place_cost[s][a] - place_cost[t][b]
            delta -= 2 * of_a[b]  # a and b change places, they do not meet; the sums below count them twice
            for x in here:
                delta += of_b[x] - of_a[x]
            for x in there:
                delta += of_a[x] - of_b[x]
            if delta <= 0 or delta << 10 < heat * _QUANTILES[int(throw() * 1024)]:
                here[i], there[j] = b, a
                cost += delta
                if cost < best_cost:
                    best_cost = cost
                    best = [list(table) for table in now]
                    if enough is not None and cost <= enough:
                        return best
    return best
