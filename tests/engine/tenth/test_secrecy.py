"""Nobody learns what is hidden: hands, the deck, piles, face-down cards of a layout, and what a yogurt is
worth while it is in a hand. Shuffling all of it changes no view, no options and no log."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import OPEN, SPECTATOR, Event, HandsPassed, Pick, RoundScored, Setup, State, Viewer
from games.engine.pile_events import LayoutLaid, LayoutTurned, PileDrawn, PilesLaid
from tests.engine.tenth.table import GAMES, answer, played, setups

quick = settings(max_examples=4 * GAMES, deadline=None, suppress_health_check=list(HealthCheck))


def viewers(state: State) -> list[Viewer]:
    return [SPECTATOR, *range(state.rules.seats)]


def twin_for(state: State, viewer: Viewer, pick: Pick, rng: random.Random, keep_piles: bool) -> State:
    """The same table with everything `viewer` cannot see dealt anew, but for the cards that answers have
    spoken for."""
    twin = engine.copy(state)
    pool = list(twin.deck)
    for pile in [] if keep_piles else twin.piles:
        pool += pile
    bound: list[list[str]] = []
    for seat, hand in enumerate(twin.hands):
        answers = [twin.answers[seat], pick if pick.seat == seat else None]
        spoken = [said.rpartition(":")[2] for given in answers if given is not None for said in given.chosen]
        kept, free = [], list(hand)
        for face in list(hand) if seat == viewer else spoken:
            if face in free:
                free.remove(face)
                kept.append(face)
        bound.append(kept)
        pool += free
    rng.shuffle(pool)
    for seat, kept in enumerate(bound):
        twin.hands[seat] = kept + [pool.pop() for _ in range(len(twin.hands[seat]) - len(kept))]
    if not keep_piles:
        twin.piles = [[pool.pop() for _ in pile] for pile in twin.piles]
    twin.deck = pool
    return twin


def this_turn(events: list[Event]) -> list[Event]:
    """Without what follows the turn: then cards are dealt and drawn, and last cards turned up by
    themselves."""
    ends = [nth for nth, event in enumerate(events) if isinstance(event, HandsPassed | RoundScored)]
    return events[: ends[0] + 1] if ends else events


def told(events: list[Event], viewer: Viewer) -> str:
    return json.dumps(engine.view_log(events, viewer), sort_keys=True)


@quick
@given(setup=setups(), seed=st.integers())
def test_shuffling_what_is_hidden_changes_no_view_and_no_options(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: State, pick: Pick) -> None:
        if rng.random() > 0.15:
            return
        viewer = rng.choice(viewers(state))
        twin = twin_for(state, viewer, pick, rng, keep_piles=False)
        twin.shuffle_seed = "another"
        assert engine.view(twin, viewer).to_json() == engine.view(state, viewer).to_json()
        assert engine.open_questions(twin) == engine.open_questions(state)
        if isinstance(viewer, int):
            assert engine.options(twin, viewer) == engine.options(state, viewer)
        assert engine.standing_points(twin) == engine.standing_points(state)

    played(setup, before=before)


@quick
@given(setup=setups(), seed=st.integers())
def test_the_log_tells_a_viewer_nothing_that_depends_on_what_is_hidden(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: State, pick: Pick) -> None:
        if rng.random() > 0.2:
            return
        viewer = rng.choice(viewers(state))
        events = this_turn(engine.decide(state, pick))
        # What is turned up is for all to see: then the pile has to stay.
        turned = any(isinstance(event, LayoutTurned) for event in events)
        twin = twin_for(state, viewer, pick, rng, keep_piles=turned)
        same = this_turn(engine.decide(twin, pick))
        # What a last card is shows when it is turned up.
        if all(len(hand) != 1 for hand in state.hands):
            assert told(events, viewer) == told(same, viewer)

    played(setup, before=before)


@quick
@given(setup=setups(), seed=st.integers())
def test_an_answer_is_not_told_before_the_reveal(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: State, pick: Pick) -> None:
        if len(state.asked) < 2 or rng.random() > 0.3:
            return
        offered = engine.options(state, pick.seat)
        assert offered is not None
        other = Pick(pick.seat, pick.question, answer(offered, rng))
        first, second = engine.copy(state), engine.copy(state)
        logs = engine.play(first, pick), engine.play(second, other)
        for viewer in viewers(state):
            if viewer != pick.seat:
                assert told(logs[0], viewer) == told(logs[1], viewer)
                assert engine.view(first, viewer) == engine.view(second, viewer)

    played(setup, before=before)


@quick
@given(setup=setups())
def test_a_log_reads_the_same_whatever_was_in_its_hidden_fields(setup: Setup) -> None:
    """Two logs that differ only in what a viewer may not see, as events and as stored text."""
    _, log = played(setup)
    for viewer in (SPECTATOR, 0, 1):
        for event in log:
            twin = event
            if isinstance(event, PilesLaid):
                twin = event._replace(piles=tuple(("egg",) * len(pile) for pile in event.piles))
            elif isinstance(event, LayoutLaid):
                twin = event._replace(pile=("egg",) * len(event.pile))
            elif isinstance(event, PileDrawn) and event.seat != viewer:
                twin = event._replace(card="egg")
            elif isinstance(event, engine.GameOpened):
                twin = event._replace(shuffle_seed="another")
            elif isinstance(event, Pick) and event.seat != viewer:
                twin = event._replace(chosen=("egg",))
            assert engine.mask(twin, viewer) == engine.mask(event, viewer)
            assert engine.mask_json(*engine.encode(twin), viewer) == engine.mask_json(
                *engine.encode(event), viewer
            )


def test_a_yogurt_in_a_hand_is_just_a_yogurt_to_everybody() -> None:
    """The holder, too, learns its value only when it lies in front of somebody; even an open log does not
    tell earlier."""
    state, log = engine.open_game(Setup("tenth", 3, "yogurts", options={"dessert": "frozen_yogurt"}))
    held = [hand.count("frozen-yogurt") for hand in state.hands]
    assert sum(held)
    for viewer in (0, 1, 2, SPECTATOR, OPEN):
        shown = told(log[1:], viewer) + json.dumps(engine.view(state, viewer).to_json()["hands"])
        shown += json.dumps(engine.view(state, viewer).to_json()["hand"])
        assert "yogurt-" not in shown
    seat = next(seat for seat, number in enumerate(held) if number)
    assert "frozen-yogurt" in engine.view(state, seat).hand
    offered = engine.options(state, seat)
    assert offered is not None
    assert "frozen-yogurt" in offered.faces
    for other in range(3):
        chosen = ("frozen-yogurt",) if other == seat else (state.hands[other][0],)
        log += engine.play(state, Pick(other, "1.1-pick", chosen))
    laid = state.tableaus[seat][0]
    assert (laid.printed, laid.face[:-1]) == ("frozen-yogurt", "yogurt-")
    assert "yogurt-" in told(log[1:], SPECTATOR)


@pytest.mark.parametrize("variant", ["puppet_player", "personal_draw_piles", "sushi_battle"])
def test_reprs_spell_out_no_pile(variant: str) -> None:
    state, log = engine.open_game(Setup("tenth", 2, "the-secret-seed", variant))
    shown = repr(state) + repr([event for event in log if isinstance(event, PilesLaid | PileDrawn)])
    shown += repr(engine.view(state, SPECTATOR))
    assert "the-secret-seed" not in shown
    assert "tempura" not in shown
    sizes = {"puppet_player": (0, 0, 8), "personal_draw_piles": (5, 5), "sushi_battle": (8,)}
    assert engine.view(state, SPECTATOR).pile_sizes == sizes[variant]
