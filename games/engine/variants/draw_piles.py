"""Personal draw piles (rules §3.6): two players with five cards in the hand and a face-down pile of five
each.

Every turn a card is played, hands are passed, and everybody draws a card of the own pile while it lasts, so
that hands have 5, 5, 5, 5, 5, 5, 4, 3, 2 and 1 cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.engine.editions.base import Edition, StepRun
from games.engine.events import Event, RoundDealt
from games.engine.pile_events import PileDrawn, PilesLaid
from games.engine.state import State
from games.engine.turn import deal, pass_hands

CARDS: Final = 5
"""In each hand, and in each pile."""
TURNS: Final = 10


def deal_with_piles(state: State) -> Sequence[Event]:
    """Hands, then a pile for everybody."""
    dealt = deal(state)
    if not dealt:
        return ()
    last = dealt[-1]
    if not isinstance(last, RoundDealt):
        raise RuntimeError("A deal ends in round_dealt.")
    piles = [last.left[seat * CARDS : (seat + 1) * CARDS] for seat in range(state.rules.seats)]
    return (*dealt, PilesLaid(tuple(piles)))


def pass_and_draw(state: State) -> Sequence[Event]:
    """Hands move on, then everybody draws."""
    passed = pass_hands(state)
    if not passed:
        return ()
    return (*passed, *[PileDrawn(seat, seat, pile[0]) for seat, pile in enumerate(state.piles) if pile])


def personal_draw_piles(edition: Edition) -> Edition:
    """The edition for two with piles of their own."""
    runs: dict[StepRun, StepRun] = {deal: deal_with_piles, pass_hands: pass_and_draw}
    return replace(edition, hand_sizes={2: CARDS}, turns=TURNS, steps=edition.steps.exchanging(runs))
