"""Counting a round in one pass over the tableaus, for rules under which every score hangs on one number.

An optimisation of `scoring.score_tables` and the same to the last point, which the tests compare on whole
games. It trusts that no card lies face-down. All numbers of a seat are fields
of one integer: a card adds its weights to all of them with one addition.
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

FIELD: Final = 8  # bits
MOST: Final = (1 << FIELD) - 1


def one_pass(
    cards: Sequence[Card], deck: Mapping[Face, int], options: Mapping[str, OptionValue]
) -> Count | None:
    """The function that counts for these cards; None when a score is of another sort, or a number might not
    fit its field."""
    weights: dict[Face, int] = dict.fromkeys([face for card in cards for face in card.faces], 0)
    raised = weights.copy()
    # Per scoring card: its key, where its field begins, and what each number is worth. What a rank is worth
    # is known when all numbers are.
    lookups: list[tuple[str, int, Worth]] = []
    ranked: list[tuple[int, ByRank]] = []
    for card in cards:
        score, shift = card.score, FIELD * len(lookups)
        if score is None:
            continue
        if isinstance(score, ByNumber):
            for face, more in score.raised.items():
                raised[face] += more << shift
            most = sum(deck[face] * (score.weights[face] + score.raised.get(face, 0)) for face in card.faces)
            lookups.append((card.key, shift, tuple(map(score.worth, range(MOST + 1)))))
        elif isinstance(score, ByRank):
            most = sum(deck[face] * score.weights[face] for face in card.faces)
            ranked.append((len(lookups), score))
            lookups.append((card.key, shift, ()))
        else:
            return None
        if most > MOST:
            return None
        for face, weight in score.weights.items():
            weights[face] += weight << shift
    # One more number says whether there is anything to lie on: seldom, and only then is it looked for.
    lifting = FIELD * len(lookups)
    for base in {base for card in cards for base in card.lies_on}:
        weights[base] = weights.get(base, 0) + (1 << lifting)

    def count(tableaus: Sequence[Sequence[Laid]]) -> tuple[list[int], list[dict[str, int]]]:
        packed = [sum([weights[laid[0]] for laid in tableau]) for tableau in tableaus]
        for seat, tableau in enumerate(tableaus):
            if packed[seat] >> lifting:
                packed[seat] += sum([raised[laid[0]] for laid in tableau if laid[2] is not None])
        table = lookups.copy()
        for at, score in ranked:
            key, shift, _ = table[at]
            icons = [numbers >> shift & MOST for numbers in packed]
            table[at] = (key, shift, dict(zip(icons, score.award(icons, options), strict=True)))
        points: list[int] = []
        by_card: list[dict[str, int]] = []
        for numbers in packed:
            total, mine = 0, {}
            for key, shift, worth in table:
                if more := worth[numbers >> shift & MOST]:
                    mine[key] = more
                    total += more
            points.append(total)
            by_card.append(mine)
        return points, by_card

    return count
