"""What a seek may ask for, and who sits down with whom: values in, tables out, no database.

The longest waiter leads. Others join a leader's table in the order they came, if the sizes they asked for
overlap and no two belong to one owner. A table starts when it holds as many as its players allow at most;
when its leader has waited FILL_SECONDS it starts anyway, with house bots in the seats still missing for the
least size. So nobody waits longer than that and one run of the task, however few are there. Pools are entered
by `offer`; the ratings app offers its own, which are the ones that count.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

#: After so long house bots fill the table.
FILL_SECONDS = 20
#: A seek without a sign of life for so long is dropped.
LAPSE_SECONDS = 60


class SeekPool(NamedTuple):
    """Rated games that one may look for: an edition and sizes of tables; and how people call it."""

    key: str
    edition: str
    least_seats: int
    most_seats: int
    name: str


#: The pools on offer, by key.
POOLS: dict[str, SeekPool] = {}


def offer(key: str, edition: str, least_seats: int, most_seats: int, name: str = "") -> None:
    """Let players look for games of this pool."""
    POOLS[key] = SeekPool(key, edition, least_seats, most_seats, name or key)


class Waiting(NamedTuple):
    """A seek in the queue; owner None is nobody's, and shares an owner with no one."""

    seek_id: int
    player_id: int
    owner_id: int | None
    least: int
    most: int
    since: datetime


class Party(NamedTuple):
    """Those who sit down together, and how many house bots join them."""

    seeks: tuple[Waiting, ...]
    house: int


def match(queue: Iterable[Waiting], now: datetime) -> list[Party]:
    """The tables that start now, from a queue of one pool and clock."""
    left = sorted(queue, key=lambda one: (one.since, one.seek_id))
    filled = now - timedelta(seconds=FILL_SECONDS)
    parties: list[Party] = []
    leaders = list(left)
    for leader in leaders:
        if leader not in left:
            continue
        table = _around(leader, left)
        least, most = _sizes(table)
        if len(table) < most and leader.since > filled:
            continue
        parties.append(Party(tuple(table), max(0, least - len(table))))
        left = [one for one in left if one not in table]
    return parties


def _around(leader: Waiting, queue: Collection[Waiting]) -> list[Waiting]:
    """The leader, and whoever else fits at the table, in the order of the queue."""
    table = [leader]
    for one in queue:
        if len(table) >= _sizes(table)[1]:
            break
        known = {each.owner_id for each in table if each.owner_id is not None}
        if one.owner_id in known or one.player_id in {each.player_id for each in table}:
            continue
        least, most = _sizes([*table, one])
        if least <= most and len(table) < most:
            table.append(one)
    return table


def _sizes(table: Iterable[Waiting]) -> tuple[int, int]:
    """The sizes that everybody here accepts, from least to most."""
    players = list(table)
    return max(one.least for one in players), min(one.most for one in players)
