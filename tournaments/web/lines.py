"""Standings and rounds as the pages lay them out. Values only; the numbers come from `queries`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.phrases import counted, listed
from tournaments.queries import ByeLine, Column, RoundLine, SeatLine, Standing, TableLine

#: A column each; the lot is a secret number of no interest beyond the order it gives.
SHOWN = ("PTS", "WINS", "H2H", "MARGIN", "OPP", "OPP-C1")


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings with its cells under their titles."""

    rank: int | None
    player_id: int
    name: str
    dropped: bool
    tables: int
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table of a round: where it leads, and its seats, the winner first once it is over.

    `waiting` says whom a table waits for before the deal; `be_ready` is the address at which the visitor says
    that they are there, while they are asked.
    """

    number: int
    url: str
    seats: tuple[SeatLine, ...]
    waiting: str = ""
    ready_by: datetime | None = None
    be_ready: str = ""


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """A round and how far it is."""

    number: int
    progress: str
    open: bool
    tables: tuple[TableBlock, ...]
    byes: tuple[ByeLine, ...]


def standing_rows(
    standings: Sequence[Standing],
    columns: Sequence[Column],
    status: str,
    shown: Sequence[str] = SHOWN,
    most: int | None = None,
) -> list[StandingRow]:
    """The standings, the first `most` lines if given, with those of the columns `shown` that have a value.

    A draft has entrants only.
    """
    kept = [
        index
        for index, column in enumerate(columns)
        if status != "draft"
        and column.key in shown
        and any(one.values.get(column.key) is not None for one in standings)
    ]
    return [
        StandingRow(
            None if status == "draft" else one.rank,
            one.player_id,
            one.name,
            one.dropped,
            one.tables,
            tuple((columns[index].title, one.cells[index].replace("-", "−")) for index in kept),
        )
        for one in standings[:most]
    ]


def round_blocks(rounds: Sequence[RoundLine], player_id: int | None = None) -> list[RoundBlock]:
    """The rounds, newest first, for the player who looks at them."""
    blocks = []
    for one in reversed(rounds):
        done = sum(table.finished for table in one.tables)
        count = len(one.tables)
        progress = "finished" if one.finished_at else f"{done} of {counted(count, 'table')} finished"
        tables = tuple(_table(table, player_id) for table in one.tables)
        blocks.append(RoundBlock(one.number, progress, one.finished_at is None, tables, one.byes))
    return blocks


def _table(table: TableLine, player_id: int | None) -> TableBlock:
    seats = tuple(sorted(table.seats, key=lambda seat: (seat.place or 0, seat.number)))
    url = reverse("games:table", args=[table.game_id]) if table.game_id else ""
    if table.ready_by is None:
        return TableBlock(table.number, url, seats)
    missing = [seat for seat in seats if not seat.ready]
    asked = any(seat.player_id == player_id for seat in missing)
    return TableBlock(
        table.number,
        url,
        seats,
        f"Waiting for players to be ready: {listed([seat.name for seat in missing])}.",
        table.ready_by,
        reverse("games:ready", args=[table.game_id]) if asked else "",
    )
