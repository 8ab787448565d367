"""What a tableau is worth now and what the next card would bring, as short marks under a seat.

Every number is asked of the board, which asks the engine: the table is scored as it lies, then once more with
one card added. So a new card needs nothing here.
"""

from collections.abc import Mapping, Sequence

from games import engine
from games.web.board import Board
from games.web.desserts import amount
from games.web.faces import card_name, plain
from games.web.seats import Stake

#: A next card that brings at least so much is worth a mark.
NEAR_POINTS = 5
#: So many next cards are named at most; more would hide the first.
MOST_NEAR = 2
#: The card that face-down cards score for.
FACE_DOWN = "takeout"


def stakes(
    board: Board,
    standing: Sequence[Mapping[str, int]],
    awarded: Sequence[Mapping[str, int]],
    turns_left: int,
) -> list[list[Stake]]:
    """Per row: points by card as things lie (`standing`), points given in this round, what one more card
    brings, how dessert stands."""
    roll, icons = board.rolls()
    seats = board.rules.seats
    shown: list[list[Stake]] = []
    for seat, points in enumerate(standing):
        marks = [
            Stake(f"{card_name(card)}: {more} at once", "won") for card, more in awarded[seat].items() if more
        ]
        marks += [_worth(card, more, roll, icons[seat]) for card, more in points.items()]
        if icons[seat] and roll not in points:
            marks.append(Stake(f"{icons[seat]} {card_name(roll)}, behind"))
        if turns_left and seat < seats:
            marks += _near(board, seat, sum(points.values()))
        shown.append(marks)
    for marks, mark in zip(shown, _desserts(board), strict=True):
        marks += mark
    return shown


def _worth(card: str, points: int, roll: str, icons: int) -> Stake:
    name = card_name(card)
    if card == FACE_DOWN:
        name = "face down"
    elif card == roll:
        name = f"{icons or 'no'} {name}"
    shown = f"−{-points}" if points < 0 else str(points)
    return Stake(f"{name}: {shown}", "won" if points > 0 else "lost")


def _near(board: Board, seat: int, points: int) -> list[Stake]:
    """The next cards that would bring the seat most, best first; of one card's faces the best alone."""
    gains: dict[str, tuple[int, str]] = {}
    for face, card in board.rules.card_of.items():
        # A roll is no set one is short of; its race is told above the table. An action does not stay.
        if card.course in ("roll", "dessert") or card.action is not None or card.entrance is not None:
            continue
        gain = sum(board.worth(seat, face)[seat].values()) - points
        if gain >= NEAR_POINTS and gain > gains.get(card.key, (0, ""))[0]:
            gains[card.key] = (gain, face)
    best = sorted(gains.values(), key=lambda entry: -entry[0])[:MOST_NEAR]
    return [Stake(f"next {_short(face)}: +{gain}", "near") for gain, face in best]


def _short(face: engine.Face) -> str:
    return face if face in ("egg", "salmon", "squid") else plain(face)


def _desserts(board: Board) -> list[list[Stake]]:
    """How the desserts would be paid if the game ended now; nothing while nobody has one."""
    held = board.desserts()
    if not any(held):
        return [[] for _ in held]
    marks = []
    for mine, points in zip(held, board.dessert_points(), strict=True):
        name = amount(_card_of(board, held), mine)
        if points > 0:
            marks.append([Stake(f"{name}: +{points} at the end", "won")])
        elif points < 0:
            marks.append([Stake(f"{name}: −{-points} at the end", "lost")])
        else:
            marks.append([Stake(name)] if mine else [])
    return marks


def _card_of(board: Board, held: Sequence[Sequence[engine.Face]]) -> str:
    first = next(face for mine in held for face in mine)
    return board.rules.card_of[first].key


def race(board: Board, names: Sequence[str]) -> str:
    """The race for most rolls in words, and how many of its places are gone; empty while nobody has any."""
    roll, icons = board.rolls()
    taken = board.markers.get("uramaki_places", 0) if roll == "uramaki" else 0
    places = f" {taken} of 3 places {'is' if taken == 1 else 'are'} taken." if taken else ""
    if not any(icons):
        return f"{card_name(roll).capitalize()} race:{places}" if places else ""
    order = sorted(range(len(icons)), key=lambda seat: -icons[seat])
    told = ", ".join(f"{names[seat]} ({icons[seat]})" for seat in order if icons[seat])
    return f"{card_name(roll).capitalize()} race: {told}.{places}"
