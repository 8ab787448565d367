"""Sushi battle (rules §3.6): two players take cards from a layout by turns, one at a time.

A turn is one face-up card that nothing covers, written as its face and its place, such as ("egg", "place:7").
Cards no longer covered are turned up. With chopsticks in front ("use:<index>"), a second question follows: a
second card, perhaps one just turned up, in whose place the chopsticks are put, face-up. So every turn takes
one card off the table, and a round has twenty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.engine.cards.base import Action, Answer
from games.engine.cards.entering import enter
from games.engine.cards.specials.chopsticks import CHOPSTICKS, declared
from games.engine.cards.words import USE, indexes, word
from games.engine.commands import Face, Options
from games.engine.editions.base import Edition, Option, Step, Steps
from games.engine.events import (
    CardsDeclared,
    CardTakenUp,
    Event,
    HandsPassed,
    MarkerSet,
    QuestionAsked,
    RoundDealt,
)
from games.engine.pile_events import LayoutLaid, LayoutPut, LayoutTaken, LayoutTurned
from games.engine.shuffle import key_of, words
from games.engine.state import FACE_DOWN, OPENED, REVEALED, State
from games.engine.turn import act, deal, pass_hands, reveal
from games.engine.variants.layout import (
    CARDS,
    HOURGLASS,
    PYRAMID,
    Places,
    places_of,
    read_layout,
    uncovered,
)

STARTER: Final = "battle_starter"
"""The marker: the seat that begins the round."""
PLACE: Final = "place"
NOTHING: Final[Sequence[Event]] = ()


def places(state: State) -> Places:
    """The table's layout."""
    return places_of(str(state.rules.options["battle_layout"]))


def takeable(state: State) -> list[tuple[Face, str]]:
    """The cards that may be taken: their faces and places."""
    layout = state.layout
    return [
        (layout[place], word(PLACE, place))
        for place in uncovered(places(state), layout)
        if layout[place] != FACE_DOWN
    ]


def on_turn(state: State) -> int:
    """Whose turn it is."""
    return (state.markers[STARTER] + state.turn - 1) % state.rules.seats


def asks(state: State) -> Sequence[int]:
    """One seat at a time."""
    return (on_turn(state),)


def pick_options(state: State, seat: int) -> Options:
    """One card; and, where there is a second one, whether chopsticks are used for it."""
    cards = takeable(state)
    answers: list[tuple[str, ...]] = list(cards)
    words_ = [place for _, place in cards]
    chopsticks = _chopsticks(state, seat)
    if chopsticks is not None and sum(map(bool, state.layout)) > 1:
        use = word(USE, chopsticks)
        answers += [(*card, use) for card in cards]
        words_.append(use)
    faces = tuple([face for face, _ in cards] + words_)
    return Options(state.question, "pick", faces, 2, max(map(len, answers)), True, tuple(answers))


def take_and_reveal(state: State) -> Sequence[Event]:
    """The card leaves the layout and enters play."""
    seat = on_turn(state)
    answer = state.answers[seat]
    if answer is None:
        raise RuntimeError(f"Seat {seat} is on turn and was not asked.")
    if not state.hands[seat]:
        return (LayoutTaken(seat, indexes(answer.chosen, PLACE)[0], answer.chosen[0]),)
    used = indexes(answer.chosen, USE)
    return (*reveal(state), CardsDeclared(seat, used)) if used else reveal(state)


def turn_up(state: State) -> Sequence[Event]:
    """Face-down cards that nothing covers any more are turned up."""
    freed = [place for place in uncovered(places(state), state.layout) if state.layout[place] == FACE_DOWN]
    return [LayoutTurned(place, state.piles[0][nth]) for nth, place in enumerate(freed)]


def offer_second(state: State, owner: int, index: int, question: str) -> Sequence[Event]:
    """A second card of the layout."""
    cards = tuple(takeable(state))
    faces = tuple([face for face, _ in cards] + [place for _, place in cards])
    return (QuestionAsked(owner, question, CHOPSTICKS.key, owner, index, faces, 2, 2, True, cards),)


def take_second(state: State, owner: int, index: int, answer: Answer | None) -> Sequence[Event]:
    """It enters play, and the chopsticks take its place."""
    if answer is None:
        return NOTHING
    face, place = answer.chosen[0], indexes(answer.chosen, PLACE)[0]
    chopsticks = state.tableaus[owner][index].printed
    return (
        LayoutTaken(owner, place, face),
        *enter(state, owner, (face,), owner),
        CardTakenUp(owner, index, owner),
        LayoutPut(owner, place, chopsticks),
    )


def next_turn(state: State) -> Sequence[Event]:
    """The other player's turn, while cards are left."""
    return (HandsPassed("stay"),) if any(state.layout) else NOTHING


def lay_out(state: State) -> Sequence[Event]:
    """The next round's layout from the top of the deck, place by place, and who begins."""
    rules = state.rules
    if state.round >= rules.edition.rounds:
        return NOTHING
    deck = rules.edition.deck_for_round(state)
    up = places(state).up
    cards = list(zip(up, deck, strict=False))
    layout = tuple([face if face_up else FACE_DOWN for face_up, face in cards])
    pile = tuple([face for face_up, face in cards if not face_up])
    hands: tuple[tuple[Face, ...], ...] = ((),) * rules.seats
    return (
        MarkerSet(STARTER, _starter(state)),
        RoundDealt(state.round + 1, hands, tuple(deck)),
        LayoutLaid(layout, pile),
    )


def sushi_battle(edition: Edition) -> Edition:
    """The edition for two with a layout in place of hands."""
    second = Action((CHOPSTICKS.key,), declared, offer_second, take_second)
    chopsticks = replace(CHOPSTICKS, extra=False, bonus=True, action=second)
    steps: list[Step] = []
    for step in edition.steps.exchanging(
        {deal: lay_out, pass_hands: next_turn, reveal: take_and_reveal}
    ).steps:
        if step.run is act:
            steps.append(Step(REVEALED, turn_up))
        steps.append(step)
    return replace(
        edition,
        hand_sizes={2: CARDS // 2},
        turns=CARDS,
        last_asked=True,
        cards=tuple([chopsticks if card is CHOPSTICKS else card for card in edition.cards]),
        steps=Steps(tuple(steps)),
        asks=asks,
        pick_options=pick_options,
        options={
            **edition.options,
            "pass_directions": Option("SSS", ("SSS",), "There are no hands to pass."),
            "battle_layout": Option(
                PYRAMID,
                (PYRAMID, HOURGLASS),
                "How the cards lie, row by row from the top: how many, and + for face-up, - for face-down.",
                read_layout,
            ),
            "battle_starter_by": Option(
                "total",
                ("total", "round"),
                "Who begins the next round: who has less in total, or in the round?",
            ),
        },
    )


def _starter(state: State) -> int:
    """The lower scorer begins, on a tie the one who did not; at first the seed decides."""
    if state.phase == OPENED:
        return words(key_of(state.shuffle_seed, state.nonces), "starter", 1)[0] % state.rules.seats
    by_round = state.rules.options["battle_starter_by"] == "round"
    scores = list(state.round_points[-1].points) if by_round else state.points
    if scores[0] == scores[1]:
        return 1 - state.markers[STARTER]
    return scores.index(min(scores))


def _chopsticks(state: State, seat: int) -> int | None:
    for index, laid in enumerate(state.tableaus[seat]):
        if laid.face in CHOPSTICKS.faces:
            return index
    return None
