"""Writes party_games.txt: whole random games of every suggested menu and of menus of one's own, kept so that
no change of the engine goes unnoticed.

python -m tests.golden.make_party_games

Run it only when a rule or the shape of an event was changed on purpose, and say so in the commit. One game is
a line of setup and result (seats, shuffle_seed, options, points, places, SHA-256 of the encoded log) and a
line of its picks in the order in which they were made: the seat, then the answer with "+" between its
words."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from games import engine
from games.engine.editions.menus import SUGGESTED, seats_of
from tests.engine.party.table import KNOBS, PARTY, played, seats_for
from tests.golden.make_classic_games import log_hash

FILE = Path(__file__).parent / "party_games.txt"
OWN_MENUS = 16


def setups() -> Iterator[engine.Setup]:
    """Every suggested menu at its smallest, middle and largest table; then menus of chance with options of
    chance."""
    for menu in SUGGESTED:
        legal = seats_of(menu, range(2, 9))
        for seats in (legal[0], legal[len(legal) // 2], legal[-1]):
            yield engine.Setup("party", seats, f"golden {menu} {seats}", options={"menu": menu})
    rng = random.Random(181)
    for number in range(OWN_MENUS):
        cards: list[str] = []
        for course, size in (("roll", 1), ("appetizer", 3), ("special", 2), ("dessert", 1)):
            cards += rng.sample([card.key for card in PARTY.cards if card.course == course], size)
        options: dict[str, engine.OptionValue] = {"menu": ",".join(cards)}
        options |= {name: rng.choice(allowed) for name, allowed in KNOBS.items() if rng.random() < 0.4}
        yield engine.Setup("party", rng.choice(seats_for(cards)), f"golden own {number}", options=options)


def lines_of(setup: engine.Setup) -> tuple[str, str]:
    """One game as text."""
    state, log = played(setup)
    head = {
        "seats": setup.seats,
        "shuffle_seed": setup.shuffle_seed,
        "options": dict(setup.options),
        "points": state.points,
        "places": list(state.places),
        "log": log_hash(log),
    }
    picks = [f"{event.seat}{'+'.join(event.chosen)}" for event in log if isinstance(event, engine.Pick)]
    return json.dumps(head), " ".join(picks)


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for setup in setups() for line in lines_of(setup)))
