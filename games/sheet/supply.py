"""Whether cards on a sheet could lie there at all: copies in the printed deck, cards dealt to a hand, courses
of a menu. What could not is a warning, never a refusal: people mistype, and cards are lost and lent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from games import engine
from games.sheet.table import Rows, Table

Warning: TypeAlias = "dict[str, object]"

COURSES: Final[Mapping[str, int]] = {"roll": 1, "appetizer": 3, "special": 2, "dessert": 1}
FEWEST_SEATS: Final[Mapping[str, int]] = {"spoon": 3, "edamame": 3}
MOST_SEATS: Final[Mapping[str, int]] = {"menu": 6, "special-order": 6}


def warnings_of_rows(table: Table, rows: Rows) -> list[Warning]:
    """Of one round."""
    found = _copies(table, [laid.printed for row in rows for laid in row])
    for seat, row in enumerate(rows):
        if len(row) > table.rules.turns:
            found.append(
                {
                    "code": "too_many_cards",
                    "detail": f"{table.names[seat]} has {len(row)} cards in front; a round has "
                    f"{table.rules.turns} turns.",
                    "seat": seat,
                    "cards": len(row),
                    "most": table.rules.turns,
                }
            )
    if not table.menu_known and table.rules.edition.for_positions:
        found += _no_menu(table, {table.rules.card_of[laid.printed] for row in rows for laid in row})
    return found


def warnings_of_cards(table: Table, cards: Iterable[Sequence[engine.Face]]) -> list[Warning]:
    """Of cards wherever they lie, such as the desserts of a game or all that was played in it."""
    return _copies(table, [face for row in cards for face in row])


def _copies(table: Table, faces: Sequence[engine.Face]) -> list[Warning]:
    deck, card_of = table.rules.edition.deck, table.rules.card_of
    found: list[Warning] = []
    over: set[str] = set()
    for face, count in Counter(faces).items():
        printed = deck.get(face)
        if printed is not None and count > printed:
            found.append(_too_many(face, count, printed))
            over.add(card_of[face].key)
    kinds = Counter(card_of[face].key for face in faces if face in card_of)
    for key, count in kinds.items():
        printed = sum(deck.get(face, 0) for face in table.rules.faces_of[key])
        # A card whose faces are counted has been told above.
        if count > printed and key not in over:
            found.append(_too_many(key, count, printed))
    return found


def _too_many(card: str, count: int, printed: int) -> Warning:
    return {
        "code": "too_many_copies",
        "detail": f"There are {count} {card}; the printed deck has {printed}.",
        "card": card,
        "count": count,
        "printed": printed,
    }


def _no_menu(table: Table, cards: set[engine.Card]) -> list[Warning]:
    found: list[Warning] = []
    for course, most in COURSES.items():
        keys = sorted(card.key for card in cards if card.course == course and card.key != "nigiri")
        if len(keys) > most:
            found.append(
                {
                    "code": "no_menu",
                    "detail": f"A menu has {most} {course}{'s' * (most > 1)}; here are {len(keys)}: "
                    f"{', '.join(keys)}.",
                    "course": course,
                    "cards": keys,
                }
            )
    seats = table.rules.seats
    for card in sorted(cards, key=lambda card: card.key):
        least, most = FEWEST_SEATS.get(card.key, 0), MOST_SEATS.get(card.key, seats)
        if not least <= seats <= most:
            found.append(
                {
                    "code": "not_for_so_many",
                    "detail": f"{card.key} is not played with {seats} players.",
                    "card": card.key,
                }
            )
    return found
