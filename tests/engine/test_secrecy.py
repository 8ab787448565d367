"""What a viewer may not see does not reach it: by permuting everything hidden and finding nothing changed."""

from __future__ import annotations

import json
import random
from typing import Annotated, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import OPEN, SPECTATOR, Event, Pick, Setup, State, Viewer
from games.engine.audience import EACH_OWN, PUBLIC, SEALED, UnmarkedField, audiences, own
from games.engine.kinds import AUDIENCES, KINDS
from tests.engine.tables import play_out, random_chooser

secrets = settings(max_examples=40, deadline=None)
SETUPS = st.builds(
    Setup, edition=st.just("classic"), seats=st.integers(2, 5), shuffle_seed=st.text("abcdef", min_size=1)
)


def played_until(setup: Setup, picks: int, rng: random.Random) -> tuple[State, list[Event]]:
    """A game stopped after so many picks (or at its end), some seats answered and some not."""
    choose = random_chooser(rng)
    state, log = engine.open_game(setup)
    while picks and not state.over:
        question = rng.choice(engine.open_questions(state))
        log += engine.play(state, Pick(question.seat, question.id, choose(state, question.seat)))
        picks -= 1
    return state, log


def with_hidden_permuted(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The same state to `viewer`, with the deck, all other hands, all other picks and the seed exchanged."""
    twin = engine.copy(state)
    others = [seat for seat in range(state.rules.seats) if seat != viewer]
    pool = [face for seat in others for face in twin.hands[seat]] + twin.deck
    rng.shuffle(pool)
    for seat in others:
        twin.hands[seat] = [pool.pop() for _ in twin.hands[seat]]
        answer = twin.answers[seat]
        if answer is not None:
            twin.answers[seat] = answer._replace(chosen=(rng.choice(twin.hands[seat]),))
    twin.deck = pool
    twin.shuffle_seed = "another"
    return twin


@secrets
@given(SETUPS, st.integers(0, 90), st.integers(0, 2**32))
def test_a_view_does_not_change_when_all_that_is_hidden_does(setup: Setup, picks: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = played_until(setup, picks, rng)
    for viewer in (*range(setup.seats), SPECTATOR):
        twin = with_hidden_permuted(state, viewer, rng)
        assert engine.view(twin, viewer) == engine.view(state, viewer)
        assert engine.open_questions(twin) == engine.open_questions(state)
        if isinstance(viewer, int):
            assert engine.options(twin, viewer) == engine.options(state, viewer)
        assert engine.standing_points(twin) == engine.standing_points(state)


@secrets
@given(SETUPS, st.integers(0, 90), st.integers(0, 2**32))
def test_a_masked_log_does_not_change_when_all_that_is_hidden_does(
    setup: Setup, picks: int, seed: int
) -> None:
    """Two logs that differ only in what a viewer may not see read the same to it."""
    rng = random.Random(seed)
    _, log = played_until(setup, picks, rng)
    for viewer in (*range(setup.seats), SPECTATOR):
        twin: list[Event] = []
        for event in log:
            if isinstance(event, engine.RoundDealt):
                pool = [face for seat, hand in enumerate(event.hands) if seat != viewer for face in hand]
                pool += event.left
                rng.shuffle(pool)
                hands = tuple(
                    hand if seat == viewer else tuple(pool.pop() for _ in hand)
                    for seat, hand in enumerate(event.hands)
                )
                twin.append(event._replace(hands=hands, left=tuple(pool)))
            elif isinstance(event, Pick) and event.seat != viewer:
                twin.append(event._replace(chosen=("egg", "squid")[: rng.randint(1, 2)]))
            elif isinstance(event, engine.GameOpened):
                twin.append(event._replace(shuffle_seed="another"))
            else:
                twin.append(event)
        assert engine.view_log(twin, viewer) == engine.view_log(log, viewer)


def texts_of_secrets(state: State, log: list[Event], setup: Setup) -> str:
    return repr(state) + repr(log) + repr(setup) + str(state.rules) + str([engine.view(state, SPECTATOR)])


def test_reprs_and_logs_never_spell_out_a_secret() -> None:
    setup = Setup("classic", 4, "the-secret-seed")
    state, log = played_until(setup, 2, random.Random(1))
    text = texts_of_secrets(state, log, setup) + json.dumps(engine.view_log(log, SPECTATOR))
    assert "the-secret-seed" not in text
    assert "tempura" not in text
    with pytest.raises(engine.RuleError) as refused:
        engine.play(state, Pick(0, "9.9-pick", ("tempura",)))
    assert "the-secret-seed" not in repr(refused.value)


def test_a_seat_sees_its_own_hand_and_pick_and_no_other() -> None:
    state, log = engine.open_game(Setup("classic", 3, "own"))
    log += engine.play(state, Pick(1, "1.1-pick", (state.hands[1][0],)))
    mine, other, public = engine.view(state, 1), engine.view(state, 0), engine.view(state, SPECTATOR)
    assert mine.hand == tuple(state.hands[1])
    assert mine.my_pick == (state.hands[1][0],)
    assert other.my_pick is None
    assert (public.seat, public.hand, public.hands) == (None, (), None)
    assert public.picked == mine.picked == (False, True, False)
    dealt, picked = engine.view_log(log, 0)[1:]
    assert json.loads(json.dumps(dealt["data"])) == {
        "round": 1,
        "hands": [state.hands[0], None, None],
        "left": None,
    }
    assert picked["data"] == {"seat": 1, "question": "1.1-pick", "chosen": None, "cause": ""}


def test_the_open_viewer_sees_everything_and_the_end_opens_the_seed() -> None:
    state, log = play_out(Setup("classic", 3, "opened"), random_chooser(random.Random(3)))
    assert engine.view(state, OPEN).shuffle_seed == "opened"
    assert engine.view(state, SPECTATOR).shuffle_seed == ""
    last = engine.view_log(log, SPECTATOR)[-1]
    assert last["kind"] == "game_ended"
    assert last["data"]["shuffle_seed"] == "opened"  # type: ignore[index]  # JSON
    assert engine.commitment_of("opened") == engine.view(state, SPECTATOR).commitment
    shown = json.loads(json.dumps(engine.view_log(log, OPEN)))
    assert [row["data"] for row in shown] == [json.loads(engine.encode(event)[1]) for event in log]


@secrets
@given(SETUPS, st.integers(0, 40), st.integers(0, 2**32))
def test_masking_stored_text_is_masking_the_event(setup: Setup, picks: int, seed: int) -> None:
    _, log = played_until(setup, picks, random.Random(seed))
    for event in log:
        kind, text = engine.encode(event)
        for viewer in (*range(setup.seats), SPECTATOR, OPEN):
            assert engine.mask_json(kind, text, viewer) == json.loads(json.dumps(engine.mask(event, viewer)))


def test_a_view_is_json_and_a_seat_that_is_not_there_has_none() -> None:
    state, _ = play_out(Setup("classic", 2, "json"), random_chooser(random.Random(4)))
    for viewer in (0, 1, SPECTATOR, OPEN):
        seen = engine.view(state, viewer).to_json()
        assert json.loads(json.dumps(seen)) == seen
    for seat in (-1, 2):
        with pytest.raises(IndexError, match="no seat"):
            engine.view(state, seat)


def test_a_field_without_an_audience_is_an_error() -> None:
    class Leaky(NamedTuple):
        seat: Annotated[int, PUBLIC]
        hand: tuple[str, ...]

    class Ownerless(NamedTuple):
        hand: Annotated[tuple[str, ...], own("seat")]

    class Twice(NamedTuple):
        seat: Annotated[int, PUBLIC, SEALED]

    for declared, field in ((Leaky, "hand"), (Ownerless, "hand"), (Twice, "seat")):
        with pytest.raises(UnmarkedField, match=f"{declared.__name__}.{field}"):
            audiences(declared)


def test_every_event_and_the_state_say_who_may_see_each_field() -> None:
    assert set(AUDIENCES) == set(KINDS)
    for kind, declared in KINDS.items():
        assert list(AUDIENCES[kind]) == list(declared.__annotations__)
    assert set(audiences(State)) == set(State.__slots__)
    hidden = {name for name, mark in audiences(State).items() if mark is not PUBLIC}
    assert hidden == {"hands", "answers", "acting", "aside", "deck", "piles", "shuffle_seed"}
    assert audiences(State)["hands"] is EACH_OWN
    assert audiences(State)["deck"] is SEALED
