"""Scores that hang on one number per seat: so many of a card, so many icons. Each is a value that says what
it counts, so that counting.py can count for many of them at once; called, it scores like any other `Score`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.engine.cards.base import Tables
from games.engine.commands import Face, OptionValue

Award = Callable[[Sequence[int], Mapping[str, OptionValue]], Sequence[int]]

LISTED: Final = 32
"""More of one card than tables ever see, nearly."""


class Counted:
    """Every card adds its weight to the number of its seat."""

    __slots__ = ("_items", "_sole", "weights")

    def __init__(self, weights: Mapping[Face, int]) -> None:
        self.weights = weights
        (sole, weight), *others = weights.items()
        self._sole = sole if weight == 1 and not others else None
        self._items = tuple(weights.items())

    def numbers(self, tables: Tables) -> list[int]:
        """Per seat, the weights of its face-up cards added up."""
        sole, weights = self._sole, self._items
        if sole is not None:
            return [counts.get(sole, 0) for counts in tables.counts]
        return [
            sum([weight * counts[face] for face, weight in weights if face in counts])
            for counts in tables.counts
        ]


class ByNumber(Counted):
    """`worth(number)` points, and every card that lies on another counts `raised` on top of its weight."""

    __slots__ = ("raised", "worth", "_worths")

    def __init__(
        self,
        weights: Mapping[Face, int],
        worth: Callable[[int], int],
        raised: Mapping[Face, int] | None = None,
    ) -> None:
        super().__init__(weights)
        self.worth = worth
        self.raised: Mapping[Face, int] = raised or {}
        self._worths = tuple(map(worth, range(LISTED)))

    def __call__(self, tables: Tables) -> Sequence[int]:
        """Points per seat."""
        numbers = self.numbers(tables)
        if self.raised:
            for seat, lifted in enumerate(tables.raised):
                for face, copies in lifted.items():
                    numbers[seat] += self.raised.get(face, 0) * copies
        worths = self._worths
        return [worths[number] if number < LISTED else self.worth(number) for number in numbers]


class ByRank(Counted):
    """What `award` gives each seat when the numbers of all are compared; equals get the same."""

    __slots__ = ("award",)

    def __init__(self, weights: Mapping[Face, int], award: Award) -> None:
        super().__init__(weights)
        self.award = award

    def __call__(self, tables: Tables) -> Sequence[int]:
        """Points per seat."""
        return self.award(self.numbers(tables), tables.options)


def per_set(face: Face, size: int, points: int) -> ByNumber:
    """So many points for every whole set of `size`."""
    return ByNumber({face: 1}, lambda number: number // size * points)


def by_number(face: Face, worth: tuple[int, ...]) -> ByNumber:
    """`worth[n]` for n cards; more cards than the table knows are worth the last entry."""
    most = len(worth) - 1
    return ByNumber({face: 1}, lambda number: worth[number] if number < most else worth[most])
