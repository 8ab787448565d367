"""Writes variant_games.txt: whole random games of the tenth edition and of classic's variants, kept so that
no change of the engine goes unnoticed.

    python -m tests.golden.make_variant_games

Run it only when a rule or the shape of an event was changed on purpose, and say so in the commit. One line of
JSON a game: setup, picks as [seat, question, chosen], final points, places and the SHA-256 of the encoded
log."""

from __future__ import annotations

import json
import random
from pathlib import Path

from games import engine
from games.engine import Pick, Setup
from games.engine.editions.packs import PACKS
from tests.engine.tenth.table import DECKS, TABLES, played
from tests.golden.make_classic_games import log_hash

FILE = Path(__file__).parent / "variant_games.txt"


def setups() -> list[Setup]:
    """Every variant; the tenth with every pack as it comes and with a deck of the table's own."""
    found = []
    for edition, variant in TABLES:
        printed = engine.EDITIONS[edition]
        played_ = printed.variants[variant].change(printed) if variant else printed
        most = max(played_.hand_sizes)
        packs = sorted(PACKS) if edition == "tenth" else [""]
        for nth, pack in enumerate(packs):
            options: dict[str, str | int | bool] = {"dessert": pack} if pack else {}
            if nth % 2:
                options["deck"] = DECKS[pack]
            seats = most if most == 2 else 2 + nth % (most - 1)
            if seats == 2 and nth == 3:
                options["must_have_futomaki"] = True
            found.append(Setup(edition, seats, f"golden {edition} {variant} {nth}", variant, options))
    return found


def line_of(setup: Setup) -> str:
    """One game as text."""
    state, log = played(setup, random.Random(setup.shuffle_seed))
    return json.dumps(
        {
            "edition": setup.edition,
            "variant": setup.variant,
            "seats": setup.seats,
            "options": setup.options,
            "seed": setup.shuffle_seed,
            "picks": [[event.seat, event.question, event.chosen] for event in log if isinstance(event, Pick)],
            "points": state.points,
            "places": state.places,
            "log": log_hash(log),
        },
        separators=(",", ":"),
    )


if __name__ == "__main__":
    FILE.write_text("".join(f"{line_of(setup)}\n" for setup in setups()))
