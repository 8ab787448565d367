"""Facts about cards that are in no hand and before no seat: face-down piles, and cards laid out in the
middle of the table. Some variants for two players have them (rules §2.6, §3.6).

How they change the state is in evolve_piles.py."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from games.engine.audience import PUBLIC, SEALED, own
from games.engine.commands import Face
from games.engine.kinds import event


@event("piles_laid")
class PilesLaid(NamedTuple):
    """The top cards of the deck come to lie face-down as piles, one per tableau; () for none."""

    piles: Annotated[tuple[tuple[Face, ...], ...], SEALED]


@event("pile_drawn")
class PileDrawn(NamedTuple):
    """The top card of a pile goes into the hand of `seat`, which alone sees it."""

    seat: Annotated[int, PUBLIC]
    pile: Annotated[int, PUBLIC]
    card: Annotated[Face, own("seat")]


@event("card_handed")
class CardHanded(NamedTuple):
    """At the reveal a card goes from the hand of `giver` to `receiver`, who plays it."""

    giver: Annotated[int, PUBLIC]
    receiver: Annotated[int, PUBLIC]
    face: Annotated[Face, PUBLIC]


@event("layout_laid")
class LayoutLaid(NamedTuple):
    """The top cards of the deck are laid out. `layout`: per place the face, or FACE_DOWN (state.py).

    `pile`: the face-down ones, in the order in which they will be turned up: nobody has seen any, so which of
    them lies where makes no difference before one is turned."""

    layout: Annotated[tuple[Face, ...], PUBLIC]
    pile: Annotated[tuple[Face, ...], SEALED]


@event("layout_turned")
class LayoutTurned(NamedTuple):
    """A face-down card of the layout is turned up."""

    place: Annotated[int, PUBLIC]
    face: Annotated[Face, PUBLIC]


@event("layout_taken")
class LayoutTaken(NamedTuple):
    """A card of the layout goes to `seat`, to be played at once."""

    seat: Annotated[int, PUBLIC]
    place: Annotated[int, PUBLIC]
    face: Annotated[Face, PUBLIC]


@event("layout_put")
class LayoutPut(NamedTuple):
    """A card from the hand of `seat` fills an empty place of the layout, face-up."""

    seat: Annotated[int, PUBLIC]
    place: Annotated[int, PUBLIC]
    face: Annotated[Face, PUBLIC]


PileEvent = PilesLaid | PileDrawn | CardHanded | LayoutLaid | LayoutTurned | LayoutTaken | LayoutPut
