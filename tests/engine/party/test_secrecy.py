"""Nobody learns from views, options or logs what is hidden from them: shuffling it changes nothing they get.

The attack is on the log above all: two games that differ only in what a viewer cannot see go on with the same
answers, and must tell that viewer the same."""

import json
import random
from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine
from games.engine.events import CardsDrawn, CardsReturned, QuestionAsked
from tests.engine.party.table import GAMES, answer, played, setups

quick = settings(max_examples=2 * GAMES, deadline=None, suppress_health_check=list(HealthCheck))


def viewers(state: engine.State) -> list[engine.Viewer]:
    return [engine.SPECTATOR, *range(state.rules.seats)]


def twin_for(
    state: engine.State, viewer: engine.Viewer, pick: engine.Pick, rng: random.Random, keep_deck: bool = False
) -> engine.State:
    """The same table with everything `viewer` cannot see dealt anew, but for the cards answers have spoken
    for."""
    twin = engine.copy(state)
    pool = [] if keep_deck else list(twin.deck)
    bound: list[list[str]] = []
    sizes: list[int] = []
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


def this_turn(events: list[engine.Event]) -> list[engine.Event]:
    """Without what follows the passing of hands: then last cards are turned up by themselves."""
    passed = [nth for nth, event in enumerate(events) if isinstance(event, engine.HandsPassed)]
    return events[: passed[0] + 1] if passed else events


def told(events: Sequence[engine.Event], viewer: engine.Viewer) -> str:
    return json.dumps(engine.view_log(events, viewer), sort_keys=True)


@quick
@given(setup=setups(), seed=st.integers())
def test_shuffling_what_is_hidden_changes_no_view_and_no_options(setup: engine.Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: engine.State, pick: engine.Pick) -> None:
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
def test_the_log_tells_a_viewer_nothing_that_depends_on_what_is_hidden(
    setup: engine.Setup, seed: int
) -> None:
    rng = random.Random(seed)

    def before(state: engine.State, pick: engine.Pick) -> None:
        # Whom a spoon finds is the one thing that hidden cards decide in the open.
        offered = engine.options(state, pick.seat)
        assert offered is not None
        if offered.kind in ("spoon", "menu") or (len(state.asked) > 1 and rng.random() > 0.1):
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
def test_an_answer_is_not_told_before_the_reveal(setup: engine.Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: engine.State, pick: engine.Pick) -> None:
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
def test_the_words_of_an_answer_are_in_nobody_elses_log(setup: engine.Setup) -> None:
    _, log = played(setup)
    for viewer in (engine.SPECTATOR, 0):
        for event in log:
            shown = engine.mask(event, viewer)
            assert shown is not None
            if shown.get("seat") == viewer:
                continue
            if isinstance(event, engine.Picked):
                assert shown["chosen"] is None
            if isinstance(event, QuestionAsked):
                assert shown["faces"] is shown["only"] is None
            if isinstance(event, CardsDrawn | CardsReturned):
                assert shown["cards"] is None
