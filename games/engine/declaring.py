"""The turn's pick where more travels with it than a face (rules §5.4, step 1): the use of a card in front,
declared blind, and what a card needs to be told on entering play. And its reveal.

An answer is the face, then the words of its entrance, then a "use:<index>" for every card declared, in order
of play. Everything about cards is asked of the cards (base.py: `bonus`, `entrance`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from games.engine.cards.entering import ways, words_of
from games.engine.cards.words import USE, indexes, word
from games.engine.commands import Face, Options
from games.engine.events import CardChanged, CardsDeclared, CardsDiscarded, CardsFlipped, Event, Revealed
from games.engine.laying import lay
from games.engine.state import State
from games.engine.turn import everybody_with_a_choice

BONUS_OPTION: Final = "max_bonus_per_turn"


def everybody_or_those_with_a_choice(state: State) -> Sequence[int]:
    """Where a last card may need to be told more everybody is asked for it: who needed to be is nobody's
    business."""
    return state.rules.everybody if state.rules.entrances else everybody_with_a_choice(state)


def pick_options(state: State, seat: int) -> Options:
    """One card of the hand, with all that may be said with it."""
    rules = state.rules
    hand = tuple(state.hands[seat])
    entrances = rules.entrances
    uses: list[tuple[str, ...]] = [()]
    # Nothing can be taken from the empty hands of the last turn (B15).
    if rules.bonus and len(hand) > 1:
        usable = [
            word(USE, index)
            for index, laid in enumerate(state.tableaus[seat])
            if laid.face in rules.bonus and not laid.down
        ]
        for number in range(1, int(rules.options[BONUS_OPTION]) + 1):
            uses += combinations(usable, number)
    if len(uses) == 1 and not (
        entrances and state.tableaus[seat] and any(face in entrances for face in hand)
    ):
        return Options(state.question, "pick", hand)
    only = tuple(
        [way + used for face in dict.fromkeys(hand) for way in ways(state, seat, face) for used in uses]
    )
    return Options(state.question, "pick", hand + words_of(only), 1, max(map(len, only)), True, only)


def reveal(state: State) -> Sequence[Event]:
    """All picks are in: turn them up, say what is used, let the cards that were told something enter."""
    rules = state.rules
    lies_on, entrances = rules.lies_on, rules.entrances
    plays: list[tuple[Face, ...]] = []
    on: list[tuple[int, int, int]] = []
    told: list[Event] = []
    for seat, answer in enumerate(state.answers):
        chosen = tuple(state.hands[seat]) if answer is None else answer[2]
        if len(chosen) > 1:
            plays.append(chosen[:1])
            if used := indexes(chosen, USE):
                told.append(CardsDeclared(seat, used))
        else:
            plays.append(chosen)
        face = chosen[0]
        if face in lies_on:
            tableau = state.tableaus[seat]
            on += [(seat, nth, base) for nth, base in lay(rules, tableau, (face,), len(tableau))]
        elif face in entrances:
            told += _enter(state, seat, chosen)
    return (Revealed(state.round, state.turn, tuple(plays), tuple(on), ()), *told)


def _enter(state: State, seat: int, chosen: Sequence[str]) -> Sequence[Event]:
    place = len(state.tableaus[seat])
    entering = state.rules.entrances[chosen[0]].enter(state, seat, chosen[1:])
    if entering is None:
        return (CardsDiscarded(seat, (place,)),)
    changed = CardChanged(seat, place, entering.face, -1 if entering.on is None else entering.on)
    return (changed, CardsFlipped(seat, (place,))) if entering.down else (changed,)
