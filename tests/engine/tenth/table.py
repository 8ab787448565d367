"""Random legal games of the tenth edition and of classic's variants, for the tests beside this file."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable

from hypothesis import strategies as st

from games import engine
from games.engine import Option, Options, Pick, Setup, State
from games.engine.editions.packs import PACKS
from games.engine.state import FACE_DOWN

CLASSIC, TENTH = engine.EDITIONS["classic"], engine.EDITIONS["tenth"]
GAMES = int(os.environ.get("KAITEN_CONTRACT_GAMES", "12"))
"""Random games per variant; the promise is kept with 200, a quick run makes do with fewer."""

TABLES = [
    ("classic", "pass_both_ways"),
    ("classic", "two_player_dummy"),
    ("classic", "soy_sauce"),
    *[("tenth", variant) for variant in ("", *TENTH.variants)],
]
KNOBS: dict[str, tuple[str | int | bool, ...]] = {
    "same_turn_wasabi": ("pick_order", "never"),
    "zero_rolls_count": (True, False),
    "allow_negative_total": (True, False),
    "soy_sauce": (True, False),
    "reassert_scores": (True, False),
    "all_equal_exempt": (True, False),
    "tenth_tiebreak": ("dessert_units", "shared"),
    "mochi_faces": (4, 6, 12),
    "battle_layout": ("2+3-4+5-6+", "2+4-6+6-2+", "20+", "10-10+"),
    "battle_starter_by": ("total", "round"),
}
DECKS = {
    "strawberry": "strawberry-1:7,strawberry-6:7",
    "frozen_yogurt": "yogurt-1:5,yogurt-5:6",
    "bubble_tea": "bubble-tea-1:4,bubble-tea-2:4,bubble-tea-4:3",
    "old_school_pudding": "old-school-pudding:11",
    "mochi": "mochi:11",
}


def _allowed(option: Option, value: str | int | bool) -> bool:
    return option.read is not None or value in option.allowed


@st.composite
def setups(draw: st.DrawFn, edition: str = "", variant: str | None = None) -> Setup:
    """A table of this edition and variant with any options."""
    if not edition or variant is None:
        edition, variant = draw(st.sampled_from(TABLES))
    printed = engine.EDITIONS[edition]
    played = printed.variants[variant].change(printed) if variant else printed
    options = {
        name: draw(st.sampled_from([value for value in values if _allowed(played.options[name], value)]))
        for name, values in KNOBS.items()
        if name in played.options and draw(st.integers(0, 2)) == 0
    }
    seats = draw(st.sampled_from(sorted(played.hand_sizes)))
    if edition == "tenth":
        pack = draw(st.sampled_from(sorted(PACKS)))
        options["dessert"] = pack
        if draw(st.booleans()):
            options["deck"] = DECKS[pack]
        if seats == 2 and draw(st.booleans()):
            options["must_have_futomaki"] = True
            options.pop("zero_rolls_count", None)
    return Setup(edition, seats, f"seed {draw(st.integers(0, 10**6))}", variant or "", options)


def answer(options: Options, rng: random.Random) -> tuple[str, ...]:
    """Any legal answer, pairs and chopsticks more often than their share."""
    if options.only is not None:
        longest = max(map(len, options.only))
        long = [chosen for chosen in options.only if len(chosen) == longest]
        return rng.choice(long if rng.random() < 0.6 else options.only)
    size = options.most if rng.random() < 0.6 else options.least
    return options.settled(tuple(rng.sample(options.faces, size)))


Before = Callable[[State, Pick], None]


def played(
    setup: Setup, rng: random.Random | None = None, before: Before | None = None
) -> tuple[State, list[engine.Event]]:
    """A whole random game: its state and log. `before(state, pick)` is called before every pick."""
    rng = rng or random.Random(setup.shuffle_seed)
    state, log = engine.open_game(setup)
    while not state.over:
        question = rng.choice(engine.open_questions(state))
        offered = engine.options(state, question.seat)
        assert offered is not None
        pick = Pick(question.seat, question.id, answer(offered, rng))
        if before is not None:
            before(state, pick)
        log += engine.play(state, pick)
    return state, log


def pieces(state: State) -> Counter[str]:
    """Every physical card of the game, by what is printed on it."""
    cards = Counter(state.deck)
    cards.update(state.discards)
    cards.update(face for face in state.layout if face and face != FACE_DOWN)
    for heaps in (state.hands, state.kept_printed, state.aside, state.piles):
        for heap in heaps:
            cards.update(heap)
    for tableau in state.tableaus:
        cards.update(laid.printed for laid in tableau)
    return cards


def position(
    tables: list[list[str]],
    hands: list[list[str]],
    dessert: str = "strawberry",
    keeps: list[list[str]] | None = None,
    **options: str | int | bool,
) -> tuple[State, list[engine.Event]]:
    """A game of the tenth with these cards in front, hands and desserts of earlier rounds."""
    return engine.table_from("tenth", tables, hands, options={"dessert": dessert, **options}, keeps=keeps)


def picks(state: State, *chosen: tuple[str, ...]) -> list[engine.Event]:
    """Every seat answers the open pick."""
    question = state.question
    log: list[engine.Event] = []
    for seat, faces in enumerate(chosen):
        log += engine.play(state, Pick(seat, question, faces))
    return log
