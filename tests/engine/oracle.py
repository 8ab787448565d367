"""A second, independent reading of the classic rules: replays deals and picks and counts, in the plainest
way.

Shares no code with the engine and is deliberately written differently (cards as a flat list, wasabi
resolved when counting)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

Picks = Mapping[tuple[int, int, int], Sequence[str]]


def play(deals: Sequence[Sequence[Sequence[str]]], picks: Picks, right_in: Sequence[int] = ()) -> list[int]:
    """Totals of a game: `deals` per round the hands, `picks` by (round, turn, seat); rounds passed to the
    right."""
    seats = len(deals[0])
    totals = [0] * seats
    puddings = [0] * seats
    for round_, deal in enumerate(deals, 1):
        hands = [list(hand) for hand in deal]
        rows: list[list[str]] = [[] for _ in range(seats)]
        turn = 0
        while hands[0]:
            turn += 1
            for seat in range(seats):
                chosen = picks.get((round_, turn, seat)) or hands[seat][:]
                for face in chosen:
                    hands[seat].remove(face)
                if len(chosen) == 2:
                    rows[seat].remove("chopsticks")
                    hands[seat].append("chopsticks")
                rows[seat] += chosen
            order = [(seat + (1 if round_ in right_in else -1)) % seats for seat in range(seats)]
            hands = [hands[seat] for seat in order]
        for seat, row in enumerate(rows):
            totals[seat] += dishes(row)
            puddings[seat] += row.count("pudding")
        for seat, points in enumerate(maki(rows)):
            totals[seat] += points
    return [total + points for total, points in zip(totals, pudding_points(puddings), strict=True)]


def dishes(row: Sequence[str]) -> int:
    """What a row is worth by itself."""
    points, waiting = 0, 0
    for face in row:
        if face == "wasabi":
            waiting += 1
        elif face in ("egg", "salmon", "squid"):
            worth = 1 + ["egg", "salmon", "squid"].index(face)
            points += worth * 3 if waiting else worth
            waiting -= 1 if waiting else 0
    number = Counter(row)
    dumplings = number["dumpling"]
    points += min(dumplings * (dumplings + 1) // 2, 15)
    return points + 5 * (number["tempura"] // 2) + 10 * (number["sashimi"] // 3)


def maki(rows: Sequence[Sequence[str]]) -> list[int]:
    """Points for rolls."""
    icons = [sum(int(face[-1]) for face in row if face.startswith("maki")) for row in rows]
    ranks = sorted({count for count in icons if count}, reverse=True)
    if not ranks:
        return [0] * len(rows)
    pots = {ranks[0]: 6 // icons.count(ranks[0])}
    if icons.count(ranks[0]) == 1 and len(ranks) > 1:
        pots[ranks[1]] = 3 // icons.count(ranks[1])
    return [pots.get(count, 0) for count in icons]


def pudding_points(puddings: Sequence[int]) -> list[int]:
    """Points for desserts."""
    most, fewest = max(puddings), min(puddings)
    if most == fewest:
        return [0] * len(puddings)
    gains = [6 // puddings.count(most) if count == most else 0 for count in puddings]
    losses = [
        6 // puddings.count(fewest) if count == fewest and len(puddings) > 2 else 0 for count in puddings
    ]
    return [gain - loss for gain, loss in zip(gains, losses, strict=True)]
