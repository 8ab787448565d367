"""Menu (rules §5.4, B18): its owner draws four cards from the deck, plays one that is not a menu, puts the
other three back, and the deck is shuffled. The menu is discarded. When too few cards are left, all that are
left are drawn; when none of them can be played, nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards.base import Action, Answer, Card
from games.engine.cards.entering import ASIDE, all_ways, enter, longest, words_of
from games.engine.events import CardsDiscarded, CardsDrawn, CardsReturned, Event, QuestionAsked
from games.engine.shuffle import key_of, shuffled

if TYPE_CHECKING:
    from games.engine.state import State

DRAWN: Final = 4
FACES: Final = ("menu-7", "menu-8", "menu-9")


def always(state: State, owner: int, index: int) -> bool:
    """A menu never stays: whenever one lies in front, it is to be done."""
    return True


def offer(state: State, owner: int, index: int, question: str) -> Sequence[Event]:
    """One of the cards drawn."""
    drawn = tuple(state.deck[:DRAWN])
    only = all_ways(state, owner, [face for face in drawn if face not in FACES], index)
    if not only:
        return ()
    most = longest(state.rules)
    faces = tuple([face for face in drawn if face not in FACES]) + words_of(only)
    return (
        CardsDrawn(owner, drawn),
        QuestionAsked(owner, question, "menu", owner, index, faces, 1, most, most > 1, only),
    )


def resolve(state: State, owner: int, index: int, answer: Answer | None) -> Sequence[Event]:
    """The card chosen enters play, the others go back into the deck."""
    asked = state.acting[owner]
    gone = CardsDiscarded(owner, (index,))
    if answer is None or asked is None:
        return (gone,)
    rest = state.aside[owner].copy()
    rest.remove(answer.chosen[0])
    # From the canonical order, so that anybody can repeat the shuffle from the cards alone.
    order = state.rules.rank.__getitem__
    together = sorted([*state.deck, *rest], key=order)
    purpose = f"menu {owner} {asked.options.question}"
    left = tuple(shuffled(together, key_of(state.shuffle_seed, state.nonces), purpose))
    return (*enter(state, owner, answer.chosen, ASIDE), CardsReturned(owner, tuple(rest), left), gone)


MENU = Card("menu", FACES, "pale-yellow", "special", action=Action(("menu",), always, offer, resolve))
