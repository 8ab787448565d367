"""A further card entering play through an action: how it may, and the events that say so (rules §5.4, step
3).

Nigiri go onto a free wasabi here as at the reveal; a card with an entrance of its own is asked for its
words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.engine.commands import Face
from games.engine.events import CardPlayed, CardsDiscarded, CardsFlipped, Event
from games.engine.laying import lay

if TYPE_CHECKING:
    from games.engine.editions.base import Rules
    from games.engine.state import State

ASIDE: Final = -1
FLAT: Final = -1
MOST_WORDS: Final = 2


def ways(state: State, seat: int, face: Face, leaving: int | None = None) -> list[tuple[str, ...]]:
    """Every way in which `seat` may play `face`: the face and the words that go with it."""
    entrance = state.rules.entrances.get(face)
    if entrance is None:
        return [(face,)]
    return [(face, *words) for words in entrance.ways(state, seat, leaving)]


def all_ways(state: State, seat: int, faces: Sequence[Face], leaving: int) -> tuple[tuple[str, ...], ...]:
    """Every way in which `seat` may play one of `faces`, equal ones once."""
    return tuple([way for face in dict.fromkeys(faces) for way in ways(state, seat, face, leaving)])


def words_of(answers: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """All words in these answers, once each."""
    return tuple(dict.fromkeys([said for answer in answers for said in answer if ":" in said]))


def longest(rules: Rules) -> int:
    """The longest answer that plays one card. Depends on the cards in use only: it is shown to everybody."""
    return 1 + MOST_WORDS if rules.entrances else 1


def enter(state: State, seat: int, chosen: Sequence[str], giver: int) -> list[Event]:
    """The events by which `chosen`, a face and its words, enters play from the hand of `giver` (or from
    ASIDE)."""
    face, *words = chosen
    tableau = state.tableaus[seat]
    entrance = state.rules.entrances.get(face)
    if entrance is None:
        placed = lay(state.rules, tableau, (face,), len(tableau))
        return [CardPlayed(seat, giver, face, face, placed[0][1] if placed else FLAT)]
    entering = entrance.enter(state, seat, words)
    if entering is None:
        return [CardPlayed(seat, giver, face, face, FLAT), CardsDiscarded(seat, (len(tableau),))]
    on = FLAT if entering.on is None else entering.on
    played: list[Event] = [CardPlayed(seat, giver, entering.face, face, on)]
    if entering.down:
        played.append(CardsFlipped(seat, (len(tableau),)))
    return played
