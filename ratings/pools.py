"""The pools this release knows: which games compare. Values only; `services.ensure_pools` makes the rows.

Strength at two seats and at a table are different skills (measured on classic: orders of true strength
agree to .88 between 2 and 5 seats, to .96 between 4 and 5), while tables of 3 to 5 share one scale. So:
an edition, times duels, tables and, where an edition seats so many, large tables. Two pools must never
claim the same game.
"""

from typing import NamedTuple


class PoolPlan(NamedTuple):
    """A pool to be: see the fields of `models.Pool`."""

    key: str
    name: str
    edition: str
    least_seats: int
    most_seats: int
    system: str = "multiplayer-elo"


POOLS: tuple[PoolPlan, ...] = (
    PoolPlan("classic-2", "Classic duels", "classic", 2, 2),
    PoolPlan("classic-3-5", "Classic tables of 3 to 5", "classic", 3, 5),
    PoolPlan("tenth-2", "10th Anniversary duels", "tenth", 2, 2),
    PoolPlan("tenth-3-5", "10th Anniversary tables of 3 to 5", "tenth", 3, 5),
    PoolPlan("party-2", "Party duels", "party", 2, 2),
    PoolPlan("party-3-5", "Party tables of 3 to 5", "party", 3, 5),
    PoolPlan("party-6-8", "Party tables of 6 to 8", "party", 6, 8),
)


def overlaps(plans: tuple[PoolPlan, ...] = POOLS) -> list[tuple[str, str]]:
    """Keys of pools that claim the same games; empty when all is well."""
    return [
        (one.key, other.key)
        for place, one in enumerate(plans)
        for other in plans[place + 1 :]
        if one.edition == other.edition
        and one.least_seats <= other.most_seats
        and other.least_seats <= one.most_seats
    ]
