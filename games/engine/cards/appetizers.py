"""Appetizers (classic rulebook, "scoring"; rules §5.3): counted in front of their owner, edamame and miso
soup with an eye on the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards.base import Card, Tables
from games.engine.cards.counted import ByNumber, by_number, per_set
from games.engine.events import CardsDiscarded, Event, MarkerSet

if TYPE_CHECKING:
    from games.engine.state import State

ONIGIRI_SETS: Final = (0, 1, 4, 9, 16)
ONIGIRI_FACES: Final = ("onigiri-circle", "onigiri-triangle", "onigiri-square", "onigiri-rectangle")
MOST_EDAMAME: Final = 4
MISO: Final = "miso-soup"
MISO_SPILLED: Final = "miso_spilled"
"""The marker that holds the turn of this round in which miso soup was last discarded."""


def score_onigiri(tables: Tables) -> Sequence[int]:
    """One of each shape that is left, again and again: each such set is worth 1, 4, 9 or 16."""
    points = []
    for counts in tables.counts:
        shapes = [counts.get(face, 0) for face in ONIGIRI_FACES]
        points.append(sum(ONIGIRI_SETS[sum(held > taken for held in shapes)] for taken in range(max(shapes))))
    return points


def score_edamame(tables: Tables) -> Sequence[int]:
    """A point per card and opponent with any, four opponents at most."""
    held = [counts.get("edamame", 0) for counts in tables.counts]
    owners = sum(count > 0 for count in held)
    return [count * min(MOST_EDAMAME, owners - 1) if count else 0 for count in held]


def spill(state: State) -> Sequence[Event]:
    """Miso soups played in one turn, by whatever means, are all discarded once there are two (rules §5.4)."""
    turn = state.turn
    fresh: dict[int, tuple[int, ...]] = {}
    number = 0
    for seat, tableau in enumerate(state.tableaus):
        # Cards of this turn are the last ones.
        at = len(tableau) - 1
        while at >= 0 and tableau[at][3] == turn:  # `turn`, `face` and `down`, without their names: hot
            if tableau[at][0] == MISO and not tableau[at][4]:
                fresh[seat] = (at, *fresh.get(seat, ()))
                number += 1
            at -= 1
    spilled = state.markers.get(MISO_SPILLED, 0) == turn
    if number < (1 if spilled else 2):
        return ()
    gone: list[Event] = [CardsDiscarded(seat, indexes) for seat, indexes in fresh.items()]
    if not spilled:
        gone.append(MarkerSet(MISO_SPILLED, turn))
    return gone


TEMPURA = Card("tempura", ("tempura",), "lilac", "appetizer", score=per_set("tempura", 2, 5))
SASHIMI = Card("sashimi", ("sashimi",), "lime", "appetizer", score=per_set("sashimi", 3, 10))
DUMPLING = Card(
    "dumpling", ("dumpling",), "blue", "appetizer", score=by_number("dumpling", (0, 1, 3, 6, 10, 15))
)
EEL = Card("eel", ("eel",), "indigo", "appetizer", score=by_number("eel", (0, -3, 7)))
TOFU = Card("tofu", ("tofu",), "green", "appetizer", score=by_number("tofu", (0, 2, 6, 0)))
ONIGIRI = Card("onigiri", ONIGIRI_FACES, "magenta", "appetizer", score=score_onigiri)
EDAMAME = Card("edamame", ("edamame",), "plum", "appetizer", score=score_edamame)
MISO_SOUP = Card(
    MISO, (MISO,), "teal", "appetizer", score=ByNumber({MISO: 1}, lambda number: 3 * number), watch=spill
)
GYOZA = Card("gyoza", ("gyoza",), "blue", "appetizer", score=by_number("gyoza", (0, 1, 3, 6, 10, 15)))
