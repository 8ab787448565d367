"""Spoon (rules §5.4, B15, B16): its use is declared with the pick; after the reveal its owner names a kind or
an exact variation, and the first opponent to the left who has one gives it. It is played at once; the spoon
goes into the giver's hand. When nobody has one the spoon is discarded.

Where the name leaves several variations open, the giver is asked even if only one is in the hand: whether
there was a choice is nobody's business. A special order asked for by name carries its words with the name,
since nothing is learnt in between that could change them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.cards.base import Action, Answer, Card, printed_number
from games.engine.cards.entering import enter, longest, ways, words_of
from games.engine.cards.specials.chopsticks import declared
from games.engine.events import CardsDiscarded, CardTakenUp, Event, NameCalled, QuestionAsked

if TYPE_CHECKING:
    from games.engine.editions.base import Rules
    from games.engine.state import State


def names(rules: Rules) -> list[str]:
    """All that may be asked for: every kind in use and every variation. A printed number is no variation."""
    found: list[str] = []
    for card in rules.edition.cards:
        found.append(card.key)
        if card.action is None:
            found += [face for face in card.faces if face != card.key]
    return found


def meant_by(rules: Rules, name: str) -> Sequence[str]:
    """The faces a name stands for."""
    return rules.faces_of.get(name) or (name,)


def offer(state: State, owner: int, index: int, question: str) -> Sequence[Event]:
    """Every name; a name that is a face comes with the ways to play that face."""
    rules = state.rules
    only: list[tuple[str, ...]] = []
    for name in names(rules):
        only += ways(state, owner, name, index)
    most = longest(rules)
    faces = (*dict.fromkeys(answer[0] for answer in only), *words_of(only))
    return (QuestionAsked(owner, question, "spoon", owner, index, faces, 1, most, most > 1, tuple(only)),)


def resolve(state: State, owner: int, index: int, answer: Answer | None) -> Sequence[Event]:
    """Search to the left; give, ask the giver, or discard the spoon."""
    if answer is None:
        return ()
    if answer.kind == "gift":
        return _given(state, owner, index, answer.chosen, answer.seat)
    called = NameCalled(owner, answer.chosen[0])
    wanted = meant_by(state.rules, answer.chosen[0])
    seats = state.rules.seats
    for step in range(1, seats):
        giver = (owner + step) % seats
        held = tuple(dict.fromkeys(face for face in state.hands[giver] if face in wanted))
        if not held:
            continue
        if len(wanted) > 1:
            question = _gift_question(state, owner, index)
            return (called, QuestionAsked(giver, question, "gift", owner, index, held, 1, 1, False))
        return (called, *_given(state, owner, index, answer.chosen, giver))
    return (called, CardsDiscarded(owner, (index,)))


def _gift_question(state: State, owner: int, index: int) -> str:
    # A copied spoon has the same number, so a giver may be asked twice for one number in one turn.
    number = printed_number(state.tableaus[owner][index].face)
    question = f"{state.round}.{state.turn}-gift-{number}"
    again = sum(name.startswith(question) for _, name in state.closed)
    return f"{question}.{again + 1}" if again else question


def _given(state: State, owner: int, index: int, chosen: Sequence[str], giver: int) -> Sequence[Event]:
    return (*enter(state, owner, chosen, giver), CardTakenUp(owner, index, giver))


SPOON = Card(
    "spoon",
    ("spoon-4", "spoon-5", "spoon-6"),
    "dark-grey",
    "special",
    action=Action(("spoon", "gift"), declared, offer, resolve),
    bonus=True,
)
