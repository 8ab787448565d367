"""Who plays what: the edition, seats, menu and options of a sheet, read and checked once; and the reading of
rows of cards under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games import engine
from games.phrases import counted
from games.sheet.refusals import BadCard, BadOption, BadSheet, UnknownEdition, UnknownFace, WrongSeats, named

Rows: TypeAlias = "list[list[engine.Laid]]"

MOST_CARDS: Final = 30
"""In one row: three times the largest hand, and what the tables of points reach to."""
MOST_ROWS: Final = 9
LONGEST_WORD: Final = 40
LONGEST_MENU: Final = 300


@dataclass(frozen=True)
class Table:
    """The rules a sheet is scored by. `names` are for people: the players', then those of the tableaus of
    nobody that a variant has. `menu_known`: the cards in use are those of one menu, not of a whole box."""

    rules: engine.Rules
    names: tuple[str, ...]
    menu_known: bool
    given: Mapping[str, engine.OptionValue]

    @property
    def edition(self) -> str:
        """Its key."""
        return self.rules.edition.key

    @property
    def rows(self) -> int:
        """How many rows of cards there are."""
        return self.rules.tableaus

    def for_pack(self, pack: str) -> Table:
        """The same table with another dessert in its deck. Raises BadOption."""
        return _table(
            self.edition, self.rules.variant, self.names, {**self.given, "dessert": pack}, self.menu_known
        )

    def read(self, rows: object, what: str = "tables") -> Rows:
        """Rows of cards in either notation, in the order of play. Raises a RuleError that names the card."""
        texts = _texts(rows, what)
        if len(texts) != self.rows:
            raise WrongSeats(
                f"{what} has {counted(len(texts), 'row')} of cards, and there are {self.rows}: one per seat, "
                "empty where nothing lies.",
                seats=self.rows,
            )
        known = self.rules.card_of
        for row in texts:
            for text in row:
                written = written_card(text)
                for face in (written.face, written.printed):
                    if face not in known:
                        raise UnknownFace(
                            f"{text!r} is no card in use here; these are: {', '.join(self.faces())}.",
                            face=text,
                        )
        try:
            return engine.read_table(self.edition, texts, self.rules.options, self.rules.variant)
        except engine.BadSetup as refused:
            raise BadCard(refused.detail, **refused.fields) from None

    def faces(self) -> tuple[engine.Face, ...]:
        """Every face that may lie on this table, in canonical order."""
        return tuple(self.rules.card_of)


def written_card(text: str) -> engine.Written:
    """A card in front as it is written. Raises BadCard."""
    try:
        return engine.read_written(text)
    except engine.BadSetup as refused:
        raise BadCard(refused.detail, **refused.fields) from None


def _texts(rows: object, what: str) -> list[list[str]]:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BadSheet(f'{what} is a list of rows, such as [["tempura"], []].', field=what)
    if len(rows) > MOST_ROWS:
        raise WrongSeats(f"{what} has {len(rows)} rows; at most {MOST_ROWS} make sense.", field=what)
    for row in rows:
        if len(row) > MOST_CARDS:
            raise BadSheet(f"A row has at most {MOST_CARDS} cards, not {len(row)}.", field=what)
        for text in row:
            if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_WORD:
                raise BadSheet(
                    f'A card is text such as "maki3", not {str(text)[:LONGEST_WORD]!r}.', field=what
                )
    return rows


def read_head(sheet: Mapping[str, object], seats: int | None, default_edition: str | None = None) -> Table:
    """Edition, players, variant, menu and options of a sheet. `seats` is how many the rest of it speaks of.
    Raises a RuleError."""
    edition = _edition(sheet.get("edition", default_edition))
    variant = sheet.get("variant", "")
    if not isinstance(variant, str):
        raise BadOption("variant is the key of a variant, or empty.", field="variant")
    changed = edition
    if variant in edition.variants:
        changed = edition.variants[variant].change(edition)
    names = _names(sheet.get("players", None if seats is None else seats - len(changed.companions)))
    options, menu_known = _options(sheet, edition)
    return _table(edition.key, variant, (*names, *changed.companions), options, menu_known)


def _table(
    edition: str,
    variant: str,
    names: tuple[str, ...],
    options: Mapping[str, engine.OptionValue],
    menu_known: bool,
) -> Table:
    try:
        rules = engine.rules_of_position(edition, variant, len(names), options)
    except engine.BadSetup as refused:
        raise named(refused) from None
    return Table(rules, names, menu_known, options)


def _edition(key: object) -> engine.Edition:
    editions = ", ".join(engine.EDITIONS)
    if key is None:
        raise BadSheet(f"A sheet says which edition was played: {editions}.", field="edition")
    found = engine.EDITIONS.get(key) if isinstance(key, str) else None
    if found is None:
        raise UnknownEdition(
            f"There is no edition {str(key)[:LONGEST_WORD]!r}; choose one of: {editions}.", field="edition"
        )
    return found


def _names(players: object) -> tuple[str, ...]:
    if type(players) is int:
        if not 1 <= players < MOST_ROWS:
            raise WrongSeats(f"No edition is played by {players}.", field="players")
        return tuple([f"seat {seat}" for seat in range(players)])
    if (
        isinstance(players, list)
        and 0 < len(players) < MOST_ROWS
        and all(isinstance(name, str) and 0 < len(name) <= LONGEST_WORD for name in players)
    ):
        return tuple(players)
    raise BadSheet("players is how many play, or a list of their names.", field="players")


def _options(
    sheet: Mapping[str, object], edition: engine.Edition
) -> tuple[dict[str, engine.OptionValue], bool]:
    given = sheet.get("options", {})
    if not isinstance(given, dict):
        raise BadSheet('options is an object such as {"zero_rolls_count": true}.', field="options")
    options: dict[str, engine.OptionValue] = dict(given)
    menu = sheet.get("menu", options.get("menu"))
    if menu in (None, ""):
        return options, False
    options["menu"] = menu_text(menu)
    return options, options["menu"] != edition.for_positions.get("menu")


def menu_text(menu: object) -> str:
    """A menu as the engine takes it: a list of cards or one text, names as people write them."""
    if isinstance(menu, str):
        words = [menu.strip().lower().rstrip("!").replace(" ", "_")] if "," not in menu else menu.split(",")
    elif isinstance(menu, list) and all(isinstance(word, str) for word in menu):
        words = menu
    else:
        raise BadSheet("menu is the key of a suggested menu, or a list of cards.", field="menu")
    if sum(map(len, words)) > LONGEST_MENU:
        raise BadSheet("That menu is too long to be one.", field="menu")
    if len(words) == 1:
        return words[0]
    return ",".join([engine.read_face(word.replace(" ", "-").replace("_", "-")) for word in words])


def strict(sheet: Mapping[str, object], known: Sequence[str]) -> None:
    """Refuse fields that a sheet of this sort does not have."""
    for field in sheet:
        if field not in known:
            raise BadSheet(
                f"A sheet of this sort has no field {str(field)[:LONGEST_WORD]!r}; it has: "
                f"{', '.join(known)}.",
                field=str(field)[:LONGEST_WORD],
            )
