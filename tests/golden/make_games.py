"""Writes games/*.txt: whole games of every edition, variant, dessert pack and suggested menu in the notation
(games/engine/NOTATION.md), which later versions must play again to the same points.

    python -m tests.golden.make_games

Games that are there are left alone: only those missing are written. Delete a file first when a rule was
changed on purpose, and say so in the commit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from games import engine
from games.engine import Options, OptionValue, Pick, Setup
from games.engine.editions.menus import SUGGESTED, seats_of

FOLDER = Path(__file__).parent / "games"
TIMEOUTS = 0.05


def answer(offered: Options, rng: random.Random) -> tuple[str, ...]:
    """Any legal answer; those that do something more often than their share."""
    if offered.only:
        told = [chosen for chosen in offered.only if len(chosen) > 1]
        return rng.choice(told if told and rng.random() < 0.5 else list(offered.only))
    return offered.settled(tuple(rng.sample(offered.faces, rng.randint(offered.least, offered.most))))


def played(setup: Setup, rng: random.Random) -> tuple[engine.State, list[engine.Event]]:
    """A whole random game; seats answer in any order, and some answers are a substitute's."""
    state, log = engine.open_game(setup)
    while not state.over:
        question = rng.choice(engine.open_questions(state))
        offered = engine.options(state, question.seat)
        assert offered is not None
        cause = "timeout" if rng.random() < TIMEOUTS else ""
        log += engine.play(state, Pick(question.seat, question.id, answer(offered, rng), cause))
    return state, log


def tables() -> Iterator[tuple[str, str, int, dict[str, OptionValue]]]:
    """Edition, variant, seats and options of every kind of game, at the smallest and the largest table."""
    for edition in engine.EDITIONS.values():
        for variant in ("", *edition.variants):
            changed = edition.variants[variant].change(edition) if variant else edition
            for seats in sorted({changed.least_seats, changed.most_seats}):
                yield edition.key, variant, seats, {}
    for pack in engine.EDITIONS["tenth"].options["dessert"].allowed:
        for seats in (2, 4):
            yield "tenth", "", seats, {"dessert": pack}
    yield "tenth", "", 2, {"must_have_futomaki": True}
    for menu in SUGGESTED:
        legal = seats_of(menu, range(2, 9))
        for seats in (legal[0], legal[-1]):
            yield "party", "", seats, {"menu": menu}


def name_of(edition: str, variant: str, seats: int, options: dict[str, OptionValue]) -> str:
    """The name of the game's file."""
    told = [value if isinstance(value, str) else name for name, value in options.items()]
    return "-".join([edition, *([variant] if variant else []), *told, f"{seats}seats"]) + ".txt"


def games() -> Iterator[tuple[str, Setup]]:
    """Every file there has to be, with its set-up. Every other game has nonces."""
    for number, (edition, variant, seats, options) in enumerate(tables()):
        name = name_of(edition, variant, seats, options)
        nonces = tuple([f"nonce {seat}" if seat % 2 else "" for seat in range(seats)]) if number % 2 else ()
        yield name, Setup(edition, seats, f"golden {name}", variant, options, nonces)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, setup in games():
        path = FOLDER / name
        if not path.exists():
            path.write_text(engine.write_game(played(setup, random.Random(setup.shuffle_seed))[1]))
