"""A third tableau at a table of two (rules §2.6, §3.6): the classic dummy and the puppet player of the tenth.

It has a face-down pile in place of a hand. Each turn one player, by turns, draws its top card into the hand
and then plays a card for it with the own one; hands are swapped, the pile stays. The tableau is scored like
any other, its chopsticks are never used, and it cannot win (A12).

The controller answers one question: the own card (two, with chopsticks), then "dummy:<face>"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from games.engine.commands import Face, Options
from games.engine.editions.base import Edition, Rules, StepRun
from games.engine.events import Event, RoundDealt
from games.engine.laying import helping
from games.engine.pile_events import CardHanded, PileDrawn, PilesLaid
from games.engine.state import State
from games.engine.turn import deal, pass_hands, reveal
from games.engine.turn import pick_options as plain_options

CARDS: Final = 9
"""In each hand, and in the pile."""
NOTHING: Final[Sequence[Event]] = ()


def controller_of(rules: Rules, round_: int, turn: int) -> int:
    """Which seat plays for the third tableau. Control alternates from turn to turn, over all rounds."""
    return ((round_ - 1) * rules.turns + turn - 1) % rules.seats


def asks(state: State) -> Sequence[int]:
    """The controller always has a choice, the other player not with a single card."""
    controller = controller_of(state.rules, state.round, state.turn)
    if len(state.hands[1 - controller]) > 1:
        return state.rules.everybody
    return (controller,)


def pick_options(state: State, seat: int) -> Options:
    """For the controller, a card of the hand for each of the two tableaus; two own ones with chopsticks."""
    if seat != controller_of(state.rules, state.round, state.turn):
        return plain_options(state, seat)
    hand = tuple(state.hands[seat])
    name = state.rules.edition.companions[0]
    own = 2 if len(hand) > 2 and helping(state, seat) is not None else 1
    answers: dict[tuple[str, ...], None] = {}
    for number in range(1, own + 1):
        for *mine, theirs in dict.fromkeys(permutations(hand, number + 1)):
            answers[(*mine, f"{name}:{theirs}")] = None
    words = tuple([f"{name}:{face}" for face in dict.fromkeys(hand)])
    return Options(state.question, "pick", hand + words, 2, own + 1, True, tuple(answers))


def hand_over_and_reveal(state: State) -> Sequence[Event]:
    """At the reveal the third tableau is given its card; it is then played like a last card."""
    rules = state.rules
    companion = rules.seats
    if state.hands[companion]:
        return reveal(state)
    controller = controller_of(rules, state.round, state.turn)
    answer = state.answers[controller]
    if answer is None:
        raise RuntimeError(f"Seat {controller} plays for two and was not asked.")
    return (CardHanded(controller, companion, answer.chosen[-1].partition(":")[2]),)


def deal_with_pile(state: State) -> Sequence[Event]:
    """Two hands and a pile, the first card of which is drawn at once."""
    dealt = deal(state)
    if not dealt:
        return NOTHING
    rules = state.rules
    last = dealt[-1]
    if not isinstance(last, RoundDealt):
        raise RuntimeError("A deal ends in round_dealt.")
    pile = last.left[: rules.hand_size]
    piles: list[tuple[Face, ...]] = [()] * rules.seats + [pile]
    drawn = PileDrawn(controller_of(rules, last.round, 1), rules.seats, pile[0])
    return (*dealt, PilesLaid(tuple(piles)), drawn)


def swap_and_draw(state: State) -> Sequence[Event]:
    """Hands are swapped; the next controller draws."""
    passed = pass_hands(state)
    if not passed:
        return NOTHING
    rules = state.rules
    seat = controller_of(rules, state.round, state.turn + 1)
    return (*passed, PileDrawn(seat, rules.seats, state.piles[rules.seats][0]))


def companion(name: str, edition: Edition) -> Edition:
    """The edition for two with a third tableau of this name."""
    runs: dict[StepRun, StepRun] = {
        deal: deal_with_pile,
        pass_hands: swap_and_draw,
        reveal: hand_over_and_reveal,
    }
    return replace(
        edition,
        hand_sizes={2: CARDS},
        companions=(name,),
        steps=edition.steps.exchanging(runs),
        asks=asks,
        pick_options=pick_options,
        last_asked=True,
    )
