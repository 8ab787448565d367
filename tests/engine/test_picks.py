"""Picks that are refused, and why; options; setups that cannot be."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games import engine
from games.engine import (
    AlreadyAnswered,
    BadSetup,
    GameOver,
    IllegalChoice,
    Pick,
    QuestionClosed,
    RuleError,
    Setup,
    State,
    UnknownQuestion,
)
from tests.engine.tables import CLASSIC, answer_all, faces_in_front, play_out, position, random_chooser


def opened(seats: int = 3) -> State:
    return engine.open_game(Setup("classic", seats, "picks"))[0]


def test_a_second_answer_to_a_question_is_refused_with_the_one_on_record() -> None:
    state = opened()
    first, other = state.hands[1][0], next(face for face in state.hands[1] if face != state.hands[1][0])
    engine.play(state, Pick(1, "1.1-pick", (first,), "timeout"))
    for face, same in ((other, False), (first, True)):
        with pytest.raises(AlreadyAnswered) as refused:
            engine.play(state, Pick(1, "1.1-pick", (face,)))
        assert refused.value.recorded == (first,)
        assert refused.value.same is same
        assert refused.value.cause == "timeout"


def test_a_refused_pick_changes_nothing() -> None:
    state = opened()
    engine.play(state, Pick(0, "1.1-pick", (state.hands[0][0],)))
    before = engine.copy(state)
    for pick in (
        Pick(0, "1.1-pick", (state.hands[0][0],)),
        Pick(1, "1.1-pick", ("ham",)),
        Pick(1, "1.1-pick", ()),
        Pick(1, "1.2-pick", (state.hands[1][0],)),
        Pick(9, "1.1-pick", (state.hands[1][0],)),
    ):
        with pytest.raises(RuleError):
            engine.play(state, pick)
        assert state == before


def test_a_question_of_a_past_turn_is_closed() -> None:
    state = opened()
    answer_all(state, [(hand[0],) for hand in state.hands])
    with pytest.raises(QuestionClosed, match=r"1\.2-pick"):
        engine.play(state, Pick(0, "1.1-pick", (state.hands[0][0],)))


def test_after_the_game_every_question_is_closed() -> None:
    state, _ = play_out(Setup("classic", 3, "end"), random_chooser(random.Random(1)))
    with pytest.raises(GameOver, match="over"):
        engine.play(state, Pick(0, "3.8-pick", ("tempura",)))
    assert engine.open_questions(state) == []
    assert engine.options(state, 0) is None


@pytest.mark.parametrize(
    "question",
    [
        "",
        "pick",
        "1.1",
        "1.2-pick",
        "2.1-pick",
        "0.1-pick",
        "1.0-pick",
        "1.1-pick-3",
        "1.1-menu-8",
        "1.1-PICK",
        "1.1-pick ",
        "01.1-pick",
        "1.1-pick\n",
        "١.1-pick",
        "99999999999.1-pick",
    ],
)
def test_a_question_never_asked_is_unknown(question: str) -> None:
    state = opened()
    assert not engine.question_known(state, question)
    with pytest.raises(UnknownQuestion):
        engine.play(state, Pick(0, question, (state.hands[0][0],)))


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_is_told_so(seat: int) -> None:
    state = opened()
    with pytest.raises(UnknownQuestion, match="seats are 0 to 2"):
        engine.play(state, Pick(seat, "1.1-pick", (state.hands[0][0],)))


def test_which_questions_were_ever_asked() -> None:
    state, _ = play_out(Setup("classic", 3, "known"), random_chooser(random.Random(2)))
    known = [
        f"{round_}.{turn}-pick"
        for round_ in range(6)
        for turn in range(15)
        if engine.question_known(state, f"{round_}.{turn}-pick")
    ]
    # Nine cards a hand, the ninth played without asking.
    assert known == [f"{round_}.{turn}-pick" for round_ in (1, 2, 3) for turn in range(1, 9)]


@pytest.mark.parametrize("chosen", [(), ("tempura", "tempura"), ("ham",), ("squid",), ("tempura", "egg")])
def test_a_choice_outside_the_options_is_refused_with_the_options(chosen: tuple[str, ...]) -> None:
    state, _ = position([["tempura"]], [["tempura", "egg"], ["egg"] * 2, ["egg"] * 2])
    with pytest.raises(IllegalChoice, match="Choose one card of: tempura, egg") as refused:
        engine.play(state, Pick(0, "1.2-pick", chosen))
    assert refused.value.options == engine.options(state, 0)


@pytest.mark.parametrize("chosen", [(), ("",)])
def test_an_empty_answer_is_told_what_must_be_chosen(chosen: tuple[str, ...]) -> None:
    state, _ = position([["tempura"]], [["tempura", "egg"], ["egg"] * 2, ["egg"] * 2])
    with pytest.raises(IllegalChoice) as refused:
        engine.play(state, Pick(0, "1.2-pick", chosen))
    assert refused.value.detail == "No card was chosen. Choose one card of: tempura, egg."
    state, _ = position([["chopsticks"]], [["egg", "squid"], ["egg"] * 2, ["egg"] * 2])
    with pytest.raises(IllegalChoice) as refused:
        engine.play(state, Pick(0, "1.2-pick", chosen))
    assert refused.value.detail == "No card was chosen. Choose 1 to 2 cards of: egg, squid."


def test_a_pair_needs_both_cards_in_the_hand() -> None:
    state, _ = position([["chopsticks"]], [["egg", "squid", "squid"], ["egg"] * 3, ["egg"] * 3])
    with pytest.raises(IllegalChoice, match="1 to 2 cards"):
        engine.play(state, Pick(0, "1.2-pick", ("egg", "egg")))
    offered = engine.options(state, 0)
    assert offered is not None
    assert (offered.least, offered.most, offered.ordered) == (1, 2, True)
    assert offered.choices() == [
        ("egg",),
        ("squid",),
        ("egg", "squid"),
        ("squid", "egg"),
        ("squid", "squid"),
    ]
    answer_all(state, [("squid", "squid"), ("egg",), ("egg",)])
    assert faces_in_front(state, 0) == ["squid", "squid"]


def test_the_card_picked_is_the_one_named_wherever_it_lies() -> None:
    """Cards are addressed by face: a pair's second card does not shift because the first has left."""
    hand = ["egg", "salmon", "squid", "tempura"]
    for first in hand:
        for second in hand:
            if first == second:
                continue
            state, log = position([["chopsticks"]], [hand, ["egg"] * 4, ["egg"] * 4])
            log += answer_all(state, [(first, second), ("egg",), ("egg",)])
            assert faces_in_front(state, 0) == [first, second]
            kept = [face for face in hand if face not in (first, second)]
            assert state.hands[1] == [*kept, "chopsticks"]


def test_picking_chopsticks_in_a_pair_keeps_the_new_ones() -> None:
    """Ruling A6: the used copy goes into the hand, the new one stays and may be used next turn."""
    state, _ = position([["chopsticks"]], [["chopsticks", "egg", "egg"], ["egg"] * 3, ["egg"] * 3])
    answer_all(state, [("chopsticks", "egg"), ("egg",), ("egg",)])
    assert faces_in_front(state, 0) == ["chopsticks", "egg"]
    offered = engine.options(state, 0)
    assert offered is not None
    assert offered.most == 2


def test_returning_chopsticks_keeps_nigiri_on_their_wasabi() -> None:
    table = ["chopsticks", "wasabi", "squid", "wasabi"]
    state, _ = position([table], [["egg", "salmon", "tempura"], ["egg"] * 3, ["egg"] * 3])
    answer_all(state, [("salmon", "egg"), ("egg",), ("egg",)])
    assert [(laid.face, laid.on) for laid in state.tableaus[0]] == [
        ("wasabi", None),
        ("squid", 0),
        ("wasabi", None),
        ("salmon", 2),
        ("egg", None),
    ]
    assert engine.standing_points(state)[0]["nigiri"] == 9 + 6 + 1


def test_the_last_card_is_played_without_asking_even_beside_chopsticks() -> None:
    state, log = position([["chopsticks"]], [["egg", "squid"], ["egg"] * 2, ["egg"] * 2])
    log += answer_all(state, [("egg",), ("egg",), ("egg",)])
    last = engine.turns(log)[2]
    assert last.chosen == (("egg",), ("squid",), ("egg",))
    assert faces_in_front(last.after, 0) == ["chopsticks", "egg", "egg"]


def test_lists_are_taken_for_tuples() -> None:
    state = opened()
    face = state.hands[0][0]
    event = engine.play(state, Pick(0, "1.1-pick", [face]))[0]  # type: ignore[arg-type]  # what a web form may hand over
    assert event == Pick(0, "1.1-pick", (face,))


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (Setup("deluxe", 3, "x"), "classic"),
        (Setup("classic", 1, "x"), "2 to 5"),
        (Setup("classic", 6, "x"), "2 to 5"),
        (Setup("classic", True, "x"), "2 to 5"),
        (Setup("classic", 3, "x", variant="upside_down"), "pass_both_ways"),
        (Setup("classic", 3, "x", options={"zero_roll": True}), "zero_rolls_count"),
        (Setup("classic", 3, "x", options={"zero_rolls_count": 1}), "False, True"),
        (Setup("classic", 3, "x", options={"same_turn_wasabi": "always"}), "pick_order"),
        (Setup("classic", 3, ""), "shuffle_seed"),
        (Setup("classic", 3, "x", nonces=("a|b",)), "nonce"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused_with_what_can(setup: Setup, says: str) -> None:
    with pytest.raises(BadSetup, match=says) as refused:
        engine.open_game(setup)
    assert refused.value.code == "bad_setup"
    assert refused.value.detail.endswith((".", "it."))


def test_options_left_out_are_recorded_with_their_defaults() -> None:
    _, log = engine.open_game(Setup("classic", 3, "x", options={"zero_rolls_count": True}))
    opened_event = log[0]
    assert isinstance(opened_event, engine.GameOpened)
    assert opened_event.options["same_turn_wasabi"] == "pick_order"
    assert opened_event.options["zero_rolls_count"] is True
    assert opened_event.options["pass_directions"] == "LLL"
    assert opened_event.rules_version == engine.RULES_VERSION


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda state: Pick(1, "1.2-pick", (state.hands[1][0],)), UnknownQuestion),
        (lambda state: Pick(0, "1.1-pick", (state.hands[0][0],)), AlreadyAnswered),
        (lambda state: Pick(1, "1.1-pick", ("ham",)), IllegalChoice),
        (lambda state: Pick(1, "1.1-pick", tuple(state.hands[1][:2])), IllegalChoice),
        (lambda state: Pick(-1, "1.1-pick", (state.hands[2][0],)), UnknownQuestion),
    ],
)
def test_of_several_picks_the_wrong_one_is_refused_and_those_before_it_stand(
    wrong: Callable[[State], Pick], error: type[RuleError]
) -> None:
    state = opened()
    first = Pick(0, "1.1-pick", (state.hands[0][0],))
    expected = engine.copy(state)
    engine.play(expected, first)
    with pytest.raises(error):
        engine.play_all(state, [first, wrong(state), Pick(2, "1.1-pick", (state.hands[2][0],))])
    assert state == expected


def test_several_picks_may_run_over_the_end_of_a_turn() -> None:
    state = opened()
    picks = [Pick(seat, "1.1-pick", (hand[0],)) for seat, hand in enumerate(state.hands)]
    # Hands go left: seat 0 picks next from what seat 2 leaves.
    picks.append(Pick(0, "1.2-pick", (state.hands[2][1],)))
    expected = engine.copy(state)
    log = [event for pick in picks for event in engine.play(expected, pick)]
    assert engine.play_all(state, picks) == log
    assert state == expected
    assert list(state.asked) == [1, 2]


def test_a_turn_played_at_once_takes_an_answer_for_every_question_and_checks_each() -> None:
    state, _ = engine.open_game(Setup("classic", 3, "a turn"))
    answers = [(hand[0],) for hand in state.hands]
    before = engine.copy(state)
    with pytest.raises(ValueError, match="3 seats are asked, and there are 2 answers"):
        engine.play_turn(state, answers[:2])
    assert state == before
    missing = next(face for face in CLASSIC.faces if face not in state.hands[1])
    for wrong in [(missing,), (), state.hands[1][:2], (state.hands[1][0], missing)]:
        twin = engine.copy(before)
        with pytest.raises(engine.IllegalChoice):
            engine.play_turn(twin, [answers[0], tuple(wrong), answers[2]])
        assert list(twin.asked) == [1, 2]
        assert twin.hands == before.hands


def test_a_pair_of_one_face_needs_two_such_cards() -> None:
    state, _ = engine.open_game(Setup("classic", 2, "a pair"))
    lay_chopsticks = engine.copy(state)
    lay_chopsticks.tableaus[0].append(engine.Laid("chopsticks", "chopsticks", None, 1))
    single = next(face for face in state.hands[0] if state.hands[0].count(face) == 1)
    other = next(face for face in state.hands[0] if face != single)
    question = state.question
    with pytest.raises(engine.IllegalChoice):
        engine.play(lay_chopsticks, Pick(0, question, (single, single)))
    with pytest.raises(engine.IllegalChoice):
        engine.play(state, Pick(0, question, (single, other)))
    (accepted,) = engine.play(lay_chopsticks, Pick(0, question, (single, other)))
    assert accepted == Pick(0, question, (single, other))
