"""How the facts that specials and watching cards cause change the state. Like evolve.py: folding, nothing
else.

HANDLERS are those of both."""

from __future__ import annotations

from games.engine.cards.base import Laid
from games.engine.commands import Options
from games.engine.events import (
    ActionDone,
    CardChanged,
    CardPlayed,
    CardsDeclared,
    CardsDiscarded,
    CardsDrawn,
    CardsFlipped,
    CardsReturned,
    CardTakenUp,
    MarkerSet,
    NameCalled,
    PointsAwarded,
    QuestionAsked,
)
from games.engine.evolve import HANDLERS, handles
from games.engine.laying import take_away
from games.engine.state import Asked, State

__all__ = ["HANDLERS"]


@handles(QuestionAsked)
def _question_asked(state: State, event: QuestionAsked) -> None:
    seat = event.seat
    offered = Options(
        event.question, event.kind, event.faces, event.least, event.most, event.ordered, event.only
    )
    state.acting = [None] * len(state.acting)  # a further question of the same action takes its place
    state.acting[seat] = Asked(event.owner, event.at, offered)
    state.answers = [None] * len(state.answers)
    state.asked[seat] = event.question
    state.closed.append((event.owner, event.question))


@handles(CardsDeclared)
def _cards_declared(state: State, event: CardsDeclared) -> None:
    tableau = state.tableaus[event.seat]
    state.declared[event.seat] = tuple([tableau[index] for index in event.indexes])


@handles(NameCalled)
def _name_called(state: State, event: NameCalled) -> None:
    if event.name not in state.rules.card_of and event.name not in state.rules.faces_of:
        raise ValueError(event.name)


@handles(ActionDone)
def _action_done(state: State, event: ActionDone) -> None:
    for seat, asked in enumerate(state.acting):
        if asked is not None:
            state.acting[seat] = None
            state.answers[seat] = None
    if (event.owner, event.question) not in state.closed:
        state.closed.append((event.owner, event.question))


@handles(CardsDrawn)
def _cards_drawn(state: State, event: CardsDrawn) -> None:
    number = len(event.cards)
    if tuple(state.deck[:number]) != event.cards:
        raise ValueError(event.seat)
    del state.deck[:number]
    state.aside[event.seat].extend(event.cards)


@handles(CardsReturned)
def _cards_returned(state: State, event: CardsReturned) -> None:
    for face in event.cards:
        state.aside[event.seat].remove(face)
    state.deck = list(event.left)


@handles(CardPlayed)
def _card_played(state: State, event: CardPlayed) -> None:
    source = state.aside[event.seat] if event.giver < 0 else state.hands[event.giver]
    source.remove(event.printed)
    on = None if event.on < 0 else event.on
    state.tableaus[event.seat].append(Laid(event.face, event.printed, on, state.turn))


def _leave(state: State, seat: int, index: int) -> Laid:
    """Take a card out of play, out of use too."""
    gone = take_away(state.tableaus[seat], index)
    used = state.declared.get(seat, ())
    if gone in used:
        nth = used.index(gone)
        state.declared[seat] = used[:nth] + used[nth + 1 :]
    return gone


@handles(CardTakenUp)
def _card_taken_up(state: State, event: CardTakenUp) -> None:
    state.hands[event.receiver].append(_leave(state, event.seat, event.at).printed)


@handles(CardsDiscarded)
def _cards_discarded(state: State, event: CardsDiscarded) -> None:
    for index in sorted(set(event.indexes), reverse=True):
        state.discards.append(_leave(state, event.seat, index).printed)


@handles(CardsFlipped)
def _cards_flipped(state: State, event: CardsFlipped) -> None:
    tableau = state.tableaus[event.seat]
    for index in event.indexes:
        tableau[index] = tableau[index]._replace(down=True)


@handles(CardChanged)
def _card_changed(state: State, event: CardChanged) -> None:
    tableau = state.tableaus[event.seat]
    on = None if event.on < 0 else event.on
    tableau[event.at] = tableau[event.at]._replace(face=event.face, on=on)


@handles(PointsAwarded)
def _points_awarded(state: State, event: PointsAwarded) -> None:
    for seat, points in enumerate(event.points):
        state.points[seat] += points
        if points:
            awards = state.awards[seat]
            awards[event.card] = awards.get(event.card, 0) + points


@handles(MarkerSet)
def _marker_set(state: State, event: MarkerSet) -> None:
    state.markers[event.marker] = event.value
