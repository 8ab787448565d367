"""Strawberry pudding of the tenth edition (rules §3.3, §3.4): two points whenever the lead in symbols changes
hands, and a loss at the end for the fewest. The toy that the leader holds is the marker `strawberry`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards.base import Card
from games.engine.cards.dessert_packs import numbers_on
from games.engine.commands import Face, OptionValue
from games.engine.editions.packs import STRAWBERRY, faces_of
from games.engine.events import Event, MarkerSet, PointsAwarded

if TYPE_CHECKING:
    from games.engine.state import State

HOLDER: Final = "strawberry_holder"
"""The marker: the seat that holds the toy. Not there while nobody does."""
CHECKED: Final = "strawberry_checked"
LEAD: Final = 2
FEWEST: Final = 6
FEWEST_OF_TWO: Final = 3
FACES: Final = faces_of(STRAWBERRY)


def lead(state: State) -> Sequence[Event]:
    """Who took puddings this turn and alone leads, or alone of all leaders took some, takes the toy and two
    points. Who has it already gets nothing, unless `reassert_scores` (A7), and then once per turn."""
    turn = state.turn
    players = [
        seat
        for seat, tableau in enumerate(state.tableaus)
        if tableau and tableau[-1].turn == turn and _took(tableau[-2:], turn)
    ]
    if not players:
        return ()
    symbols = symbols_of(state)
    most = max(symbols)
    leaders = [seat for seat, count in enumerate(symbols) if count == most]
    fresh = [seat for seat in leaders if seat in players]
    if len(fresh) != 1:
        return ()
    taker = fresh[0]
    points = PointsAwarded(STRAWBERRY, tuple([LEAD * (seat == taker) for seat in range(len(symbols))]))
    if not state.rules.options["reassert_scores"]:
        return () if state.markers.get(HOLDER) == taker else (points, MarkerSet(HOLDER, taker))
    now = state.round * 100 + turn
    if state.markers.get(CHECKED) == now:
        return ()
    return (points, MarkerSet(HOLDER, taker), MarkerSet(CHECKED, now))


def symbols_of(state: State) -> list[int]:
    """Symbols of all rounds, per tableau."""
    return [numbers_on(state.held_faces(seat, FACES)) for seat in range(len(state.tableaus))]


def score(held: Sequence[Mapping[Face, int]], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """The fewest symbols, none included, share the loss of 6; of two, the one with fewer loses 3. When three
    or more have the same, all lose, unless `all_equal_exempt` (A8)."""
    symbols = [numbers_on(mine) for mine in held]
    fewest = min(symbols)
    losers = symbols.count(fewest)
    if losers == len(symbols) and (losers == 2 or options["all_equal_exempt"]):
        return [0] * losers
    loss = FEWEST_OF_TWO if len(symbols) == 2 else FEWEST // losers
    return [-loss if count == fewest else 0 for count in symbols]


def _took(last: Sequence[tuple[object, ...]], turn: int) -> bool:
    return any(laid[3] == turn and laid[0] in FACES for laid in last)


STRAWBERRY_PUDDING = Card(STRAWBERRY, FACES, "pink", "dessert", score_game=score, keeps=True, watch=lead)
