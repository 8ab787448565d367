"""Multiplayer Elo: every pair at the table is a result, and K falls with experience.

    change_i = K_i / (n - 1) * sum over j of (S_ij - E_ij),   E_ij = 1 / (1 + 10^((R_j - R_i) / 400))

S is 1, 1/2 or 0 for placed above, tied, below; K is 64, 32, 16, 10 from 0, 10, 30, 200 rated games on. A
table of one K sums to exactly 0: changes are whole thousandths of a point, rounded together by largest
remainder. With unequal K the rounded sum is kept instead. Elo, The Rating of Chessplayers (1978), for the
pair; Glickman, Parameter estimation in large dynamic paired comparison experiments (1999), for the
companion sigma, with the pairs of one table weighted 2/n because they are correlated:

    v = sigma^2 + 20 * idle days + 4,   v' = 1 / (1/v + h_i),
    h_i = 2/n * (ln 10 / 400)^2 * sum over j of E_ij (1 - E_ij)

Sigma stays between 15 and 200 and never moves the rating; the rating itself never decays.
"""

import math
from collections.abc import Sequence

from ratings.systems.base import Standing, Step

NAME = "multiplayer-elo"
VERSION = 1

START_MILLI = 1_500_000
START_SIGMA_MILLI = 200_000

SCALE_MILLI = 400_000
#: (games from which on, K), the highest first.
FALLING_K = ((200, 10), (30, 16), (10, 32), (0, 64))

VARIANCE_PER_GAME = 4.0
VARIANCE_PER_DAY = 20.0
LEAST_SIGMA_MILLI = 15_000
MOST_SIGMA_MILLI = START_SIGMA_MILLI

_MOST_VARIANCE = (MOST_SIGMA_MILLI / 1000) ** 2
_VARIANCE_PER_SECOND = VARIANCE_PER_DAY / 86_400
_PAIR_INFORMATION = 2 * (math.log(10) / 400) ** 2


def k_factor(games: int) -> int:
    """K of a player with so many rated games before this one."""
    for least, k in FALLING_K:
        if games >= least:
            return k
    raise ValueError(f"A player cannot have played {games} games.")


def expected(milli: int, other_milli: int) -> float:
    """The expected score of the first against the second, between 0 and 1."""
    odds: float = 10.0 ** ((other_milli - milli) / SCALE_MILLI)
    return 1 / (1 + odds)


def sigma_now(sigma_milli: int, idle_seconds: int) -> int:
    """The standard error after so much time without a game: it grows slowly, never beyond a newcomer's."""
    variance = (sigma_milli / 1000) ** 2 + _VARIANCE_PER_SECOND * idle_seconds
    return round(math.sqrt(min(variance, _MOST_VARIANCE)) * 1000)


def rate(table: Sequence[Standing]) -> list[Step]:
    """One step per seat, in the order given. O(n^2) pairs, n powers.

    Raises ValueError for fewer than two seats, for a key that occurs twice, and for a negative number of
    games. Every rebuild runs through here once per game ever played, hence the plain loops.
    """
    seats = len(table)
    if seats < 2:
        raise ValueError(f"A rated game needs two players, and this one has {seats}.")
    # In the order of the keys, so that sums of floats, and with them the last digit, do not depend on seats.
    ordered = sorted(table)
    base, before = ordered[0].milli, None
    powers: list[float] = []
    places: list[int] = []
    factors: list[int] = []
    for key, milli, _, games, _, place in ordered:
        if key == before:
            raise ValueError("The same player sits twice at this table, so it cannot be rated.")
        before = key
        powers.append(10.0 ** ((milli - base) / SCALE_MILLI))
        places.append(place)
        factors.append(k_factor(games))
    surplus = [0.0] * seats
    information = [0.0] * seats
    for i in range(seats - 1):
        power, place = powers[i], places[i]
        won = told = 0.0
        for j in range(i + 1, seats):
            chance = power / (power + powers[j])
            other = places[j]
            gain = (1.0 if place < other else 0.0 if place > other else 0.5) - chance
            won += gain
            surplus[j] -= gain
            doubt = chance * (1.0 - chance)
            told += doubt
            information[j] += doubt
        surplus[i] += won
        information[i] += told
    per_opponent = 1000 / (seats - 1)
    deltas = _whole([k * per_opponent * won for k, won in zip(factors, surplus, strict=True)])
    weight = _PAIR_INFORMATION / seats
    steps = []
    for (_, _, sigma_milli, _, idle_seconds, _), k, delta, doubt in zip(
        ordered, factors, deltas, information, strict=True
    ):
        variance = sigma_milli * sigma_milli / 1e6
        if idle_seconds:
            variance = min(variance + _VARIANCE_PER_SECOND * idle_seconds, _MOST_VARIANCE)
        variance += VARIANCE_PER_GAME
        sigma = round(math.sqrt(variance / (1.0 + variance * weight * doubt)) * 1000)
        if not LEAST_SIGMA_MILLI <= sigma <= MOST_SIGMA_MILLI:
            sigma = LEAST_SIGMA_MILLI if sigma < LEAST_SIGMA_MILLI else MOST_SIGMA_MILLI
        steps.append(tuple.__new__(Step, (k, delta, sigma)))  # what Step(...) does, in a third of the time
    if ordered == list(table):
        return steps
    of = {standing.key: step for standing, step in zip(ordered, steps, strict=True)}
    return [of[standing.key] for standing in table]


def _whole(exact: list[float]) -> list[int]:
    """Whole numbers close to the exact ones, with the sum of those rounded: the largest remainders go up.

    A winner's exact change is never negative and a whole number below it is never either, so a win costs
    nothing; the same holds in reverse for a last place.
    """
    whole = list(map(math.floor, exact))
    missing = round(sum(exact)) - sum(whole)
    if missing > 0:
        short = [floor - value for floor, value in zip(whole, exact, strict=True)]
        for seat in sorted(range(len(exact)), key=short.__getitem__)[:missing]:
            whole[seat] += 1
    return whole
