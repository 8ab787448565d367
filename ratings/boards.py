"""A board out of ratings: who is ranked, the range of ranks a number leaves open, and what parts two lines.

Pure. A rating is a number with a standard error; so a rank is printed with its range: at best one below
those who are certainly stronger, at worst above those who are certainly weaker, at 95 %. Sorted by the
rating itself (by rating minus error would rank by activity); who is not ranked yet stands in the same
order, without a rank.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

#: Standard errors on each side of a rating that hold the truth in 95 of 100 cases.
CERTAIN = 1.96
#: Who is ranked: enough games, a small enough error (reached after some 50 games), and one lately.
LEAST_GAMES = 30
MOST_SIGMA_MILLI = 44_000
LATELY = timedelta(days=90)


class Rated(NamedTuple):
    """A player's rating now: sigma with the idle time in it, in thousandths."""

    player_id: int
    name: str
    kind: str
    milli: int
    sigma_milli: int
    games: int
    wins: int
    last_game_at: datetime


class BoardLine(NamedTuple):
    """One line of a board, in whole points. Without a rank, `provisional` is true and `why` says why.

    `beats_next` is the certainty, 0.5 to 1, of being stronger than the next ranked line; `tie_with_next`
    marks a difference that could be chance. Both concern ranked lines only.
    """

    rank: int | None
    player_id: int
    name: str
    kind: str
    rating: int
    half_width: int
    games: int
    wins: int
    provisional: bool
    why: str
    rank_low: int | None
    rank_high: int | None
    ranked: int
    beats_next: float | None
    tie_with_next: bool


def points(milli: int) -> int:
    """Thousandths as whole points, halves upwards; nothing finer is ever shown."""
    return (milli + 500) // 1000


def half_width(sigma_milli: int) -> int:
    """The number after the ±: half of the 95 % interval, in whole points."""
    return round(CERTAIN * sigma_milli / 1000)


def why_unranked(games: int, sigma_milli: int, last_game_at: datetime, now: datetime) -> str:
    """Why a rating is provisional: "new", "uncertain", "idle"; empty when it is not."""
    if games < LEAST_GAMES:
        return "new"
    if now - last_game_at > LATELY:
        return "idle"
    return "uncertain" if sigma_milli > MOST_SIGMA_MILLI else ""


def certainty(one: Rated, other: Rated) -> float:
    """The probability that the first is the stronger: the normal distribution of the difference."""
    spread = math.hypot(one.sigma_milli, other.sigma_milli)
    return 0.5 * (1 + math.erf((one.milli - other.milli) / spread / math.sqrt(2)))


def board(rated: Sequence[Rated], now: datetime) -> list[BoardLine]:
    """The lines, highest rating first; equal ratings share a rank and stand in the order of names."""
    ordered = sorted(rated, key=lambda row: (-row.milli, row.name.casefold(), row.player_id))
    why = [why_unranked(row.games, row.sigma_milli, row.last_game_at, now) for row in ordered]
    ranked = [row for row, reason in zip(ordered, why, strict=True) if not reason]
    ranges = rank_ranges(ranked)
    climbing = [-row.milli for row in ranked]
    lines: list[BoardLine] = []
    place = 0
    for row, reason in zip(ordered, why, strict=True):
        rank = low = high = beats = None
        tie = False
        if not reason:
            rank = 1 + bisect_left(climbing, -row.milli)
            low, high = ranges[place]
            place += 1
            if place < len(ranked):
                following = ranked[place]
                beats, tie = certainty(row, following), not _apart(row, following)
        lines.append(
            BoardLine(
                rank=rank,
                player_id=row.player_id,
                name=row.name,
                kind=row.kind,
                rating=points(row.milli),
                half_width=half_width(row.sigma_milli),
                games=row.games,
                wins=row.wins,
                provisional=bool(reason),
                why=reason,
                rank_low=low,
                rank_high=high,
                ranked=len(ranked),
                beats_next=beats,
                tie_with_next=tie,
            )
        )
    return lines


def rank_ranges(ranked: Sequence[Rated]) -> list[tuple[int, int]]:
    """Best and worst rank of each line, for lines in falling order of ratings.

    Only lines whose difference is between what the smallest and the largest error could explain are
    compared one by one, so a long board costs little more than its sorting.
    """
    if not ranked:
        return []
    climbing = [-row.milli for row in ranked]
    least = min(row.sigma_milli for row in ranked)
    most = max(row.sigma_milli for row in ranked)
    ranges = []
    for row in ranked:
        near = CERTAIN * math.hypot(row.sigma_milli, least)
        far = CERTAIN * math.hypot(row.sigma_milli, most)
        surely_above = bisect_left(climbing, -row.milli - far)
        maybe_above = range(surely_above, bisect_right(climbing, -row.milli - near))
        surely_below = bisect_right(climbing, -row.milli + far)
        maybe_below = range(bisect_left(climbing, -row.milli + near), surely_below)
        above = surely_above + sum(_apart(row, ranked[at]) for at in maybe_above)
        below = len(ranked) - surely_below + sum(_apart(row, ranked[at]) for at in maybe_below)
        ranges.append((1 + above, len(ranked) - below))
    return ranges


def _apart(one: Rated, other: Rated) -> bool:
    """Whether chance does not explain the difference, at 95 %."""
    return abs(one.milli - other.milli) > CERTAIN * math.hypot(one.sigma_milli, other.sigma_milli)
