"""`manage.py bench engine`: whole random games through the engine's door against a bare loop of the same
game, and reading a log back against parsing its JSON.

The engine's side pays for everything it promises: each pick checked, each event built, the log kept. Medians
of interleaved runs, in CPU seconds; the ratio is taken pair by pair, so that a busy machine slows both sides
alike.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import TextIO

import orjson

from games import engine
from games.benchmarks.bare import play_bare

REPEATS = 7
GAMES = 400
LOADS = 300


def play_random(seats: int, shuffle_seed: str, rnd: Callable[[], float]) -> list[engine.Event]:
    """One random game by the policy of `play_bare`, through the public door; returns the log."""
    state, log = engine.open_game(engine.Setup("classic", seats, shuffle_seed))
    chopsticks = [0] * seats  # in front of each seat; the player remembers, as the bare loop does
    round_ = 0
    while not state.over:
        hands = state.hands
        left = len(hands[0])
        answers: list[tuple[str, ...]] = []
        if state.round != round_:
            round_ = state.round
            chopsticks = [0] * seats
        for seat in range(seats):
            hand = hands[seat]
            at = int(rnd() * left)
            first = hand[at]
            if chopsticks[seat] and rnd() < 0.5:
                other = int(rnd() * (left - 1))
                second = hand[other if other < at else other + 1]
                chopsticks[seat] += (first == "chopsticks") + (second == "chopsticks") - 1
                answers.append((first, second))
            else:
                if first == "chopsticks":
                    chopsticks[seat] += 1
                answers.append((first,))
        log += engine.play_turn(state, answers)
    return log


def play_random_seeing(seats: int, shuffle_seed: str, rnd: Callable[[], float]) -> int:
    """The same, single picks only, with a fresh view for every decision; returns the number of decisions."""
    state, _ = engine.open_game(engine.Setup("classic", seats, shuffle_seed))
    decisions = 0
    while not state.over:
        for question in engine.open_questions(state):
            seen = engine.view(state, question.seat)
            face = seen.hand[int(rnd() * len(seen.hand))]
            engine.play(state, engine.Pick(question.seat, question.id, (face,)))
            decisions += 1
    return decisions


def _seconds(work: Callable[[int], object], times: int) -> float:
    """CPU seconds of doing something so many times; results are dropped, as a server would."""
    began = process_time()
    for number in range(times):
        work(number)
    return process_time() - began


def _numbered_game(seats: int, rnd: Callable[[], float], repeat: int, number: int) -> None:
    play_random(seats, f"{repeat}.{number}", rnd)


def _games(seats: int, games: int, repeats: int) -> tuple[float, float, float]:
    """Median games per CPU second of the engine and of the bare loop, and the median ratio."""
    ours, bare, ratios = [], [], []
    rnd = random.Random(20).random
    for repeat in range(repeats):
        mine = _seconds(partial(_numbered_game, seats, rnd, repeat), games)
        theirs = _seconds(lambda _: play_bare(seats, rnd), games)
        ours.append(games / mine)
        bare.append(games / theirs)
        ratios.append(theirs / mine)
    return median(ours), median(bare), median(ratios)


def run(out: TextIO, *, repeats: int = REPEATS, games: int = GAMES, loads: int = LOADS) -> dict[str, float]:
    """Print the table; returns the figures by name."""
    figures: dict[str, float] = {}
    out.write("Random whole classic games, every pick checked, events built, log kept (CPU time, medians of ")
    out.write(f"{repeats} interleaved runs of {games})\n")
    out.write("seats   engine games/s   us/pick   bare loop games/s   engine/bare\n")
    for seats in (2, 3, 4, 5):
        ours, bare, ratio = _games(seats, games, repeats)
        picks = 3 * seats * (engine.EDITIONS["classic"].hand_sizes[seats] - 1)
        figures[f"games_{seats}"], figures[f"ratio_{seats}"] = ours, ratio
        out.write(
            f"{seats:>5}   {ours:>14,.0f}   {1e6 / ours / picks:>7.2f}   {bare:>17,.0f}   {ratio:>11.2f}\n"
        )

    rnd = random.Random(21).random
    decided: list[int] = []
    seen = _seconds(lambda game: decided.append(play_random_seeing(4, str(game), rnd)), games)
    figures["view_us"] = 1e6 * seen / sum(decided)
    out.write(f"with a fresh view per decision, 4 seats: {figures['view_us']:.2f} us/decision\n")

    log = play_random(4, "log", rnd)
    rows = [engine.encode(event) for event in log]
    texts = [(kind, text.encode()) for kind, text in rows]
    reading, parsing, ratios = [], [], []
    for _ in range(repeats):
        mine = _seconds(lambda _: engine.load(texts, orjson.loads), loads) / loads
        theirs = _seconds(lambda _: _parse_all(texts), loads) / loads
        reading.append(mine * 1e6)
        parsing.append(theirs * 1e6)
        ratios.append(mine / theirs)
    figures["load_us"], figures["load_ratio"] = median(reading), median(ratios)
    out.write(
        f"Reading a 4-seat log of {len(rows)} events back (decode, checked fold): {median(reading):.0f} us, "
    )
    out.write(f"orjson alone {median(parsing):.0f} us, ratio {median(ratios):.1f}\n")
    gc.collect()
    return figures


def _parse_all(texts: list[tuple[str, bytes]]) -> list[object]:
    return [orjson.loads(text) for _, text in texts]
