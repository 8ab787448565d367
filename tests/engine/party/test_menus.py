"""Which menus may be played by how many, and why the others may not."""

import pytest

from games import engine
from games.engine.editions.menus import SUGGESTED, seats_of

LEGAL = {
    "my_first_meal": range(2, 9),
    "sushi_go": range(2, 9),
    "party_sampler": range(2, 7),
    "master_menu": range(3, 9),
    "points_platter": range(3, 7),
    "cutthroat_combo": range(3, 9),
    "big_banquet": range(3, 9),
    "dinner_for_two": range(2, 7),
}


def opened(menu: engine.OptionValue, seats: int = 4) -> engine.State:
    return engine.open_game(engine.Setup("party", seats, "a seed", options={"menu": menu}))[0]


@pytest.mark.parametrize("menu", SUGGESTED)
def test_a_suggested_menu_is_played_by_whom_the_rulebook_lets(menu: str) -> None:
    assert seats_of(menu, range(2, 9)) == list(LEGAL[menu])
    for seats in range(2, 9):
        if seats in LEGAL[menu]:
            state = opened(menu, seats)
            assert sum(state.rules.edition.deck.values()) == 54 + 15
        else:
            with pytest.raises(engine.BadSetup, match=f"{seats} players cannot use this menu"):
                opened(menu, seats)


@pytest.mark.parametrize(
    ("menu", "seats", "reason"),
    [
        ("maki,tempura,sashimi,miso-soup,wasabi,spoon,pudding", 2, "spoon needs at least 3 players"),
        ("maki,tempura,sashimi,edamame,wasabi,tea,pudding", 2, "edamame needs at least 3 players"),
        ("maki,tempura,sashimi,tofu,menu,tea,pudding", 7, "menu allows at most 6 players"),
        ("maki,tempura,sashimi,tofu,special-order,tea,pudding", 8, "special-order allows at most 6 players"),
        ("maki,temaki,tempura,sashimi,tofu,wasabi,tea,pudding", 4, r"1 roll, not 2 \(maki, temaki\)"),
        ("tempura,sashimi,tofu,wasabi,tea,pudding", 4, r"1 roll, not 0 \(none\)"),
        ("maki,tempura,sashimi,wasabi,tea,pudding", 4, "3 appetizers, not 2"),
        ("maki,tempura,sashimi,tofu,eel,wasabi,tea,pudding", 4, "3 appetizers, not 4"),
        ("maki,tempura,sashimi,tofu,wasabi,pudding", 4, "2 specials, not 1"),
        ("maki,tempura,sashimi,tofu,wasabi,tea", 4, "1 dessert, not 0"),
        ("maki,tempura,tempura,sashimi,wasabi,tea,pudding", 4, "tempura is named twice"),
        ("maki,tempura,sashimi,unagi,wasabi,tea,pudding", 4, "no card 'unagi'"),
        ("a la carte", 4, "no menu or card 'a la carte'"),
        ("", 4, "A menu is one of my_first_meal"),
        (7, 4, "A menu is one of my_first_meal"),
        ("whole_box", 4, "no game is played with it"),
    ],
)
def test_a_menu_is_refused_with_its_reason(menu: str, seats: int, reason: str) -> None:
    with pytest.raises(engine.BadSetup, match=reason) as refused:
        opened(menu, seats)
    assert refused.value.code == "bad_setup"


def test_everything_that_is_wrong_with_a_menu_is_said_at_once() -> None:
    with pytest.raises(engine.BadSetup) as refused:
        opened("maki,maki,tempura,wasabi,tea,spoon")
    for reason in ("maki is named twice", "3 appetizers, not 1", "2 specials, not 3", "1 dessert, not 0"):
        assert reason in refused.value.detail


def test_a_menu_of_ones_own_is_settled_and_a_suggested_one_recognised() -> None:
    assert (
        opened("pudding , chopsticks,wasabi,dumpling,nigiri,sashimi,tempura,maki").rules.options["menu"]
        == "sushi_go"
    )
    own = "tea,soy-sauce,uramaki,fruit,eel,tofu,onigiri"
    assert opened(own).rules.options["menu"] == "uramaki,tofu,eel,onigiri,tea,soy-sauce,fruit"


def test_the_default_menu_is_the_first_one_of_the_rulebook() -> None:
    state, _ = engine.open_game(engine.Setup("party", 2, "a seed"))
    assert state.rules.options["menu"] == "my_first_meal"


def test_a_table_has_two_to_eight_seats_and_known_options() -> None:
    for seats in (1, 9):
        with pytest.raises(engine.BadSetup, match="played by 2 to 8"):
            engine.open_game(engine.Setup("party", seats, "a seed"))
    with pytest.raises(engine.BadSetup, match="no option 'menus'"):
        engine.open_game(engine.Setup("party", 3, "a seed", options={"menus": "sushi_go"}))
    with pytest.raises(engine.BadSetup, match="max_bonus_per_turn cannot be 4"):
        engine.open_game(engine.Setup("party", 3, "a seed", options={"max_bonus_per_turn": 4}))
