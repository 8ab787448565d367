"""Turns of the party edition as stories: what lies before the players, what they do, what lies there
afterwards."""

from collections.abc import Sequence
from typing import Any, Unpack

import pytest

from games import engine
from games.sheet.party_turns import Bonus, Choice, Situation, play_turn

Result = dict[str, Any]


def turn(
    tables: list[list[str]],
    hands: list[list[str]],
    picks: list[Choice],
    bonus: Sequence[Bonus] = (),
    options: dict[str, engine.OptionValue] | None = None,
    taken: int = 0,
) -> Result:
    situation: Situation = {
        "tables": tables,
        "hands": hands,
        "picks": picks,
        "bonus": list(bonus),
        "uramaki_places_taken": taken,
    }
    return play_turn(situation, options)


def offered(state: engine.State, seat: int) -> engine.Options:
    options = engine.options(state, seat)
    assert options is not None
    return options


def play(*faces: str) -> list[Choice]:
    return [{"play": face} for face in faces]


def use(player: int, card: str, **choice: Unpack[Choice]) -> Bonus:
    return {"player": player, "card": card, "choice": choice}


# Chopsticks.


def test_chopsticks_are_not_offered_on_the_turn_they_are_played_nor_with_one_card_left() -> None:
    state, _ = engine.table_from("party", [[], []], [["chopsticks-1", "egg"], ["egg", "egg"]])
    assert offered(state, 0).only is None
    engine.play(state, engine.Pick(0, state.question, ("chopsticks-1",)))
    engine.play(state, engine.Pick(1, state.question, ("egg",)))
    assert [laid.face for laid in state.tableaus[0]] == ["chopsticks-1"]
    assert offered(state, 0).choices() == [("egg",)], "the last card of a round is played without chopsticks"


def test_chopsticks_see_the_hand_without_the_card_picked_and_both_copies_of_an_equal_pair() -> None:
    state, _ = engine.table_from(
        "party", [["chopsticks-1"], []], [["egg", "egg", "tofu"], ["eel", "eel", "eel"]]
    )
    engine.play(state, engine.Pick(0, state.question, ("egg", "use:0")))
    engine.play(state, engine.Pick(1, state.question, ("eel",)))
    assert engine.open_questions(state)[0].id.endswith("-chopsticks-1")
    assert offered(state, 0).choices() == [("egg",), ("tofu",)]
    engine.play(state, engine.Pick(0, engine.open_questions(state)[0].id, ("egg",)))
    assert [laid.face for laid in state.tableaus[0]] == ["egg", "egg"]
    assert sorted(state.hands[1]) == ["chopsticks-1", "tofu"], "the hand went left with the chopsticks in it"


def test_a_nigiri_brought_in_by_chopsticks_lies_on_the_wasabi_revealed_this_turn() -> None:
    got = turn(
        [["chopsticks-2"], []],
        [["wasabi", "squid"], ["egg", "egg"]],
        play("wasabi", "egg"),
        [use(0, "chopsticks-2", play="squid")],
    )
    assert got["tables"][0] == ["wasabi", "squid@w"]


def test_the_card_under_a_nigiri_stays_the_same_when_an_earlier_card_leaves() -> None:
    got = turn(
        [["chopsticks-2", "wasabi"], []],
        [["squid", "egg"], ["egg", "egg"]],
        play("squid", "egg"),
        [use(0, "chopsticks-2", play="egg")],
    )
    assert got["tables"][0] == ["wasabi", "squid@w", "egg"]


def test_bonus_cards_are_one_a_turn_unless_the_table_allows_more() -> None:
    tables, hands = [["chopsticks-1", "chopsticks-2"], []], [["egg", "eel", "tofu"], ["egg"] * 3]
    state, _ = engine.table_from("party", tables, hands)
    with pytest.raises(engine.IllegalChoice):
        engine.play(state, engine.Pick(0, state.question, ("egg", "use:0", "use:1")))
    bonus = [use(0, "chopsticks-1", play="eel"), use(0, "chopsticks-2", play="tofu")]
    got = turn(tables, hands, play("egg", "egg"), bonus, {"max_bonus_per_turn": 2})
    assert got["tables"][0] == ["egg", "eel", "tofu"]
    assert got["hands"][0] == ["chopsticks-1", "chopsticks-2"]


# Spoon.


def test_a_spoon_goes_around_the_table_and_never_asks_its_owner() -> None:
    got = turn(
        [[], [], ["spoon-4"]],
        [["egg", "eel"], ["egg", "eel"], ["egg", "tofu"]],
        play("egg", "egg", "egg"),
        [use(2, "spoon-4", ask="tofu")],
    )
    assert got["discard"] == ["spoon-4"], "only its owner has tofu"
    got = turn(
        [[], [], ["spoon-4"]],
        [["egg", "eel"], ["egg", "eel"], ["egg", "tofu"]],
        play("egg", "egg", "egg"),
        [use(2, "spoon-4", ask="eel")],
    )
    assert got["hands"] == [["spoon-4"], ["eel"], ["tofu"]], "left of the last seat is the first"
    assert got["tables"][2] == ["egg", "eel"]


def test_a_spoon_may_name_a_variation_and_then_nobody_chooses() -> None:
    state, _ = engine.table_from(
        "party", [["spoon-4"], [], []], [["egg", "eel"], ["eel", "maki-1"], ["eel", "maki-3"]]
    )
    for seat, chosen in enumerate([("egg", "use:0"), ("eel",), ("eel",)]):
        engine.play(state, engine.Pick(seat, state.question, chosen))
    question = engine.open_questions(state)[0]
    assert ("maki",) in (offered(state, 0).choices() or ())
    log = engine.play(state, engine.Pick(0, question.id, ("maki-3",)))
    assert not any(isinstance(event, engine.Picked) and event.seat != 0 for event in log)
    assert [laid.face for laid in state.tableaus[0]] == ["egg", "maki-3"]


def test_the_giver_is_asked_even_without_a_choice_so_that_the_table_learns_nothing() -> None:
    for hand in (["eel", "maki-1", "maki-1"], ["eel", "maki-1", "maki-2"]):
        state, _ = engine.table_from(
            "party", [["spoon-4"], [], []], [["egg", "eel", "eel"], hand, ["eel", "maki-3", "eel"]]
        )
        for seat, chosen in enumerate([("egg", "use:0"), ("eel",), ("eel",)]):
            engine.play(state, engine.Pick(seat, state.question, chosen))
        engine.play(state, engine.Pick(0, engine.open_questions(state)[0].id, ("maki",)))
        asked = engine.open_questions(state)[0]
        assert (asked.seat, asked.kind) == (1, "gift")
        assert asked.id.endswith("-gift-4")
        assert offered(state, 1).choices() == [(face,) for face in dict.fromkeys(hand[1:])]


def test_order_numbers_are_no_variations() -> None:
    state, _ = engine.table_from("party", [["spoon-4"], [], []], [["egg", "eel"]] * 3)
    for seat, chosen in enumerate([("egg", "use:0"), ("egg",), ("egg",)]):
        engine.play(state, engine.Pick(seat, state.question, chosen))
    names = {answer[0] for answer in offered(state, 0).choices() or ()}
    assert {"chopsticks", "spoon", "menu", "takeout", "nigiri", "squid", "onigiri", "onigiri-square"} <= names
    assert not {"chopsticks-1", "spoon-5", "menu-7", "takeout-10"} & names


def test_two_spoons_with_one_number_ask_one_giver_two_different_questions() -> None:
    state, _ = engine.table_from(
        "party",
        engine.read_table("party", [["spoon4"], ["order=spoon4"], []]),
        [["eel", "eel", "eel"], ["eel", "eel", "eel"], ["egg", "squid", "salmon"]],
    )
    asked = []
    for seat, chosen in enumerate([("eel", "use:0"), ("eel", "use:0"), ("egg",)]):
        engine.play(state, engine.Pick(seat, state.question, chosen))
    for _ in range(4):
        question = engine.open_questions(state)[0]
        asked.append((question.seat, question.id.split("-", 1)[1]))
        chosen = {"spoon": ("nigiri",), "gift": offered(state, question.seat).faces[:1]}[question.kind]
        engine.play(state, engine.Pick(question.seat, question.id, chosen))
    assert asked == [(0, "spoon-4"), (2, "gift-4"), (1, "spoon-4"), (2, "gift-4.2")]
    assert sorted(state.hands[0]) == ["special-order", "spoon-4"], (
        "a copy leaves play as what is printed on it"
    )


def test_a_special_order_asked_for_by_spoon_is_told_what_to_copy_with_the_request() -> None:
    got = turn(
        [["spoon-4", "sashimi"], [], []],
        [["egg", "eel"], ["egg", "order"], ["egg", "eel"]],
        play("egg", "egg", "egg"),
        [use(0, "spoon-4", ask="order", copy=0)],
    )
    assert got["tables"][0] == ["sashimi", "egg", "order=sashimi"]
    assert got["hands"][1] == ["spoon-4"]


# Menu and takeout box.


def test_a_menu_brings_in_one_card_and_the_rest_goes_back_into_the_deck() -> None:
    state, _ = engine.table_from(
        "party", [[], []], [["menu-7", "egg"], ["egg", "egg"]], deck=["menu-8", "tofu", "eel", "eel", "squid"]
    )
    for seat, chosen in enumerate([("menu-7",), ("egg",)]):
        engine.play(state, engine.Pick(seat, state.question, chosen))
    assert engine.view(state, 0).aside == ("menu-8", "tofu", "eel", "eel")
    assert engine.view(state, 1).aside == ()
    assert offered(state, 0).choices() == [("tofu",), ("eel",)], "no menu out of a menu"
    engine.play(state, engine.Pick(0, engine.open_questions(state)[0].id, ("tofu",)))
    assert sorted(state.deck) == ["eel", "eel", "menu-8", "squid"]
    assert state.discards == ["menu-7"]
    assert [laid.face for laid in state.tableaus[0]] == ["tofu"]


@pytest.mark.parametrize("deck", [(), ("menu-8", "menu-9")])
def test_a_menu_that_finds_nothing_to_play_is_discarded(deck: tuple[str, ...]) -> None:
    state, _ = engine.table_from("party", [[], []], [["menu-7", "egg"], ["egg", "egg"]], deck=deck)
    for seat, chosen in enumerate([("menu-7",), ("egg",)]):
        engine.play(state, engine.Pick(seat, state.question, chosen))
    assert state.discards == ["menu-7"]
    assert tuple(state.deck) == deck
    assert state.question.endswith("2-pick")


def test_a_miso_soup_out_of_a_menu_stays_when_it_is_the_only_one_of_its_turn() -> None:
    menu: list[Choice] = [
        {"play": "menu:7", "draw": ["miso", "egg", "egg", "tofu"], "then": {"play": "miso"}},
        *play("egg"),
    ]
    got = turn([["miso"], []], [["menu:7", "egg"], ["egg", "egg"]], menu)
    assert got["tables"][0] == ["miso-soup", "miso-soup"]


def test_a_takeout_box_finds_two_equal_cards_apart_and_leaves_cards_of_this_turn_alone() -> None:
    state, _ = engine.table_from("party", [["eel", "eel"], []], [["takeout-10", "egg"], ["egg", "egg"]])
    for seat, chosen in enumerate([("takeout-10",), ("egg",)]):
        engine.play(state, engine.Pick(seat, state.question, chosen))
    assert offered(state, 0).choices() == [(), ("flip:0",), ("flip:1",), ("flip:0", "flip:1")]
    question = engine.open_questions(state)[0].id
    assert question.endswith("-takeout-10")
    with pytest.raises(engine.IllegalChoice):
        engine.play(state, engine.Pick(0, question, ("flip:1", "flip:1")))
    with pytest.raises(engine.IllegalChoice):
        engine.play(state, engine.Pick(0, question, ("flip:2",)))
    engine.play(state, engine.Pick(0, question, ("flip:1",)))
    assert [engine.write_card(laid) for laid in state.tableaus[0]] == ["eel", "eel/f"]


def test_a_takeout_box_with_nothing_to_turn_asks_nothing() -> None:
    got = turn([["egg/f"], []], [["takeout:10", "egg"], ["egg", "egg"]], play("takeout:10", "egg"))
    assert got["discard"] == ["takeout-10"]
    assert got["tables"][0] == ["egg/f"]


def test_actions_go_by_printed_number_whoever_plays_them() -> None:
    # The menu (7) of seat 1 acts before the takeout box (12) of seat 0, the chopsticks (3) before both.
    situation = turn(
        [["eel"], ["chopsticks:3"], []],
        [["takeout:12", "egg"], ["menu:9", "tofu"], ["egg", "egg"]],
        [
            {"play": "takeout:12", "flip": [0]},
            {"play": "menu:9", "draw": ["squid", "egg", "egg", "egg"], "then": {"play": "squid"}},
            {"play": "egg"},
        ],
        [use(1, "chopsticks:3", play="tofu")],
    )
    assert situation["tables"] == [["eel/f"], ["tofu", "squid"], ["egg"]]


# Special order.


def test_a_special_order_may_copy_nothing_of_its_own_turn_unless_an_action_brings_it_in() -> None:
    state, _ = engine.table_from("party", [["tofu"], []], [["special-order", "squid"], ["egg", "egg"]])
    assert offered(state, 0).only == (("special-order", "copy:0"), ("squid",))
    picks: list[Choice] = [
        {"play": "menu:7", "draw": ["order", "egg"], "then": {"play": "order", "copy": 0}},
        {"play": "egg"},
    ]
    got = turn(
        [["tofu"], []],
        [["menu:7", "egg"], ["egg", "egg"]],
        picks,
    )
    assert got["tables"][0] == ["tofu", "order=tofu"]


def test_a_copy_of_a_copy_is_the_same_thing_and_a_copy_of_a_face_down_card_is_face_down() -> None:
    order: list[Choice] = [{"play": "order", "copy": 1}, {"play": "egg"}]
    got = turn([["eel", "order=eel"], []], [["order", "egg"], ["egg", "egg"]], order)
    assert got["tables"][0] == ["eel", "order=eel", "order=eel"]
    got = turn([["egg", "squid/f"], []], [["order", "egg"], ["egg", "egg"]], order)
    assert got["tables"][0] == ["egg", "squid/f", "order=squid/f"]


def test_a_copy_of_a_nigiri_on_wasabi_may_lie_on_another_wasabi_and_need_not() -> None:
    tables = engine.read_table("party", [["wasabi", "squid@w", "wasabi"], []])
    state, _ = engine.table_from("party", tables, [["special-order", "egg"], ["egg", "egg"]])
    ways = [answer for answer in (offered(state, 0).choices() or ()) if "copy:1" in answer]
    assert ways == [("special-order", "copy:1"), ("special-order", "copy:1", "on:2")]


def test_the_last_card_is_asked_of_everybody_where_a_special_order_is_in_the_game() -> None:
    options = {"menu": "points_platter"}
    for hands in ([["special-order"], ["egg"], ["eel"]], [["tea"], ["egg"], ["eel"]]):
        hands = [["tofu" if face == "eel" else face for face in hand] for hand in hands]
        hands[2] = ["edamame"]
        state, _ = engine.table_from("party", [["tea"], ["egg"], []], hands, options=options)
        assert [question.seat for question in engine.open_questions(state)] == [0, 1, 2]


def test_equal_special_orders_and_last_cards_are_played_unasked_elsewhere() -> None:
    state, log = engine.table_from("party", [[], []], [["egg"], ["tea"]], options={"menu": "my_first_meal"})
    assert state.over
    assert any(isinstance(event, engine.Revealed) for event in log)


# What only a careful reader of the rules would try.


def test_a_copy_of_a_face_down_miso_soup_spills_nothing() -> None:
    picks: list[Choice] = [{"play": "order", "copy": 0}, {"play": "miso"}]
    got = turn([["miso/f"], []], [["order", "egg"], ["miso", "egg"]], picks)
    assert got["tables"] == [["miso-soup/f", "order=miso-soup/f"], ["miso-soup"]]


def test_a_copy_of_a_face_down_nigiri_lies_on_nothing() -> None:
    tables = engine.read_table("party", [["egg/f", "wasabi"], []])
    state, _ = engine.table_from("party", tables, [["special-order", "eel"], ["egg", "egg"]])
    ways = [answer for answer in (offered(state, 0).choices() or ()) if "copy:0" in answer]
    assert ways == [("special-order", "copy:0")]


def test_of_two_equal_copies_of_chopsticks_one_is_used_when_one_was_declared() -> None:
    copies = [engine.Laid("chopsticks-1", "special-order", None, 1)] * 2
    state, _ = engine.table_from("party", [copies, []], [["egg", "eel", "tofu"], ["egg"] * 3])
    engine.play(state, engine.Pick(0, state.question, ("egg", "use:1")))
    engine.play(state, engine.Pick(1, state.question, ("egg",)))
    engine.play(state, engine.Pick(0, engine.open_questions(state)[0].id, ("eel",)))
    assert [question.kind for question in engine.open_questions(state)] == ["pick", "pick"]
    assert [laid.face for laid in state.tableaus[0]] == ["chopsticks-1", "egg", "eel"]


@pytest.mark.parametrize("kind", ["chopsticks", "menu"])
def test_what_is_public_of_a_question_does_not_tell_whether_a_special_order_is_among_the_cards(
    kind: str,
) -> None:
    shown = set()
    for face in ("special-order", "tofu"):
        first = "menu-7" if kind == "menu" else "egg"
        hands = [[first, "eel" if kind == "menu" else face], ["egg", "egg"]]
        tables = [["tofu", "chopsticks-2"], []]
        state, _ = engine.table_from("party", tables, hands, deck=[face, "eel", "eel", "eel"])
        engine.play(state, engine.Pick(0, state.question, (first,) if kind == "menu" else (first, "use:1")))
        log = engine.play(state, engine.Pick(1, state.question, ("egg",)))
        assert engine.open_questions(state)[0].kind == kind
        shown.add(str(engine.view_log(log, engine.SPECTATOR)))
    assert len(shown) == 1
