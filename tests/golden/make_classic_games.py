"""Writes classic_games.txt: 300 whole random games, kept so that no change of the engine goes unnoticed.

    python -m tests.golden.make_classic_games

Run it only when a rule or the shape of an event was changed on purpose, and say so in the commit. One line a
game: seats, shuffle_seed, variant ("-" for none), options ("-" for none), picks, final points, places and the
SHA-256 of the encoded log. Picks are letters, in the order in which they were made: a = the first face of the
edition's canonical order, capitals for the two cards of a pair.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path

from games import engine
from games.engine import Event, Pick, Setup
from tests.engine.tables import CLASSIC, play_out, random_chooser

GAMES = 300
FILE = Path(__file__).parent / "classic_games.txt"
LETTERS = dict(zip(CLASSIC.faces, "abcdefghijkl", strict=True))


def log_hash(log: Sequence[Event]) -> str:
    """SHA-256 over kind and text of every event, one a line."""
    lines = "".join(f"{kind} {text}\n" for kind, text in map(engine.encode, log))
    return hashlib.sha256(lines.encode()).hexdigest()


def setup_of(number: int, rng: random.Random) -> Setup:
    """All table sizes in turn; every fifth game plays with options, every seventh with the variant."""
    options: dict[str, str | int | bool] = {}
    if number % 5 == 0:
        options = {
            "same_turn_wasabi": rng.choice(["pick_order", "never"]),
            "zero_rolls_count": rng.random() < 0.5,
        }
    return Setup(
        "classic", 2 + number % 4, f"golden-{number}", "pass_both_ways" if number % 7 == 0 else "", options
    )


def line_of(number: int) -> str:
    """One game as text."""
    rng = random.Random(number)
    setup = setup_of(number, rng)
    state, log = play_out(setup, random_chooser(rng), rng)
    picks = []
    for event in log:
        if isinstance(event, Pick):
            letters = "".join(LETTERS[face] for face in event.chosen)
            picks.append(f"{event.seat}{letters.upper() if len(letters) == 2 else letters}")
    options = ",".join(f"{name}={value}" for name, value in setup.options.items())
    return " ".join(
        [
            str(setup.seats),
            setup.shuffle_seed,
            setup.variant or "-",
            options or "-",
            "".join(picks),
            ",".join(map(str, state.points)),
            ",".join(map(str, state.places)),
            log_hash(log),
        ]
    )


if __name__ == "__main__":
    FILE.write_text("".join(f"{line_of(number)}\n" for number in range(GAMES)))
