"""Menus of the party edition (rules §5.1, §5.2): the eight suggested ones, and what makes a menu of one's own
legal.

A menu is written as the key of a suggested one or as card keys with commas between them. Nigiri is always
in."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.cards.base import Card
from games.engine.commands import OptionValue
from games.engine.errors import BadSetup

WHOLE_BOX: Final = "whole_box"
"""All cards of the box: for positions and score sheets, where nobody said which menu was played."""

COURSES: Final = {"roll": 1, "appetizer": 3, "special": 2, "dessert": 1}
ALWAYS: Final = "nigiri"
FEWEST_SEATS: Final = {"spoon": 3, "edamame": 3}
MOST_SEATS: Final = {"menu": 6, "special-order": 6}


class Menu(NamedTuple):
    """A suggested menu: its name and its cards."""

    name: str
    cards: tuple[str, ...]


def _menu(name: str, cards: str) -> Menu:
    return Menu(name, tuple(cards.split(",")))


SUGGESTED: Final[Mapping[str, Menu]] = {
    "my_first_meal": _menu("My First Meal", "maki,tempura,sashimi,miso-soup,wasabi,tea,green-tea"),
    "sushi_go": _menu("Sushi Go!", "maki,tempura,sashimi,dumpling,chopsticks,wasabi,pudding"),
    "party_sampler": _menu("Party Sampler", "temaki,tempura,dumpling,tofu,wasabi,menu,green-tea"),
    "master_menu": _menu("Master Menu", "temaki,onigiri,tofu,sashimi,spoon,takeout,fruit"),
    "points_platter": _menu("Points Platter", "uramaki,onigiri,dumpling,edamame,special-order,tea,green-tea"),
    "cutthroat_combo": _menu("Cutthroat Combo", "temaki,eel,tofu,miso-soup,spoon,soy-sauce,pudding"),
    "big_banquet": _menu("Big Banquet", "maki,tempura,dumpling,eel,spoon,chopsticks,green-tea"),
    "dinner_for_two": _menu("Dinner for Two", "uramaki,onigiri,tofu,miso-soup,menu,special-order,fruit"),
}


def read_menu(value: OptionValue, cards: Sequence[Card]) -> str:
    """A menu in its settled form: the key of a suggested menu, or card keys in the order of the box.

    Raises BadSetup with everything that is wrong with it."""
    if not isinstance(value, str) or not value:
        raise BadSetup(
            f"A menu is one of {', '.join(SUGGESTED)}, or card names with commas between them.", option="menu"
        )
    if value == WHOLE_BOX or value in SUGGESTED:
        return value
    box = {card.key: card for card in cards}
    named = [name.strip() for name in value.split(",")]
    chosen = [name for name in named if name != ALWAYS]
    if unknown := sorted({name for name in chosen if name not in box}):
        kind = "menu or card" if len(named) == 1 else "card"
        raise BadSetup(
            f"There is no {kind} {', '.join(map(repr, unknown))}. Menus: {', '.join(SUGGESTED)}. "
            f"Cards: {', '.join(box)}.",
            option="menu",
        )
    wrong = [f"{name} is named twice" for name in sorted({name for name in chosen if chosen.count(name) > 1})]
    for course, number in COURSES.items():
        found = sorted({name for name in chosen if box[name].course == course})
        if len(found) != number:
            wrong.append(
                f"a menu has {number} {course}{'s' * (number > 1)}, not {len(found)} ({_listed(found)})"
            )
    if wrong:
        raise BadSetup(f"That is no menu: {'; '.join(wrong)}.", option="menu")
    settled = tuple(key for key in box if key in chosen)
    return next(
        (key for key, menu in SUGGESTED.items() if set(menu.cards) == set(settled)), ",".join(settled)
    )


def cards_of(menu: str, cards: Sequence[Card], seats: int) -> tuple[Card, ...]:
    """The cards of a settled menu, in the order of the box. Raises BadSetup when so many may not play it."""
    if menu == WHOLE_BOX:
        return tuple(cards)
    keys = SUGGESTED[menu].cards if menu in SUGGESTED else tuple(menu.split(","))
    wrong = [
        f"{key} needs at least {FEWEST_SEATS[key]} players"
        for key in keys
        if seats < FEWEST_SEATS.get(key, 0)
    ]
    wrong += [
        f"{key} allows at most {MOST_SEATS[key]} players"
        for key in keys
        if seats > MOST_SEATS.get(key, seats)
    ]
    if wrong:
        raise BadSetup(f"{seats} players cannot use this menu: {'; '.join(wrong)}.", option="menu")
    return tuple(card for card in cards if card.key == ALWAYS or card.key in keys)


def seats_of(menu: str, seats: Sequence[int]) -> list[int]:
    """Which of these numbers of seats may play a suggested menu."""
    keys = SUGGESTED[menu].cards
    least = max([FEWEST_SEATS.get(key, 0) for key in keys])
    most = min([MOST_SEATS.get(key, max(seats)) for key in keys])
    return [number for number in seats if least <= number <= most]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
