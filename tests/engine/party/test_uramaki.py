"""The race for ten uramaki icons: at once, over several turns, in ties, and at the end of the round."""

from games import engine
from tests.engine.party.test_actions import play, turn, use


def test_places_are_taken_over_several_turns_by_anybody_and_the_end_of_the_round_pays_the_next() -> None:
    first = turn([["uramaki5"], [], []], [["uramaki5"], ["egg"], ["egg"]], play("uramaki5", "egg", "egg"))
    assert first["immediate_points"] == [8, 0, 0]
    again = turn(
        [["uramaki5"], [], []], [["uramaki5"], ["egg"], ["egg"]], play("uramaki5", "egg", "egg"), taken=1
    )
    assert (again["immediate_points"], again["uramaki_places_taken"]) == ([5, 0, 0], 2)
    rows = engine.read_table("party", [["uramaki3"], ["uramaki3"], []])
    assert engine.score_round("party", rows, markers={"uramaki_places": 2}) == [
        {"uramaki": 2},
        {"uramaki": 2},
        {},
    ]


def test_three_tied_for_first_leave_no_place_and_a_fourth_keeps_the_cards() -> None:
    tables = [["uramaki5"], ["uramaki5"], ["uramaki5"], ["uramaki3", "uramaki3"]]
    hands = [["uramaki5"], ["uramaki5"], ["uramaki5"], ["uramaki4"]]
    got = turn(tables, hands, play("uramaki5", "uramaki5", "uramaki5", "uramaki4"))
    # Ten and ten and ten and ten: all four first.
    assert got["immediate_points"] == [8, 8, 8, 8]
    hands[3] = ["uramaki3"]
    got = turn(tables, hands, play("uramaki5", "uramaki5", "uramaki5", "uramaki3"))
    assert got["immediate_points"] == [8, 8, 8, 0]
    late = turn([["uramaki5"], []], [["uramaki5"], ["egg"]], play("uramaki5", "egg"), taken=3)
    assert late["immediate_points"] == [0, 0]
    assert late["tables"][0] == ["uramaki-5", "uramaki-5"]


def test_uramaki_may_wait_for_the_end_of_the_turn() -> None:
    tables = [["uramaki5"], ["chopsticks:1", "uramaki5", "uramaki3"], []]
    hands = [["uramaki5", "egg"], ["egg", "uramaki4"], ["egg", "egg"]]
    bonus = [use(1, "chopsticks:1", play="uramaki4")]
    got = turn(tables, hands, play("uramaki5", "egg", "egg"), bonus, {"uramaki_timing": "end_of_turn"})
    assert got["immediate_points"] == [5, 8, 0], "twelve icons beat ten when they are counted together"


def test_a_face_down_uramaki_does_not_race() -> None:
    got = turn([["uramaki5/f"], []], [["uramaki5"], ["egg"]], play("uramaki5", "egg"))
    assert got["tables"][0] == ["uramaki-5/f", "uramaki-5"]


def test_a_face_down_uramaki_is_not_discarded_with_those_that_won_the_race() -> None:
    got = turn([["uramaki3/f", "uramaki5"], []], [["uramaki5"], ["egg"]], play("uramaki5", "egg"))
    assert got["immediate_points"] == [8, 0]
    assert got["tables"][0] == ["uramaki-3/f"]
    assert got["discard"] == ["uramaki-5", "uramaki-5"]
