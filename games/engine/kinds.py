"""The register of events: what kinds there are, how their classes are called, who may see which field.

The events themselves are in events.py and pile_events.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from games.engine.audience import PUBLIC, Audience, audiences

C = TypeVar("C", bound=type)

KINDS: Final[dict[str, type]] = {}
KIND_OF: Final[dict[type, str]] = {}
AUDIENCES: Final[dict[str, dict[str, Audience]]] = {}


def event(kind: str) -> Callable[[C], C]:
    """Register an event class under `kind`; refuses unmarked fields and keeps hidden fields out of repr."""

    def register(declared: C) -> C:
        if kind in KINDS:
            raise TypeError(f"Two events are called {kind!r}.")
        marks = audiences(declared)
        shown = [name for name, mark in marks.items() if mark is PUBLIC]

        def masked_repr(self: object) -> str:
            inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
            return f"{declared.__name__}({inside})"

        declared.__repr__ = masked_repr  # type: ignore[assignment]  # a class attribute set once, on purpose
        KINDS[kind] = declared
        KIND_OF[declared] = kind
        AUDIENCES[kind] = marks
        return declared

    return register
