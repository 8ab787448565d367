"""The last page of a replay: who won, how the points add up, and why dessert fell as it did."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.queries import Replay
from games.web.sentences import listed
from games.web.sheets import Sheet, final_sheet


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A turn to jump to."""

    at: str
    url: str


@dataclass(frozen=True, slots=True)
class DessertLine:
    """One seat's desserts: how many, taken when, let go when, and what they paid."""

    number: int
    name: str
    count: int
    points: int
    tone: str
    turns: tuple[TurnLink, ...]
    passed: tuple[TurnLink, ...]


@dataclass(frozen=True, slots=True)
class End:
    """All that the last page draws."""

    winner: str
    sentence: str
    sheet: Sheet
    dessert: str
    puddings: tuple[DessertLine, ...] = field(default=())


def end_of(replay: Replay, names: Sequence[str], address: Callable[[int, int], str]) -> End:
    """The end of a finished game. `address` makes the address of a turn."""
    last = replay.turns[-1]
    totals, places, ends = last.totals or (), last.places or (), last.end_by_card or ()
    rounds = [turn.round_points for turn in replay.turns if turn.round_points is not None]
    held = [
        sum(card.face == "pudding" for card in seat.tableau) + sum(face == "pudding" for face in seat.keeps)
        for seat in last.seats
    ]
    lines = tuple(
        _line(replay, names, seat, held[seat], ends[seat].get("pudding", 0), address)
        for seat in sorted(range(len(names)), key=lambda one: -held[one])
    )
    return End(
        winner=_winner(names, totals, places),
        sentence=_margin(names, totals, places, held),
        sheet=final_sheet(names, rounds, ends, totals),
        dessert=_dessert(names, held, [mine.get("pudding", 0) for mine in ends]),
        puddings=lines,
    )


def _winner(names: Sequence[str], totals: Sequence[int], places: Sequence[int]) -> str:
    first = [seat for seat, place in enumerate(places) if place == 1]
    who = listed([names[seat] for seat in first])
    verb = "wins" if len(first) == 1 else "share the win"
    return f"{who} {verb} with {totals[first[0]]} points"


def _margin(names: Sequence[str], totals: Sequence[int], places: Sequence[int], held: Sequence[int]) -> str:
    """How close it was, and whether the tie-break had to say."""
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    first, second = order[0], order[1]
    ahead = totals[first] - totals[second]
    if places[second] == 1:
        return f"{names[first]} and {names[second]} are equal in points and in puddings, so both have won."
    if ahead == 0:
        return (
            f"{names[first]} and {names[second]} have {totals[first]} points each; puddings break the tie, "
            f"{held[first]} against {held[second]}."
        )
    points = "1 point" if ahead == 1 else f"{ahead} points"
    rest = [f"{names[seat]} has {totals[seat]}" for seat in order[2:]]
    told = f"{points} ahead of {names[second]}, who has {totals[second]}"
    return f"{told}; {listed(rest)}." if rest else f"{told}."


def _dessert(names: Sequence[str], held: Sequence[int], points: Sequence[int]) -> str:
    """Why the desserts paid what they paid."""
    if not any(held):
        return "Nobody kept a pudding, so dessert paid nothing."
    if not any(points):
        return f"Everybody kept {held[0]}: when all are equal, dessert pays nobody."
    most, fewest = max(held), min(held)
    with_most = [names[seat] for seat, count in enumerate(held) if count == most]
    with_fewest = [names[seat] for seat, count in enumerate(held) if count == fewest]
    gain = max(points)
    told = f"{listed(with_most)} kept most puddings, {most}"
    told += f", and {'shared the 6 points: ' if len(with_most) > 1 else 'earned '}+{gain}"
    told += " each. " if len(with_most) > 1 else ". "
    if min(points) < 0:
        loss = -min(points)
        told += f"{listed(with_fewest)} kept fewest, {fewest}"
        told += f", and {'shared the loss of 6: ' if len(with_fewest) > 1 else 'lost '}−{loss}"
        told += " each." if len(with_fewest) > 1 else "."
    elif len(names) == 2:
        told += "At a table of two nobody loses points for fewest."
    return told


def _line(
    replay: Replay,
    names: Sequence[str],
    number: int,
    count: int,
    points: int,
    address: Callable[[int, int], str],
) -> DessertLine:
    taken, passed = [], []
    for turn in replay.turns:
        seat = turn.seats[number]
        link = TurnLink(turn.key, address(turn.round, turn.turn))
        if "pudding" in seat.chosen:
            taken.append(link)
        elif seat.hand is not None and len(seat.hand) > 1 and "pudding" in seat.hand:
            passed.append(link)
    tone = "up" if points > 0 else "down" if points < 0 else ""
    return DessertLine(number, names[number], count, points, tone, tuple(taken), tuple(passed))
