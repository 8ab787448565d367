"""A table of points by card: one line a seat, one column a card that scored for anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.templatetags.kaiten import signed
from games.web.faces import card_name


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One row's points; `cells` are (column, points). `plays` is False for a tableau of nobody."""

    number: int
    name: str
    cells: tuple[tuple[str, str | int], ...]
    sum: int
    plays: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole table."""

    number: int
    columns: tuple[str, ...]
    sum_title: str
    lines: tuple[SheetLine, ...]


def score_sheet(
    number: int,
    names: Sequence[str],
    by_card: Sequence[Mapping[str, int]],
    points: Sequence[int],
    seats: int | None = None,
) -> Sheet:
    """What a round paid, card by card; rows from `seats` on are nobody's."""
    playing = len(names) if seats is None else seats
    columns = tuple(dict.fromkeys(card for mine in by_card for card in mine))
    lines = tuple(
        SheetLine(
            seat,
            names[seat],
            tuple((column_name(card), by_card[seat].get(card, 0)) for card in columns),
            points[seat],
            seat < playing,
        )
        for seat in range(len(names))
    )
    return Sheet(number, tuple(map(column_name, columns)), "round", lines)


def column_name(card: str) -> str:
    """What stands above a column: face-down cards are what a takeout box scores for."""
    return "face down" if card == "takeout" else card_name(card)


def final_sheet(
    names: Sequence[str],
    rounds: Sequence[Sequence[int]],
    ends: Sequence[Mapping[str, int]],
    totals: Sequence[int],
    places: Sequence[int] = (),
) -> Sheet:
    """The whole game: points by round, then by card at the end, then the totals; by place, rows of nobody
    last."""
    order = {seat: (place, seat) for seat, place in enumerate(places)}
    ended = tuple(dict.fromkeys(card for mine in ends for card in mine))
    titles = tuple(f"round {number}" for number in range(1, len(rounds) + 1))
    lines = []
    for seat in sorted(range(len(names)), key=lambda one: order.get(one, (99, -totals[one]))):
        cells: list[tuple[str, str | int]] = [
            (title, points[seat]) for title, points in zip(titles, rounds, strict=True)
        ]
        cells += [(card_name(card), signed(ends[seat].get(card, 0))) for card in ended]
        playing = not places or seat < len(places)
        lines.append(SheetLine(seat, names[seat], tuple(cells), totals[seat], playing))
    return Sheet(0, (*titles, *map(card_name, ended)), "total", tuple(lines))
