"""Sushi battle as stories: what the rule text says of the layout, of chopsticks in it and of who begins."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.engine import Pick, Revealed, RoundDealt, Setup, State
from games.engine.pile_events import LayoutLaid, LayoutPut
from games.engine.state import FACE_DOWN
from games.engine.variants.battle import STARTER
from games.engine.variants.layout import PYRAMID, places_of
from tests.engine.tenth.table import played

GOLDEN = Path(__file__).parents[2] / "golden"
PROSE: dict[str, dict[str, Any]] = {
    case["id"]: case
    for name in ("classic_cases.json", "tenth_cases.json")
    for case in json.loads((GOLDEN / name).read_text())
    if case["kind"] == "prose"
}


def battle(bottom: list[str], hidden: list[str], starter: int = 0) -> State:
    """The pyramid with this bottom row and these face-down cards; rows 1 and 3 are tempura."""
    rest = ["tempura"] * 6
    layout = (*rest[:2], *[FACE_DOWN] * 3, *rest[2:], *[FACE_DOWN] * 5, *bottom)
    _, log = engine.open_game(Setup("tenth", 2, "battle", "sushi_battle"))
    dealt = RoundDealt(1, ((), ()), (*rest, *hidden, *bottom))
    marker = engine.decode("marker_set", json.dumps({"marker": STARTER, "value": starter}))
    return engine.fold([log[0], marker, dealt, LayoutLaid(layout, tuple(hidden))])


HIDDEN = ["squid", "salmon", "egg", "wasabi", "gyoza", "gyoza", "gyoza", "gyoza"]


def test_a_battle_lasts_twenty_turns_and_gives_ten_cards_each() -> None:
    """TNV-011."""
    state, log = played(Setup("tenth", 2, "war", "sushi_battle"))
    expected = PROSE["TNV-011"]["expected"]
    assert state.rules.turns == expected["turns"]
    revealed = [event for event in log if isinstance(event, Revealed)]
    assert len(revealed) == 3 * expected["turns"]
    records = engine.turns(log)
    assert all(len(row) == expected["cards_per_player"] for row in records[19].after.tableaus)
    takers = [next(seat for seat in (0, 1) if event.plays[seat]) for event in revealed]
    assert all(takers[nth] != takers[nth + 1] for nth in range(19))


def test_only_open_and_uncovered_cards_may_be_taken() -> None:
    """TNV-012."""
    state = battle(["egg"] * 6, HIDDEN)
    assert engine.options(state, 1) is None
    offered = engine.options(state, 0)
    assert offered is not None
    assert offered.choices() == [("egg", f"place:{place}") for place in range(14, 20)]
    for wrong in (("tempura", "place:5"), ("squid", "place:9"), ("tempura", "place:14"), ("egg",)):
        with pytest.raises(engine.IllegalChoice):
            engine.play(state, Pick(0, "1.1-pick", wrong))
    engine.play(state, Pick(0, "1.1-pick", ("egg", "place:14")))
    assert state.layout[9] == FACE_DOWN
    engine.play(state, Pick(1, "1.2-pick", ("egg", "place:15")))
    assert state.layout[9] == "squid", "turned up as soon as both cards on it are gone"


def test_chopsticks_in_a_battle_take_the_place_of_the_second_card() -> None:
    """TNV-013."""
    state = battle(["chopsticks", *["egg"] * 5], HIDDEN)
    engine.play(state, Pick(0, "1.1-pick", ("chopsticks", "place:14")))
    with pytest.raises(engine.IllegalChoice):  # there are none in front of seat 1
        engine.play(state, Pick(1, "1.2-pick", ("egg", "place:15", "use:0")))
    engine.play(state, Pick(1, "1.2-pick", ("egg", "place:15")))
    left = sum(map(bool, state.layout))
    events = engine.play(state, Pick(0, "1.3-pick", ("egg", "place:16", "use:0")))
    assert state.layout[10] == "salmon", "the first card has uncovered another"
    assert [(question.id, question.seat) for question in engine.open_questions(state)] == [
        ("1.3-chopsticks-0", 0)
    ]
    offered = engine.options(state, 0)
    assert offered is not None
    assert ("salmon", "place:10") in (offered.choices() or [])
    events = engine.play(state, Pick(0, "1.3-chopsticks-0", ("salmon", "place:10")))
    assert LayoutPut(0, 10, "chopsticks") in events
    assert state.layout[10] == "chopsticks"
    assert left - sum(map(bool, state.layout)) == -PROSE["TNV-013"]["expected"]["layout_delta"]
    assert [laid.face for laid in state.tableaus[0]] == ["egg", "salmon"]
    # They cover what the second card covered, and anybody may take them.
    offered = engine.options(state, 1)
    assert offered is not None
    assert ("chopsticks", "place:10") in (offered.choices() or [])


@pytest.mark.parametrize(
    ("scores", "starter", "next_starter"),
    [((20, 20), 0, 1), ((20, 20), 1, 0), ((9, 20), 1, 0), ((9, 8), 1, 1)],
)
def test_the_lower_scorer_begins_the_next_round(
    scores: tuple[int, int], starter: int, next_starter: int
) -> None:
    """TNV-014."""
    state = engine.open_game(Setup("tenth", 2, "next", "sushi_battle"))[0]
    rules = state.rules
    twin = engine.copy(state)
    twin.phase, twin.points, twin.markers = "scored", list(scores), {STARTER: starter}
    twin.round_points = [engine.RoundPoints((1, 2), ({}, {}))]
    (deal,) = [run for run in rules.steps["scored"] if run.__name__ == "lay_out"]
    marker = deal(twin)[0]
    assert json.loads(engine.encode(marker)[1]) == {"marker": STARTER, "value": next_starter}
    case = PROSE["TNV-014"]
    if (list(scores), starter) == (case["situation"]["scores"], case["situation"]["starter"]):
        assert next_starter == case["expected"]["next_starter"]


def test_the_starter_may_be_whoever_had_less_in_the_round() -> None:
    setup = Setup("tenth", 2, "by round", "sushi_battle", {"battle_starter_by": "round"})
    state, log = played(setup, random.Random(2))
    starters = [event for event in map(engine.encode, log) if f'"{STARTER}"' in event[1]]
    for nth, (_, text) in enumerate(starters[1:]):
        points = state.round_points[nth].points
        if points[0] != points[1]:
            assert json.loads(text)["value"] == points.index(min(points))


def test_a_card_is_covered_by_those_that_overlap_it_and_not_by_those_that_touch_it() -> None:
    pyramid = places_of(PYRAMID)
    assert pyramid.covers[:5] == ((2, 3), (3, 4), (5, 6), (6, 7), (7, 8))
    assert pyramid.covers[14:] == ((),) * 6
    hourglass = places_of("2+4-6+6-2+")
    assert hourglass.covers[0] == (3,)
    assert hourglass.covers[6:12] == tuple([(place,) for place in range(12, 18)])
    assert hourglass.covers[12:18] == ((), (), (18,), (19,), (), ())


@pytest.mark.parametrize("starter", [0, 1])
def test_whoever_starts_is_asked_first_and_then_the_other(starter: int) -> None:
    state = battle(["egg"] * 6, HIDDEN, starter)
    assert [question.seat for question in engine.open_questions(state)] == [starter]
    engine.play(state, Pick(starter, "1.1-pick", ("egg", "place:14")))
    assert [question.seat for question in engine.open_questions(state)] == [1 - starter]
