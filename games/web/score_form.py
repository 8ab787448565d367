"""The score sheet as an address: who plays what, the cards of every seat and round, and what a tap changes.

Everything a sheet holds is in its address, so going back, sharing and printing work, with or without script.
What cannot be read is left out here; what cannot be played is told by `games.sheet`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from games import engine

ROUNDS: Final = 3
END: Final = "end"
#: Between the cards of a row.
BETWEEN: Final = "."
MOST_CARDS: Final = 30
LONGEST_NAME: Final = 24
DEFAULT_EDITION: Final = "classic"
DEFAULT_SEATS: Final = 4
#: How the next card lies: key -> what is said of it. The words are the short notation of the engine.
WAYS: Final[Mapping[str, str]] = {
    "plain": "face up",
    "down": "turned face down",
    "copy": "as a special order's copy",
    "raised": "as a copy, on wasabi",
}


@dataclass(slots=True)
class ScoreForm:
    """A sheet as it was filled in. `rows[round][seat]` are cards in the engine's short notation, in order of
    play; `awarded[round][seat]` points that were taken at once; `places[round]` uramaki places already
    taken."""

    edition: str = DEFAULT_EDITION
    seats: int = DEFAULT_SEATS
    menu: str = ""
    dessert: str = ""
    names: list[str] = field(default_factory=list)
    at: str = "1"
    seat: int = 0
    way: str = "plain"
    rows: list[list[list[str]]] = field(default_factory=list)
    awarded: list[list[int]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @property
    def round(self) -> int:
        """The round in hand, counted from 0; the last one on the page of totals."""
        return int(self.at) - 1 if self.at != END else ROUNDS - 1

    @property
    def options(self) -> dict[str, engine.OptionValue]:
        """What the engine needs to know of the table."""
        chosen = {"menu": self.menu, "dessert": self.dessert}
        return {name: value for name, value in chosen.items() if value}

    def name(self, seat: int) -> str:
        """How a seat is called."""
        return self.names[seat] or f"Seat {seat}"

    def query(self) -> str:
        """The address's query; what is empty or usual is left out."""
        said: dict[str, str] = {"edition": self.edition, "players": str(self.seats), "at": self.at}
        said |= {name: str(value) for name, value in self.options.items()}
        if self.seat:
            said["seat"] = str(self.seat)
        said |= {f"n{seat}": name for seat, name in enumerate(self.names) if name}
        for number, (rows, awarded) in enumerate(zip(self.rows, self.awarded, strict=True), 1):
            said |= {row_field(number, seat): BETWEEN.join(row) for seat, row in enumerate(rows) if row}
            said |= {f"a{number}s{seat}": str(points) for seat, points in enumerate(awarded) if points}
            if self.places[number - 1]:
                said[f"u{number}"] = str(self.places[number - 1])
        return urlencode(said)


def row_field(number: int, seat: int) -> str:
    """The name of the field with a seat's cards of a round."""
    return f"r{number}s{seat}"


def read(given: Mapping[str, str]) -> ScoreForm:
    """The sheet that an address holds. Never refuses: what makes no sense takes its default."""
    edition = given.get("edition", "")
    form = ScoreForm(edition=edition if edition in engine.EDITIONS else DEFAULT_EDITION)
    printed = engine.EDITIONS[form.edition]
    form.seats = _number(given.get("players", ""), printed.least_seats, printed.most_seats)
    form.seats = form.seats or min(DEFAULT_SEATS, printed.most_seats)
    for name in ("menu", "dessert"):
        option, value = printed.options.get(name), given.get(name, "")
        if option is not None and value in option.allowed:
            setattr(form, name, value)
    if "dessert" in printed.options and not form.dessert:
        form.dessert = str(printed.options["dessert"].default)
    seats = range(form.seats)
    form.names = [given.get(f"n{seat}", "").strip()[:LONGEST_NAME] for seat in seats]
    form.at = given.get("at", "1") if given.get("at") in (*map(str, range(1, ROUNDS + 1)), END) else "1"
    form.seat = min(_number(given.get("seat", ""), 0, form.seats - 1), form.seats - 1)
    form.way = given["way"] if given.get("way") in WAYS else "plain"
    for number in range(1, ROUNDS + 1):
        form.rows.append([_cards(given.get(row_field(number, seat), "")) for seat in seats])
        form.awarded.append([_number(given.get(f"a{number}s{seat}", ""), 0, 40) for seat in seats])
        form.places.append(_number(given.get(f"u{number}", ""), 0, 3))
    return form


def act(form: ScoreForm, do: str) -> None:
    """What a button says: "add:FACE" before the chosen seat, "drop:SEAT:NTH", "clear:SEAT"; else nothing."""
    verb, _, rest = do.partition(":")
    rows = form.rows[form.round]
    if verb == "add" and len(rows[form.seat]) < MOST_CARDS:
        rows[form.seat].append(written(rest, form.way))
        form.way = "plain"
    elif verb == "drop":
        seat, _, nth = rest.partition(":")
        if _fits(seat, form.seats) and _fits(nth, len(rows[int(seat)])):
            del rows[int(seat)][int(nth)]
    elif verb == "clear" and _fits(rest, form.seats):
        rows[int(rest)].clear()
    elif verb == "at" and (rest == END or _fits(rest, ROUNDS + 1)):
        form.at = rest if rest != "0" else "1"


def written(face: str, way: str) -> str:
    """A card in the short notation: "tempura", "eel/f", "order=eel", "order=egg@w"."""
    match way:
        case "down":
            return f"{face}/f"
        case "copy":
            return f"order={face}"
        case "raised":
            return f"order={face}@w"
        case _:
            return face


def _cards(text: str) -> list[str]:
    return [card[:40] for card in text.split(BETWEEN) if card.strip()][:MOST_CARDS]


def _fits(text: str, below: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4 and int(text) < below


def _number(text: str, least: int, most: int) -> int:
    """The number within its limits; 0 for none."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        return 0
    return max(least, min(most, int(text)))
