"""A table of points by card: one line a seat, one column a card that scored for anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.templatetags.kaiten import signed


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One seat's points; `cells` are (column, points)."""

    number: int
    name: str
    cells: tuple[tuple[str, str | int], ...]
    sum: int


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
) -> Sheet:
    """What a round paid, card by card."""
    columns = tuple(dict.fromkeys(card for mine in by_card for card in mine))
    lines = tuple(
        SheetLine(
            seat, names[seat], tuple((card, by_card[seat].get(card, 0)) for card in columns), points[seat]
        )
        for seat in range(len(names))
    )
    return Sheet(number, columns, "round", lines)


def final_sheet(
    names: Sequence[str],
    rounds: Sequence[Sequence[int]],
    ends: Sequence[Mapping[str, int]],
    totals: Sequence[int],
) -> Sheet:
    """The whole game: points by round, then by card at the end, then the totals; best first."""
    ended = tuple(dict.fromkeys(card for mine in ends for card in mine))
    titles = tuple(f"round {number}" for number in range(1, len(rounds) + 1))
    lines = []
    for seat in sorted(range(len(names)), key=lambda one: -totals[one]):
        cells: list[tuple[str, str | int]] = [
            (title, points[seat]) for title, points in zip(titles, rounds, strict=True)
        ]
        cells += [(card, signed(ends[seat].get(card, 0))) for card in ended]
        lines.append(SheetLine(seat, names[seat], tuple(cells), totals[seat]))
    return Sheet(0, (*titles, *ended), "total", tuple(lines))
