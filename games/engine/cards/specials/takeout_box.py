"""Takeout box (rules §5.4, B11 to B13): its owner turns any number of cards of earlier turns face-down, each
worth two points and nothing else from then on. The box is discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards.base import Action, Answer, Card, Tables
from games.engine.cards.specials.menu import always
from games.engine.cards.words import FLIP, indexes, word
from games.engine.events import CardsDiscarded, CardsFlipped, Event, QuestionAsked

if TYPE_CHECKING:
    from games.engine.state import State

FACE_DOWN: Final = 2


def offer(state: State, owner: int, index: int, question: str) -> Sequence[Event]:
    """Any of the face-up cards of earlier turns; no question when there are none."""
    cards = [
        word(FLIP, place)
        for place, laid in enumerate(state.tableaus[owner])
        if laid.turn < state.turn and not laid.down
    ]
    if not cards:
        return ()
    return (QuestionAsked(owner, question, "takeout", owner, index, tuple(cards), 0, len(cards), False),)


def resolve(state: State, owner: int, index: int, answer: Answer | None) -> Sequence[Event]:
    """Turn them, discard the box."""
    turned = indexes(answer.chosen, FLIP) if answer is not None else ()
    flipped = (CardsFlipped(owner, turned),) if turned else ()
    return (*flipped, CardsDiscarded(owner, (index,)))


def score(tables: Tables) -> Sequence[int]:
    """Two points for every face-down card."""
    return [FACE_DOWN * down for down in tables.down]


TAKEOUT_BOX = Card(
    "takeout",
    ("takeout-10", "takeout-11", "takeout-12"),
    "tan",
    "special",
    score=score,
    action=Action(("takeout",), always, offer, resolve),
)
