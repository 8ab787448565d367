"""New cards, editions and variants fit without a change to the engine; broken ones are named loudly."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from games import engine
from games.engine import IllegalChoice, Pick, QuestionClosed, Setup, State, UnknownQuestion, plugins
from games.engine.editions.base import Edition
from tests.engine.plugins_sketch.boxed import BOXED
from tests.engine.plugins_sketch.streets import STREETS
from tests.engine.tables import CLASSIC, faces_in_front, play_out, random_chooser
from tests.engine.test_whole_games import all_cards


@pytest.fixture(autouse=True)
def sketches() -> Iterator[None]:
    with plugins.registered(BOXED), plugins.registered(STREETS):
        yield


def boxed(hands: list[list[str]], turns: int) -> State:
    """A boxed game dealt these hands, in which seat 0's row of cards has been played for so many turns."""
    _, log = engine.open_game(Setup("boxed", len(hands), "box"))
    state = engine.fold([log[0], engine.RoundDealt(1, tuple(map(tuple, hands)), ())])
    for _ in range(turns):
        for seat in range(len(hands)):
            engine.play(state, Pick(seat, state.question, (state.hands[seat][0],)))
    return state


def test_a_special_asks_its_question_after_the_reveal() -> None:
    # Two seats swap hands: seat 0 plays the first cards of hand 0 and hand 1 by turns.
    state = boxed([["egg", "tempura", "takeout-10", "egg"], ["egg", "squid", "egg", "egg"]], 2)
    assert faces_in_front(state, 0) == ["egg", "squid"]
    engine.play(state, Pick(1, "1.3-pick", ("egg",)))
    events = engine.play(state, Pick(0, "1.3-pick", ("takeout-10",)))
    assert [type(event).__name__ for event in events] == ["Pick", "Revealed", "QuestionAsked"]
    assert engine.open_questions(state) == [engine.Question("1.3-takeout-10", "takeout", 0)]
    offered = engine.options(state, 0)
    assert offered is not None
    assert (offered.faces, offered.least, offered.most, offered.ordered) == (("egg", "squid"), 0, 2, False)
    assert offered.choices() == [(), ("egg",), ("squid",), ("egg", "squid")]
    assert engine.view(state, 1).questions == (engine.Question("1.3-takeout-10", "takeout", 0),)

    with pytest.raises(IllegalChoice, match="Choose up to 2 cards of: egg, squid"):
        engine.play(state, Pick(0, "1.3-takeout-10", ("takeout-10",)))
    with pytest.raises(QuestionClosed):
        engine.play(state, Pick(1, "1.3-pick", ("egg",)))
    with pytest.raises(UnknownQuestion):
        engine.play(state, Pick(0, "1.4-takeout-10", ()))

    # Order does not count here: the answer goes on record in one order.
    events = engine.play(state, Pick(0, "1.3-takeout-10", ("squid", "egg")))
    assert events[0] == Pick(0, "1.3-takeout-10", ("egg", "squid"))
    assert [type(event).__name__ for event in events[1:5]] == [
        "CardsFlipped",
        "CardsDiscarded",
        "ActionDone",
        "HandsPassed",
    ]
    with pytest.raises(QuestionClosed):
        engine.play(state, Pick(0, "1.3-takeout-10", ()))


def test_flipped_cards_are_worth_two_points_and_nothing_else() -> None:
    state = boxed([["squid", "tempura", "takeout-11", "egg"], ["egg", "salmon", "egg", "egg"]], 2)
    engine.play(state, Pick(1, "1.3-pick", ("egg",)))
    engine.play(state, Pick(0, "1.3-pick", ("takeout-11",)))
    engine.play(state, Pick(0, "1.3-takeout-11", ("salmon",)))
    scored = state.round_points[0]  # the last cards were played without asking
    assert scored.by_card[0]["takeout"] == 2
    assert scored.by_card[0]["nigiri"] == 3 + 1


def test_boxes_act_in_printed_order_and_one_without_a_choice_asks_nothing() -> None:
    state = boxed([["takeout-12", "egg", "egg"], ["takeout-10", "egg", "egg"]], 0)
    engine.play(state, Pick(0, "1.1-pick", ("takeout-12",)))
    events = engine.play(state, Pick(1, "1.1-pick", ("takeout-10",)))
    done = [event for event in events if type(event).__name__ == "ActionDone"]
    assert [(event.owner, event.question) for event in done] == [  # type: ignore[union-attr]  # ActionDone
        (1, "1.1-takeout-10"),
        (0, "1.1-takeout-12"),
    ]
    assert state.tableaus == [[], []]
    assert sorted(state.discards) == ["takeout-10", "takeout-12"]


@pytest.mark.parametrize("seed", range(12))
def test_whole_boxed_games_keep_the_promises_of_every_game(seed: int) -> None:
    rng = random.Random(seed)
    setup = Setup("boxed", rng.randint(2, 5), str(seed))
    state, log = play_out(setup, random_chooser(rng), rng)
    stepped = engine.fold(log[:1])
    for event in log[1:]:
        stepped = engine.evolve(stepped, event)
        assert all_cards(stepped) == Counter(BOXED.deck)
    assert stepped == state
    assert engine.load([engine.encode(event) for event in log]) == state
    records = engine.turns(log)
    assert len(records) == 3 * BOXED.hand_sizes[setup.seats]
    for viewer in range(setup.seats):
        for event in log:
            if isinstance(event, Pick) and event.seat != viewer:
                assert (engine.mask(event, viewer) or {})["chosen"] is None


def test_a_variant_is_one_value_replaced() -> None:
    _, log = play_out(Setup("streets", 3, "s", variant="two_way_street"), random_chooser(random.Random(1)))
    ways = [event.direction for event in log if isinstance(event, engine.HandsPassed)]
    assert ways == ["left"] * 8 + ["right"] * 8 + ["left"] * 8


def test_a_variant_may_bring_its_own_steps() -> None:
    state, log = play_out(Setup("streets", 3, "s", variant="swinging"), random_chooser(random.Random(1)))
    ways = [event.direction for event in log if isinstance(event, engine.HandsPassed)]
    assert ways == ["left", "right"] * 12
    assert engine.fold(log) == state


def test_two_editions_of_one_name_are_refused() -> None:
    with pytest.raises(plugins.PluginError, match="Two editions are called 'classic'"):
        plugins.register(replace(CLASSIC, name="Another"))
    assert engine.EDITIONS["classic"] is CLASSIC


def test_a_sketch_is_gone_after_its_block() -> None:
    extra = replace(CLASSIC, key="extra")
    with plugins.registered(extra):
        assert "extra" in engine.EDITIONS
    assert "extra" not in engine.EDITIONS


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import nowhere_at_all", "cannot be imported"),
        ("VALUE = 1", "must define EDITION"),
        ("EDITION = 'classic'", "must define EDITION"),
    ],
)
def test_a_broken_plugin_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, says: str
) -> None:
    package = tmp_path / "someplugins"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "broken.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("someplugins", "someplugins.broken"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    module = ModuleType("someplugins")
    module.__path__ = [str(package)]
    monkeypatch.setitem(sys.modules, "someplugins", module)
    with pytest.raises(plugins.PluginError, match=rf"someplugins\.broken .*{says}"):
        plugins.discover(module, "EDITION", Edition)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"cards": (*CLASSIC.cards, CLASSIC.cards[0])}, "same key or face"),
        ({"deck": {**CLASSIC.deck, "ham": 2}}, "ham"),
        ({"hand_sizes": {5: 30}}, "cannot deal"),
    ],
)
def test_an_edition_that_contradicts_itself_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        replace(CLASSIC, **changes)  # type: ignore[arg-type]  # wrong on purpose
