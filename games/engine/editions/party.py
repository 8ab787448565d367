"""The party edition (rules §5): 2 to 8 seats, a menu of nigiri and seven tiles out of twenty-two, desserts
added before every round, everything else shuffled in again, numbered actions between the reveal and the
passing.

Sources: the party rulebook; rulings B1 to B20 where it is silent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from games.engine.cards.appetizers import (
    DUMPLING,
    EDAMAME,
    EEL,
    MISO_SOUP,
    MISO_SPILLED,
    ONIGIRI,
    SASHIMI,
    TEMPURA,
    TOFU,
)  # fmt: skip
from games.engine.cards.desserts import FRUIT, GREEN_TEA, PARTY_PUDDING
from games.engine.cards.nigiri import NIGIRI
from games.engine.cards.rolls import PARTY_MAKI, TEMAKI_ROLL, URAMAKI, URAMAKI_PLACES, race_after_actions
from games.engine.cards.specials.chopsticks import PARTY_CHOPSTICKS
from games.engine.cards.specials.menu import MENU
from games.engine.cards.specials.soy_sauce import SOY_SAUCE
from games.engine.cards.specials.special_order import SPECIAL_ORDER
from games.engine.cards.specials.spoon import SPOON
from games.engine.cards.specials.takeout_box import TAKEOUT_BOX
from games.engine.cards.specials.tea import TEA
from games.engine.cards.specials.wasabi import WASABI
from games.engine.commands import Face, OptionValue
from games.engine.declaring import everybody_or_those_with_a_choice, pick_options, reveal
from games.engine.editions.base import Edition, Option, Step, Steps
from games.engine.editions.classic import passing
from games.engine.editions.menus import SUGGESTED, WHOLE_BOX, cards_of, read_menu
from games.engine.events import Event, MarkerSet
from games.engine.fast import plain_turn
from games.engine.shuffle import key_of, shuffled
from games.engine.state import OPENED, PICKING, REVEALED, SCORED, State
from games.engine.turn import act, deal, finish, pass_hands, score_round

MANY_SEATS: Final = 6
DESSERTS_ADDED: Final = (5, 3, 2)
DESSERTS_ADDED_FOR_MANY: Final = (7, 5, 3)
ROUND_MARKERS: Final = (URAMAKI_PLACES, MISO_SPILLED)

CARDS: Final = (
    NIGIRI, PARTY_MAKI, TEMAKI_ROLL, URAMAKI,
    TEMPURA, SASHIMI, MISO_SOUP, DUMPLING, TOFU, EEL, ONIGIRI, EDAMAME,
    WASABI, TEA, SOY_SAUCE, SPECIAL_ORDER, PARTY_CHOPSTICKS, SPOON, MENU, TAKEOUT_BOX,
    PARTY_PUDDING, GREEN_TEA, FRUIT,
)  # fmt: skip

COPIES: Final[Mapping[str, tuple[int, ...]]] = {
    "nigiri": (4, 5, 3),
    "maki": (4, 5, 3),
    "temaki": (12,),
    "uramaki": (4, 4, 4),
    "onigiri": (2, 2, 2, 2),
    "chopsticks": (1, 1, 1),
    "spoon": (1, 1, 1),
    "menu": (1, 1, 1),
    "takeout": (1, 1, 1),
    "fruit": (2, 2, 2, 3, 3, 3),
}
"""Copies of each face of a card, where it has several faces or is not like its course."""
COPIES_BY_COURSE: Final = {"appetizer": (8,), "special": (3,), "dessert": (15,)}


def added_desserts(seats: int) -> tuple[int, ...]:
    """How many desserts come into the deck before each round (rules §5.1)."""
    return DESSERTS_ADDED if seats < MANY_SEATS else DESSERTS_ADDED_FOR_MANY


def shuffled_with_new_desserts(state: State) -> Sequence[Face]:
    """The deck of the next round: all that is not kept, and some desserts out of the fifteen, at random."""
    rules = state.rules
    key = key_of(state.shuffle_seed, state.nonces)
    if state.phase == OPENED:
        cards = [face for face in rules.deck if face not in rules.keeps]
    else:
        cards = state.deck + state.discards
        for tableau in state.tableaus:
            cards += [laid.printed for laid in tableau if laid.down or laid.face not in rules.keeps]
    # One order of the desserts for the whole game, dealt out over the rounds.
    desserts = shuffled([face for face in rules.deck if face in rules.keeps], key, "desserts")
    added = added_desserts(rules.seats)
    start = sum(added[: state.round])
    cards += desserts[start : start + added[state.round]]
    # From the canonical order, so that anybody can repeat the shuffle from the cards alone.
    return shuffled(sorted(cards, key=rules.rank.__getitem__), key, f"deck {state.round + 1}")


def deal_anew(state: State) -> Sequence[Event]:
    """The next round's hands; what was counted during a round starts again."""
    dealt = deal(state)
    if not dealt:
        return dealt
    return (*dealt, *[MarkerSet(marker, 0) for marker in ROUND_MARKERS if state.markers.get(marker)])


def most_desserts(state: State) -> Sequence[int]:
    """Equal totals are decided by who holds more dessert cards, copies included."""
    keeps = tuple(state.rules.keeps)
    return [state.held(seat, keeps) for seat in range(state.rules.seats)]


def arrange(edition: Edition, seats: int, options: Mapping[str, OptionValue]) -> Edition:
    """Only the cards of the menu are in the game."""
    cards = cards_of(str(options["menu"]), edition.cards, seats)
    faces = {face for card in cards for face in card.faces}
    return replace(edition, cards=cards, deck={face: n for face, n in edition.deck.items() if face in faces})


EDITION = Edition(
    key="party",
    name="Party",
    rounds=3,
    hand_sizes={2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7},
    deck={
        face: copies
        for card in CARDS
        for face, copies in zip(
            card.faces, COPIES.get(card.key) or COPIES_BY_COURSE[card.course], strict=True
        )
    },
    cards=CARDS,
    options={
        "menu": Option(
            "my_first_meal",
            tuple(SUGGESTED),
            "Which cards are in? A suggested menu, or a roll, 3 appetizers, 2 specials and a dessert.",
            partial(read_menu, cards=CARDS),
        ),
        "max_bonus_per_turn": Option(
            1, (1, 2, 3), "How many chopsticks and spoons may a player use in one turn?"
        ),
        "uramaki_timing": Option(
            "immediate",
            ("immediate", "end_of_turn"),
            "When do ten uramaki score?",
        ),
        "flipped_colour": Option(
            "own_group",
            ("own_group", "none"),
            "What colour do face-down cards have for tea and soy sauce?",
        ),
        "tea_counts_round_desserts": Option(True, (True, False), "Do desserts of this round count for tea?"),
        "two_player_tie": Option(
            "full_if_any",
            ("full_if_any", "full", "none"),
            "Two players have equally many temaki or puddings: who gains?",
        ),
        "zero_rolls_count": Option(False, (False, True), "Is a player without any maki ranked, too?"),
        "allow_negative_total": Option(True, (True, False), "Can a total fall below zero?"),
        "pass_directions": passing("LLL"),
    },
    steps=Steps(
        (
            Step(PICKING, reveal),
            Step(REVEALED, act),
            Step(REVEALED, race_after_actions),
            Step(REVEALED, pass_hands),
            Step(REVEALED, score_round),
            Step(OPENED, deal_anew),
            Step(SCORED, deal_anew),
            Step(SCORED, finish),
        ),
        shortcut=plain_turn,
        asks=everybody_or_those_with_a_choice,
    ),
    asks=everybody_or_those_with_a_choice,
    deck_for_round=shuffled_with_new_desserts,
    tie_break=most_desserts,
    pick_options=pick_options,
    any_card=True,
    arrange=arrange,
    reshuffles=True,
    for_positions={"menu": WHOLE_BOX},
)
