"""Random legal games of the party edition, for the tests beside this file."""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from games import engine
from games.engine.editions.menus import COURSES, FEWEST_SEATS, MOST_SEATS, SUGGESTED

PARTY = engine.EDITIONS["party"]
GAMES = int(os.environ.get("KAITEN_CONTRACT_GAMES", "20"))
"""Random games per menu; the promise is kept with 200, a quick run makes do with fewer."""

KNOBS: dict[str, tuple[engine.OptionValue, ...]] = {
    "max_bonus_per_turn": (1, 2, 3),
    "uramaki_timing": ("immediate", "end_of_turn"),
    "flipped_colour": ("own_group", "none"),
    "tea_counts_round_desserts": (True, False),
    "two_player_tie": ("full_if_any", "full", "none"),
    "zero_rolls_count": (False, True),
    "allow_negative_total": (True, False),
    "pass_directions": ("LLL", "LRL"),
}


def seats_for(cards: Sequence[str]) -> list[int]:
    """The numbers of seats that may play these cards."""
    least = max([FEWEST_SEATS.get(card, 2) for card in cards])
    most = min([MOST_SEATS.get(card, 8) for card in cards])
    return list(range(least, most + 1))


def cards_of(menu: str) -> tuple[str, ...]:
    return SUGGESTED[menu].cards if menu in SUGGESTED else tuple(menu.split(","))


@st.composite
def menus(draw: st.DrawFn) -> str:
    """A menu of one's own that somebody may play."""
    chosen: list[str] = []
    for course, number in COURSES.items():
        box = [card.key for card in PARTY.cards if card.course == course]
        chosen += draw(st.permutations(box))[:number]
    return ",".join(chosen)


@st.composite
def setups(draw: st.DrawFn, menu: str | None = None) -> engine.Setup:
    """A table of the party edition with any options."""
    menu = menu or draw(menus())
    options: dict[str, engine.OptionValue] = {"menu": menu}
    for name, allowed in KNOBS.items():
        if draw(st.integers(0, 3)) == 0:
            options[name] = draw(st.sampled_from(allowed))
    seats = draw(st.sampled_from(seats_for(cards_of(menu))))
    return engine.Setup("party", seats, f"seed {draw(st.integers(0, 10**6))}", options=options)


def answer(options: engine.Options | None, rng: random.Random) -> tuple[str, ...]:
    """Any legal answer, declarations and special orders more often than their share."""
    assert options is not None
    if options.only:
        told = [chosen for chosen in options.only if len(chosen) > 1]
        return rng.choice(told if told and rng.random() < 0.5 else options.only)
    size = rng.randint(options.least, options.most)
    return options.settled(tuple(rng.sample(options.faces, size)))


def played(
    setup: engine.Setup,
    rng: random.Random | None = None,
    before: Callable[[engine.State, engine.Pick], None] | None = None,
) -> tuple[engine.State, list[engine.Event]]:
    """A whole random game: its state and log. `before(state, pick)` is called before every pick."""
    rng = rng or random.Random(setup.shuffle_seed)
    state, log = engine.open_game(setup)
    while not state.over:
        question = rng.choice(engine.open_questions(state))
        offered = engine.options(state, question.seat)
        pick = engine.Pick(question.seat, question.id, answer(offered, rng))
        if before is not None:
            before(state, pick)
        log += engine.play(state, pick)
    return state, log


def pieces(state: engine.State) -> Counter[str]:
    """Every physical card of the game, by what is printed on it."""
    cards = Counter(state.deck)
    cards.update(state.discards)
    for piles in (state.hands, state.kept_printed, state.aside):
        for pile in piles:
            cards.update(pile)
    for tableau in state.tableaus:
        cards.update(laid.printed for laid in tableau)
    return cards
