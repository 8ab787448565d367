"""The variants as stories: what the rule texts say of each, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.engine import BadSetup, HandsPassed, Pick, Revealed, RoundDealt, Setup, State
from games.engine.pile_events import PileDrawn
from games.engine.variants.companion import controller_of
from tests.engine.tenth.table import TENTH, answer, played

GOLDEN = Path(__file__).parents[2] / "golden"
PROSE: dict[str, dict[str, Any]] = {
    case["id"]: case
    for name in ("classic_cases.json", "tenth_cases.json")
    for case in json.loads((GOLDEN / name).read_text())
    if case["kind"] == "prose"
}
MINE = {"CLX-001", "CLX-002", "CLX-004", "TNV-006", "TNV-009", "TNV-011", "TNV-012", "TNV-013", "TNV-014"}


def test_every_prose_case_of_the_variants_is_told_here() -> None:
    assert {name for name in PROSE if name[:3] in ("CLX", "TNV")} == MINE


# Soy sauce

COLOURS = ["tempura", "sashimi", "dumpling", "maki-1", "egg", "chopsticks"]


@pytest.mark.parametrize("name", ["CLX-001", "CLX-002", "CLX-004"])
def test_soy_sauce_pays_its_owners_with_the_most_colours(name: str) -> None:
    situation = PROSE[name]["situation"]
    tables = [
        ["soy-sauce"] * soy + COLOURS[: colours - soy]
        for colours, soy in zip(situation["colours"], situation["soy_cards"], strict=True)
    ]
    scored = engine.score_round("classic", tables, {"soy_sauce": True})
    assert [mine.get("soy-sauce", 0) for mine in scored] == PROSE[name]["expected"]["soy_points"]


def test_several_soy_sauces_score_once_and_nigiri_and_wasabi_are_one_colour() -> None:
    tables = [["soy-sauce", "soy-sauce", "egg", "wasabi"], ["tempura", "pudding"], ["sashimi"]]
    scored = engine.score_round("classic", tables, {"soy_sauce": True})
    assert [mine.get("soy-sauce", 0) for mine in scored] == [4, 0, 0]
    # Puddings of this round count: a third colour, and nobody with soy sauce has the most.
    tables[1].append("maki-1")
    scored = engine.score_round("classic", tables, {"soy_sauce": True})
    assert [mine.get("soy-sauce", 0) for mine in scored] == [0, 0, 0]


def test_soy_sauce_is_a_variant_and_goes_with_any_other() -> None:
    for setup in (
        Setup("classic", 4, "soy", "soy_sauce"),
        Setup("classic", 4, "soy", "pass_both_ways", {"soy_sauce": True}),
        Setup("classic", 2, "soy", "two_player_dummy", {"soy_sauce": True}),
    ):
        state, _ = engine.open_game(setup)
        assert state.rules.edition.deck["soy-sauce"] == 4
        assert len(state.rules.deck) == 112
    with pytest.raises(BadSetup, match="no card 'soy-sauce' in use"):
        engine.score_round("classic", [["soy-sauce"], []])


# Dummy and puppet


@pytest.mark.parametrize(
    ("edition", "variant"), [("classic", "two_player_dummy"), ("tenth", "puppet_player")]
)
def test_a_third_tableau_is_played_by_turns_and_cannot_win(edition: str, variant: str) -> None:
    state, log = played(Setup(edition, 2, "dummy", variant))
    draws = [event.seat for event in log if isinstance(event, PileDrawn)]
    assert draws == [nth % 2 for nth in range(27)]
    name = variant.split("_")[-2 if edition == "tenth" else -1]
    assert engine.view(state, 0).companions == (name,)
    pairs = [event for event in log if isinstance(event, Pick) and event.chosen[-1].startswith(f"{name}:")]
    assert [event.seat for event in pairs] == draws
    assert len(state.points) == 3
    assert sorted(state.places) in ([1, 2], [1, 1])
    assert all(len(event.plays) == 3 for event in log if isinstance(event, Revealed))


def dummy_game(hands: list[list[str]], pile: list[str]) -> State:
    """A classic game with a dummy dealt these nine cards each; seat 0 controls."""
    _, log = engine.open_game(Setup("classic", 2, "dummy", "two_player_dummy"))
    dealt = RoundDealt(1, (tuple(hands[0]), tuple(hands[1]), ()), tuple(pile))
    laid = engine.decode("piles_laid", json.dumps({"piles": [[], [], pile]}))
    return engine.fold([log[0], dealt, laid, PileDrawn(0, 2, pile[0])])


def test_the_controller_picks_for_two_and_the_pile_stays_where_it_is() -> None:
    state = dummy_game([["tempura"] * 9, ["sashimi"] * 9], ["squid", *["egg"] * 8])
    offered = engine.options(state, 0)
    assert offered is not None
    assert set(offered.choices() or []) == {
        ("tempura", "dummy:tempura"),
        ("tempura", "dummy:squid"),
        ("squid", "dummy:tempura"),
    }
    with pytest.raises(engine.IllegalChoice):
        engine.play(state, Pick(0, "1.1-pick", ("tempura",)))
    engine.play(state, Pick(0, "1.1-pick", ("squid", "dummy:tempura")))
    engine.play(state, Pick(1, "1.1-pick", ("sashimi",)))
    assert [[laid.face for laid in row] for row in state.tableaus] == [["squid"], ["sashimi"], ["tempura"]]
    # Hands are swapped; seat 1 has drawn.
    assert state.hands == [["sashimi"] * 8, ["tempura"] * 8 + ["egg"], []]
    assert engine.view(state, 0).pile_sizes == (0, 0, 7)
    assert controller_of(state.rules, 1, 2) == 1


def test_the_controller_may_use_chopsticks_for_the_own_tableau_only() -> None:
    state = dummy_game([["chopsticks", *["tempura"] * 8], ["sashimi"] * 9], ["chopsticks", *["wasabi"] * 8])
    engine.play(state, Pick(0, "1.1-pick", ("chopsticks", "dummy:chopsticks")))
    engine.play(state, Pick(1, "1.1-pick", ("sashimi",)))
    # Seat 1 controls now; the dummy's own chopsticks help nobody.
    offered = engine.options(state, 1)
    assert offered is not None
    assert offered.most == 2
    engine.play(state, Pick(1, "1.2-pick", ("tempura", "dummy:wasabi")))
    engine.play(state, Pick(0, "1.2-pick", ("sashimi", "sashimi")))
    assert [laid.face for laid in state.tableaus[0]] == ["sashimi", "sashimi"]
    assert [laid.face for laid in state.tableaus[2]] == ["chopsticks", "wasabi"]
    assert {len(hand) for hand in state.hands[:2]} == {7, 8}


def test_the_dummy_counts_for_rolls_and_desserts() -> None:
    rows = [["maki-1"], ["maki-2"], ["maki-3"]]
    scored = engine.score_round("classic", rows, variant="two_player_dummy")
    assert [mine.get("maki", 0) for mine in scored] == [0, 3, 6]
    desserts = engine.score_desserts(
        "classic", [["pudding"], [], ["pudding"] * 2], variant="two_player_dummy"
    )
    assert [mine.get("pudding", 0) for mine in desserts] == [0, -6, 6]


# Two-way street, golf, draw piles


def test_two_way_street_turns_round_in_the_second_round() -> None:
    """TNV-006."""
    _, log = played(Setup("tenth", 4, "street", "two_way_street"))
    ways = [event.direction for event in log if isinstance(event, HandsPassed)]
    assert [ways[0], ways[7], ways[14]] == PROSE["TNV-006"]["expected"]["pass_direction_by_round"]
    assert ways == ["left"] * 7 + ["right"] * 7 + ["left"] * 7


def test_at_golf_the_lowest_total_wins_and_a_tie_is_shared() -> None:
    state, _ = played(Setup("tenth", 5, "golf", "sushi_golf"))
    assert [state.points[seat] for seat in range(5) if state.places[seat] == 1] == [min(state.points)]
    assert state.tie_break == (0,) * 5
    assert engine.places([20, 18, 18], [0, 0, 0], lowest_wins=True) == [3, 1, 1]


def test_personal_draw_piles_keep_hands_at_five_while_they_last() -> None:
    """TNV-009."""
    sizes: dict[int, set[int]] = {}

    def before(state: State, pick: Pick) -> None:
        sizes.setdefault(state.turn, set()).update(map(len, state.hands))

    state, log = played(Setup("tenth", 2, "piles", "personal_draw_piles"), before=before)
    expected = PROSE["TNV-009"]["expected"]
    # The tenth card is played without asking.
    assert [sizes[turn] for turn in range(1, 10)] == [{size} for size in expected["hand_size_by_turn"][:9]]
    assert state.rules.turns == expected["turns"]
    own = [event.seat == event.pile for event in log if isinstance(event, PileDrawn)]
    assert own == [True] * 30


# What is refused, and what is recorded


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (Setup("tenth", 3, "s", "sushi_battle"), "Sushi battle is played by exactly 2, not by 3"),
        (Setup("tenth", 4, "s", "puppet_player"), "Puppet player is played by exactly 2, not by 4"),
        (Setup("classic", 3, "s", "two_player_dummy"), "played by exactly 2, not by 3"),
        (Setup("tenth", 2, "s", "sushi_golf+two_way_street"), "two_way_street and sushi_golf cannot be comb"),
        (Setup("tenth", 2, "s", "pass_both_ways"), "no variant 'pass_both_ways'"),
        (Setup("tenth", 2, "s", "sushi_golf", {"pass_directions": "LRL"}), "choose one of: 'LLL', 'RRR'"),
        (Setup("tenth", 2, "s", "sushi_golf", {"battle_layout": "20+"}), "no option 'battle_layout'"),
        (Setup("tenth", 3, "s", options={"must_have_futomaki": True}), "a rule for two players, not for 3"),
        (
            Setup("tenth", 2, "s", options={"must_have_futomaki": True, "zero_rolls_count": True}),
            "Leave one of them out",
        ),
        (Setup("tenth", 2, "s", options={"dessert": "cake"}), "choose one of: 'strawberry'"),
        (Setup("tenth", 2, "s", options={"deck": "mochi:10"}), "mochi is no card of the strawberry pack"),
        (Setup("tenth", 2, "s", options={"deck": "strawberry-1"}), "cannot be read at 'strawberry-1'"),
        (
            Setup("tenth", 2, "s", options={"deck": "strawberry-1:2,strawberry-1:3"}),
            "names strawberry-1 twice",
        ),
        (Setup("tenth", 5, "s", options={"deck": "strawberry-1:6"}), "has 7 to 44 cards, not 6"),
        (Setup("tenth", 5, "s", options={"deck": "strawberry-1:45"}), "has 7 to 44 cards, not 45"),
        (Setup("tenth", 2, "s", options={"deck": 7}), "deck is text"),
        (
            Setup("tenth", 2, "s", "sushi_battle", {"battle_layout": "2+3-"}),
            "has 5 cards; a battle is laid with",
        ),
        (Setup("tenth", 2, "s", "sushi_battle", {"battle_layout": "x"}), "written row by row"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(setup: Setup, says: str) -> None:
    with pytest.raises(BadSetup) as refused:
        engine.open_game(setup)
    assert says in refused.value.detail


@pytest.mark.parametrize("variant", ["", *TENTH.variants])
def test_must_have_futomaki_goes_with_every_game_of_two(variant: str) -> None:
    state, _ = engine.open_game(Setup("tenth", 2, "must", variant, {"must_have_futomaki": True}))
    assert state.rules.options["zero_rolls_count"] is False


def test_a_game_records_its_whole_deck_and_that_nobody_vouches_for_it() -> None:
    for dessert, deck in (
        ("strawberry", "strawberry-1:2,strawberry-2:4,strawberry-3:2,strawberry-4:2"),
        ("frozen_yogurt", "yogurt-1:2,yogurt-2:3,yogurt-3:3,yogurt-4:2"),
        ("bubble_tea", "bubble-tea-1:2,bubble-tea-2:3,bubble-tea-3:4,bubble-tea-4:3,bubble-tea-5:2"),
        ("old_school_pudding", "old-school-pudding:10"),
        ("mochi", "mochi:10"),
    ):
        state, log = engine.open_game(Setup("tenth", 2, "deck", options={"dessert": dessert}))
        opened = log[0]
        assert isinstance(opened, engine.GameOpened)
        for recorded in (opened.options, engine.view(state, engine.SPECTATOR).options):
            assert recorded["deck"] == deck
            assert recorded["deck_verified"] is False
    options = {"deck": "strawberry-2:5, strawberry-1:6"}
    state, _ = engine.open_game(Setup("tenth", 2, "deck", options=options))
    assert state.rules.options["deck"] == "strawberry-1:6,strawberry-2:5"
    assert len(state.rules.deck) == 98 + 11
    options = {"dessert": "frozen_yogurt", "deck": "yogurt-1:5,yogurt-5:6"}
    yogurts, _ = engine.open_game(Setup("tenth", 2, "deck", options=options))
    assert yogurts.rules.deck.count("frozen-yogurt") == 11
    rng = random.Random(1)
    offered = engine.options(state, 0)
    assert offered is not None
    assert engine.decide(state, Pick(0, "1.1-pick", answer(offered, rng)))
