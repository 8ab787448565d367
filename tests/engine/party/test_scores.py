"""Points of the party edition where worked cases end: counts nobody tries, rulings that may be set otherwise,
and what lies face-down."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine


def scores(rows: list[list[str]], options: dict[str, engine.OptionValue] | None = None) -> list[int]:
    tables = engine.read_table("party", rows, options)
    return [sum(mine.values()) for mine in engine.score_round("party", tables, options)]


def desserts(rows: list[list[str]], dessert: str) -> list[int]:
    return [sum(mine.values()) for mine in engine.score_desserts("party", rows, dessert=dessert)]


@pytest.mark.parametrize(("number", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (8, 15)])
def test_dumplings_score_by_the_table_and_no_further(number: int, points: int) -> None:
    assert scores([["dumpling"] * number, []]) == [points, 0]


def test_the_fewest_temaki_may_be_none_and_cost_everybody_who_has_none() -> None:
    assert scores([["temaki"], ["temaki", "temaki"], [], []]) == [0, 4, -4, -4]


def test_one_seat_may_be_neither_most_nor_fewest() -> None:
    assert scores([["temaki"] * 3, ["temaki"] * 2, ["temaki"]]) == [4, 0, -4]


@pytest.mark.parametrize(
    ("tie", "some", "none"),
    [("full_if_any", [4, 4], [0, 0]), ("full", [4, 4], [4, 4]), ("none", [0, 0], [0, 0])],
)
def test_what_a_tie_of_two_is_worth_is_the_tables_rule(tie: str, some: list[int], none: list[int]) -> None:
    options: dict[str, engine.OptionValue] = {"two_player_tie": tie}
    assert scores([["temaki"], ["temaki"]], options) == some
    assert scores([[], []], {**options, "menu": "party_sampler"}) == none
    assert scores([["temaki"], []], options) == [4, 0], "two players: no loss"


def test_puddings_are_paid_in_full_and_three_equals_come_out_even() -> None:
    assert desserts([["pudding"], ["pudding"], ["pudding"]], "pudding") == [0, 0, 0]
    assert desserts([[], [], []], "pudding") == [0, 0, 0]
    assert desserts([["pudding"] * 2, ["pudding"] * 2, ["pudding"], [], []], "pudding") == [6, 6, 0, -6, -6]


def test_no_fruit_at_all_costs_six() -> None:
    assert desserts([[], ["fruit-ww"]], "fruit") == [-6, 1 - 2 - 2]


def test_zero_maki_may_be_ranked_if_the_table_wants_it() -> None:
    assert scores([["maki1"], [], []]) == [6, 0, 0]
    assert scores([["maki1"], [], []], {"zero_rolls_count": True}) == [6, 3, 3]


def test_tea_looks_for_the_largest_set_and_the_table_says_whether_desserts_are_in_it() -> None:
    rows = [["tea", "pudding", "pudding", "pudding"], []]
    assert scores(rows) == [3, 0]
    assert scores(rows, {"tea_counts_round_desserts": False}) == [1, 0]


def test_a_copy_has_the_colour_of_what_it_copies() -> None:
    assert scores([["tea", "eel", "order=eel", "order=eel"], []]) == [7 + 3, 0]
    assert scores([["soy", "order=soy"], ["tofu"]]) == [8, 2], "one colour each: soy sauce is paid twice"


def test_face_down_cards_are_a_colour_or_none() -> None:
    rows = [["tea", "egg/f", "egg/f", "egg/f"], []]
    assert scores(rows, {"flipped_colour": "none"}) == [6 + 1, 0]
    soy = [["soy", "egg/f"], ["tofu", "eel"]]
    assert scores(soy) == [4 + 2, 2 - 3]
    assert scores(soy, {"flipped_colour": "none"}) == [2, 2 - 3]


def test_a_nigiri_face_down_on_its_wasabi_keeps_the_wasabi_occupied() -> None:
    tables = engine.read_table("party", [["wasabi", "egg@w/f", "squid"], []])
    assert [laid.on for laid in tables[0]] == [None, 0, None]
    assert engine.score_round("party", tables) == [{"nigiri": 3, "takeout": 2}, {}]


def test_a_dessert_face_down_is_two_points_now_and_no_dessert() -> None:
    state, _ = engine.table_from(
        "party",
        engine.read_table("party", [["pudding/f"], ["egg"]]),
        [["egg"], ["egg"]],
        options={"menu": "tofu,eel,dumpling,takeout,wasabi,temaki,pudding"},
    )
    assert state.over
    assert state.round_points[0].by_card[0] == {"takeout": 2, "nigiri": 1}
    assert state.tie_break == (0, 0)


def test_a_position_that_cannot_be_is_refused_with_a_sentence() -> None:
    for rows, words in (
        ([["unagi"]], "no card 'unagi'"),
        ([["egg@w"], []], "none before it is free"),
        ([["egg=squid"], []], "only a special order is a copy"),
        ([["egg"]], "played by 2 to 8, not by 1"),
    ):
        with pytest.raises(engine.BadSetup, match=words):
            engine.read_table("party", [*rows, []] if "unagi" in str(rows) else rows)
    with pytest.raises(engine.BadSetup, match="every seat needs both"):
        engine.table_from("party", [[], []], [["egg"]])
    with pytest.raises(engine.BadSetup, match="at least one card"):
        engine.table_from("party", [[], []], [["egg"], []])
    with pytest.raises(engine.BadSetup, match="no dessert in use"):
        engine.score_desserts("party", [["egg"], []])


FACES = [face for face in engine.EDITIONS["party"].faces if not face.startswith("special-order")]


@settings(max_examples=150, deadline=None)
@given(
    rows=st.lists(st.lists(st.sampled_from(FACES), max_size=9), min_size=2, max_size=8),
    turn=st.integers(1, 7),
)
def test_points_do_not_depend_on_who_sits_where(rows: list[list[str]], turn: int) -> None:
    turn %= len(rows)
    found = engine.score_round("party", rows)
    assert engine.score_round("party", rows[turn:] + rows[:turn]) == found[turn:] + found[:turn]


@settings(max_examples=100, deadline=None)
@given(
    rows=st.lists(st.lists(st.sampled_from(FACES), max_size=9), min_size=2, max_size=8),
    down=st.integers(0, 2**72 - 1),
)
def test_a_face_down_card_is_two_points_and_nothing_else(rows: list[list[str]], down: int) -> None:
    tables = engine.read_table("party", rows)
    options: dict[str, engine.OptionValue] = {"flipped_colour": "none"}
    turned, without = [], []
    for seat, tableau in enumerate(tables):
        flags = [bool(down >> (9 * seat + index) & 1) for index in range(len(tableau))]
        turned.append([laid._replace(down=flag) for laid, flag in zip(tableau, flags, strict=True)])
        # The same table without them; what lay on one of them lies flat.
        kept = [index for index, flag in enumerate(flags) if not flag]
        without.append(
            [
                tableau[index]._replace(on=kept.index(on) if (on := tableau[index].on) in kept else None)
                for index in kept
            ]
        )
    scored = engine.score_round("party", turned, options)
    bare = engine.score_round("party", without, options)
    for seat, tableau in enumerate(turned):
        twos = 2 * sum(laid.down for laid in tableau)
        assert scored[seat] == (bare[seat] | ({"takeout": twos} if twos else {}))
