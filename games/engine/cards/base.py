"""What a card is: faces, colour, how it scores, what it does.

The rest of the engine asks a card and never looks at its name. Scoring reads tableaus through `Tables`, which
leaves face-down cards out, so that no card has to remember to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.engine.commands import Face, OptionValue

if TYPE_CHECKING:
    from games.engine.events import Event
    from games.engine.state import State


class Laid(NamedTuple):
    """A card in front of a seat. Immutable, so states may share it.

    `face` is what it acts as and scores, `printed` what moves when it leaves (they differ for a copy). `on`
    is the index, in the same tableau, of the card it lies on."""

    face: Face
    printed: Face
    on: int | None
    turn: int
    down: bool = False


class Flat(dict[Face, Laid]):
    """The cards of one turn that lie flat, made once and shared by all states: most cards on a table are
    such."""

    def __init__(self, turn: int) -> None:
        super().__init__()
        self.turn = turn

    def __missing__(self, face: Face) -> Laid:
        laid = self[face] = Laid(face, face, None, self.turn)
        return laid


class Tables(NamedTuple):
    """All tableaus, digested for scoring. Per seat: face -> number of face-up cards, the same for cards that
    lie on a face-up card, and the number of face-down cards; then what is the same for all."""

    counts: Sequence[Mapping[Face, int]]
    raised: Sequence[Mapping[Face, int]]
    down: Sequence[int]
    options: Mapping[str, OptionValue]
    card_of: Mapping[Face, Card]
    markers: Mapping[str, int]


class Answer(NamedTuple):
    """An answer to an action's question."""

    seat: int
    kind: str
    chosen: tuple[str, ...]


Score: TypeAlias = Callable[[Tables], Sequence[int]]
GameScore: TypeAlias = Callable[[Sequence[Mapping[Face, int]], Mapping[str, OptionValue]], Sequence[int]]
Watch: TypeAlias = "Callable[[State], Sequence[Event]]"


def printed_number(face: Face) -> int:
    """The number printed on a face such as "takeout-10"; 0 when there is none."""
    tail = face.rpartition("-")[2]
    return int(tail) if tail.isdigit() else 0


@dataclass(frozen=True)
class Action:
    """What a card in front does between the reveal and the passing of hands, in printed order.

    `due(state, owner, index)`: does the card at `index` act now? It must stop being due by its own effect (it
    leaves, turns or changes). `offer(...)`: the events that begin it, usually one QuestionAsked whose id is
    the `question` given; none to resolve at once. `resolve(state, owner, index, answer)`: its effect; it may
    end in another QuestionAsked, whose answer comes back to `resolve` again."""

    kinds: tuple[str, ...]
    due: Callable[[State, int, int], bool]
    offer: Callable[[State, int, int, str], Sequence[Event]]
    resolve: Callable[[State, int, int, Answer | None], Sequence[Event]]
    order: Callable[[Face], int] = printed_number


class Entering(NamedTuple):
    """What a card becomes as it enters play: what it acts as, the index it lies on (None for none),
    face-down."""

    face: Face
    on: int | None
    down: bool


@dataclass(frozen=True)
class Entrance:
    """How a card enters play that needs to be told more, in words such as "copy:3" after its face.

    `ways(state, seat, leaving)`: all that may be said, () for nothing to say; `leaving` is the index of a
    card in front that is on its way out, None for none. `enter(state, seat, words)`: what it becomes, None
    when it is discarded. Indexes count the seat's tableau as it lies before the card enters."""

    ways: Callable[[State, int, int | None], Sequence[tuple[str, ...]]]
    enter: Callable[[State, int, Sequence[str]], Entering | None]


@dataclass(frozen=True)
class Card:
    """A card's rule.

    `score`: points of every seat at the end of a round. `score_game`: the same at the end of the game, from
    each seat's face -> number of its cards held over all rounds. `keeps`: stays in front between rounds.
    `lies_on`: faces it must be laid on while one is free. `extra`: while it lies in front from an earlier
    turn, a pick may take two cards, in order, and this one then goes back into the hand. `bonus`: once in
    front, a later pick may declare its use, and its action is then due. `entrance`: how it enters play.
    `watch`: checked after the reveal and after every action; returns nothing when nothing changed."""

    key: str
    faces: tuple[Face, ...]
    colour: str
    course: str
    score: Score | None = None
    score_game: GameScore | None = None
    action: Action | None = None
    keeps: bool = False
    lies_on: tuple[Face, ...] = ()
    extra: bool = False
    bonus: bool = False
    entrance: Entrance | None = None
    watch: Watch | None = None
