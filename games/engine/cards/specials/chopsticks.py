"""Chopsticks, in two forms.

Classic and tenth (rules §2.2): a pair is chosen before the reveal. Party (rules §5.4): their use is declared
with the pick; after the reveal one more card is chosen from what is left of the hand, and they go into that
hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.cards.base import Action, Answer, Card
from games.engine.cards.entering import all_ways, enter, longest, words_of
from games.engine.events import CardTakenUp, Event, QuestionAsked

if TYPE_CHECKING:
    from games.engine.state import State


def declared(state: State, owner: int, index: int) -> bool:
    """Whether the card in front was declared for use in this turn."""
    return state.tableaus[owner][index] in state.declared.get(owner, ())


def offer(state: State, owner: int, index: int, question: str) -> Sequence[Event]:
    """One more card of the hand."""
    hand = tuple(state.hands[owner])
    only = all_ways(state, owner, hand, index)
    most = longest(state.rules)
    return (
        QuestionAsked(
            owner, question, "chopsticks", owner, index, hand + words_of(only), 1, most, most > 1, only
        ),
    )


def resolve(state: State, owner: int, index: int, answer: Answer | None) -> Sequence[Event]:
    """The card enters play; the chopsticks go into the hand."""
    if answer is None:
        return ()
    return (*enter(state, owner, answer.chosen, owner), CardTakenUp(owner, index, owner))


CHOPSTICKS = Card("chopsticks", ("chopsticks",), "mint", "special", extra=True)
PARTY_CHOPSTICKS = Card(
    "chopsticks",
    ("chopsticks-1", "chopsticks-2", "chopsticks-3"),
    "mint",
    "special",
    action=Action(("chopsticks",), declared, offer, resolve),
    bonus=True,
)
