"""How the facts of pile_events.py change the state. Like evolve.py: folding, nothing else.

HANDLERS are those of all three files."""

from __future__ import annotations

from games.engine.evolve import handles
from games.engine.evolve_specials import HANDLERS
from games.engine.pile_events import (
    CardHanded,
    LayoutLaid,
    LayoutPut,
    LayoutTaken,
    LayoutTurned,
    PileDrawn,
    PilesLaid,
)
from games.engine.state import FACE_DOWN, NO_CARD, State

__all__ = ["HANDLERS"]


@handles(PilesLaid)
def _piles_laid(state: State, event: PilesLaid) -> None:
    cards = [face for pile in event.piles for face in pile]
    if any(state.piles) or state.deck[: len(cards)] != cards:
        raise ValueError("piles")
    del state.deck[: len(cards)]
    state.piles = [list(pile) for pile in event.piles]


@handles(PileDrawn)
def _pile_drawn(state: State, event: PileDrawn) -> None:
    if state.piles[event.pile].pop(0) != event.card:
        raise ValueError(event.pile)
    state.hands[event.seat].append(event.card)


@handles(CardHanded)
def _card_handed(state: State, event: CardHanded) -> None:
    state.hands[event.giver].remove(event.face)
    state.hands[event.receiver].append(event.face)


@handles(LayoutLaid)
def _layout_laid(state: State, event: LayoutLaid) -> None:
    number = len(event.layout)
    cards = [face for face in event.layout if face != FACE_DOWN] + list(event.pile)
    if any(state.layout) or any(state.piles) or sorted(state.deck[:number]) != sorted(cards):
        raise ValueError("layout")
    del state.deck[:number]
    state.layout = list(event.layout)
    state.piles = [list(event.pile)]


@handles(LayoutTurned)
def _layout_turned(state: State, event: LayoutTurned) -> None:
    if state.layout[event.place] != FACE_DOWN or state.piles[0].pop(0) != event.face:
        raise ValueError(event.place)
    state.layout[event.place] = event.face


@handles(LayoutTaken)
def _layout_taken(state: State, event: LayoutTaken) -> None:
    if state.layout[event.place] != event.face:
        raise ValueError(event.place)
    state.layout[event.place] = NO_CARD
    state.hands[event.seat].append(event.face)


@handles(LayoutPut)
def _layout_put(state: State, event: LayoutPut) -> None:
    if state.layout[event.place] != NO_CARD:
        raise ValueError(event.place)
    state.hands[event.seat].remove(event.face)
    state.layout[event.place] = event.face
