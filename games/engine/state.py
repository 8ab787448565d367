"""What is true of a game now: the fold of its events. No rule lives here.

A State is mutable and has slots because folds and `play` are on the hot path; the pure calls of the door work
on copies. Every field carries an audience like every field of an event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, NamedTuple

from games.engine.audience import EACH_OWN, PUBLIC, SEALED, Audience, audiences
from games.engine.cards.base import Laid
from games.engine.commands import Face, Options, Pick
from games.engine.editions.base import Rules

# Where a game stands between two events.
OPENED: Final = "opened"
PICKING: Final = "picking"
REVEALED: Final = "revealed"
SCORED: Final = "scored"
OVER: Final = "over"

# What a place of the layout says instead of a face.
FACE_DOWN: Final = "face-down"
NO_CARD: Final = ""


def tally(faces: Sequence[Face]) -> dict[Face, int]:
    """How many of each face, the face that came last at the end."""
    found: dict[Face, int] = {}
    for face in faces:
        found[face] = found.pop(face, 0) + 1
    return found


class RoundPoints(NamedTuple):
    """A finished round: points per seat, and per seat card -> points (zeroes left out)."""

    points: tuple[int, ...]
    by_card: tuple[Mapping[str, int], ...]


class Asked(NamedTuple):
    """An action's open question. `owner` and `at` name the card that acts."""

    owner: int
    at: int
    options: Options


class State:
    """See the module's docstring. Per-seat lists are indexed by seat."""

    rules: Annotated[Rules, PUBLIC]
    rules_version: Annotated[str, PUBLIC]
    commitment: Annotated[str, PUBLIC]
    nonces: Annotated[tuple[str, ...], PUBLIC]
    shuffle_seed: Annotated[str, SEALED]
    phase: Annotated[str, PUBLIC]
    round: Annotated[int, PUBLIC]
    turn: Annotated[int, PUBLIC]
    question: Annotated[str, PUBLIC]  # the id of this turn's pick
    asked: Annotated[dict[int, str], PUBLIC]  # seat -> id of the question it has still to answer
    closed: Annotated[list[tuple[int, str]], PUBLIC]  # questions of actions in this turn: (owner, question)
    declared: Annotated[dict[int, tuple[Laid, ...]], PUBLIC]  # seat -> its cards in front in use this turn
    hands: Annotated[list[list[Face]], EACH_OWN]
    answers: Annotated[list[Pick | None], EACH_OWN]  # to the question last asked of each seat
    acting: Annotated[list[Asked | None], EACH_OWN]  # an action's question to each seat
    aside: Annotated[list[list[Face]], EACH_OWN]  # cards drawn and not yet played or returned
    deck: Annotated[list[Face], SEALED]
    piles: Annotated[list[list[Face]], SEALED]  # face-down piles on the table, from the top
    layout: Annotated[list[Face], PUBLIC]  # cards laid out in the middle, by place
    tableaus: Annotated[list[list[Laid]], PUBLIC]
    keeps: Annotated[list[list[Face]], PUBLIC]  # desserts of earlier rounds, by what they act as
    kept_printed: Annotated[list[list[Face]], PUBLIC]  # the same, by what is printed on them
    discards: Annotated[list[Face], PUBLIC]
    markers: Annotated[dict[str, int], PUBLIC]
    awards: Annotated[list[dict[str, int]], PUBLIC]  # points given during this round, by card
    points: Annotated[list[int], PUBLIC]
    round_points: Annotated[list[RoundPoints], PUBLIC]
    end_points: Annotated[tuple[Mapping[str, int], ...], PUBLIC]
    tie_break: Annotated[tuple[int, ...], PUBLIC]
    places: Annotated[tuple[int, ...], PUBLIC]

    __slots__ = (
        "acting",
        "answers",
        "aside",
        "asked",
        "awards",
        "closed",
        "commitment",
        "deck",
        "declared",
        "discards",
        "end_points",
        "hands",
        "keeps",
        "kept_printed",
        "layout",
        "markers",
        "nonces",
        "phase",
        "piles",
        "places",
        "points",
        "question",
        "round",
        "round_points",
        "rules",
        "rules_version",
        "shuffle_seed",
        "tableaus",
        "tie_break",
        "turn",
    )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == OVER

    def held_faces(self, seat: int, faces: Sequence[Face]) -> dict[Face, int]:
        """The same, face by face, in the order in which each face was last taken; those a seat has
        none of are left out."""
        found: dict[Face, int] = {}
        for face in self.keeps[seat]:
            if face in faces:
                found[face] = found.pop(face, 0) + 1
        for laid in self.tableaus[seat]:
            if laid[0] in faces and not laid[4]:
                found[laid[0]] = found.pop(laid[0], 0) + 1
        return found

    def held(self, seat: int, faces: Sequence[Face]) -> int:
        """How many cards with these faces a seat has kept from earlier rounds or has in front, face-up."""
        number = 0
        for face in self.keeps[seat]:
            if face in faces:
                number += 1
        for laid in self.tableaus[seat]:
            if laid[0] in faces and not laid[4]:
                number += 1
        return number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        """Public facts only: a repr ends up in logs."""
        return f"State({self.rules!r}, round={self.round}, turn={self.turn}, phase={self.phase!r})"


AUDIENCES: Final[dict[str, Audience]] = audiences(State)


def copy(state: State) -> State:
    """An independent state: nothing mutable is shared."""
    twin = State()
    twin.rules = state.rules
    twin.rules_version = state.rules_version
    twin.commitment = state.commitment
    twin.nonces = state.nonces
    twin.shuffle_seed = state.shuffle_seed
    twin.phase = state.phase
    twin.round = state.round
    twin.turn = state.turn
    twin.question = state.question
    twin.asked = state.asked.copy()
    twin.closed = state.closed.copy()
    twin.declared = state.declared.copy()
    twin.hands = [hand.copy() for hand in state.hands]
    twin.answers = state.answers.copy()
    twin.acting = state.acting.copy()
    twin.aside = [cards.copy() for cards in state.aside]
    twin.deck = state.deck.copy()
    twin.piles = [pile.copy() for pile in state.piles]
    twin.layout = state.layout.copy()
    twin.tableaus = [tableau.copy() for tableau in state.tableaus]
    twin.keeps = [cards.copy() for cards in state.keeps]
    twin.kept_printed = [cards.copy() for cards in state.kept_printed]
    twin.discards = state.discards.copy()
    twin.markers = state.markers.copy()
    twin.awards = [points.copy() for points in state.awards]
    twin.points = state.points.copy()
    twin.round_points = state.round_points.copy()
    twin.end_points = state.end_points
    twin.tie_break = state.tie_break
    twin.places = state.places
    return twin
