"""Nobody learns from views, options or logs what is hidden from them: shuffling it changes nothing they get.

The attack is on the log above all: two games that differ only in what a viewer cannot see go on with the same
answers, and must tell that viewer the same."""

import json
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine
from games.engine.events import CardsDrawn
from tests.engine.party.table import GAMES, answer, played, setups

quick = settings(max_examples=2 * GAMES, deadline=None, suppress_health_check=list(HealthCheck))


def viewers(state):
    return [engine.SPECTATOR, *range(state.rules.seats)]


def twin_for(state, viewer, pick, rng, keep_deck=False):
    """The same table with everything `viewer` cannot see dealt anew, but for the cards answers have spoken
    for."""
    twin = engine.copy(state)
    pool = [] if keep_deck else list(twin.deck)
    bound, sizes = [], []
    for seat, hand in enumerate(twin.hands):
        spoken = [
            word
            for answered in (twin.answers[seat], pick if pick.seat == seat else None)
            if answered is not None
            for word in answered.chosen
            if word in hand
        ]
        if seat == viewer:
            spoken = list(hand)
        spoken = spoken[: len(hand)]
        free = list(hand)
        for face in spoken:
            free.remove(face)
        bound.append(spoken)
        sizes.append(len(free))
        pool += free
    rng.shuffle(pool)
    for seat, spoken in enumerate(bound):
        twin.hands[seat] = spoken + [pool.pop() for _ in range(sizes[seat])]
    twin.deck = list(state.deck) if keep_deck else pool
    return twin


def this_turn(events):
    """Without what follows the passing of hands: then last cards are turned up by themselves."""
    passed = [nth for nth, event in enumerate(events) if isinstance(event, engine.HandsPassed)]
    return events[: passed[0] + 1] if passed else events


def told(events, viewer):
    return json.dumps(engine.view_log(events, viewer), sort_keys=True)


@quick
@given(setup=setups(), seed=st.integers())
def test_shuffling_what_is_hidden_changes_no_view_and_no_options(setup, seed):
    rng = random.Random(seed)

    def before(state, pick):
        if rng.random() > 0.15:
            return
        viewer = rng.choice(viewers(state))
        twin = twin_for(state, viewer, pick, rng)
        assert engine.view(twin, viewer).to_json() == engine.view(state, viewer).to_json()
        if isinstance(viewer, int):
            assert engine.options(twin, viewer) == engine.options(state, viewer)

    played(setup, before=before)


@quick
@given(setup=setups(), seed=st.integers())
def test_the_log_tells_a_viewer_nothing_that_depends_on_what_is_hidden(setup, seed):
    rng = random.Random(seed)

    def before(state, pick):
        # Whom a spoon finds is the one thing that hidden cards decide in the open.
        kind = engine.options(state, pick.seat).kind
        if kind in ("spoon", "menu") or (len(state.asked) > 1 and rng.random() > 0.1):
            return
        viewer = rng.choice(viewers(state))
        events = this_turn(engine.decide(state, pick))
        # What a viewer draws is shown to it: then the deck has to stay.
        draws = any(isinstance(event, CardsDrawn) and event.seat == viewer for event in events)
        twin = twin_for(state, viewer, pick, rng, keep_deck=draws)
        same = this_turn(engine.decide(twin, pick))
        assert told(events, viewer) == told(same, viewer)

    played(setup, before=before)


@quick
@given(setup=setups(), seed=st.integers())
def test_an_answer_is_not_told_before_the_reveal(setup, seed):
    rng = random.Random(seed)

    def before(state, pick):
        if len(state.asked) < 2 or rng.random() > 0.2:
            return
        other = engine.Pick(pick.seat, pick.question, answer(engine.options(state, pick.seat), rng))
        first, second = engine.copy(state), engine.copy(state)
        logs = engine.play(first, pick), engine.play(second, other)
        for viewer in viewers(state):
            if viewer != pick.seat:
                assert told(logs[0], viewer) == told(logs[1], viewer)
                assert engine.view(first, viewer) == engine.view(second, viewer)

    played(setup, before=before)


@quick
@given(setup=setups())
def test_the_words_of_an_answer_are_in_nobody_elses_log(setup):
    _, log = played(setup)
    for viewer in (engine.SPECTATOR, 0):
        for shown, event in zip(engine.view_log(log, viewer), log, strict=True):
            if isinstance(event, engine.Picked) and event.seat != viewer:
                assert shown["data"]["chosen"] is None
            if shown["kind"] == "question_asked" and event.seat != viewer:
                assert shown["data"]["faces"] is shown["data"]["only"] is None
            if shown["kind"] in ("cards_drawn", "cards_returned") and event.seat != viewer:
                assert shown["data"]["cards"] is None
