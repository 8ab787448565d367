"""The race for strawberries over some turns, played through the engine's door: every turn is a turn of a game
that goes on from where the one before it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games import engine
from games.sheet.desserts import cards_of_values

EDITION: Final = "tenth"
HOLDER: Final = "strawberry_holder"
FILLER: Final = "tempura"
OTHER: Final = "egg"


def play_turns(
    situation: Mapping[str, Any], seats: int, options: Mapping[str, engine.OptionValue]
) -> dict[str, object]:
    """`symbols` per seat so far, `holder` of the toy (a seat or null), `turns`: per seat the symbols on the
    puddings it takes -> `symbols`, `holder` and `points` won by the lead. Raises a RuleError."""
    keeps = cards_of_values("strawberry", situation["symbols"])
    holder = situation.get("holder")
    markers = {} if holder is None else {HOLDER: holder}
    points = [0] * seats
    for turn in situation["turns"]:
        state = _turn([_taken(row) for row in turn], keeps, markers, points, options)
        keeps = [
            kept + [laid.face for laid in tableau if laid.face in state.rules.keeps]
            for kept, tableau in zip(state.keeps, state.tableaus, strict=True)
        ]
        points, markers = list(state.points), dict(state.markers)
    return {
        "symbols": [sum(int(face.rpartition("-")[2]) for face in kept) for kept in keeps],
        "holder": markers.get(HOLDER),
        "points": points,
    }


def _taken(row: Sequence[int]) -> list[engine.Face]:
    return [f"strawberry-{symbols}" for symbols in row] or [OTHER]


def _turn(
    played: Sequence[list[engine.Face]],
    keeps: Sequence[Sequence[engine.Face]],
    markers: Mapping[str, int],
    points: Sequence[int],
    options: Mapping[str, engine.OptionValue],
) -> engine.State:
    """One turn; two puddings at once need chopsticks in front."""
    size = max(map(len, played)) + 2
    state, _ = engine.table_from(
        EDITION,
        [["chopsticks" if len(row) == 2 else FILLER] for row in played],
        [row + [FILLER] * (size - len(row)) for row in played],
        options=options,
        keeps=keeps,
        markers=markers,
        points=points,
    )
    for seat, row in enumerate(played):
        engine.play(state, engine.Pick(seat, state.question, tuple(row)))
    return state
