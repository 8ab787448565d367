"""The classic edition (rules §2): 108 cards, 2 to 5 seats, three rounds from one shuffle.

Sources: the classic rulebook and FAQ; rulings A1 to A6 where they are silent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from games.engine.cards.appetizers import DUMPLING, SASHIMI, TEMPURA
from games.engine.cards.desserts import PUDDING
from games.engine.cards.nigiri import NIGIRI
from games.engine.cards.rolls import MAKI
from games.engine.cards.specials.chopsticks import CHOPSTICKS
from games.engine.cards.specials.soy_sauce_promo import SOY_SAUCE_PROMO
from games.engine.cards.specials.wasabi import WASABI
from games.engine.commands import OptionValue
from games.engine.editions.base import Edition, Option, Variant
from games.engine.state import State
from games.engine.turn import STEPS, everybody_with_a_choice, one_shuffle_per_game
from games.engine.variants.companion import companion

ROUNDS = 3
SOY_OPTION = "soy_sauce"
SOY_SAUCES = 4


def most_puddings(state: State) -> Sequence[int]:
    """Equal totals are decided by who holds more puddings."""
    return [state.held(seat, PUDDING.faces) for seat in range(state.rules.seats)]


def passing(default: str) -> Option:
    """The option that says, round by round, which way hands are passed."""
    return Option(default, ("LLL", "LRL", "RRR", "RLR"), "Which way do the hands go, round by round?")


def pass_both_ways(edition: Edition) -> Edition:
    """Rounds 1 and 3 to the left, round 2 to the right."""
    return replace(edition, options={**edition.options, "pass_directions": passing("LRL")})


def with_soy_sauce(edition: Edition) -> Edition:
    """The promo cards are in the deck."""
    option = replace(edition.options[SOY_OPTION], default=True, allowed=(True,))
    return replace(edition, options={**edition.options, SOY_OPTION: option})


def arrange(edition: Edition, seats: int, options: Mapping[str, OptionValue]) -> Edition:
    """The promo cards are in the game on demand only."""
    if options[SOY_OPTION]:
        return replace(edition, deck={**edition.deck, **dict.fromkeys(SOY_SAUCE_PROMO.faces, SOY_SAUCES)})
    return replace(edition, cards=tuple([card for card in edition.cards if card is not SOY_SAUCE_PROMO]))


EDITION = Edition(
    key="classic",
    name="Classic",
    rounds=ROUNDS,
    hand_sizes={2: 10, 3: 9, 4: 8, 5: 7},
    deck={
        "tempura": 14,
        "sashimi": 14,
        "dumpling": 14,
        "maki-1": 6,
        "maki-2": 12,
        "maki-3": 8,
        "egg": 5,
        "salmon": 10,
        "squid": 5,
        "wasabi": 6,
        "chopsticks": 4,
        "pudding": 10,
    },
    cards=(TEMPURA, SASHIMI, DUMPLING, MAKI, NIGIRI, WASABI, CHOPSTICKS, PUDDING, SOY_SAUCE_PROMO),
    options={
        "same_turn_wasabi": Option(
            "pick_order",
            ("pick_order", "never"),
            "Wasabi and nigiri taken in the same turn: does the nigiri lie on the wasabi?",
        ),
        "zero_rolls_count": Option(False, (False, True), "Is a player without any roll ranked, too?"),
        "pass_directions": passing("LLL"),
        SOY_OPTION: Option(False, (False, True), "Are the four soy sauces of the promo in the deck?"),
        "allow_negative_total": Option(True, (True, False), "Can a total fall below zero?"),
    },
    steps=STEPS,
    asks=everybody_with_a_choice,
    deck_for_round=one_shuffle_per_game,
    tie_break=most_puddings,
    arrange=arrange,
    variants={
        "pass_both_ways": Variant(
            "pass_both_ways",
            "Pass both ways",
            "Hands go left, then right, then left.",
            pass_both_ways,
        ),
        "two_player_dummy": Variant(
            "two_player_dummy",
            "Two-player dummy",
            "For two. A third player who is not there plays along; you pick its cards by turns.",
            partial(companion, "dummy"),
        ),
        "soy_sauce": Variant(
            "soy_sauce",
            "Soy sauce",
            "Four cards of the promo join in and pay for the most colours.",
            with_soy_sauce,
        ),
    },
)
