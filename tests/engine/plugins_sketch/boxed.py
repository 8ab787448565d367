"""A sketch: the classic edition with three numbered takeout boxes that ask a question after the reveal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games import engine
from games.engine import Event, State
from games.engine.cards.base import Action, Answer, Card, Tables
from games.engine.events import CardsDiscarded, CardsFlipped, QuestionAsked

WORTH_FLIPPED = 2


def due(state: State, owner: int, index: int) -> bool:
    """A box acts in the turn it is played; it is discarded by acting."""
    return state.tableaus[owner][index].turn == state.turn


def earlier(state: State, owner: int) -> list[tuple[int, str]]:
    """Position and face of what the owner played on earlier turns and has not flipped."""
    tableau = enumerate(state.tableaus[owner])
    return [(at, laid.face) for at, laid in tableau if laid.turn < state.turn and not laid.down]


def offer(state: State, owner: int, index: int, question: str) -> Sequence[Event]:
    """Any of your tableau of earlier turns; nothing is asked when there is none."""
    faces = tuple(face for _, face in earlier(state, owner))
    if not faces:
        return ()
    return (QuestionAsked(owner, question, "takeout", owner, index, faces, 0, len(faces), False),)


def resolve(state: State, owner: int, index: int, answer: Answer | None) -> Sequence[Event]:
    """Flip what was named, oldest copies first; the box goes."""
    named = list(answer.chosen) if answer else []
    flipped = []
    for at, face in earlier(state, owner):
        if face in named:
            named.remove(face)
            flipped.append(at)
    gone = CardsDiscarded(owner, (index,))
    return (CardsFlipped(owner, tuple(flipped)), gone) if flipped else (gone,)


def score(tables: Tables) -> Sequence[int]:
    """Two points for every card lying face-down."""
    return [WORTH_FLIPPED * down for down in tables.down]


TAKEOUT = Card(
    "takeout",
    ("takeout-10", "takeout-11", "takeout-12"),
    "tan",
    "special",
    score=score,
    action=Action(("takeout",), due, offer, resolve),
)

CLASSIC = engine.EDITIONS["classic"]
BOXED = replace(
    CLASSIC,
    key="boxed",
    name="Boxed",
    deck={**CLASSIC.deck, "takeout-10": 1, "takeout-11": 1, "takeout-12": 1},
    cards=(*CLASSIC.cards, TAKEOUT),
)
