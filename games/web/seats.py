"""One seat as a page shows it: hand, tableau, points, what is at stake; for the live table and the replay.

Values only: what the engine and the queries found out is put into words and piles here, nothing is decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine import Laid
from games.web.faces import spoken


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in a hand; `order` is 0, or when it was chosen 1 or 2."""

    face: str
    order: int = 0
    of: int = 1

    @property
    def tag(self) -> str:
        """The word under a chosen card."""
        return "picked" if self.of == 1 else ("1st" if self.order == 1 else "2nd")

    @property
    def said(self) -> str:
        """The card's name, with whether it was picked."""
        return f"{spoken(self.face)}, {self.tag}" if self.order else spoken(self.face)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together: one card, or a nigiri on its wasabi. `fresh` marks what came this turn."""

    faces: tuple[str, ...]
    fresh: bool
    said: str


@dataclass(frozen=True, slots=True)
class Stake:
    """What a seat's tableau is worth or may become; `tone` is "", near, won or lost."""

    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who a hand goes to."""

    number: int
    name: str


@dataclass(slots=True)
class SeatRow:
    """One row of the table."""

    number: int
    name: str
    player_id: int | None = None
    points: int = 0
    round_points: int | None = None
    place: int | None = None
    hand: list[HandCard] | None = None
    hand_size: int = 0
    tableau: list[Pile] = field(default_factory=list)
    stakes: list[Stake] = field(default_factory=list)
    status: str = ""
    status_late: bool = False
    passes_to: SeatName | None = None
    way: str = "down"
    follow_url: str = ""
    followed: bool = False
    unfollow_url: str = ""
    mine: bool = False
    seated: bool = False

    @property
    def hidden_cards(self) -> range:
        """One step for each card of a hand that this viewer may not see."""
        return range(self.hand_size)


def hand_cards(faces: Sequence[str], chosen: Sequence[str]) -> list[HandCard]:
    """A hand with the chosen cards marked in the order they were chosen."""
    left = list(enumerate(chosen, start=1))
    cards = []
    for face in faces:
        order = next((number for number, name in left if name == face), 0)
        left = [(number, name) for number, name in left if number != order]
        cards.append(HandCard(face, order, len(chosen)))
    return cards


def piles(laid: Sequence[Laid], turn: int, keeps: Sequence[str] = ()) -> list[Pile]:
    """A tableau in order of play, each nigiri drawn over its wasabi; kept desserts come first."""
    covered = {card.on: index for index, card in enumerate(laid) if card.on is not None}
    shown = [Pile((face,), False, f"{spoken(face)}, kept") for face in keeps]
    for index, card in enumerate(laid):
        if card.on is not None:
            continue
        above = laid[covered[index]] if index in covered else None
        if above is None:
            shown.append(Pile((card.face,), card.turn == turn, spoken(card.face)))
        else:
            said = f"{spoken(above.face)} on {spoken(card.face)}"
            shown.append(Pile((card.face, above.face), turn in (card.turn, above.turn), said))
    return shown


def pass_way(number: int, target: int, seats: int) -> str:
    """Which arrow to draw from a seat's row: down to the next, up to the one before, across between two."""
    if seats == 2:
        return "across"
    return "down" if (target - number) % seats == 1 else "up" if (number - target) % seats == 1 else "across"
