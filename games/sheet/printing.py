"""A scored sheet for people: a table of cards and seats, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def as_text(scored: dict[str, Any]) -> str:
    """A row per card, a column per seat, the totals below, then what looks odd."""
    names = [str(name) for name in scored["players"]]
    lines: list[str] = []
    for number, part in enumerate(scored.get("rounds", ()), 1):
        lines += [f"Round {number}", *_rows(names, part["by_card"], part["points"]), ""]
    if "desserts" in scored:
        lines += ["Desserts", *_rows(names, scored["desserts"]["by_card"], scored["desserts"]["points"]), ""]
        lines += ["Game", *_rows(names, scored["by_card"], scored["points"])]
        width = _widths(names)
        lines.append(_line("place", [str(place) for place in scored["places"]], width))
    else:
        lines += _rows(names, scored["by_card"], scored["points"])
    if scored["warnings"]:
        lines.append("")
    for warning in scored["warnings"]:
        where = f"Round {warning['round']}: " if "round" in warning else ""
        lines.append(f"! {where}{warning['detail']}")
    return "\n".join(lines) + "\n"


FIRST = 20


def _widths(names: Sequence[str]) -> list[int]:
    return [max(len(name), 4) for name in names]


def _line(head: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    row = [f"{head:<{FIRST}}", *[f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=False)]]
    return "  ".join(row).rstrip()


def _rows(names: Sequence[str], by_card: Sequence[dict[str, int]], points: Sequence[int]) -> list[str]:
    widths = _widths(names)
    cards: dict[str, None] = {}
    for mine in by_card:
        cards.update(dict.fromkeys(mine))
    lines = [_line("", names, widths)]
    lines += [_line(card, [str(mine.get(card, 0)) for mine in by_card], widths) for card in cards]
    lines.append(_line("total", [str(total) for total in points], widths))
    return lines
