"""The three sheets: a round, the desserts of a game, a whole game; each answers points per seat and per card.

No rule is written here. Rows are scored by the engine as the cards of a position are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from games import engine, phrases
from games.sheet import desserts
from games.sheet.refusals import BadSheet
from games.sheet.supply import Warning, warnings_of_cards, warnings_of_rows
from games.sheet.table import Rows, Table, read_head, strict

ByCard: TypeAlias = "list[dict[str, int]]"

HEAD: Final = ("edition", "players", "variant", "menu", "options")
OF_A_ROUND: Final = ("tables", "roll", "uramaki_places_taken", "awarded")
OF_DESSERTS: Final = ("dessert", "values", "cards")
MOST_AWARDED: Final = 99
URAMAKI_PLACES: Final = 3


def score(sheet: object) -> dict[str, object]:
    """A sheet as JSON-able data, scored.

    `{"edition", "players", "tables"}` is a round, `{"dessert", "values" or "cards"}` the desserts of a game,
    `{"edition", "players", "rounds", "desserts"?}` a whole game; all take "variant", "menu" and "options".
    The answer has `points` and `by_card` per seat and `warnings`; that of a whole game also the parts, the
    tie-break and the places. Raises a RuleError with code and sentence."""
    if not isinstance(sheet, dict):
        raise BadSheet("A sheet is an object with edition, players and tables, or dessert and values.")
    if "rounds" in sheet:
        return _whole(sheet)
    if "tables" in sheet:
        return _round(sheet)
    if "dessert" in sheet:
        return _desserts(sheet)
    raise BadSheet(
        "A sheet has tables (a round), dessert with values or cards (the end), or rounds (a whole game)."
    )


class Round(NamedTuple):
    """A round that was read and scored."""

    rows: Rows
    by_card: ByCard
    warnings: list[Warning]


def score_round(table: Table, part: Mapping[str, object]) -> Round:
    """The tables of one round with what was awarded during it. Raises a RuleError."""
    rows = table.read(part["tables"])
    taken = part.get("uramaki_places_taken", 0)
    if type(taken) is not int or not 0 <= taken <= URAMAKI_PLACES:
        raise BadSheet("uramaki_places_taken is a number from 0 to 3.", field="uramaki_places_taken")
    by_card = engine.score_round(
        table.edition, rows, table.rules.options, table.rules.variant, markers={"uramaki_places": taken}
    )
    if not table.menu_known and table.rules.edition.for_positions:
        by_card = _of_cards_there(table, rows, by_card, part.get("roll"))
    for mine, more in zip(by_card, _awarded(table, part.get("awarded")), strict=True):
        for card, points in more.items():
            mine[card] = mine.get(card, 0) + points
    return Round(rows, by_card, warnings_of_rows(table, rows))


def _of_cards_there(table: Table, rows: Rows, by_card: ByCard, roll: object) -> ByCard:
    """With a whole box in use, only cards that lie somewhere are compared, and the roll that was named."""
    there = {table.rules.card_of[laid.face].key for row in rows for laid in row}
    if isinstance(roll, str):
        there.add(engine.read_face(roll))
    # Face-down cards score for the card that turned them, which is never there.
    comparing = {card.key for card in table.rules.edition.cards if card.course == "roll"}
    return [
        {card: points for card, points in mine.items() if card in there or card not in comparing}
        for mine in by_card
    ]


def _awarded(table: Table, awarded: object) -> ByCard:
    """Points given during the round (uramaki, the strawberry lead), which no tableau shows any more."""
    if awarded is None:
        return [{} for _ in range(table.rows)]
    if not isinstance(awarded, list) or len(awarded) != table.rows:
        raise BadSheet('awarded has an object per seat, such as [{"uramaki": 8}, {}].', field="awarded")
    for mine in awarded:
        if not isinstance(mine, dict):
            raise BadSheet('awarded has an object per seat, such as [{"uramaki": 8}, {}].', field="awarded")
        for card, points in mine.items():
            if card not in table.rules.faces_of:
                raise BadSheet(
                    f"awarded: there is no card {str(card)[:40]!r}; there are: "
                    f"{', '.join(table.rules.faces_of)}.",
                    field="awarded",
                )
            if type(points) is not int or abs(points) > MOST_AWARDED:
                raise BadSheet(f"awarded: points are a number up to {MOST_AWARDED}.", field="awarded")
    return awarded


def _total(by_card: ByCard) -> list[int]:
    return [sum(mine.values()) for mine in by_card]


def _answer(kind: str, table: Table, by_card: ByCard, warnings: list[Warning]) -> dict[str, object]:
    return {
        "kind": kind,
        "edition": table.edition,
        "players": list(table.names),
        "points": _total(by_card),
        "by_card": by_card,
        "warnings": warnings,
    }


def _with_pack(sheet: Mapping[str, object], table: Table, texts: object) -> Table:
    """The table with the dessert in its deck that lies in front of somebody, unless the sheet names one."""
    option = table.rules.edition.options.get("dessert")
    if option is None or "dessert" in table.given or not isinstance(texts, list):
        return table
    words = {word for row in texts if isinstance(row, list) for word in row if isinstance(word, str)}
    for word in sorted(words):
        face = engine.read_face(word.partition("/")[0])
        if face in table.rules.card_of:
            continue
        for pack in option.allowed:
            other = table.for_pack(str(pack))
            if face in other.rules.card_of:
                return other
    return table


def _rows_in(tables: object) -> int | None:
    return len(tables) if isinstance(tables, list) else None


def _round(sheet: dict[str, object]) -> dict[str, object]:
    strict(sheet, (*HEAD, *OF_A_ROUND))
    table = read_head(sheet, _rows_in(sheet["tables"]))
    table = _with_pack(sheet, table, sheet["tables"])
    scored = score_round(table, sheet)
    return _answer("round", table, scored.by_card, scored.warnings)


def _desserts(sheet: dict[str, object]) -> dict[str, object]:
    strict(sheet, (*HEAD, *OF_DESSERTS))
    table, dessert, cards, counted = read_desserts(sheet)
    by_card = desserts.score_cards(table, dessert, cards)
    warnings = warnings_of_cards(table, cards) if counted else []
    return _answer("desserts", table, by_card, warnings)


def read_desserts(
    sheet: Mapping[str, object], table: Table | None = None
) -> tuple[Table, str, desserts.Cards, bool]:
    """The table, the dessert, the cards per row, and whether they are real cards. Raises a RuleError."""
    dessert = desserts.dessert_of(sheet.get("dessert"))
    if ("values" in sheet) == ("cards" in sheet):
        raise BadSheet("Desserts are given as values or as cards, one of the two.", field="values")
    if "values" in sheet:
        cards = desserts.cards_of_values(dessert, sheet["values"])
    else:
        cards = desserts.cards_written(dessert, sheet["cards"])
    if table is None:
        head = {name: value for name, value in sheet.items() if name in HEAD}
        table = read_head(head, len(cards), desserts.EDITION_OF[dessert])
    if table.rows != len(cards):
        raise BadSheet(
            f"There are desserts of {phrases.counted(len(cards), 'seat')}, and {table.rows} seats.",
            field="values",
        )
    if "dessert" in table.rules.edition.options and dessert in desserts.PACKS:
        table = table.for_pack(dessert.replace("-", "_"))
    counted = "cards" in sheet or dessert in ("pudding", "old-school-pudding", "green-tea")
    return table, dessert, cards, counted


def _whole(sheet: dict[str, object]) -> dict[str, object]:
    strict(sheet, (*HEAD, "rounds", "desserts"))
    parts = _parts(sheet["rounds"])
    table = read_head(sheet, _rows_in(parts[0]["tables"]))
    if len(parts) != table.rules.edition.rounds:
        raise BadSheet(f"A game has {table.rules.edition.rounds} rounds, not {len(parts)}.", field="rounds")
    given = sheet.get("desserts")
    dessert, cards = "", [[] for _ in range(table.rows)]  # type: str, desserts.Cards
    if given is not None:
        if not isinstance(given, dict):
            raise BadSheet("desserts is an object with dessert and values or cards.", field="desserts")
        strict(given, OF_DESSERTS)
        table, dessert, cards, _ = read_desserts(given, table)
    else:
        every = [row for part in parts for row in _lists(part["tables"])]
        table = _with_pack(sheet, table, every)
    rounds = [score_round(table, part) for part in parts]
    if given is not None:
        end = desserts.score_cards(table, dessert, cards)
    else:
        cards = _kept(table, rounds)
        end = engine.score_desserts(table.edition, cards, table.rules.options, table.rules.variant)
    return _whole_answer(table, rounds, cards, end)


def _lists(tables: object) -> list[object]:
    return tables if isinstance(tables, list) else []


def _parts(rounds: object) -> list[dict[str, object]]:
    if not isinstance(rounds, list) or not rounds:
        raise BadSheet("rounds is a list, a round each, with its tables.", field="rounds")
    parts: list[dict[str, object]] = []
    for part in rounds:
        found = {"tables": part} if isinstance(part, list) else part
        if not isinstance(found, dict) or "tables" not in found:
            raise BadSheet("Every round has tables, a row of cards per seat.", field="rounds")
        strict(found, OF_A_ROUND)
        parts.append(found)
    return parts


def _kept(table: Table, rounds: Sequence[Round]) -> desserts.Cards:
    """Per row, the desserts in front, round after round."""
    keeps = table.rules.keeps
    return [
        [laid.face for part in rounds for laid in part.rows[seat] if laid.face in keeps and not laid.down]
        for seat in range(table.rows)
    ]


def _whole_answer(
    table: Table, rounds: Sequence[Round], cards: desserts.Cards, end: ByCard
) -> dict[str, object]:
    rules = table.rules
    totals = [0] * table.rows
    by_card: ByCard = [{} for _ in range(table.rows)]
    for scored in (*[part.by_card for part in rounds], end):
        for seat, mine in enumerate(scored):
            totals[seat] += sum(mine.values())
            if not rules.negative:
                totals[seat] = max(0, totals[seat])
            for card, points in mine.items():
                by_card[seat][card] = by_card[seat].get(card, 0) + points
    warnings: list[Warning] = [
        {**warning, "round": number} for number, part in enumerate(rounds, 1) for warning in part.warnings
    ]
    if rules.edition.reshuffles:
        warnings += warnings_of_cards(table, cards)
    else:
        warnings += warnings_of_cards(
            table, [[laid.printed for laid in row] for part in rounds for row in part.rows]
        )
    known = [[face for face in row if face in rules.card_of] for row in cards]
    tie_break = engine.tie_break_of(table.edition, known, rules.options, rules.variant)
    places = engine.places(totals[: rules.seats], tie_break, rules.edition.lowest_wins)
    return {
        **_answer("game", table, by_card, warnings),
        "points": totals,
        "rounds": [{"points": _total(part.by_card), "by_card": part.by_card} for part in rounds],
        "desserts": {"points": _total(end), "by_card": end},
        "tie_break": tie_break,
        "places": places,
    }
