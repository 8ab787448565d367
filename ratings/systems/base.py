"""What a rating system takes and gives: the vocabulary every file in this package shares.

A system is a module with the attributes of `RatingSystem`. It is pure: numbers in, numbers out; who plays,
when, and where the result is kept is the business of `ratings.fold` and `ratings.ledger`.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Standing(NamedTuple):
    """One seat of a finished game, as a system sees it before the game is rated.

    `milli` is the rating in thousandths of a point, `sigma_milli` its standard error in the same unit,
    `games` the rated games played before this one, `idle_seconds` the time since the last of them (0 for
    the first), `place` 1 for the best, shared by ties. `key` is any number of the player's own: it
    settles who gets the odd thousandth, so that the order of the seats never matters.
    """

    key: int
    milli: int
    sigma_milli: int
    games: int
    idle_seconds: int
    place: int


class Step(NamedTuple):
    """What one game does to one rating: the factor used, the change, and the standard error afterwards."""

    k: int
    delta_milli: int
    sigma_milli: int


class RatingSystem(Protocol):
    """The attributes a module in this package must have to be a rating system."""

    @property
    def NAME(self) -> str:
        """The name pools use, in kebab-case; unique."""

    @property
    def VERSION(self) -> int:
        """Raised whenever the same games would give other numbers; ratings are then folded again."""

    @property
    def START_MILLI(self) -> int:
        """The rating of a player without games, in thousandths."""

    @property
    def START_SIGMA_MILLI(self) -> int:
        """The standard error of a player without games, in thousandths."""

    def rate(self, table: Sequence[Standing]) -> list[Step]:
        """One step per seat, in the order given; raises ValueError when there is nothing to rate."""

    def sigma_now(self, sigma_milli: int, idle_seconds: int) -> int:
        """The standard error after so much time without a game, in thousandths."""


def algorithm_of(system: RatingSystem) -> str:
    """The label every ledger line carries, such as `multiplayer-elo/1`."""
    return f"{system.NAME}/{system.VERSION}"
