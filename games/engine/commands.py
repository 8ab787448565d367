"""What comes in: the setup of a game and the one command, `Pick`; and what a pick answers: questions,
options.

Whether a pick is accepted is decided in decide.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Annotated, NamedTuple, TypeAlias

from games.engine.audience import PUBLIC, own

Face: TypeAlias = str
OptionValue: TypeAlias = str | int | bool

MOST_CHOICES = 500
FEW = 20
MOST_IN_A_SENTENCE = 12


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a game needs to start. `nonces` are the players' own additions to the shuffle, in seat
    order."""

    edition: str
    seats: int
    shuffle_seed: str = field(repr=False)
    variant: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    nonces: tuple[str, ...] = ()


class Pick(NamedTuple):
    """A seat's answer to a question. `cause` is "" for the player's own, "timeout" for a substitute's,
    "away" for that of a seat which the house plays until its player returns.

    Accepted, it goes into the log as it stands: events.py registers this very class as the event "picked"."""

    seat: Annotated[int, PUBLIC]
    question: Annotated[str, PUBLIC]
    chosen: Annotated[tuple[str, ...], own("seat")]
    cause: Annotated[str, PUBLIC] = ""


def faces_in(chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The faces of an answer, without the words such as "use:3" that travel with them."""
    return tuple([word for word in chosen if ":" not in word])


class Question(NamedTuple):
    """What the engine waits for from a seat; several seats may share an id within a turn."""

    id: str
    kind: str
    seat: int


class Options(NamedTuple):
    """What may be chosen: between `least` and `most` of the multiset `faces`.

    The order of the answer counts only when `ordered`. `only`, when given, lists every legal answer."""

    question: str
    kind: str
    faces: tuple[str, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    only: tuple[tuple[str, ...], ...] | None = None

    def allows(self, chosen: tuple[str, ...]) -> bool:
        """Whether `chosen` is a legal answer."""
        if self.only is not None:
            return chosen in self.only
        faces = self.faces
        return self.least <= len(chosen) <= self.most and all(
            chosen.count(face) <= faces.count(face) for face in chosen
        )

    def settled(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        """The answer as it goes on record: where order does not count, in the order of `faces`."""
        if self.ordered or len(chosen) < 2 or self.only is not None:
            return chosen
        return tuple(sorted(chosen, key=self.faces.index))

    def choices(self) -> list[tuple[str, ...]] | None:
        """Every distinct legal answer, or None when there are more than MOST_CHOICES."""
        if self.only is not None:
            return list(self.only) if len(self.only) <= MOST_CHOICES else None
        if self.most == self.least == 1:
            return [(face,) for face in dict.fromkeys(self.faces)]
        if len(self.faces) < FEW and self.most < 3:  # so few that even all arrangements may be listed
            return list(dict.fromkeys(self._arrangements()))
        found: dict[tuple[str, ...], None] = {}
        for answer in self._arrangements():
            found[answer] = None
            if len(found) > MOST_CHOICES:
                return None
        return list(found)

    def _arrangements(self) -> Iterator[tuple[str, ...]]:
        faces = self.faces if self.ordered else tuple(sorted(self.faces, key=self.faces.index))
        for size in range(self.least, min(self.most, len(faces)) + 1):
            yield from permutations(faces, size) if self.ordered else combinations(faces, size)

    def sentence(self) -> str:
        """The options in words, for error messages."""
        if self.only is not None:
            listed = "; ".join(" + ".join(answer) for answer in self.only[:MOST_IN_A_SENTENCE])
            more = "; ..." if len(self.only) > MOST_IN_A_SENTENCE else ""
            return f"Choose one of: {listed}{more}."
        count = "one card" if self.most == 1 else f"{self.most} cards"
        if self.least == 0:
            count = f"up to {count}"
        elif self.least < self.most:
            count = f"{self.least} to {count}"
        return f"Choose {count} of: {', '.join(self.faces) or 'nothing'}."

    def to_json(self) -> dict[str, object]:
        """The options as JSON-able data."""
        return {
            "question": self.question,
            "kind": self.kind,
            "faces": list(self.faces),
            "least": self.least,
            "most": self.most,
            "ordered": self.ordered,
            "only": None if self.only is None else [list(answer) for answer in self.only],
        }
