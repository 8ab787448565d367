"""Finished games into ledger lines: the fold that a live sweep and a rebuild share, so that they agree.

Pure but for its own state: a `Book` holds what is known of each player, `enter` applies one game and
returns its lines. No database here; `services.py` fills a book from rows and `ledger.py` writes the
lines.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from ratings.systems import RatingSystem, Standing, algorithm_of


class FinishedGame(NamedTuple):
    """What a rating needs to know of a game: when it ended, and each player's place."""

    game_id: int
    finished_at: datetime
    places: tuple[tuple[int, int], ...]
    """(player id, place) of every seat."""


class Holding(NamedTuple):
    """What a book knows of one player."""

    milli: int
    sigma_milli: int
    games: int
    wins: int
    last_game_at: datetime


class Line(NamedTuple):
    """One line of the ledger, in the order of the columns `ledger.COLUMNS` (pool and generation aside)."""

    rating_seq: int
    game_id: int
    player_id: int
    place: int
    seats: int
    k: int
    games_before: int
    idle_seconds: int
    before_milli: int
    delta_milli: int
    sigma_before_milli: int
    sigma_after_milli: int
    algorithm: str


class Book:
    """The ratings of one pool while games are entered, in the order of the calls."""

    def __init__(
        self, system: RatingSystem, holdings: Mapping[int, Holding] | None = None, last_seq: int = 0
    ) -> None:
        self.holdings: dict[int, Holding] = dict(holdings or {})
        self.last_seq = last_seq
        self._system = system
        self._algorithm = algorithm_of(system)
        self._start = (system.START_MILLI, system.START_SIGMA_MILLI, 0, 0)

    def enter(self, game: FinishedGame) -> list[Line]:
        """Rate one game from the ratings at this moment; the change is added to each.

        Raises ValueError when the table has fewer than two players; nothing is changed then.
        """
        holdings, finished_at = self.holdings, game.finished_at
        # `made(Line, (...))` is what `Line(...)` does, in a third of the time; a rebuild makes millions.
        made = tuple.__new__
        table: list[Standing] = []
        for player_id, place in game.places:
            held = holdings.get(player_id)
            if held is None:
                held = holdings.setdefault(player_id, Holding(*self._start, finished_at))
            milli, sigma_milli, games, _, last_game_at = held
            # A game that is entered late ended before the last one: no time has passed.
            gap = finished_at - last_game_at
            idle = gap.days * 86_400 + gap.seconds if gap.days >= 0 else 0
            table.append(made(Standing, (player_id, milli, sigma_milli, games, idle, place)))
        steps = self._system.rate(table)
        seq = self.last_seq = self.last_seq + 1
        game_id, seats, algorithm = game.game_id, len(table), self._algorithm
        lines: list[Line] = []
        for (player_id, milli, sigma_milli, games, idle, place), (k, delta, sigma_after) in zip(
            table, steps, strict=True
        ):
            lines.append(
                made(
                    Line,
                    (
                        seq, game_id, player_id, place, seats, k, games, idle,
                        milli, delta, sigma_milli, sigma_after, algorithm,
                    ),
                )
            )  # fmt: skip
            held = holdings[player_id]
            last = held.last_game_at
            holdings[player_id] = made(
                Holding,
                (
                    milli + delta,
                    sigma_after,
                    games + 1,
                    held.wins + (place == 1),
                    finished_at if finished_at > last else last,
                ),
            )
        return lines
