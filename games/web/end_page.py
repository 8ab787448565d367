"""The last page of a replay: who won, how the points add up, and why dessert fell as it did."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.phrases import counted, listed
from games.queries import Replay
from games.web.board import Board
from games.web.desserts import amount, why
from games.web.sheets import Sheet, final_sheet


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A turn to jump to."""

    at: str
    url: str


@dataclass(frozen=True, slots=True)
class DessertLine:
    """One row's desserts: what they amount to, taken when, let go when, and what they paid."""

    number: int
    name: str
    plays: bool
    amount: str
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
    desserts: tuple[DessertLine, ...] = field(default=())


def end_of(replay: Replay, board: Board, names: Sequence[str], address: Callable[[int, int], str]) -> End:
    """The end of a finished game. `address` makes the address of a turn."""
    last = replay.turns[-1]
    totals, places, ends = last.totals or (), last.places or (), last.end_by_card or ()
    rounds = [turn.round_points for turn in replay.turns if turn.round_points is not None]
    held = board.desserts()
    card = next((board.rules.card_of[face].key for mine in held for face in mine), "")
    card = card or next((card.key for card, _ in board.rules.scoring_game), "dessert")
    paid = [sum(mine.values()) for mine in ends]
    lines = tuple(
        _line(replay, board, names, row, amount(card, held[row]), paid[row], address)
        for row in sorted(range(len(names)), key=lambda one: (-paid[one], -len(held[one])))
    )
    lowest = board.rules.edition.lowest_wins
    return End(
        winner=_winner(names, totals, places, lowest),
        sentence=_margin(names, totals, places, last.tie_break or (), lowest),
        sheet=final_sheet(names, rounds, ends, totals, places),
        dessert=why(card, names, held, paid),
        desserts=lines,
    )


def result(replay: Replay, names: Sequence[str], *, lowest: bool) -> str:
    """Who won a finished game and by how much, in a sentence or two."""
    last = replay.turns[-1]
    totals, places = last.totals or (), last.places or ()
    won = _winner(names, totals, places, lowest)
    first, second = sorted(range(len(places)), key=lambda seat: places[seat])[:2]
    # A margin is the rest of the sentence; what broke a tie is a sentence of its own.
    joint = ". " if totals[first] == totals[second] else ", "
    return f"{won}{joint}{_margin(names, totals, places, last.tie_break or (), lowest)}"


def _winner(names: Sequence[str], totals: Sequence[int], places: Sequence[int], lowest: bool) -> str:
    first = [seat for seat, place in enumerate(places) if place == 1]
    who = listed([names[seat] for seat in first])
    verb = "wins" if len(first) == 1 else "share the win"
    golf = ", the lowest total" if lowest else ""
    return f"{who} {verb} with {counted(totals[first[0]], 'point')}{golf}"


def _margin(
    names: Sequence[str],
    totals: Sequence[int],
    places: Sequence[int],
    tie_break: Sequence[int],
    lowest: bool,
) -> str:
    """How close it was, and whether the tie-break had to say."""
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    first, second = order[0], order[1]
    ahead = abs(totals[first] - totals[second])
    if places[second] == 1:
        return f"{names[first]} and {names[second]} are equal in points and in desserts, so both have won."
    if ahead == 0:
        return (
            f"{names[first]} and {names[second]} have {totals[first]} points each; desserts break the tie, "
            f"{tie_break[first]} against {tie_break[second]}."
        )
    rest = [f"{names[seat]} has {totals[seat]}" for seat in order[2:]]
    told = f"{counted(ahead, 'point')} {'below' if lowest else 'ahead of'} {names[second]}"
    told += f", who has {totals[second]}"
    return f"{told}; {listed(rest)}." if rest else f"{told}."


def _line(
    replay: Replay,
    board: Board,
    names: Sequence[str],
    number: int,
    held: str,
    points: int,
    address: Callable[[int, int], str],
) -> DessertLine:
    """Where a row's desserts came from: those that lie there since that turn; and those it let go by."""
    keeps = board.rules.keeps
    taken, passed = [], []
    for turn in replay.turns:
        seat = turn.seats[number]
        link = TurnLink(turn.key, address(turn.round, turn.turn))
        if any(laid.turn == turn.turn and laid.face in keeps for laid in seat.tableau):
            taken.append(link)
        elif seat.hand is not None and len(seat.hand) > 1 and any(face in keeps for face in seat.hand):
            passed.append(link)
    tone = "up" if points > 0 else "down" if points < 0 else ""
    plays = number < len(replay.seats)
    return DessertLine(number, names[number], plays, held, points, tone, tuple(taken), tuple(passed))
