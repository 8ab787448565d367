"""Dessert packs of the tenth edition (rules §3.1, §3.5): what is printed on the cards of each.

None of these distributions is published, but for the ten strawberry puddings: the ones here are the defaults
of rules §8, and a table may bring its own in the option `deck`. No rule is written here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.engine.commands import Face, OptionValue
from games.engine.errors import BadSetup

STRAWBERRY: Final = "strawberry"

PACKS: Final[Mapping[str, Mapping[Face, int]]] = {
    STRAWBERRY: {"strawberry-1": 2, "strawberry-2": 4, "strawberry-3": 2, "strawberry-4": 2},
    "frozen_yogurt": {"yogurt-1": 2, "yogurt-2": 3, "yogurt-3": 3, "yogurt-4": 2},
    "bubble_tea": {
        "bubble-tea-1": 2,
        "bubble-tea-2": 3,
        "bubble-tea-3": 4,
        "bubble-tea-4": 3,
        "bubble-tea-5": 2,
    },
    "old_school_pudding": {"old-school-pudding": 10},
    "mochi": {"mochi": 10},
}
"""Pack -> face -> copies. A yogurt shows its value only in front of a player."""

HIGHEST: Final[Mapping[str, int]] = {STRAWBERRY: 6, "frozen_yogurt": 6, "bubble_tea": 5}
"""The highest number that a card of such a pack may show."""

MOST_CARDS: Final = 44


def faces_of(pack: str) -> tuple[Face, ...]:
    """Every face a card of this pack may have, in canonical order."""
    if pack not in HIGHEST:
        return tuple(PACKS[pack])
    stem = next(iter(PACKS[pack])).rpartition("-")[0]
    return tuple([f"{stem}-{number}" for number in range(1, HIGHEST[pack] + 1)])


@lru_cache(maxsize=256)
def copies_in(deck: str) -> Mapping[Face, int]:
    """The copies of a settled deck, such as "strawberry-1:2,strawberry-2:4"."""
    pairs = [entry.rpartition(":") for entry in deck.split(",")]
    return {face: int(copies) for face, _, copies in pairs}


def read_deck(value: OptionValue) -> str:
    """A deck as it was asked for, checked in form only; "" for the pack as it comes. Raises BadSetup."""
    if not isinstance(value, str):
        raise BadSetup(f"deck is text such as {written(PACKS[STRAWBERRY])!r}, or empty.", option="deck")
    entries = [entry.strip() for entry in value.split(",")] if value.strip() else []
    found: dict[Face, int] = {}
    for entry in entries:
        face, colon, copies = entry.rpartition(":")
        if not colon or not copies.isascii() or not copies.isdigit() or len(copies) > 2:
            raise BadSetup(
                f"deck cannot be read at {entry!r}: write a card and how many there are of it, such as "
                f"{written(PACKS[STRAWBERRY])!r}.",
                option="deck",
            )
        if face in found:
            raise BadSetup(f"deck names {face} twice.", option="deck")
        found[face] = int(copies)
    return written(found)


def settled_deck(pack: str, deck: str, needed: int) -> str:
    """The whole deck of a pack in canonical order. Raises BadSetup when a card is not of this pack, or when
    there are fewer cards than a game needs or more than the packs hold together."""
    if not deck:
        return written(PACKS[pack])
    copies, faces = copies_in(deck), faces_of(pack)
    if strange := [face for face in copies if face not in faces]:
        raise BadSetup(
            f"{strange[0]} is no card of the {pack} pack; its cards are: {', '.join(faces)}.", option="deck"
        )
    cards = sum(copies.values())
    if not needed <= cards <= MOST_CARDS:
        raise BadSetup(
            f"A {pack} pack for this table has {needed} to {MOST_CARDS} cards, not {cards}.", option="deck"
        )
    return written({face: copies[face] for face in faces if copies.get(face)})


def written(copies: Mapping[Face, int]) -> str:
    """The text that `copies_in` reads."""
    return ",".join([f"{face}:{number}" for face, number in copies.items()])
