"""The board of a pool as a page: parse, ask the queries, render."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from ratings import queries
from ratings.boards import BoardLine

#: Width of the drawing of a rating's range, in its own units, and the room left at both ends for the dot.
RANGE_WIDTH, RANGE_MARGIN = 200, 8
KINDS = {"person": "person", "bot": "remote bot", "house": "house bot"}
WHY = {
    "new": "provisional: few games yet",
    "uncertain": "provisional: still uncertain",
    "idle": "not ranked: no game lately",
}


@dataclass(frozen=True, slots=True)
class RangeLine:
    """One line of the board with its range drawn on the scale that all lines share."""

    line: BoardLine
    low: int
    high: int
    x_low: float
    x_high: float
    x: float

    @property
    def ranks(self) -> str:
        """The rank, and the ranks it may truly be where they differ."""
        line = self.line
        if line.rank is None:
            return "–"
        if line.rank_low is None or line.rank_low == line.rank_high:
            return str(line.rank)
        return f"{line.rank} ({line.rank_low}–{line.rank_high})"

    @property
    def kind(self) -> str:
        """Who stands behind the player."""
        return KINDS.get(self.line.kind, self.line.kind)

    @property
    def why(self) -> str:
        """Why the line has no rank; empty when it has one."""
        return WHY.get(self.line.why, self.line.why)

    @property
    def beats(self) -> str:
        """How certain it is that the player is stronger than the next, in per cent."""
        return "" if self.line.beats_next is None else f"{self.line.beats_next:.0%}"


def board(request: HttpRequest, pool_key: str = "") -> HttpResponse:
    """The board of one pool; without a key, of the pool with most games."""
    pools = queries.pools()
    if not pools:
        raise Http404("There is no pool of ratings.")
    key = pool_key or max(pools, key=lambda entry: entry.games).key
    pool = next((entry for entry in pools if entry.key == key), None)
    if pool is None:
        raise Http404(f"There is no pool {key!r}.")
    context = {"pools": pools, "pool": pool, "lines": with_ranges(queries.board(key))}
    return render(request, "ratings/board.html", context)


def with_ranges(lines: Sequence[BoardLine]) -> list[RangeLine]:
    """The lines with their ranges on one scale, from the lowest end of any to the highest."""
    if not lines:
        return []
    least = min(line.rating - line.half_width for line in lines)
    most = max(line.rating + line.half_width for line in lines)
    unit = (RANGE_WIDTH - 2 * RANGE_MARGIN) / max(1, most - least)

    def across(rating: int) -> float:
        return round(RANGE_MARGIN + (rating - least) * unit, 1)

    drawn = []
    for line in lines:
        low, high = line.rating - line.half_width, line.rating + line.half_width
        drawn.append(RangeLine(line, low, high, across(low), across(high), across(line.rating)))
    return drawn
