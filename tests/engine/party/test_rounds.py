"""From round to round and to the end: desserts stay, everything else comes back, ties and losses are what
they are."""

import json
import random
from collections import Counter
from collections.abc import Sequence

from games import engine
from tests.engine.party.table import answer, played


def setup(menu: str, seats: int, seed: str = "a seed", **options: engine.OptionValue) -> engine.Setup:
    return engine.Setup("party", seats, seed, options={"menu": menu, **options})


def dealt(log: Sequence[engine.Event]) -> list[engine.RoundDealt]:
    return [event for event in log if isinstance(event, engine.RoundDealt)]


def test_desserts_in_front_stay_and_the_rest_is_shuffled_in_again() -> None:
    state, log = played(setup("sushi_go", 5))
    first, second, third = [
        Counter(event.left) + sum(map(Counter, event.hands), Counter()) for event in dealt(log)
    ]
    assert sum(first.values()) == 59
    kept_after_one = first["pudding"] + 3 - second["pudding"]
    assert second == first + Counter(pudding=3 - kept_after_one) - Counter()
    kept = sum(map(len, state.keeps)) + sum(laid.face == "pudding" for row in state.tableaus for laid in row)
    assert kept == sum(state.tie_break)
    assert third["pudding"] + sum(map(len, state.keeps)) == 10


def test_eight_seats_are_dealt_56_of_61_cards() -> None:
    _, log = engine.open_game(setup("sushi_go", 8))
    assert sum(map(len, dealt(log)[0].hands)) == 56
    assert len(dealt(log)[0].left) == 5


def test_every_round_is_another_shuffle_and_the_same_seed_the_same_game() -> None:
    _, log = played(setup("sushi_go", 4), random.Random(1))
    _, same = played(setup("sushi_go", 4), random.Random(1))
    assert log == same
    hands = [event.hands for event in dealt(log)]
    assert len(set(hands)) == 3


def test_a_special_order_that_became_a_dessert_is_kept_and_never_dealt_again() -> None:
    state, log = played(setup("points_platter", 3, seed="orders 0"))
    rng = random.Random(2)
    found = False
    for number in range(40):
        state, log = engine.open_game(setup("points_platter", 3, seed=f"orders {number}"))
        while not state.over:
            question = rng.choice(engine.open_questions(state))
            offered = engine.options(state, question.seat)
            assert offered is not None
            chosen = answer(offered, rng)
            for way in offered.only or ():
                tableau = state.tableaus[question.seat]
                if way[0] == "special-order" and len(way) > 1:
                    copied = tableau[int(way[1].removeprefix("copy:"))]
                    if copied.face == "green-tea":
                        chosen = way
            log += engine.play(state, engine.Pick(question.seat, question.id, chosen))
        copies = [
            (face, printed)
            for keeps, prints in zip(state.keeps, state.kept_printed, strict=True)
            for face, printed in zip(keeps, prints, strict=True)
            if printed == "special-order"
        ]
        if copies:
            found = True
            assert {face for face, _ in copies} == {"green-tea"}
            last = dealt(log)[-1]
            orders = sum(hand.count("special-order") for hand in (*last.hands, last.left))
            assert orders == 3 - len(copies)
    assert found


def test_uramaki_places_start_again_with_every_round() -> None:
    for number in range(30):
        _, log = played(setup("points_platter", 6, seed=f"race {number}"))
        events = [engine.encode(event) for event in log]
        rounds = [nth for nth, (kind, _) in enumerate(events) if kind == "round_dealt"]
        for start in rounds[1:]:
            before = engine.fold(log[:start])
            after = [kind for kind, _ in events[start + 1 : start + 3]]
            if before.markers.get("uramaki_places"):
                assert after[0] == "marker_set"
                assert not engine.fold(log[: start + 2]).markers["uramaki_places"]
                return
    raise AssertionError("nobody ever took a place")


def test_points_of_a_round_hold_what_was_awarded_during_it() -> None:
    for number in range(30):
        state, log = played(setup("points_platter", 6, seed=f"race {number}"))
        awarded = [event for event in log if isinstance(event, engine.PointsAwarded)]
        if not awarded:
            continue
        total = sum(sum(event.points) for event in awarded)
        in_rounds = sum(mine.get("uramaki", 0) for scored in state.round_points for mine in scored.by_card)
        ends = [event for event in log if isinstance(event, engine.RoundScored)]
        at_ends = sum(mine.get("uramaki", 0) for event in ends for mine in event.by_card)
        assert in_rounds == total + at_ends
        return
    raise AssertionError("nobody was ever awarded anything")


def test_totals_may_be_negative_and_are_ranked_as_numbers() -> None:
    state, _ = engine.table_from(
        "party",
        [["eel"], ["eel"], []],
        [["pudding"], ["eel"], ["tofu"]],
        options={"menu": "cutthroat_combo"},
        points=[1, 95, 100],
    )
    # Eel -3, temaki all even, pudding +6 and twice -6; eel 7; tofu 2.
    assert state.points == [4, 96, 96]
    assert state.places == (3, 1, 1)
    assert engine.places([9, 10, 100, -3], [0, 0, 0, 0]) == [3, 2, 1, 4]
    lost, _ = engine.table_from(
        "party",
        [["eel"], ["egg"], ["egg"]],
        [["tofu"], ["pudding"], ["pudding"]],
        options={"menu": "cutthroat_combo"},
    )
    assert lost.points[0] == -3 + 2 - 6
    clamped, _ = engine.table_from(
        "party",
        [["eel"], ["egg"], ["egg"]],
        [["tofu"], ["pudding"], ["pudding"]],
        options={"menu": "cutthroat_combo", "allow_negative_total": False},
    )
    assert clamped.points[0] == 0


def test_equal_totals_go_to_the_most_dessert_cards_and_then_are_shared() -> None:
    options = {"menu": "my_first_meal"}
    state, _ = engine.table_from(
        "party",
        [["green-tea"], []],
        [["egg"], ["egg"]],
        options=options,
        keeps=[[], ["green-tea", "green-tea"]],
    )
    assert state.points == [1, 1]
    assert state.tie_break == (1, 2)
    assert state.places == (2, 1)


def test_the_view_names_the_menu_and_the_log_the_options() -> None:
    state, log = engine.open_game(setup("tea, wasabi, maki,tempura,sashimi,miso-soup,pudding", 4))
    menu = "maki,tempura,sashimi,miso-soup,wasabi,tea,pudding"
    opened = log[0]
    assert isinstance(opened, engine.GameOpened)
    assert opened.options["menu"] == menu
    assert engine.view(state, 0).to_json()["menu"] == ["nigiri", *menu.split(",")]
    assert json.loads(engine.encode(log[0])[1])["options"]["uramaki_timing"] == "immediate"
    classic, _ = engine.open_game(engine.Setup("classic", 3, "a seed"))
    assert "chopsticks" in engine.view(classic, 0).menu
