"""Logs: shuffles anybody can check, text that is read back or refused, corrupt logs, stepping through
turns."""

from __future__ import annotations

import hashlib
import random

import pytest

from games import engine
from games.engine import CorruptLog, Event, GameOpened, HandsPassed, Pick, RoundDealt, Setup
from games.engine.codec import UPCASTS
from tests.engine.tables import CLASSIC, play_out, random_chooser


def a_game(seats: int = 4, seed: int = 7) -> list[Event]:
    return play_out(Setup("classic", seats, "log"), random_chooser(random.Random(seed)))[1]


def test_anybody_can_check_the_deal_from_the_seed_and_the_nonces() -> None:
    setup = Setup("classic", 3, "house seed", nonces=("ann", "", "bö"))
    _, log = engine.open_game(setup)
    # Written out from the documentation of shuffle.py, not from its code.
    key = hashlib.sha256("house seed|ann||bö".encode()).hexdigest()
    stream = hashlib.shake_256(f"kaiten-1|{key}|deck".encode()).digest(8 * 108)
    deck = [face for face, copies in CLASSIC.deck.items() for _ in range(copies)]
    words = [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(108)]
    expected = [face for _, _, face in sorted(zip(words, range(108), deck, strict=True))]
    dealt = log[1]
    assert isinstance(dealt, RoundDealt)
    assert [face for hand in dealt.hands for face in hand] == expected[:27]
    assert list(dealt.left) == expected[27:]
    opened = log[0]
    assert isinstance(opened, GameOpened)
    assert opened.commitment == hashlib.sha256(b"house seed").hexdigest()


def test_a_nonce_changes_the_deal_and_the_seed_alone_repeats_it() -> None:
    def hands(*nonces: str) -> list[list[str]]:
        return engine.open_game(Setup("classic", 3, "same", nonces=nonces))[0].hands

    assert hands() == hands()
    assert hands("x") != hands()
    assert hands("x", "y") != hands("y", "x")


def test_shuffles_are_fair_enough() -> None:
    """Over 2000 deals every face is on top about as often as it is in the deck (a loose 5-sigma band)."""
    deals = 2000
    top = [engine.open_game(Setup("classic", 2, str(number)))[0].hands[0][0] for number in range(deals)]
    for face, copies in CLASSIC.deck.items():
        expected = deals * copies / 108
        assert abs(top.count(face) - expected) < 5 * expected**0.5


def test_events_are_written_compactly_in_a_fixed_order() -> None:
    assert engine.encode(Pick(2, "1.3-pick", ("wasabi", "squid"), "timeout")) == (
        "picked",
        '{"seat":2,"question":"1.3-pick","chosen":["wasabi","squid"],"cause":"timeout"}',
    )
    assert engine.encode(HandsPassed("left")) == ("hands_passed", '{"direction":"left"}')


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("sneezed", "{}"),
        ("picked", "not json"),
        ("picked", "[]"),
        ("picked", '{"seat":1}'),
        ("hands_passed", '{"direction":"left","speed":3}'),
        ("picked", '{"seat":1,"question":"1.1-pick","chosen":["egg"],"cause":"","mood":"good"}'),
        ("round_scored", "{}"),
        ("round_scored", "null"),
    ],
)
def test_text_that_is_no_event_is_called_corrupt(kind: str, text: str) -> None:
    with pytest.raises(CorruptLog):
        engine.decode(kind, text)


def test_an_older_shape_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTS, "picked", lambda data: {"cause": "", **data})
    old = '{"seat":1,"question":"1.1-pick","chosen":["egg"]}'
    assert engine.decode("picked", old) == Pick(1, "1.1-pick", ("egg",))
    assert engine.mask_json("picked", old, 0) == {
        "seat": 1,
        "question": "1.1-pick",
        "chosen": None,
        "cause": "",
    }


def test_a_log_with_an_event_missing_doubled_or_moved_is_refused() -> None:
    log = a_game()
    for number in range(0, len(log) - 1, 3):
        missing = log[:number] + log[number + 1 :]
        with pytest.raises(CorruptLog):
            engine.fold(missing)
        doubled = log[: number + 1] + log[number:]
        with pytest.raises(CorruptLog):
            engine.fold(doubled)


def test_a_pick_of_a_card_that_was_not_there_is_found_at_its_reveal() -> None:
    log = a_game()
    at = next(number for number, event in enumerate(log) if isinstance(event, Pick))
    pick = log[at]
    assert isinstance(pick, Pick)
    forged = [*log[:at], pick._replace(chosen=("ham",)), *log[at + 1 :]]
    with pytest.raises(CorruptLog):
        engine.fold(forged)


@pytest.mark.parametrize(
    "changes",
    [{"edition": "deluxe"}, {"seats": 9}, {"variant": "upside_down"}, {"options": {"colour": "red"}}],
)
def test_a_log_of_a_game_that_is_not_installed_is_refused(changes: dict[str, object]) -> None:
    opened = a_game()[0]
    assert isinstance(opened, GameOpened)
    with pytest.raises(CorruptLog):
        engine.fold([opened._replace(**changes)])  # type: ignore[arg-type]  # wrong on purpose


def test_nothing_folds_to_nothing() -> None:
    with pytest.raises(CorruptLog):
        engine.fold([])
    with pytest.raises(CorruptLog):
        engine.turns([])


def test_a_game_in_progress_is_stepped_through_up_to_its_last_reveal() -> None:
    log = a_game()
    records = engine.turns(log)
    assert len(records) == 24
    middle = records[11]
    assert engine.turns(log[: middle.last_seq]) == records[:12]
    assert engine.turns(log[: middle.last_seq + 2]) == records[:12]
    assert engine.fold(log[: middle.first_seq - 1]) == middle.before


def test_a_turn_tells_what_was_chosen_and_why() -> None:
    state, log = engine.open_game(Setup("classic", 2, "why"))
    first = [(state.hands[0][0],), (state.hands[1][0],)]
    log += engine.play(state, Pick(0, "1.1-pick", first[0]))
    log += engine.play(state, Pick(1, "1.1-pick", first[1], "timeout"))
    (record,) = engine.turns(log)
    assert record.chosen == tuple(first)
    assert record.causes == ("", "timeout")
    assert [laid.face for laid in record.after.tableaus[1]] == list(first[1])


def test_a_whole_log_is_read_back_with_older_shapes_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state, log = play_out(Setup("classic", 3, "old"), random_chooser(random.Random(9)))
    rows = [engine.encode(event) for event in log]
    old = [
        (kind, text.replace(',"cause":""', "") if kind == "picked" and number % 2 else text)
        for number, (kind, text) in enumerate(rows)
    ]
    with pytest.raises(CorruptLog, match="needs exactly the fields"):
        engine.load(old)
    monkeypatch.setitem(UPCASTS, "picked", lambda data: {**data, "cause": ""})
    assert engine.load(old) == state
    with pytest.raises(CorruptLog, match="not JSON"):
        engine.load([*rows[:-1], ("game_ended", "{")])
    with pytest.raises(CorruptLog, match="no event of kind"):
        engine.load([*rows[:-1], ("game_over", "{}")])


def test_a_pick_read_before_is_checked_like_any_other() -> None:
    state, log = play_out(Setup("classic", 2, "again"), random_chooser(random.Random(4)))
    rows = [engine.encode(event) for event in log]
    first = next(number for number, (kind, _) in enumerate(rows) if kind == "picked")
    kind, text = rows[first]
    for _ in range(2):
        assert engine.load(rows) == state
        assert engine.load(rows[first:], state=engine.load(rows[:first])) == state
        with pytest.raises(CorruptLog, match="does not follow"):
            engine.load([*rows[:first], (kind, text), *rows[first:]])
        with pytest.raises(CorruptLog, match="needs exactly the fields"):
            engine.load([*rows[:first], ("name_called", text)])
        with pytest.raises(CorruptLog, match="needs exactly the fields"):
            engine.load([*rows[:first], ("hands_passed", text)])
