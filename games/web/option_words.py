"""What may be chosen when a table is opened, in plain words.

What there is to choose says the engine; an option or value that is not known here is read as it is written.
"""

from collections.abc import Mapping

from games import engine
from games.web.faces import card_name

#: Option -> its label, where the sentence of the engine is more than one needs.
_LABELS = {"menu": "Menu", "dessert": "Desserts"}
_LEFT_OR_RIGHT = {"L": "left", "R": "right"}
#: Option -> value -> what choosing it means.
_VALUES: Mapping[str, Mapping[str, str]] = {
    "dessert": {
        "strawberry": "Strawberry pudding: take the lead, and do not end last",
        "frozen_yogurt": "Frozen yogurt: you see what it is worth once it is played",
        "bubble_tea": "Bubble tea: collect numbers in a row",
        "old_school_pudding": "Old-school pudding: the most gain, the fewest lose",
        "mochi": "Mochi: every card rolls a die, the last roll counts",
    },
    "same_turn_wasabi": {
        "pick_order": "Yes, if the wasabi is picked first",
        "never": "No, it waits for a later turn",
    },
    "max_bonus_per_turn": {"1": "One", "2": "Two", "3": "Three"},
    "zero_rolls_count": {"True": "Yes, even none may be second", "False": "No, none scores nothing"},
    "must_have_futomaki": {"True": "No, and not for second place either", "False": "Yes"},
    "allow_negative_total": {"True": "Yes", "False": "No, it stops at zero"},
    "all_equal_exempt": {"False": "All of them", "True": "Nobody"},
    "tenth_tiebreak": {"dessert_units": "Their desserts", "shared": "Nothing: they share the place"},
    "uramaki_timing": {
        "immediate": "At once",
        "end_of_turn": "At the end of the turn",
    },
    "flipped_colour": {"own_group": "One of their own", "none": "None"},
    "two_player_tie": {
        "full_if_any": "Both, if they have any",
        "full": "Both, even with none",
        "none": "Nobody",
    },
}


def label_of(name: str, option: engine.Option) -> str:
    """What an option is called in a form."""
    return _LABELS.get(name, option.sentence)


def value_words(edition: engine.Edition, name: str, value: engine.OptionValue) -> str:
    """An option's value in words; a suggested menu with its cards."""
    known = _VALUES.get(name, {}).get(str(value))
    if known is not None:
        return known
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if name == "pass_directions":
        return _ways(str(value))
    if name == "menu":
        return _menu(edition, str(value))
    return str(value).replace("_", " ")


def _ways(letters: str) -> str:
    """ "LRL" as "left, right, left"."""
    ways = [_LEFT_OR_RIGHT.get(letter, letter) for letter in letters]
    if len(set(ways)) == 1:
        return f"Always to the {ways[0]}"
    return ", ".join(ways).capitalize()


def _menu(edition: engine.Edition, menu: str) -> str:
    name = menu.replace("_", " ").title()
    for seats in edition.hand_sizes:
        try:
            rules = engine.rules_of_position(edition.key, "", seats, {"menu": menu})
        except engine.RuleError:
            # Not a menu for so many players; perhaps for others.
            continue
        cards = [card_name(card.key) for card in rules.edition.cards if card.key != "nigiri"]
        return f"{name}: {', '.join(cards)}"
    return name
