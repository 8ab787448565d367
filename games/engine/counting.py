"""Counting a round in one pass over the tableaus, for rules under which every score hangs on one number.

An optimisation of `scoring.score_tables` and the same to the last point, which the tests compare on whole
games. It trusts that no card lies face-down and that no tableau has more than MOST_CARDS, as none has in a
game. All numbers of a seat are the bytes of one integer: a card adds its weights to all of them with one
addition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from games.engine.cards.base import Card, Laid
from games.engine.cards.counted import ByNumber, ByRank
from games.engine.commands import Face, OptionValue

Count: TypeAlias = Callable[[Sequence[Sequence[Laid]]], tuple[list[int], list[dict[str, int]]]]
"""Tableaus to points per seat, and per seat card -> points with zeroes left out."""
Worth: TypeAlias = Sequence[int] | Mapping[int, int]

BYTE: Final = 8  # bits
MOST: Final = (1 << BYTE) - 1
MOST_CARDS: Final = 25


def one_pass(cards: Sequence[Card], options: Mapping[str, OptionValue]) -> Count | None:
    """The function that counts for these cards; None when a score is of another sort, or a number might not
    fit its byte."""
    weights: dict[Face, int] = dict.fromkeys([face for card in cards for face in card.faces], 0)
    raised = weights.copy()
    # Per scoring card, in the order of their bytes: its key, and what each number is worth. What a rank is
    # worth is known when all numbers are.
    lookups: list[tuple[str, Worth]] = []
    ranked: list[tuple[int, ByRank]] = []
    for card in cards:
        score, shift = card.score, BYTE * len(lookups)
        if score is None:
            continue
        if isinstance(score, ByNumber):
            for face, more in score.raised.items():
                raised[face] += more << shift
            heaviest = max([weight + score.raised.get(face, 0) for face, weight in score.weights.items()])
            lookups.append((card.key, tuple(map(score.worth, range(MOST + 1)))))
        elif isinstance(score, ByRank):
            heaviest = max(score.weights.values())
            ranked.append((len(lookups), score))
            lookups.append((card.key, ()))
        else:
            return None
        if heaviest * MOST_CARDS > MOST:
            return None
        for face, weight in score.weights.items():
            weights[face] += weight << shift
    lifted = {face: weight + raised[face] for face, weight in weights.items()}
    keys = [key for key, _ in lookups]
    worth_alone = [worth for _, worth in lookups]

    def count(tableaus: Sequence[Sequence[Laid]]) -> tuple[list[int], list[dict[str, int]]]:
        numbers: list[bytes] = []
        for tableau in tableaus:
            packed = 0
            for laid in tableau:
                packed += weights[laid[0]] if laid[2] is None else lifted[laid[0]]
            numbers.append(packed.to_bytes(len(keys), "little"))
        worths = worth_alone.copy()
        for at, score in ranked:
            icons = [mine[at] for mine in numbers]
            worths[at] = dict(zip(icons, score.award(icons, options), strict=True))
        points: list[int] = []
        by_card: list[dict[str, int]] = []
        for mine in numbers:
            total, scored = 0, {}
            for key, worth, number in zip(keys, worths, mine, strict=True):
                if more := worth[number]:
                    scored[key] = more
                    total += more
            points.append(total)
            by_card.append(scored)
        return points, by_card

    return count
