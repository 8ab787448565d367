"""The 10th Anniversary edition (rules §3): 108 cards for 2 to 5 seats, ten of which are the desserts of a
pack.

Played like classic under other names; zero futomaki are ranked, and there is a boat for the leader. Sources:
the edition's rulebook; rulings A1 to A15 where it is silent. What its cards show is partly unknown
(packs.py), so every game says that its deck is not verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.engine.cards.appetizers import GYOZA, SASHIMI, TEMPURA
from games.engine.cards.base import Card
from games.engine.cards.dessert_packs import (
    BUBBLE_TEA,
    DICE,
    MOCHI,
    OLD_SCHOOL_PUDDING,
    UNSEEN_YOGURT,
    YOGURT,
    cards_in,
    die_of,
    numbers_on,
)
from games.engine.cards.nigiri import NIGIRI
from games.engine.cards.rolls import FUTOMAKI
from games.engine.cards.specials.chopsticks import CHOPSTICKS
from games.engine.cards.specials.wasabi import WASABI
from games.engine.cards.strawberry import STRAWBERRY_PUDDING
from games.engine.commands import Face, OptionValue
from games.engine.editions.base import Edition, Option, Step, Steps
from games.engine.editions.classic import EDITION as CLASSIC
from games.engine.editions.packs import PACKS, STRAWBERRY, copies_in, read_deck, settled_deck
from games.engine.errors import BadSetup
from games.engine.events import Event, MarkerSet
from games.engine.fast import plain_turn
from games.engine.state import OPENED, PICKING, REVEALED, SCORED, State
from games.engine.turn import (
    act,
    deal,
    everybody_with_a_choice,
    finish,
    one_shuffle_per_game,
    pass_hands,
    reveal,
    score_round,
)
from games.engine.variants.tenth import VARIANTS

BOAT: Final = "boat"
"""The marker: the seat with the sushi boat. Not there while nobody has it."""
FUTOMAKI_RULE: Final = "must_have_futomaki"

PACK_CARDS: Final[Mapping[str, Card]] = {
    STRAWBERRY: STRAWBERRY_PUDDING,
    "frozen_yogurt": YOGURT,
    "bubble_tea": BUBBLE_TEA,
    "old_school_pudding": OLD_SCHOOL_PUDDING,
    "mochi": MOCHI,
}
UNITS: Final = {
    STRAWBERRY: numbers_on,
    "frozen_yogurt": numbers_on,
    "bubble_tea": cards_in,
    "old_school_pudding": cards_in,
    "mochi": die_of,
}
"""Pack -> what a seat's desserts of it amount to, which decides between equal totals (A9)."""

BASE_DECK: Final[Mapping[Face, int]] = {
    "tempura": 14,
    "sashimi": 14,
    "gyoza": 14,
    "futomaki-1": 6,
    "futomaki-2": 8,
    "futomaki-3": 12,
    "egg": 5,
    "salmon": 10,
    "squid": 5,
    "wasabi": 6,
    "chopsticks": 4,
}
BASE_CARDS: Final = (TEMPURA, SASHIMI, GYOZA, FUTOMAKI, NIGIRI, WASABI, CHOPSTICKS)


def sail(state: State) -> Sequence[Event]:
    """The sole highest total takes the boat after each round; a tie leaves it where it is (rules §3.7)."""
    totals = state.points[: state.rules.seats]
    leader = totals.index(max(totals))
    if totals.count(max(totals)) > 1 or state.markers.get(BOAT) == leader:
        return ()
    return (MarkerSet(BOAT, leader),)


def dessert_units(state: State) -> Sequence[int]:
    """What decides between equal totals: what the desserts amount to, or nothing, by `tenth_tiebreak`."""
    rules = state.rules
    if rules.options["tenth_tiebreak"] == "shared" or rules.edition.lowest_wins:
        return [0] * rules.seats
    pack = str(rules.options["dessert"])
    faces = PACK_CARDS[pack].faces
    return [UNITS[pack](state.held_faces(seat, faces)) for seat in range(rules.seats)]


def settle(
    options: Mapping[str, OptionValue], given: Mapping[str, OptionValue], seats: int
) -> Mapping[str, OptionValue]:
    """The whole deck is written into the options; the futomaki rule is for two and ranks no zeroes."""
    cards = sum(BASE_DECK.values())
    dealt = CLASSIC.rounds * CLASSIC.hand_sizes[seats] * seats
    settled: dict[str, OptionValue] = {
        "deck": settled_deck(str(options["dessert"]), str(options["deck"]), max(1, dealt - cards))
    }
    if options[FUTOMAKI_RULE]:
        if seats != 2:
            raise BadSetup(
                f"Must have futomaki is a rule for two players, not for {seats}.", option=FUTOMAKI_RULE
            )
        if given.get("zero_rolls_count"):
            raise BadSetup(
                "Must have futomaki says that a seat without futomaki is not ranked; zero_rolls_count says "
                "that it is. Leave one of them out.",
                option=FUTOMAKI_RULE,
            )
        settled["zero_rolls_count"] = False
    return settled


def arrange(edition: Edition, seats: int, options: Mapping[str, OptionValue]) -> Edition:
    """Only the desserts of the pack are in the game."""
    pack = str(options["dessert"])
    card, copies = PACK_CARDS[pack], copies_in(str(options["deck"]))
    if card is YOGURT:
        copies = {UNSEEN_YOGURT: sum(copies.values())}
    desserts = {face for other in PACK_CARDS.values() for face in other.faces}
    return replace(
        edition,
        cards=(*[other for other in edition.cards if other not in PACK_CARDS.values()], card),
        deck={**{face: n for face, n in edition.deck.items() if face not in desserts}, **copies},
    )


EDITION = Edition(
    key="tenth",
    name="10th Anniversary",
    rounds=CLASSIC.rounds,
    hand_sizes=CLASSIC.hand_sizes,
    deck={
        **BASE_DECK,
        **PACKS[STRAWBERRY],
        UNSEEN_YOGURT: sum(PACKS["frozen_yogurt"].values()),
        **PACKS["bubble_tea"],
        **PACKS["old_school_pudding"],
        **PACKS["mochi"],
    },
    cards=(*BASE_CARDS, *PACK_CARDS.values()),
    options={
        "dessert": Option(STRAWBERRY, tuple(PACKS), "Which desserts are in the deck?"),
        "deck": Option(
            "",
            ("",),
            "How many there are of each dessert card, as card:copies with commas between.",
            read_deck,
        ),
        "deck_verified": Option(
            False, (False,), "Whether the deck is known to be as printed: no source tells all of it."
        ),
        "mochi_faces": Option(6, DICE, "How many sides does the die of the mochi have?"),
        FUTOMAKI_RULE: Option(
            False, (False, True), "For two: can a player without any futomaki still score for second place?"
        ),
        "zero_rolls_count": Option(True, (True, False), "Is a player without any futomaki ranked, too?"),
        "reassert_scores": Option(
            False, (False, True), "Does the leader in strawberries score again for taking more of them?"
        ),
        "all_equal_exempt": Option(
            False,
            (False, True),
            "Three or more players all have equally many strawberries: who loses?",
        ),
        "tenth_tiebreak": Option(
            "dessert_units",
            ("dessert_units", "shared"),
            "What decides between equal totals?",
        ),
        "same_turn_wasabi": CLASSIC.options["same_turn_wasabi"],
        "allow_negative_total": Option(True, (True, False), "Can a total fall below zero?"),
        "pass_directions": Option("LLL", ("LLL", "RRR"), "Which way do the hands go, round by round?"),
    },
    steps=Steps(
        (
            Step(PICKING, reveal),
            Step(REVEALED, act),
            Step(REVEALED, pass_hands),
            Step(REVEALED, score_round),
            Step(OPENED, deal),
            Step(SCORED, sail),
            Step(SCORED, deal),
            Step(SCORED, finish),
        ),
        shortcut=plain_turn,
        asks=everybody_with_a_choice,
    ),
    asks=everybody_with_a_choice,
    deck_for_round=one_shuffle_per_game,
    tie_break=dessert_units,
    settle=settle,
    arrange=arrange,
    variants=VARIANTS,
)
