"""The facts a game is made of: one small shared vocabulary for every card, edition and variant.

Each event is a NamedTuple whose fields all carry an audience (audience.py). How a fact changes the state is
in evolve.py, how it is written down in codec.py. Positions in a tableau (`at`, `on`) count from 0 in order of
play at the moment of the event. A new special should find its facts here; a new edition adds none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple, TypeAlias

from games.engine.audience import EACH_OWN, PUBLIC, SEALED, own
from games.engine.commands import Face, OptionValue, Pick
from games.engine.kinds import event
from games.engine.pile_events import PileEvent

ByCard: TypeAlias = Mapping[str, int]


# The course of every game.


@event("game_opened")
class GameOpened(NamedTuple):
    """The game exists; `commitment` binds the house to `shuffle_seed` before the first deal."""

    edition: Annotated[str, PUBLIC]
    variant: Annotated[str, PUBLIC]
    rules_version: Annotated[str, PUBLIC]
    seats: Annotated[int, PUBLIC]
    options: Annotated[Mapping[str, OptionValue], PUBLIC]
    commitment: Annotated[str, PUBLIC]
    nonces: Annotated[tuple[str, ...], PUBLIC]
    shuffle_seed: Annotated[str, SEALED]


@event("round_dealt")
class RoundDealt(NamedTuple):
    """New hands; what lay in front is cleared away, kept desserts excepted. `left` is the rest of the
    deck."""

    round: Annotated[int, PUBLIC]
    hands: Annotated[tuple[tuple[Face, ...], ...], EACH_OWN]
    left: Annotated[tuple[Face, ...], SEALED]


# A pick that was accepted is the command itself: the same fields, and no second object per pick.
Picked: TypeAlias = Pick
event("picked")(Pick)


@event("revealed")
class Revealed(NamedTuple):
    """All picks turned up together.

    `plays`: per seat the faces entering play, in order. `on`: (seat, nth card of its plays, index of the
    card it lies on). `returned`: (seat, index, face) of a card that goes back into the seat's hand
    afterwards."""

    round: Annotated[int, PUBLIC]
    turn: Annotated[int, PUBLIC]
    plays: Annotated[tuple[tuple[Face, ...], ...], PUBLIC]
    on: Annotated[tuple[tuple[int, int, int], ...], PUBLIC]
    returned: Annotated[tuple[tuple[int, int, Face], ...], PUBLIC]


@event("hands_passed")
class HandsPassed(NamedTuple):
    """Hands moved one seat, "left" (to seat + 1) or "right", or "stay" where they are; the next turn
    begins."""

    direction: Annotated[str, PUBLIC]


@event("round_scored")
class RoundScored(NamedTuple):
    """What the tableaus are worth. `by_card` per seat holds the cards that scored other than 0."""

    round: Annotated[int, PUBLIC]
    points: Annotated[tuple[int, ...], PUBLIC]
    by_card: Annotated[tuple[ByCard, ...], PUBLIC]


@event("game_ended")
class GameEnded(NamedTuple):
    """Final totals, the end-of-game points in them by card, tie-break values, places; the seed is opened."""

    totals: Annotated[tuple[int, ...], PUBLIC]
    by_card: Annotated[tuple[ByCard, ...], PUBLIC]
    tie_break: Annotated[tuple[int, ...], PUBLIC]
    places: Annotated[tuple[int, ...], PUBLIC]
    shuffle_seed: Annotated[str, PUBLIC]


# What specials and watching cards say.


@event("question_asked")
class QuestionAsked(NamedTuple):
    """An action waits for `seat`. The card that acts is the one `at` that position before `owner`.

    `least`, `most` and `ordered` are public: they may not depend on anything hidden."""

    seat: Annotated[int, PUBLIC]
    question: Annotated[str, PUBLIC]
    kind: Annotated[str, PUBLIC]
    owner: Annotated[int, PUBLIC]
    at: Annotated[int, PUBLIC]
    faces: Annotated[tuple[str, ...], own("seat")]
    least: Annotated[int, PUBLIC]
    most: Annotated[int, PUBLIC]
    ordered: Annotated[bool, PUBLIC]
    only: Annotated[tuple[tuple[str, ...], ...] | None, own("seat")] = None


@event("cards_declared")
class CardsDeclared(NamedTuple):
    """At the reveal a seat says which of its cards in front it uses in this turn."""

    seat: Annotated[int, PUBLIC]
    indexes: Annotated[tuple[int, ...], PUBLIC]


@event("name_called")
class NameCalled(NamedTuple):
    """A seat asks the table aloud for a card, by its kind or face."""

    seat: Annotated[int, PUBLIC]
    name: Annotated[str, PUBLIC]


@event("action_done")
class ActionDone(NamedTuple):
    """An action is over; its question (or the id it would have had) is closed."""

    owner: Annotated[int, PUBLIC]
    question: Annotated[str, PUBLIC]


@event("cards_drawn")
class CardsDrawn(NamedTuple):
    """The top cards of the deck come to lie aside, before `seat` alone."""

    seat: Annotated[int, PUBLIC]
    cards: Annotated[tuple[Face, ...], own("seat")]


@event("cards_returned")
class CardsReturned(NamedTuple):
    """Cards lying aside go back; `left` is the deck after the shuffle that follows."""

    seat: Annotated[int, PUBLIC]
    cards: Annotated[tuple[Face, ...], own("seat")]
    left: Annotated[tuple[Face, ...], SEALED]


@event("card_played")
class CardPlayed(NamedTuple):
    """A further card enters play before `seat`, from the hand of `giver` or, when -1, from what lies aside.

    `face` is what it acts as, `printed` what it is; `on` is the index it lies on, -1 for none."""

    seat: Annotated[int, PUBLIC]
    giver: Annotated[int, PUBLIC]
    face: Annotated[Face, PUBLIC]
    printed: Annotated[Face, PUBLIC]
    on: Annotated[int, PUBLIC]


@event("card_taken_up")
class CardTakenUp(NamedTuple):
    """A card in front of `seat` moves, by its printed face, into the hand of `receiver`."""

    seat: Annotated[int, PUBLIC]
    at: Annotated[int, PUBLIC]
    receiver: Annotated[int, PUBLIC]


@event("cards_discarded")
class CardsDiscarded(NamedTuple):
    """Cards in front of `seat` leave play for the round."""

    seat: Annotated[int, PUBLIC]
    indexes: Annotated[tuple[int, ...], PUBLIC]


@event("cards_flipped")
class CardsFlipped(NamedTuple):
    """Cards in front of `seat` are turned face-down."""

    seat: Annotated[int, PUBLIC]
    indexes: Annotated[tuple[int, ...], PUBLIC]


@event("card_changed")
class CardChanged(NamedTuple):
    """A card in front acts as another face from now on (a copy, a die, a value turned up); `on` as in
    card_played."""

    seat: Annotated[int, PUBLIC]
    at: Annotated[int, PUBLIC]
    face: Annotated[Face, PUBLIC]
    on: Annotated[int, PUBLIC]


@event("points_awarded")
class PointsAwarded(NamedTuple):
    """Points during a round, per seat, for `card`."""

    card: Annotated[str, PUBLIC]
    points: Annotated[tuple[int, ...], PUBLIC]


@event("marker_set")
class MarkerSet(NamedTuple):
    """A public marker of the table (who holds the toy, places already taken, ...) has a new value."""

    marker: Annotated[str, PUBLIC]
    value: Annotated[int, PUBLIC]


Event: TypeAlias = (
    GameOpened
    | RoundDealt
    | Pick
    | Revealed
    | HandsPassed
    | RoundScored
    | GameEnded
    | QuestionAsked
    | ActionDone
    | CardsDeclared
    | NameCalled
    | CardsDrawn
    | CardsReturned
    | CardPlayed
    | CardTakenUp
    | CardsDiscarded
    | CardsFlipped
    | CardChanged
    | PointsAwarded
    | MarkerSet
    | PileEvent
)
