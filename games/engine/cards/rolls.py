"""Rolls: compared over the whole table. Classic maki (rules §2.4) and party's maki, temaki and uramaki (§5.3,
§5.5); the sharing itself is in scoring.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards.base import Card, Tables
from games.engine.cards.counted import ByRank
from games.engine.commands import Face, OptionValue
from games.engine.events import CardsDiscarded, Event, MarkerSet, PointsAwarded
from games.engine.scoring import awards_in_full, ranked_in_full, roll_awards

if TYPE_CHECKING:
    from games.engine.state import State

FEW_SEATS: Final = 5
MAKI_POTS: Final = (6, 3)
MAKI_POTS_OF_MANY: Final = (6, 4, 2)
TEMAKI: Final = 4
URAMAKI_POTS: Final = (8, 5, 2)
URAMAKI_GOAL: Final = 10
MAKI_ICONS: Final[Mapping[Face, int]] = {"maki-1": 1, "maki-2": 2, "maki-3": 3}
FUTOMAKI_ICONS: Final[Mapping[Face, int]] = {"futomaki-1": 1, "futomaki-2": 2, "futomaki-3": 3}
URAMAKI_ICONS: Final[Mapping[Face, int]] = {"uramaki-3": 3, "uramaki-4": 4, "uramaki-5": 5}
URAMAKI_PLACES: Final = "uramaki_places"
"""The marker that counts how many of the three places of a round are taken."""


def classic_awards(icons: Sequence[int], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """Six for the most icons, three for the second most, shared by the rules of `roll_awards`. For futomaki
    of the tenth edition, too, where a seat without any is ranked by default (rules §3.2)."""
    return roll_awards(icons, zero_rolls_count=bool(options["zero_rolls_count"]))


def maki_awards(icons: Sequence[int], zero_rolls_count: bool = False) -> list[int]:
    """Party: 6/3, at six seats and more 6/4/2; ties in full, and they do not use up places."""
    pots = MAKI_POTS if len(icons) <= FEW_SEATS else MAKI_POTS_OF_MANY
    return ranked_in_full(icons, pots, zero_rolls_count)


def party_awards(icons: Sequence[int], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """See `maki_awards`."""
    return maki_awards(icons, bool(options["zero_rolls_count"]))


def temaki_awards(held: Sequence[int], options: Mapping[str, OptionValue]) -> Sequence[int]:
    """+4 for the most, -4 for the fewest, none included."""
    return awards_in_full(held, TEMAKI, TEMAKI, str(options["two_player_tie"]))


def score_uramaki(tables: Tables) -> Sequence[int]:
    """The end of the round: the most icons left take the next open place, in full; nobody else anything."""
    taken = tables.markers.get(URAMAKI_PLACES, 0)
    icons = [
        sum(URAMAKI_ICONS[face] * counts.get(face, 0) for face in URAMAKI_ICONS) for counts in tables.counts
    ]
    most = max(icons)
    if not most or taken >= len(URAMAKI_POTS):
        return [0] * len(icons)
    return [URAMAKI_POTS[taken] if count == most else 0 for count in icons]


def race(state: State) -> Sequence[Event]:
    """Whoever shows ten icons takes the next place and discards the cards (rules §5.5). Several at once rank
    by their total; equals take their place in full and skip as many. After three places nothing happens
    (B6)."""
    taken = state.markers.get(URAMAKI_PLACES, 0)
    if taken >= len(URAMAKI_POTS):
        return ()
    icons = URAMAKI_ICONS
    totals: list[int] = []
    for tableau in state.tableaus:
        total = 0
        for laid in tableau:
            if laid[0] in icons and not laid[4]:  # `face` and `down`, without their names: hot
                total += icons[laid[0]]
        totals.append(total)
    if max(totals) < URAMAKI_GOAL:
        return ()
    shown = [
        tuple([at for at, laid in enumerate(tableau) if laid.face in icons and not laid.down])
        for tableau in state.tableaus
    ]
    points = [0] * len(totals)
    arrived: list[int] = []
    for goal in sorted({total for total in totals if total >= URAMAKI_GOAL}, reverse=True):
        equals = [seat for seat, total in enumerate(totals) if total == goal]
        if taken >= len(URAMAKI_POTS):
            break
        for seat in equals:
            points[seat] = URAMAKI_POTS[taken]
        taken += len(equals)
        arrived += equals
    if not arrived:
        return ()
    return (
        PointsAwarded("uramaki", tuple(points)),
        *[CardsDiscarded(seat, shown[seat]) for seat in sorted(arrived)],
        MarkerSet(URAMAKI_PLACES, min(taken, len(URAMAKI_POTS))),
    )


def race_at_once(state: State) -> Sequence[Event]:
    """The race after the reveal and after every action, unless `uramaki_timing` puts it off (B5)."""
    return race(state) if state.rules.options["uramaki_timing"] == "immediate" else ()


def race_after_actions(state: State) -> Sequence[Event]:
    """The race once per turn, when all actions are done."""
    return race(state) if state.rules.options["uramaki_timing"] == "end_of_turn" else ()


MAKI = Card("maki", tuple(MAKI_ICONS), "red", "roll", score=ByRank(MAKI_ICONS, classic_awards))
PARTY_MAKI = Card("maki", MAKI.faces, "red", "roll", score=ByRank(MAKI_ICONS, party_awards))
TEMAKI_ROLL = Card("temaki", ("temaki",), "dark-purple", "roll", score=ByRank({"temaki": 1}, temaki_awards))
URAMAKI = Card(
    "uramaki", tuple(URAMAKI_ICONS), "yellow-green", "roll", score=score_uramaki, watch=race_at_once
)
FUTOMAKI = Card(
    "futomaki", tuple(FUTOMAKI_ICONS), "red", "roll", score=ByRank(FUTOMAKI_ICONS, classic_awards)
)
