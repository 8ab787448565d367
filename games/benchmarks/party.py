"""`manage.py bench party`: whole random games of the party edition through the engine's door, beside classic
games measured in the same run. The aim is a third of classic's games per second.

The policy is that of the classic bench: a random card of the hand, and every second time something in front
may be used it is. Everything else that is asked is answered at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import TextIO

from games import engine
from games.benchmarks.engine import play_random
from games.engine.editions.menus import SUGGESTED, seats_of

REPEATS = 5
GAMES = 100
SEATS = 4


def play_random_party(
    menu: str, seats: int, shuffle_seed: str, rnd: Callable[[], float]
) -> list[engine.Event]:
    """One random game; returns the log."""
    state, log = engine.open_game(engine.Setup("party", seats, shuffle_seed, options={"menu": menu}))
    alone, bonus = state.rules.alone, state.rules.bonus
    while not state.over:
        answers: list[tuple[str, ...]] = []
        for seat in state.asked:
            hand, asked = state.hands[seat], state.acting[seat]
            if asked is None:
                face = hand[int(rnd() * len(hand))]
                uses = bonus and len(hand) > 1 and any(laid.face in bonus for laid in state.tableaus[seat])
                if face in alone and not (uses and rnd() < 0.5):
                    answers.append((face,))
                    continue
            answers.append(_any(engine.options(state, seat), rnd))
        log += engine.play_turn(state, answers)
    return log


def _any(offered: engine.Options | None, rnd: Callable[[], float]) -> tuple[str, ...]:
    if offered is None:
        raise RuntimeError("A seat was asked and has no options.")
    if offered.only is not None:
        return offered.only[int(rnd() * len(offered.only))]
    if offered.most == 1:
        return (offered.faces[int(rnd() * len(offered.faces))],)
    return tuple([face for face in offered.faces if rnd() < 0.5])


def _speed(play: Callable[[str, Callable[[], float]], list[engine.Event]], games: int) -> tuple[float, float]:
    """Games per CPU second, and events per game."""
    rnd = random.Random(7).random
    events = 0
    began = process_time()
    for number in range(games):
        events += len(play(f"bench {number}", rnd))
    return games / (process_time() - began), events / games


def run(out: TextIO, repeats: int = REPEATS, games: int = GAMES) -> dict[str, float]:
    """Print and return the speed of every suggested menu as a share of classic's, medians of interleaved
    runs."""
    menus = [menu for menu in SUGGESTED if SEATS in seats_of(menu, [SEATS])]
    speeds: dict[str, list[float]] = {menu: [] for menu in menus}
    shares: dict[str, list[float]] = {menu: [] for menu in menus}
    events: dict[str, float] = {}
    for _ in range(repeats):
        for menu in menus:
            classic, _ = _speed(lambda seed, rnd: play_random(SEATS, seed, rnd), games)
            speed, events[menu] = _speed(
                lambda seed, rnd, menu=menu: play_random_party(menu, SEATS, seed, rnd),  # type: ignore[misc]
                games,
            )
            speeds[menu].append(speed)
            shares[menu].append(speed / classic)
    out.write(f"party, {SEATS} seats           games/CPU s   events   of classic (aim 0.33)\n")
    for menu in menus:
        out.write(
            f"  {menu:<22}{median(speeds[menu]):>12.0f}{events[menu]:>9.0f}{median(shares[menu]):>10.2f}\n"
        )
    overall = median([median(found) for found in shares.values()])
    out.write(f"  median of the menus{overall:>36.2f}\n")
    return {menu: median(found) for menu, found in shares.items()}
