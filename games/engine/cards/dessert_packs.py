"""Desserts of the tenth edition that score at the end of the game alone (rules §3.5): frozen yogurt, bubble
tea, old-school pudding and mochi. Strawberry pudding is in strawberry.py.

A yogurt's value is hidden from everybody while it is in a hand, the holder included. Nobody can tell one
yogurt from another until then, so the value is drawn when the card is played: the first yogurt of the game
takes the first value of a shuffle of all of them, and so on. A die is rolled for each mochi as it is played.
Both are read from the sealed seed and written into the log as card_changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards.base import Card, printed_number
from games.engine.commands import Face, OptionValue
from games.engine.editions.packs import copies_in, faces_of
from games.engine.events import CardChanged, Event
from games.engine.scoring import dessert_awards
from games.engine.shuffle import key_of, shuffled, words

if TYPE_CHECKING:
    from games.engine.state import State

UNSEEN_YOGURT: Final = "frozen-yogurt"
UNROLLED: Final = "mochi"
DICE: Final = (4, 6, 8, 10, 12)
START_OF_DIE: Final = 1
RUNS: Final = (0, 1, 4, 8, 13, 20)

Held = Mapping[Face, int]
Options = Mapping[str, OptionValue]


def numbers_on(held: Held) -> int:
    """The sum of what is printed on the cards."""
    return sum(printed_number(face) * copies for face, copies in held.items())


def cards_in(held: Held) -> int:
    """How many cards there are."""
    return sum(held.values())


def die_of(held: Held) -> int:
    """What the die shows: the last roll counts, and without one it shows 1."""
    return printed_number(next(reversed(list(held)), "")) or START_OF_DIE


def run_points(held: Held) -> int:
    """Bubble tea: cards are sorted into runs of consecutive numbers, the longest first, which is best."""
    left = {printed_number(face): copies for face, copies in held.items()}
    points = 0
    while any(left.values()):
        longest: list[int] = []
        run: list[int] = []
        for number in range(1, max(left) + 2):
            if left.get(number):
                run.append(number)
                continue
            longest, run = max(longest, run, key=len), []
        for number in longest:
            left[number] -= 1
        points += RUNS[min(len(longest), len(RUNS) - 1)]
    return points


def score_yogurt(held: Sequence[Held], options: Options) -> Sequence[int]:
    """+6 for the highest sum of values, -6 for the lowest, shared by the rules of `dessert_awards`."""
    return dessert_awards([numbers_on(mine) for mine in held])


def score_pudding(held: Sequence[Held], options: Options) -> Sequence[int]:
    """The same for numbers of cards."""
    return dessert_awards([cards_in(mine) for mine in held])


def score_mochi(held: Sequence[Held], options: Options) -> Sequence[int]:
    """The same for what the dice show."""
    return dessert_awards([die_of(mine) for mine in held])


def score_bubble_tea(held: Sequence[Held], options: Options) -> Sequence[int]:
    """Everybody's own runs."""
    return [run_points(mine) for mine in held]


def turn_up_yogurts(state: State) -> Sequence[Event]:
    """Yogurts that have just entered play show their values, seat after seat, in order of play."""
    fresh = _fresh(state, UNSEEN_YOGURT)
    if not fresh:
        return ()
    copies = copies_in(str(state.rules.options["deck"]))
    values = [face for face, number in copies.items() for _ in range(number)]
    values = shuffled(values, key_of(state.shuffle_seed, state.nonces), "yogurt")
    seen = sum(state.held(seat, YOGURT.faces[1:]) for seat in range(len(state.tableaus)))
    return [CardChanged(seat, at, values[seen + nth], -1) for nth, (seat, at) in enumerate(fresh)]


def roll(state: State) -> Sequence[Event]:
    """A die for every mochi that has just entered play, in order of play."""
    fresh = _fresh(state, UNROLLED)
    if not fresh:
        return ()
    key, sides = key_of(state.shuffle_seed, state.nonces), int(state.rules.options["mochi_faces"])
    rolled = sum(state.held(seat, MOCHI.faces[1:]) for seat in range(len(state.tableaus)))
    rolls = [words(key, f"mochi {rolled + nth}", 1)[0] % sides + 1 for nth in range(len(fresh))]
    return [CardChanged(seat, at, f"mochi-{on}", -1) for (seat, at), on in zip(fresh, rolls, strict=True)]


def _fresh(state: State, face: Face) -> list[tuple[int, int]]:
    # Cards of this turn are the last ones.
    found = []
    for seat, tableau in enumerate(state.tableaus):
        start = len(tableau)
        while start and tableau[start - 1].turn == state.turn:
            start -= 1
        found += [(seat, at) for at in range(start, len(tableau)) if tableau[at].face == face]
    return found


YOGURT = Card(
    "frozen-yogurt",
    (UNSEEN_YOGURT, *faces_of("frozen_yogurt")),
    "turquoise",
    "dessert",
    score_game=score_yogurt,
    keeps=True,
    watch=turn_up_yogurts,
)
BUBBLE_TEA = Card(
    "bubble-tea", faces_of("bubble_tea"), "tan", "dessert", score_game=score_bubble_tea, keeps=True
)
OLD_SCHOOL_PUDDING = Card(
    "old-school-pudding",
    ("old-school-pudding",),
    "pink",
    "dessert",
    score_game=score_pudding,
    keeps=True,
)
MOCHI = Card(
    "mochi",
    (UNROLLED, *[f"mochi-{number}" for number in range(1, max(DICE) + 1)]),
    "salmon-pink",
    "dessert",
    score_game=score_mochi,
    keeps=True,
    watch=roll,
)
