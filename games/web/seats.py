"""One seat as a page shows it: hand, tableau, points, what is at stake; for the live table and the replay.

Values only: what the engine and the queries found out is put into words and piles here, nothing is decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine import Laid
from games.web.faces import spoken


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in a hand; `order` is 0, or when it was chosen its place among the `of` chosen ones; `given`
    when somebody's spoon got it."""

    face: str
    order: int = 0
    of: int = 1
    given: bool = False

    @property
    def gone(self) -> bool:
        """Whether it left the hand in this turn."""
        return self.given or self.order > 0

    @property
    def tag(self) -> str:
        """The word under a chosen card."""
        if self.given:
            return "given"
        return "picked" if self.of == 1 else {1: "1st", 2: "2nd", 3: "3rd"}.get(self.order, f"{self.order}th")

    @property
    def said(self) -> str:
        """The card's name, with whether it was picked."""
        return f"{spoken(self.face)}, {self.tag}" if self.gone else spoken(self.face)


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card on the table: what it acts as, whether it is face down, whether it is a copy of another."""

    face: str
    down: bool = False
    copy: bool = False

    @property
    def said(self) -> str:
        """The card's name with what befell it."""
        if self.down:
            return f"{spoken(self.face)} turned face down, 2 points"
        return f"{spoken(self.face)}, a copy by special order" if self.copy else spoken(self.face)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together: one card, or a nigiri on its wasabi. `fresh` marks what came this turn."""

    cards: tuple[PileCard, ...]
    fresh: bool
    said: str

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces from the lowest card up."""
        return tuple([card.face for card in self.cards])


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
    """One row of the table; `plays` is False for a tableau of nobody."""

    number: int
    name: str
    player_id: int | None = None
    points: int = 0
    round_points: int | None = None
    place: int | None = None
    hand: list[HandCard] | None = None
    hand_size: int = 0
    plays: bool = True
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


def hand_cards(faces: Sequence[str], chosen: Sequence[str], given: Sequence[str] = ()) -> list[HandCard]:
    """A hand with the chosen cards marked in the order they were chosen, and those given away."""
    left = list(enumerate(chosen, start=1))
    going = list(given)
    cards = []
    for face in faces:
        order = next((number for number, name in left if name == face), 0)
        left = [(number, name) for number, name in left if number != order]
        gift = not order and face in going
        if gift:
            going.remove(face)
        cards.append(HandCard(face, order, len(chosen), gift))
    return cards


def piles(laid: Sequence[Laid], turn: int, keeps: Sequence[str] = ()) -> list[Pile]:
    """A tableau in order of play, each nigiri drawn over its wasabi; kept desserts come first."""
    covered = {card.on: index for index, card in enumerate(laid) if card.on is not None}
    shown = [Pile((PileCard(face),), False, f"{spoken(face)}, kept") for face in keeps]
    drawn = [PileCard(card.face, card.down, _is_copy(card)) for card in laid]
    for index, card in enumerate(laid):
        if card.on is not None:
            continue
        if index not in covered:
            shown.append(Pile((drawn[index],), card.turn == turn, drawn[index].said))
        else:
            above = covered[index]
            said = f"{drawn[above].said} on {drawn[index].said}"
            shown.append(Pile((drawn[index], drawn[above]), turn in (card.turn, laid[above].turn), said))
    return shown


def _is_copy(card: Laid) -> bool:
    """Whether the card acts as another; a die or a value that shows is no copy."""
    return card.printed == "special-order" and card.face != card.printed


def pass_way(number: int, target: int, seats: int) -> str:
    """Which arrow to draw from a seat's row: down to the next, up to the one before, across between two."""
    if seats == 2:
        return "across"
    return "down" if (target - number) % seats == 1 else "up" if (number - target) % seats == 1 else "across"
