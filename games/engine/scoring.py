"""Who gets how much when seats compare: rolls, desserts, places; and the digest of tableaus that cards read.

Shares are integer divisions of a positive pot, signed afterwards (rules §4). What one card counts for its
owner alone stands with the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from games.engine.cards.base import Laid, Tables
from games.engine.counting import MOST_CARDS

if TYPE_CHECKING:
    from games.engine.editions.base import Rules

MOST_ROLLS = 6
SECOND_ROLLS = 3
MOST_DESSERTS = 6
FEWEST_DESSERTS = 6

_down = itemgetter(4)  # of a Laid


def roll_awards(icons: Sequence[int], zero_rolls_count: bool = False) -> list[int]:
    """Points per seat for its roll icons.

    The seats with most share 6; only when that is one seat do those with second most share 3. Seats
    without any icon are not ranked unless `zero_rolls_count` (rules A2)."""
    most = max(icons)
    if most == 0 and not zero_rolls_count:
        return [0] * len(icons)
    winners = icons.count(most)
    first = MOST_ROLLS // winners
    second, runner_up = 0, -1
    if winners == 1 and len(icons) > 1:
        others = [count for count in icons if count != most]
        runner_up = max(others)
        if runner_up > 0 or zero_rolls_count:
            second = SECOND_ROLLS // others.count(runner_up)
    return [first if count == most else second if count == runner_up else 0 for count in icons]


def dessert_awards(held: Sequence[int]) -> list[int]:
    """Points per seat at the end for how many desserts it holds.

    Most share +6, fewest share -6 (divided first, then negated). All equal: nobody scores. Two seats: no
    loss."""
    most, fewest = max(held), min(held)
    if most == fewest:
        return [0] * len(held)
    gain = MOST_DESSERTS // held.count(most)
    loss = FEWEST_DESSERTS // held.count(fewest) if len(held) > 2 else 0
    return [gain if count == most else -loss if count == fewest else 0 for count in held]


def awards_in_full(
    held: Sequence[int], gain: int, loss: int, two_player_tie: str = "full_if_any"
) -> list[int]:
    """Party's comparison (rules §5.3, B1, B2): the most get `gain` each and the fewest lose `loss` each,
    ties in full, so that three or more equals come out at `gain - loss`. Two seats: no loss; when they
    tie, `two_player_tie` says who gains: both ("full"), both if they hold any ("full_if_any"), or neither
    ("none")."""
    most, fewest = max(held), min(held)
    if len(held) == 2:
        if most == fewest and (two_player_tie == "none" or (two_player_tie == "full_if_any" and not most)):
            return [0, 0]
        loss = 0
    return [(gain if count == most else 0) - (loss if count == fewest else 0) for count in held]


def ranked_in_full(counts: Sequence[int], pots: Sequence[int], zero_counts: bool = False) -> list[int]:
    """Party's ranking: the highest count gets the first pot, the next lower one the second, and so on;
    equals get it in full and use up one place together. Zero is not ranked unless `zero_counts`."""
    ranks = sorted({count for count in counts if count or zero_counts}, reverse=True)
    worth = dict(zip(ranks, pots, strict=False))
    return [worth.get(count, 0) for count in counts]


def places(totals: Sequence[int], tie_break: Sequence[int], lowest_wins: bool = False) -> list[int]:
    """Final place of every seat, from 1; equals share the better one. Higher totals, then tie-breaks,
    first."""
    if lowest_wins:
        totals = [-total for total in totals]
    keys = list(zip(totals, tie_break, strict=True))
    ranked = sorted(keys, reverse=True)
    return [1 + ranked.index(key) for key in keys]


def digest(rules: Rules, tableaus: Sequence[Sequence[Laid]], markers: Mapping[str, int]) -> Tables:
    """Count the tableaus once for all cards. Face-down cards are counted apart; a card lying on a
    face-down one is not raised (rules B12)."""
    counts: list[dict[str, int]] = []
    raised: list[dict[str, int]] = []
    down: list[int] = []
    for tableau in tableaus:
        count: dict[str, int] = {}
        hidden = 0
        for laid in tableau:
            if laid[4]:
                hidden += 1
            else:
                count[laid[0]] = count.get(laid[0], 0) + 1
        counts.append(count)
        down.append(hidden)
        lifted: dict[str, int] = {}
        if not rules.bases.isdisjoint(count):
            for face, _, on, _, face_down in tableau:
                if on is not None and not face_down and not tableau[on].down:
                    lifted[face] = lifted.get(face, 0) + 1
        raised.append(lifted)
    return Tables(counts, raised, down, rules.options, rules.card_of, markers)


def score_tables(
    rules: Rules, tableaus: Sequence[Sequence[Laid]], markers: Mapping[str, int] | None = None
) -> list[dict[str, int]]:
    """What the tableaus are worth at the end of a round: per seat, card -> points, zeroes left out."""
    if (
        rules.count is not None
        and max(map(len, tableaus)) <= MOST_CARDS
        and not any(map(_down, chain.from_iterable(tableaus)))
    ):
        return rules.count(tableaus)[1]
    tables = digest(rules, tableaus, markers or {})
    by_card: list[dict[str, int]] = [{} for _ in tableaus]
    for key, score in rules.scoring:
        scored = score(tables)
        if any(scored):
            for mine, points in zip(by_card, scored, strict=True):
                if points:
                    mine[key] = points
    return by_card
