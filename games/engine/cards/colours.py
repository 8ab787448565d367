"""Counting the background colours in front of each seat (rules §5.6): for tea and soy sauce.

A colour belongs to a kind of card, nigiri and wasabi together. A copy has the colour of what it acts as.
Face-down cards are a colour of their own, or none, by the option `flipped_colour` (B13); desserts of this
round count unless `tea_counts_round_desserts` says otherwise (B14)."""

from typing import Final

from games.engine.cards.base import Tables

FACE_DOWN: Final = "face-down"


def colours(tables: Tables, desserts: bool = True) -> list[dict[str, int]]:
    """Per seat, colour -> number of cards in front."""
    own_group = tables.options.get("flipped_colour", "own_group") == "own_group"
    found: list[dict[str, int]] = []
    for counts, down in zip(tables.counts, tables.down, strict=True):
        sets: dict[str, int] = {}
        for face, copies in counts.items():
            card = tables.card_of[face]
            if desserts or not card.keeps:
                sets[card.colour] = sets.get(card.colour, 0) + copies
        if down and own_group:
            sets[FACE_DOWN] = down
        found.append(sets)
    return found
