"""Cards in the spelling of a case: what came out is told in the words that went in.

A canonical face is written as the case writes it, else in the short notation ("maki3", "chopsticks:1"). Hands
and discards have no order; they are told in the order in which a case expects them. Of a face-down card it
need not be said what it was a copy of or what it lies on, nor of a nigiri that it lies on a face-down
wasabi."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games import engine

TABLES: Final = "tables"
UNORDERED: Final = ("hands", "discard")
SHORT: Final[Mapping[str, str]] = {
    "miso-soup": "miso",
    "soy-sauce": "soy",
    "special-order": "order",
    "green-tea": "icecream",
}
_COUNTED: Final = re.compile(r"(maki|uramaki|futomaki)-(\d)")


def short(face: engine.Face) -> str:
    """A face in the short notation."""
    if face in SHORT:
        return SHORT[face]
    if counted := _COUNTED.fullmatch(face):
        return counted[1] + counted[2]
    stem, dash, tail = face.partition("-")
    return f"{stem}:{tail.upper() if stem == 'fruit' else tail}" if dash else face


@dataclass(frozen=True)
class Spelling:
    """canonical face -> how this case writes it."""

    written: Mapping[engine.Face, str]

    @classmethod
    def of(cls, case: Mapping[str, object]) -> Spelling:
        """From all text in a case's situation and expectation."""
        found: dict[engine.Face, str] = {}
        for text in _texts([case.get("expected"), case.get("situation")]):
            for word in re.split(r"=|@w|/f", text):
                if word:
                    found.setdefault(engine.read_face(word), word)
        return cls(found)

    def face(self, face: engine.Face) -> str:
        """A face as the case writes it."""
        return self.written.get(face) or short(face)

    def card(self, card: str) -> str:
        """A card in front, with its marks."""
        return "".join(
            part if part in ("=", "@w", "/f") else self.face(engine.read_face(part))
            for part in re.split(r"(=|@w|/f)", card)
            if part
        )


def _texts(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from _texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value)


def like(got: object, expected: object, spelling: Spelling, key: str) -> object:
    """What came out, spelled and, where order says nothing, ordered as expected."""
    if isinstance(got, str):
        return spelling.card(got)
    if not isinstance(got, list):
        return got
    wanted = expected if isinstance(expected, list) else []
    inner = [
        like(item, wanted[at] if at < len(wanted) else None, spelling, key) for at, item in enumerate(got)
    ]
    if key == TABLES:
        turned = any(isinstance(item, str) and item.endswith("/f") for item in inner)
        return [
            wanted[at] if at < len(wanted) and _means(item, wanted[at], turned) else item
            for at, item in enumerate(inner)
        ]
    if key in UNORDERED and all(isinstance(item, str) for item in inner):
        ordered = _same_cards(inner, wanted)
        return ordered if ordered is not None else inner
    return inner


def _same_cards(got: list[object], wanted: list[object]) -> list[object] | None:
    """`wanted` when it holds the same cards, however they are written."""
    if not all(isinstance(card, str) for card in wanted):
        return None
    same = Counter(engine.read_face(str(card)) for card in got)
    return list(wanted) if same == Counter(engine.read_face(str(card)) for card in wanted) else None


def _means(got: object, wanted: object, turned: bool) -> bool:
    """Whether what a case expects is the same card with less said of it. `turned`: some card of the row is
    face-down."""
    if not isinstance(got, str) or not isinstance(wanted, str):
        return False
    full, less = engine.read_written(got), engine.read_written(wanted)
    if full.down and less.down:
        return full.printed == less.printed and less.face in (full.face, less.printed)
    return turned and full.raised and not less.raised and full._replace(raised=False) == less
