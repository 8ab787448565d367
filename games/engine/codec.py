"""Events as text and back: compact JSON objects with a fixed order of keys, one per event.

Reading is on the hot path (a game is loaded by folding its log), so a JSON parser may be passed in and
already parsed data is accepted. A shape written by an older version is brought up to date by `UPCASTS` before
it is read; a shape that cannot be read raises CorruptLog. Masks of stored text are here too, for streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from json import JSONDecodeError, JSONEncoder
from json import loads as json_loads
from sys import intern
from typing import Final, TypeAlias, TypedDict, cast

from games.engine.audience import Json, Viewer, mask_fields
from games.engine.errors import CorruptLog
from games.engine.events import Event, HandsPassed, Picked, Revealed, RoundDealt
from games.engine.evolve import fold
from games.engine.kinds import AUDIENCES, KIND_OF, KINDS
from games.engine.state import State

Data: TypeAlias = dict[str, Json]
Loads: TypeAlias = Callable[[str | bytes], object]
Dumps: TypeAlias = Callable[[object], str]

# kind -> how data of an older shape becomes data of the present one; applied when the keys do not fit.
UPCASTS: Final[dict[str, Callable[[Data], Data]]] = {}

_ENCODE: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_FIELDS: Final = {kind: tuple(marks) for kind, marks in AUDIENCES.items()}


def to_data(event: Event) -> Data:
    """The fields of an event by name, JSON-able, nothing hidden."""
    return dict(zip(_FIELDS[KIND_OF[event.__class__]], cast("Sequence[Json]", event), strict=True))


def encode(event: Event, dumps: Dumps = _ENCODE) -> tuple[str, str]:
    """(kind, compact JSON text), the same text for equal events. Another `dumps` must write the same text."""
    kind = KIND_OF[event.__class__]
    return kind, dumps(dict(zip(_FIELDS[kind], event, strict=True)))


def decode(kind: str, data: str | bytes, loads: Loads = json_loads) -> Event:
    """The event that `encode` wrote. Raises CorruptLog."""
    return decode_parsed(kind, _parse(kind, data, loads))


def decode_parsed(kind: str, data: Data) -> Event:
    """The same from data already parsed."""
    reader = _READERS.get(kind)
    if reader is not None:
        try:
            return reader(data)
        except (KeyError, TypeError, ValueError):
            pass  # an older shape, perhaps: the long way tells
    return _read_any(kind, data)


def load(
    rows: Iterable[tuple[str, str | bytes]], loads: Loads = json_loads, state: State | None = None
) -> State:
    """Decode and fold (kind, text): a whole log, or what follows `state` (which is left as it was). Raises
    CorruptLog."""
    log = list(rows)
    parse = cast("Callable[[str | bytes], Data]", loads)
    readers, remembered = _ALL_READERS, _REMEMBERED
    events: list[Event] = []
    try:
        for kind, text in log:
            known = remembered.get(kind)
            if known is None:
                events.append(readers[kind](parse(text)))
                continue
            event = known.get(text)
            if event is None:
                event = readers[kind](parse(text))
                if len(known) < MOST_KNOWN:
                    known[text] = event
            events.append(event)
    except (KeyError, TypeError, ValueError):
        # Some event is of an older shape, or none at all: one by one, each with its own fallback or error.
        events = [decode(kind, text, loads) for kind, text in log]
    return fold(events, state)


def mask(event: Event, viewer: Viewer) -> Data | None:
    """An event's data with hidden fields replaced by None; None when the viewer may not know that it happened
    (no event of today's editions is of that sort)."""
    return mask_fields(AUDIENCES[KIND_OF[event.__class__]], to_data(event), viewer)


def mask_json(kind: str, data: str | bytes, viewer: Viewer, loads: Loads = json_loads) -> Data:
    """The same from stored text, without building the event. Raises CorruptLog for an unknown kind."""
    marks = AUDIENCES.get(kind)
    if marks is None:
        raise CorruptLog(f"There is no event of kind {kind!r}.")
    parsed = _parse(kind, data, loads)
    upcast = UPCASTS.get(kind)
    if upcast is not None and parsed.keys() != marks.keys():
        parsed = upcast(parsed)
    return mask_fields(marks, parsed, viewer)


def view_log(events: Iterable[Event], viewer: Viewer) -> list[dict[str, object]]:
    """A log as `viewer` may read it: [{"kind": ..., "data": {...}}, ...]."""
    shown = []
    for event in events:
        data = mask(event, viewer)
        if data is not None:
            shown.append({"kind": KIND_OF[event.__class__], "data": data})
    return cast("list[dict[str, object]]", shown)


def _parse(kind: str, data: str | bytes, loads: Loads) -> Data:
    try:
        parsed = loads(data)
    except (JSONDecodeError, ValueError) as error:
        raise CorruptLog(f"The data of a {kind!r} event is not JSON.") from error
    if not isinstance(parsed, dict):
        raise CorruptLog(f"The data of a {kind!r} event is not a JSON object.")
    return parsed


def _read_any(kind: str, data: Data) -> Event:
    declared = KINDS.get(kind)
    if declared is None:
        raise CorruptLog(f"There is no event of kind {kind!r}.")
    fields = _FIELDS[kind]
    if data.keys() != set(fields) and kind in UPCASTS:
        data = UPCASTS[kind](data)
    if data.keys() != set(fields):
        raise CorruptLog(f"A {kind!r} event needs exactly the fields {', '.join(fields)}.")
    make = cast("Callable[..., Event]", declared)
    return make(*[_frozen(data[name]) for name in fields])


def _frozen(value: Json) -> object:
    """Lists as tuples, all the way down; mappings are left as they are."""
    if isinstance(value, list):
        return tuple([_frozen(item) for item in value])
    return value


class _Known(dict[str, tuple[str, ...]]):
    """Face -> the tuple of that one face, its string interned: JSON makes a new string of every face, and all
    the comparing that a fold does is much faster between the same objects."""

    def __missing__(self, face: str) -> tuple[str, ...]:
        single = (intern(face),)
        if len(self) < MOST_KNOWN:
            self[face] = single
        return single


MOST_KNOWN: Final = 8192
_KNOWN: Final = _Known()
# Text -> event, of the kinds that say the same in game after game (a seat, a turn and a card): to find one
# costs a tenth of reading it.
_REMEMBERED: Final[dict[str, dict[str | bytes, Event]]] = {"picked": {}, "hands_passed": {}}


def _faces(faces: list[str]) -> tuple[str, ...]:
    if len(faces) == 1:
        return _KNOWN[faces[0]]
    return tuple([_KNOWN[face][0] for face in faces])


# The shapes of the kinds that make up nearly all of a log. Typed, because a `cast` per field would be a third
# of the time it takes to read one.


class _PickedData(TypedDict):
    seat: int
    question: str
    chosen: list[str]
    cause: str


class _RevealedData(TypedDict):
    round: int
    turn: int
    plays: list[list[str]]
    on: list[tuple[int, int, int]]
    returned: list[tuple[int, int, str]]


class _HandsPassedData(TypedDict):
    direction: str


class _RoundDealtData(TypedDict):
    round: int
    hands: list[list[str]]
    left: list[str]


# A NamedTuple made without its Python constructor: half the price, and a log is full of these.
_made: Final = tuple.__new__


def _picked(data: _PickedData) -> Event:
    if len(data) != 4:
        raise KeyError("fields")
    chosen = data["chosen"]
    faces = _KNOWN[chosen[0]] if len(chosen) == 1 else _faces(chosen)
    return _made(Picked, (data["seat"], data["question"], faces, data["cause"]))


def _revealed(data: _RevealedData) -> Event:
    if len(data) != 5:
        raise KeyError("fields")
    on, returned = data["on"], data["returned"]
    fields = (
        data["round"],
        data["turn"],
        tuple([_KNOWN[faces[0]] if len(faces) == 1 else _faces(faces) for faces in data["plays"]]),
        tuple([(seat, nth, base) for seat, nth, base in on]) if on else (),
        tuple([(seat, index, face) for seat, index, face in returned]) if returned else (),
    )
    return _made(Revealed, fields)


def _hands_passed(data: _HandsPassedData) -> Event:
    if len(data) != 1:
        raise KeyError("fields")
    return HandsPassed(data["direction"])


def _round_dealt(data: _RoundDealtData) -> Event:
    if len(data) != 3:
        raise KeyError("fields")
    return RoundDealt(data["round"], tuple([_faces(hand) for hand in data["hands"]]), tuple(data["left"]))


# The kinds that make up nearly all of a log.
_READERS: Final = cast(
    "Mapping[str, Callable[[Data], Event]]",
    {"picked": _picked, "revealed": _revealed, "hands_passed": _hands_passed, "round_dealt": _round_dealt},
)
_ALL_READERS: Final[Mapping[str, Callable[[Data], Event]]] = {
    kind: _READERS.get(kind) or partial(_read_any, kind) for kind in KINDS
}
