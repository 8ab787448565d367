"""Who may see what.

Every field of every event and of the state carries one marker inside `Annotated`; a field without one is
an error when its module is imported, so forgetting is impossible. `PUBLIC` is for the whole table,
`own("seat")` for the seat named by that other field, `EACH_OWN` is a value per seat of which everybody sees
their own, `SEALED` is for nobody until the log is opened. One set of functions hides values for views, logs,
streams and reprs. What a viewer is *entitled* to (a seat, a spectator, an open log) is the caller's decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias, TypeVar, get_type_hints

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
T = TypeVar("T")


class Onlooker(Enum):
    """A viewer that is not a seat."""

    SPECTATOR = "spectator"
    OPEN = "open"


SPECTATOR: Final = Onlooker.SPECTATOR
OPEN: Final = Onlooker.OPEN
Viewer: TypeAlias = int | Onlooker


class Audience:
    """The marker of one field. Compare with `is`; `owner` names the field that holds the owning seat."""

    __slots__ = ("name", "owner")

    def __init__(self, name: str, owner: str = "") -> None:
        self.name = name
        self.owner = owner

    def __repr__(self) -> str:
        return f'own("{self.owner}")' if self.owner else self.name


PUBLIC: Final = Audience("PUBLIC")
EACH_OWN: Final = Audience("EACH_OWN")
SEALED: Final = Audience("SEALED")


def own(field: str) -> Audience:
    """The marker of a field that only the seat in `field` of the same event may see."""
    return Audience("OWN", field)


class UnmarkedField(TypeError):
    """A field of an event or of the state was declared without an audience."""


def audiences(declared: type) -> dict[str, Audience]:
    """The marker of every annotated field of a class, in order of declaration.

    Raises UnmarkedField when a field has none, or when `own()` names a field that does not exist."""
    found: dict[str, Audience] = {}
    hints = get_type_hints(declared, include_extras=True)
    for name, hint in hints.items():
        markers = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Audience)]
        if len(markers) != 1:
            raise UnmarkedField(
                f"{declared.__name__}.{name} needs exactly one audience: "
                'annotate it with PUBLIC, own("field"), EACH_OWN or SEALED.'
            )
        if markers[0].owner and markers[0].owner not in hints:
            raise UnmarkedField(f"{declared.__name__}.{name} belongs to {markers[0].owner!r}, no such field.")
        found[name] = markers[0]
    return found


def seen(audience: Audience, value: T, viewer: Viewer, owner: int | None = None) -> T | None:
    """A whole value as `viewer` may see it: itself or None. Not for EACH_OWN."""
    if audience is PUBLIC or viewer is OPEN:
        return value
    if audience.owner and owner is not None and viewer == owner:
        return value
    return None


def seen_each(audience: Audience, values: Sequence[T], viewer: Viewer) -> list[T | None]:
    """One value per seat as `viewer` may see them; a hidden one is None."""
    if audience is PUBLIC or viewer is OPEN:
        return list(values)
    if audience is EACH_OWN:
        return [value if seat == viewer else None for seat, value in enumerate(values)]
    return [None] * len(values)


def mask_fields(marks: Mapping[str, Audience], data: Mapping[str, Json], viewer: Viewer) -> dict[str, Json]:
    """JSON-able fields with everything `viewer` may not see replaced by None (null)."""
    shown: dict[str, Json] = {}
    for name, value in data.items():
        mark = marks.get(name, SEALED)
        if mark is EACH_OWN and isinstance(value, Sequence):
            shown[name] = seen_each(mark, value, viewer)
        else:
            owner = data.get(mark.owner) if mark.owner else None
            shown[name] = seen(mark, value, viewer, owner if isinstance(owner, int) else None)
    return shown
