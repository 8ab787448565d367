"""What desserts are worth at the end of a game, from the cards themselves or from what they amount to: a
number of puddings, a sum of symbols, what a die shows.

Amounts become cards that amount to the same, so that one way of scoring, the engine's, serves both."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games import engine
from games.sheet.refusals import BadSheet, UnknownFace
from games.sheet.table import MOST_CARDS, Table, written_card

MOST: Final = 99
"""As an amount."""
PACKS: Final = ("strawberry", "frozen-yogurt", "bubble-tea", "old-school-pudding", "mochi")
STEMS: Final[Mapping[str, str]] = {"frozen-yogurt": "yogurt"}
"""Dessert -> how its numbered faces begin, where they are not called like it."""
EDITION_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(PACKS, "tenth"),
    "green-tea": "party",
    "fruit": "party",
    "pudding": "classic",
}
"""Dessert -> whose it is, when a sheet does not say."""
FRUITS: Final = "wpo"
_ICONS: Final = re.compile(r"fruit-[wpo]+")

Cards = list[list[engine.Face]]


def dessert_of(name: object) -> str:
    """The key of a dessert as it is written. Raises BadSheet."""
    key = engine.read_face(name) if isinstance(name, str) else ""
    key = {"frozen-yoghurt": "frozen-yogurt", "strawberry-pudding": "strawberry"}.get(key, key)
    if key not in EDITION_OF:
        raise BadSheet(f"dessert is one of: {', '.join(EDITION_OF)}.", field="dessert")
    return key


def cards_of_values(dessert: str, values: object) -> Cards:
    """Per seat, cards that amount to its value. Raises BadSheet."""
    if not isinstance(values, list) or not values:
        raise BadSheet("values has an entry for every seat.", field="values")
    if dessert == "fruit":
        return [_of_icons(value) for value in values]
    if dessert == "bubble-tea":
        return [_numbered(dessert, value) for value in values]
    for value in values:
        if type(value) is not int or not 0 <= value <= MOST:
            raise BadSheet(f"A value of {dessert} is a number from 0 to {MOST}.", field="values")
    make = _AMOUNTS.get(dessert)
    return [make(value) if make else [dessert] * value for value in values]


_AMOUNTS: Final[Mapping[str, Callable[[int], list[engine.Face]]]] = {
    "strawberry": lambda symbols: (
        ["strawberry-4"] * (symbols // 4) + [f"strawberry-{symbols % 4}"] * (symbols % 4 > 0)
    ),
    "frozen-yogurt": lambda value: ["yogurt-1"] * value,
    "mochi": lambda shown: [f"mochi-{shown}"] if shown > 1 else [],
}


def _numbered(dessert: str, numbers: object) -> list[engine.Face]:
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise BadSheet(f"A value of {dessert} is a list of the numbers on its cards.", field="values")
    if len(numbers) > MOST_CARDS:
        raise BadSheet(f"A row has at most {MOST_CARDS} cards, not {len(numbers)}.", field="values")
    return [f"{STEMS.get(dessert, dessert)}-{number}" for number in numbers]


def _of_icons(value: object) -> list[engine.Face]:
    """[watermelons, pineapples, oranges], or the icons as text such as "WWP", as one face."""
    if isinstance(value, list) and len(value) == len(FRUITS):
        if all(type(count) is int and 0 <= count <= MOST_CARDS for count in value):
            text = "".join(letter * count for letter, count in zip(FRUITS, value, strict=True))
            return [f"fruit-{text}"] if text else []
    elif isinstance(value, str) and len(value) <= MOST and set(value.lower()) <= set(FRUITS):
        return [f"fruit-{value.lower()}"] if value else []
    raise BadSheet(
        "A value of fruit is three numbers (watermelons, pineapples, oranges) or letters such as WWP.",
        field="values",
    )


def cards_written(dessert: str, rows: object) -> Cards:
    """Per seat, its cards as they are written: faces, or the numbers on them. Raises a RuleError."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BadSheet('cards is a list of rows, such as [["pudding"], []].', field="cards")
    found: Cards = []
    for row in rows:
        if len(row) > MOST_CARDS:
            raise BadSheet(f"A row has at most {MOST_CARDS} cards, not {len(row)}.", field="cards")
        faces: list[engine.Face] = []
        for card in row:
            if type(card) is int:
                faces.append(f"{STEMS.get(dessert, dessert)}-{card}")
            elif isinstance(card, str) and 0 < len(card) <= MOST:
                written = written_card(card)
                # A dessert that was turned face-down is none any more (rules B11).
                faces += [written.face] * (not written.down)
            else:
                raise BadSheet("A card is text or, where cards have numbers, a number.", field="cards")
        found.append(faces)
    return found


def card_key(table: Table, dessert: str) -> str:
    """The card of a dessert in use at this table. Raises BadSheet."""
    for card, _ in table.rules.scoring_game:
        if card.key == dessert:
            return dessert
    known = ", ".join(card.key for card, _ in table.rules.scoring_game)
    raise BadSheet(f"There is no {dessert} at this table; its desserts are: {known}.", field="dessert")


def score_cards(table: Table, dessert: str, cards: Sequence[Sequence[engine.Face]]) -> list[dict[str, int]]:
    """Per row, card -> points. Raises UnknownFace for a card that is no such dessert."""
    key = card_key(table, dessert)
    known = table.rules.faces_of[key]
    strange = next((face for row in cards for face in row if face not in known), None)
    if strange is None:
        return engine.score_desserts(
            table.edition, cards, table.rules.options, table.rules.variant, dessert=key
        )
    if dessert != "fruit" or not all(_ICONS.fullmatch(face) for row in cards for face in row):
        raise UnknownFace(f"{strange!r} is no {dessert}; its cards are: {', '.join(known)}.", face=strange)
    # Icons without a printed card: counted as they are.
    points = []
    for row in cards:
        icons = "".join(face.removeprefix("fruit-") for face in row)
        points.append(engine.fruit_points(*[icons.count(letter) for letter in FRUITS]))
    return [{key: mine} if mine else {} for mine in points]
