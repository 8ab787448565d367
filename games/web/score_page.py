"""The score sheet as a page: what may be tapped, what lies where, what it is worth.

Points and warnings come from `games.sheet`, the same that the API and the command answer with.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from games import engine, sheet
from games.templatetags import kaiten as tags
from games.web.faces import DRAWINGS, plain, spoken
from games.web.score_form import BETWEEN, END, ROUNDS, WAYS, ScoreForm, row_field
from games.web.sheets import Sheet, column_name, final_sheet

#: Faces that no card keeps once it lies on the table.
NEVER_STAYS = frozenset({"mochi", "frozen-yogurt"})
COPY = "special-order"
#: Cards that points are given for at once, while a round is played.
AT_ONCE = ("uramaki", "strawberry")


@dataclass(frozen=True, slots=True)
class Chip:
    """A card of a row: what to draw, what is said of it, and what its button does."""

    text: str
    face: str
    down: bool
    copy: bool
    said: str
    do: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat's row of the round in hand."""

    seat: int
    name: str
    field: str
    value: str
    chips: tuple[Chip, ...]
    points: int
    by_card: str
    awarded: int
    chosen: bool


@dataclass(slots=True)
class ScorePage:
    """All that the template draws."""

    form: ScoreForm
    rows: list[ScoreRow] = field(default_factory=list)
    palette: list[tuple[str, list[str]]] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    tabs: list[tuple[str, str, bool]] = field(default_factory=list)
    hidden: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    refused: str = ""
    at_once: str = ""
    race: bool = False
    total: Sheet | None = None
    leader: str = ""
    names: str = "{}"
    seats: range = range(0)
    menus: list[tuple[str, str]] = field(default_factory=list)
    desserts: list[tuple[str, str]] = field(default_factory=list)
    editions: list[tuple[str, str]] = field(default_factory=list)
    taken: range = range(4)

    @property
    def edition(self) -> str:
        """The edition's name."""
        return engine.EDITIONS[self.form.edition].name

    @property
    def fresh(self) -> bool:
        """Whether nothing has been written on the sheet yet."""
        return not any(row for rows in self.form.rows for row in rows)

    @property
    def places(self) -> int:
        """Uramaki places taken in the round in hand."""
        return self.form.places[self.form.round]


COURSES = (
    ("roll", "Rolls"),
    ("appetizer", "Appetizers"),
    ("nigiri", "Nigiri"),
    ("special", "Specials"),
    ("dessert", "Desserts"),
)


def build(form: ScoreForm) -> ScorePage:
    """The page of a sheet."""
    page = ScorePage(form)
    printed = engine.EDITIONS[form.edition]
    page.seats = range(printed.least_seats, printed.most_seats + 1)
    page.editions = [(key, edition.name) for key, edition in engine.EDITIONS.items()]
    page.menus = _choices(printed, "menu")
    page.desserts = _choices(printed, "dessert")
    page.tabs = [(str(number), f"Round {number}", form.at == str(number)) for number in range(1, ROUNDS + 1)]
    page.tabs.append((END, "Total", form.at == END))
    page.hidden = _other_rounds(form)
    try:
        rules = engine.rules_of_position(form.edition, "", form.seats, form.options)
    except engine.BadSetup as refused:
        # A menu that is not for so many: the cards of the whole box, and the sentence.
        page.refused = refused.detail
        form.menu = ""
        rules = engine.rules_of_position(form.edition, "", form.seats, form.options)
    page.names = json.dumps({key: _called(key) for key in (*rules.card_of, *rules.faces_of)})
    if form.at == END:
        _total(page, rules)
        return page
    page.palette = palette_of(rules)
    page.ways = [(key, said) for key, said in WAYS.items() if _possible(key, rules)]
    page.at_once = next((card for card in AT_ONCE if card in rules.faces_of and _known(form, card)), "")
    page.race = page.at_once == "uramaki"
    _rows(page)
    return page


def _known(form: ScoreForm, card: str) -> bool:
    """Whether it is sure that the card is in play: with a whole box it is not before one lies there."""
    named = bool(form.menu) or form.edition != "party"
    return named or any(card in text for row in form.rows[form.round] for text in row)


def _choices(printed: engine.Edition, option: str) -> list[tuple[str, str]]:
    found = printed.options.get(option)
    return [] if found is None else [(str(key), str(key).replace("_", " ")) for key in found.allowed]


def _possible(way: str, rules: engine.Rules) -> bool:
    """Whether a card may lie so at this table."""
    return {
        "plain": True,
        "down": "takeout" in rules.faces_of,
        "copy": COPY in rules.faces_of,
        "raised": COPY in rules.faces_of and "wasabi" in rules.faces_of,
    }[way]


def palette_of(rules: engine.Rules) -> list[tuple[str, list[str]]]:
    """The faces that may lie in front at the end of a round, by course."""
    found: dict[str, list[str]] = {key: [] for key, _ in COURSES}
    most = int(rules.options.get("mochi_faces", 0))
    for face, card in rules.card_of.items():
        leaves = card.action is not None and not card.bonus
        too_high = (
            card.key == "mochi" and face.rpartition("-")[2].isdigit() and int(face.rpartition("-")[2]) > most
        )
        absent = face not in rules.edition.deck and not NEVER_STAYS & set(card.faces)
        if leaves or too_high or absent or face in NEVER_STAYS or face == COPY:
            continue
        found.setdefault(card.course, []).append(face)
    return [(title, found[key]) for key, title in COURSES if found[key]]


def as_sheet(form: ScoreForm, which: int, at_once: str = "") -> dict[str, Any]:
    """A round (counted from 0) as `games.sheet` takes it."""
    said: dict[str, Any] = {
        "edition": form.edition,
        "players": [form.name(seat) for seat in range(form.seats)],
        "tables": form.rows[which],
    }
    if form.menu:
        said["menu"] = form.menu
    if form.dessert:
        said["options"] = {"dessert": form.dessert}
    if form.places[which]:
        said["uramaki_places_taken"] = form.places[which]
    if at_once and any(form.awarded[which]):
        said["awarded"] = [{at_once: points} if points else {} for points in form.awarded[which]]
    return said


def _scored(form: ScoreForm, number: int, at_once: str) -> dict[str, Any]:
    """A round as it was answered. Raises RuleError."""
    return cast(dict[str, Any], sheet.score(as_sheet(form, number, at_once)))


def _rows(page: ScorePage) -> None:
    """The round in hand, scored."""
    form = page.form
    scored: Mapping[str, Any] = {}
    try:
        scored = _scored(form, form.round, page.at_once)
    except engine.RuleError as refused:
        page.refused = refused.detail
    page.warnings = [_warning(warning) for warning in scored.get("warnings", ())]
    for seat, cards in enumerate(form.rows[form.round]):
        by_card = scored["by_card"][seat] if scored else {}
        page.rows.append(
            ScoreRow(
                seat,
                form.name(seat),
                row_field(form.round + 1, seat),
                BETWEEN.join(cards),
                tuple(_chip(text, f"drop:{seat}:{nth}") for nth, text in enumerate(cards)),
                scored["points"][seat] if scored else 0,
                told(by_card),
                form.awarded[form.round][seat],
                seat == form.seat,
            )
        )


def told(by_card: Mapping[str, int]) -> str:
    """Points by card in a line, such as "tempura 5 · nigiri 3"."""
    return " · ".join(f"{column_name(card)} {tags.number(points)}" for card, points in by_card.items())


def _warning(warning: Mapping[str, Any]) -> str:
    """A warning's sentence with the card called by its name."""
    card = str(warning.get("card", ""))
    return str(warning["detail"]).replace(card, _called(card)) if card else str(warning["detail"])


def _called(name: str) -> str:
    """A face or a card as a sentence calls it."""
    return plain(name) if name in DRAWINGS else column_name(name)


def _chip(text: str, do: str) -> Chip:
    try:
        card = engine.read_written(text)
    except engine.BadSetup:
        return Chip(text, text, False, False, f"{text}, which is no card", do)
    copy = card.printed != card.face
    said = spoken(card.face)
    said += ", a copy" if copy else ""
    said += ", face down" if card.down else ""
    return Chip(text, card.face, card.down, copy, said, do)


def _other_rounds(form: ScoreForm) -> list[tuple[str, str]]:
    """The fields of the rounds that are not in hand."""
    fields = []
    for number in range(ROUNDS):
        if form.at != END and number == form.round:
            continue
        for seat, cards in enumerate(form.rows[number]):
            fields += [(row_field(number + 1, seat), BETWEEN.join(cards))] if cards else []
            if form.awarded[number][seat]:
                fields.append((f"a{number + 1}s{seat}", str(form.awarded[number][seat])))
        if form.places[number]:
            fields.append((f"u{number + 1}", str(form.places[number])))
    return fields


def _total(page: ScorePage, rules: engine.Rules) -> None:
    """The rounds that have cards, the desserts of all of them, and who is ahead."""
    form = page.form
    names = [form.name(seat) for seat in range(form.seats)]
    at_once = next((card for card in AT_ONCE if card in rules.faces_of), "")
    played = [number for number in range(ROUNDS) if any(form.rows[number]) or any(form.awarded[number])]
    try:
        rounds = [_scored(form, number, at_once) for number in played]
        ends = _dessert_points(form, rules)
    except engine.RuleError as refused:
        page.refused = refused.detail
        return
    for number, scored in zip(played, rounds, strict=True):
        for warning in scored["warnings"]:
            page.warnings.append(f"Round {number + 1}: {_warning(warning)}")
    points: list[Sequence[int]] = [[0] * form.seats for _ in range(ROUNDS)]
    for number, scored in zip(played, rounds, strict=True):
        points[number] = scored["points"]
    totals = [sum(mine) + sum(ends[seat].values()) for seat, mine in enumerate(zip(*points, strict=True))]
    if len(played) == ROUNDS:
        places = engine.places(totals, engine.tie_break_of(form.edition, _kept(form, rules), form.options))
        first = [name for name, place in zip(names, places, strict=True) if place == 1]
        page.leader = f"{' and '.join(first)} {'wins' if len(first) == 1 else 'share the win'}."
    elif played:
        best = [name for name, total in zip(names, totals, strict=True) if total == max(totals)]
        page.leader = f"{' and '.join(best)} {'leads' if len(best) == 1 else 'lead'} so far."
        places = []
    else:
        places = []
    page.total = final_sheet(names, points, ends, totals, places)


def _kept(form: ScoreForm, rules: engine.Rules) -> list[list[engine.Face]]:
    """Per seat, the desserts of all rounds that are still desserts."""
    kept: list[list[engine.Face]] = [[] for _ in range(form.seats)]
    for rows in form.rows:
        for mine, row in zip(kept, rows, strict=True):
            cards = [engine.read_written(text) for text in row]
            mine += [card.face for card in cards if card.face in rules.keeps and not card.down]
    return kept


def _dessert_points(form: ScoreForm, rules: engine.Rules) -> list[dict[str, int]]:
    """Per seat, what its desserts are paid at the end; nothing while nobody has one."""
    kept = _kept(form, rules)
    if not any(kept):
        return [{} for _ in kept]
    return engine.score_desserts(form.edition, kept, form.options)
