"""What holds in every classic game, whatever is picked: checked at every event of whole random games."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import Event, Pick, Revealed, RoundDealt, Setup, State
from tests.engine.tables import CLASSIC, play_out, random_chooser

SETUPS = st.builds(
    Setup,
    edition=st.just("classic"),
    seats=st.integers(2, 5),
    shuffle_seed=st.text("abcdefghij", min_size=1, max_size=8),
    variant=st.sampled_from(["", "pass_both_ways"]),
    options=st.fixed_dictionaries(
        {},
        optional={
            "same_turn_wasabi": st.sampled_from(["pick_order", "never"]),
            "zero_rolls_count": st.booleans(),
            "pass_directions": st.sampled_from(["LLL", "LRL"]),
        },
    ),
    nonces=st.lists(st.text("xyz", max_size=3), max_size=3).map(tuple),
)
SEEDS = st.integers(0, 2**32)
whole_games = settings(max_examples=40, deadline=None)


def all_cards(state: State) -> Counter[str]:
    """Every card there is, wherever it lies, by what is printed on it."""
    cards = Counter(state.deck) + Counter(state.discards)
    for seat in range(state.rules.seats):
        cards += Counter(state.hands[seat]) + Counter(state.keeps[seat]) + Counter(state.aside[seat])
        cards += Counter(laid.printed for laid in state.tableaus[seat])
    return cards


def game(setup: Setup, seed: int) -> tuple[State, list[Event]]:
    rng = random.Random(seed)
    return play_out(setup, random_chooser(rng), rng)


@whole_games
@given(SETUPS, SEEDS)
def test_no_card_is_ever_lost_or_made(setup: Setup, seed: int) -> None:
    _, log = game(setup, seed)
    state = engine.fold(log[:1])
    for event in log[1:]:
        state = engine.evolve(state, event)
        assert all_cards(state) == Counter(CLASSIC.deck), event


@whole_games
@given(SETUPS, SEEDS)
def test_a_round_has_exactly_as_many_turns_as_a_hand_has_cards(setup: Setup, seed: int) -> None:
    _, log = game(setup, seed)
    size = CLASSIC.hand_sizes[setup.seats]
    records = engine.turns(log)
    assert [(record.round, record.turn) for record in records] == [
        (round_, turn) for round_ in (1, 2, 3) for turn in range(1, size + 1)
    ]
    for record in records:
        assert {len(hand) for hand in record.before.hands} == {size - record.turn + 1}
        assert {len(hand) for hand in record.after.hands} == {size - record.turn}
        assert {len(tableau) for tableau in record.before.tableaus} == {record.turn - 1}
        assert {len(tableau) for tableau in record.after.tableaus} == {record.turn}
        assert (record.scored is not None) == (record.turn == size)
        assert (record.ended is not None) == (record.turn == size and record.round == 3)
    # The records cover the log from the first turn on without gap or overlap.
    assert records[0].first_seq == 3
    assert [record.first_seq for record in records[1:]] == [record.last_seq + 1 for record in records[:-1]]
    assert records[-1].last_seq == len(log)


@whole_games
@given(SETUPS, SEEDS)
def test_a_fold_of_the_log_is_the_state_that_was_played(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    choose = random_chooser(rng)
    state, log = engine.open_game(setup)
    while not state.over:
        question = rng.choice(engine.open_questions(state))
        pick = Pick(question.seat, question.id, choose(state, question.seat))
        before = engine.copy(state)
        decided = engine.decide(state, pick)
        assert state == before, "decide changed the state it was given"
        played = engine.play(state, pick)
        assert played == decided
        log += played
        assert engine.fold(played, before) == state
    assert engine.fold(log) == state


@whole_games
@given(SETUPS, SEEDS)
def test_evolving_step_by_step_is_folding(setup: Setup, seed: int) -> None:
    state, log = game(setup, seed)
    stepped = engine.fold(log[:1])
    for number, event in enumerate(log[1:], 2):
        stepped = engine.evolve(stepped, event)
        if number % 16 == 0:
            assert stepped == engine.fold(log[:number])
    assert stepped == state


@whole_games
@given(SETUPS, SEEDS)
def test_every_event_survives_being_written_and_read(setup: Setup, seed: int) -> None:
    state, log = game(setup, seed)
    rows = [engine.encode(event) for event in log]
    assert [engine.decode(kind, text) for kind, text in rows] == log
    assert [engine.decode(kind, text.encode()) for kind, text in rows] == log
    assert engine.load(rows) == state
    assert [engine.encode(engine.decode(kind, text)) for kind, text in rows] == rows


@whole_games
@given(SETUPS, SEEDS)
def test_playing_several_picks_at_once_is_playing_them_one_by_one(setup: Setup, seed: int) -> None:
    choose = random_chooser(random.Random(seed))
    state, log = engine.open_game(setup)
    twin, third = engine.copy(state), engine.copy(state)
    at_once, by_turns = list(log), list(log)
    while not state.over:
        picks = [Pick(seat, id_, choose(state, seat)) for id_, _, seat in engine.open_questions(state)]
        for pick in picks:
            log += engine.play(state, pick)
        at_once += engine.play_all(twin, picks)
        by_turns += engine.play_turn(third, [pick.chosen for pick in picks])
        assert twin == third == state
    assert at_once == by_turns == log


@whole_games
@given(SETUPS, SEEDS)
def test_the_shortcut_through_a_plain_turn_changes_nothing(setup: Setup, seed: int) -> None:
    fast, fast_log = game(setup, seed)
    rules = fast.rules
    shortcut, count = rules.shortcut, rules.count
    assert shortcut is not None
    assert count is not None
    rules.shortcut = rules.count = None
    try:
        slow, slow_log = game(setup, seed)
    finally:
        rules.shortcut, rules.count = shortcut, count
    assert slow_log == fast_log
    assert slow == fast


@whole_games
@given(SETUPS, SEEDS)
def test_a_game_adds_up(setup: Setup, seed: int) -> None:
    state, log = game(setup, seed)
    for seat in range(setup.seats):
        scored = sum(round_.points[seat] for round_ in state.round_points)
        assert all(sum(mine.by_card[seat].values()) == mine.points[seat] for mine in state.round_points)
        assert state.points[seat] == scored + sum(state.end_points[seat].values())
        assert state.tie_break[seat] == state.held(seat, ("pudding",))
    assert list(state.places) == engine.places(state.points, state.tie_break)
    assert sum(isinstance(event, RoundDealt) for event in log) == 3
    # Used cards never come back: three deals are one shuffle.
    dealt = [face for event in log if isinstance(event, RoundDealt) for hand in event.hands for face in hand]
    assert len(dealt) + len(state.deck) == 108


@whole_games
@given(SETUPS, SEEDS)
def test_a_pick_is_asked_for_exactly_while_there_is_a_choice(setup: Setup, seed: int) -> None:
    _, log = game(setup, seed)
    size = CLASSIC.hand_sizes[setup.seats]
    picks = [event for event in log if isinstance(event, Pick)]
    assert len(picks) == 3 * setup.seats * (size - 1)
    assert len({(pick.seat, pick.question) for pick in picks}) == len(picks)
    assert sum(isinstance(event, Revealed) for event in log) == 3 * size


@whole_games
@given(SETUPS, SEEDS)
def test_the_order_in_which_seats_answer_changes_nothing_but_the_order_of_picks(
    setup: Setup, seed: int
) -> None:
    def choose(state: State, seat: int) -> tuple[str, ...]:
        return random_chooser(random.Random(f"{seed}.{state.question}.{seat}"))(state, seat)

    forward, _ = play_out(setup, choose)
    shuffled, _ = play_out(setup, choose, random.Random(seed))
    assert forward == shuffled


def test_copies_share_nothing_that_changes() -> None:
    rng = random.Random(5)
    choose = random_chooser(rng)
    state, log = engine.open_game(Setup("classic", 4, "alias"))
    snapshots: list[tuple[State, int]] = []
    views = []
    while not state.over:
        snapshots.append((engine.copy(state), len(log)))
        views.append((engine.view(state, 0), engine.view(state, 0).to_json()))
        question = engine.open_questions(state)[0]
        log += engine.play(state, Pick(question.seat, question.id, choose(state, question.seat)))
    for snapshot, length in snapshots[::7]:
        assert snapshot == engine.fold(log[:length])
    assert all(seen.to_json() == then for seen, then in views)


def test_hands_go_left_and_in_the_second_round_of_the_variant_right() -> None:
    for variant, expected in (("", ["left"] * 3), ("pass_both_ways", ["left", "right", "left"])):
        _state, log = play_out(Setup("classic", 4, "way", variant=variant), random_chooser(random.Random(1)))
        directions = {
            record.round: event.direction
            for record in engine.turns(log)
            for event in log[record.first_seq - 1 : record.last_seq]
            if isinstance(event, engine.HandsPassed)
        }
        assert [directions[round_] for round_ in (1, 2, 3)] == expected
        records = engine.turns(log)
        first, second = records[8], records[9]  # the first two turns of round 2
        step = 1 if expected[1] == "left" else -1
        for seat in range(4):
            assert second.before.hands[(seat + step) % 4] == first.after.hands[seat]
        assert engine.view(first.before, 0).passes_to == [(seat + step) % 4 for seat in range(4)]
