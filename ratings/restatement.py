"""What a rebuild changes: each player's rating before and after. Values only."""

from collections.abc import Mapping
from typing import NamedTuple

from games.phrases import counted
from ratings.fold import Holding


class Restated(NamedTuple):
    """One player's rating that differs; None where there was, or will be, none."""

    player_id: int
    before: Holding | None
    after: Holding | None

    def line(self, name: str) -> str:
        """One line for a person: `Nori  1,512.250 (31 games) -> 1,498.000 (30 games)`."""
        return f"{name}  {_told(self.before)} -> {_told(self.after)}"


class Restatement(NamedTuple):
    """The outcome of a rebuild: games folded, ratings in the pool, and those that differ, largest first."""

    pool_key: str
    games: int
    ratings: int
    restated: tuple[Restated, ...]

    def summary(self) -> str:
        """One sentence for the log and the command line."""
        what = f"{counted(self.games, 'game')}, {counted(self.ratings, 'rating')} in pool {self.pool_key}"
        if not self.restated:
            return f"{what}: every rating is as it was."
        return f"{what}: {counted(len(self.restated), 'rating differs', 'ratings differ')}."


def compare(
    pool_key: str, before: Mapping[int, Holding], after: Mapping[int, Holding], games: int
) -> Restatement:
    """What differs between two sets of ratings, the largest difference first."""
    restated = [
        Restated(player_id, before.get(player_id), after.get(player_id))
        for player_id in before.keys() | after.keys()
        if before.get(player_id) != after.get(player_id)
    ]
    restated.sort(key=lambda row: (-_size(row), row.player_id))
    return Restatement(pool_key, games, len(after), tuple(restated))


def _size(row: Restated) -> int:
    if row.before is None or row.after is None:
        return 1 << 40
    return abs(row.after.milli - row.before.milli)


def _told(holding: Holding | None) -> str:
    if holding is None:
        return "none"
    return f"{holding.milli / 1000:,.3f} ± {holding.sigma_milli / 1000:.3f} ({holding.games} games)"
