"""Shapes of what is told by kind, for the OpenAPI document: the events of a log, and the lines of an inbox.

They are written out of the classes themselves, the engine's events with their audiences and the notes below,
so that the document cannot lag behind. A line is one of several objects, told apart by `kind`; a field that
the viewer may not see is null. Kinds may be added within v1: a client leaves alone what it does not know.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from games import engine

Schema = dict[str, Any]

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    datetime: {"type": "string", "format": "date-time"},
    NoneType: {"type": "null"},
}


# What the lines of an inbox say, by kind. The services write them.


class By(NamedTuple):
    """Who opened a table."""

    player: int
    name: str


class Invitation(NamedTuple):
    """A seat is kept for you at a table: accept or decline."""

    by: By | None
    edition: str
    variant: str
    seats_count: int
    rated: bool
    pick_seconds: int
    expires_at: datetime | None
    seat: int


class InvitationAnswer(NamedTuple):
    """Somebody you invited has answered; `says` is the reason in words."""

    player: int
    name: str
    accepted: bool
    reason: str
    says: str


class TableExpired(NamedTuple):
    """A table that concerned you closed before it began."""

    cause: str
    reason: str


class ReadyAsked(NamedTuple):
    """Your full table waits for you to say that you are there."""

    seat: int
    rated: bool
    ready_by: datetime | None


class GameStarted(NamedTuple):
    """A game of yours has begun."""

    seat: int
    rated: bool


class MyTurn(NamedTuple):
    """A question waits for you; it is at `/questions`."""

    question: str
    seat: int
    deadline: datetime | None


class GameOver(NamedTuple):
    """A game of yours is over."""

    seat: int
    place: int
    points: int


class RatingChanged(NamedTuple):
    """What a game did to a rating of yours, in whole points."""

    pool: str
    before: int
    after: int
    change: int


NOTES: dict[str, type] = {
    "invited": Invitation,
    "invitation_answered": InvitationAnswer,
    "table_expired": TableExpired,
    "ready_asked": ReadyAsked,
    "game_started": GameStarted,
    "my_turn": MyTurn,
    "game_over": GameOver,
    "rating_changed": RatingChanged,
}


def schema_of(hint: Any) -> Schema:
    """The JSON schema of a value with this type. Raises TypeError for a type that no line holds."""
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema_of(inside[0])
    if origin in (Union, UnionType):
        return _either([schema_of(each) for each in inside])
    if origin is tuple:
        if inside[-1] is Ellipsis:
            return {"type": "array", "items": schema_of(inside[0])}
        each = {repr(schema): schema for schema in map(schema_of, inside)}
        return {
            "type": "array",
            "items": _either(list(each.values())),
            "minItems": len(inside),
            "maxItems": len(inside),
        }
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(inside[1])}
    if isinstance(hint, type) and issubclass(hint, tuple):
        return fields_of(hint)
    raise TypeError(f"No JSON schema is known for {hint!r}.")


def _either(schemas: Sequence[Schema]) -> Schema:
    """One of several: a list of types where these say it all."""
    if len(schemas) == 1:
        return schemas[0]
    if all(schema.keys() == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    rich = [schema for schema in schemas if schema != {"type": "null"}]
    if len(rich) == 1 and isinstance(rich[0].get("type"), str) and len(schemas) == 2:
        return {**rich[0], "type": [rich[0]["type"], "null"]}
    return {"oneOf": list(schemas)}


def fields_of(declared: type, audiences: Mapping[str, engine.Audience] | None = None) -> Schema:
    """A class of named fields as an object; a field that is not for everybody may be null."""
    properties: dict[str, Schema] = {}
    for name, hint in get_type_hints(declared).items():
        schema = schema_of(hint)
        audience = engine.PUBLIC if audiences is None else audiences[name]
        if audience is engine.EACH_OWN:
            schema["items"] = _either([schema["items"], {"type": "null"}])
        elif audience is not engine.PUBLIC and "null" not in schema["type"]:
            schema = _either([schema, {"type": "null"}])
        properties[name] = schema
    return {"type": "object", "properties": properties, "required": list(properties)}


def _lines(name: str, line: type, kinds: Mapping[str, tuple[str, Schema]]) -> dict[str, Schema]:
    """The components of a line that is told by kind: one for each, and the choice between them."""
    found: dict[str, Schema] = {}
    for kind, (about, data) in kinds.items():
        shape = fields_of(line)
        shape["properties"] |= {"kind": {"type": "string", "const": kind}, "data": data}
        shape["required"] += ["kind", "data"]
        found[f"{name}{''.join(word.title() for word in kind.split('_'))}"] = {**shape, "description": about}
    refs = [{"$ref": f"#/components/schemas/{each}"} for each in found]
    mapping = {kind: ref["$ref"] for kind, ref in zip(kinds, refs, strict=True)}
    choice: Schema = {"oneOf": refs, "discriminator": {"propertyName": "kind", "mapping": mapping}}
    return {name: choice, **found}


class _Event(NamedTuple):
    """What every event says."""

    seq: int
    at: datetime


class _Line(NamedTuple):
    """What every line of an inbox says; `seq` counts up by one for its player."""

    seq: int
    game: int
    at: datetime


def _about(declared: type) -> str:
    """What the class says of itself to everybody; a paragraph that names a file is for its readers."""
    said = (declared.__doc__ or "").split("\n\n")
    return " ".join(" ".join(part for part in said if ".py" not in part).split())


def components() -> dict[str, Schema]:
    """`Event`, `InboxLine` and their kinds, for the document's components."""
    events = _lines(
        "Event",
        _Event,
        {
            kind: (_about(declared), fields_of(declared, engine.EVENT_AUDIENCES[kind]))
            for kind, declared in engine.EVENT_KINDS.items()
        },
    )
    lines = _lines(
        "InboxLine", _Line, {kind: (_about(note), fields_of(note)) for kind, note in NOTES.items()}
    )
    # Not required: a stream never has it, since with the chain a hidden pick could be found out.
    opened = {"type": "string", "description": "Chains it to the event before; only in an opened log."}
    for shape in events.values():
        if "properties" in shape:
            shape["properties"]["hash"] = opened
    return {**events, **lines}


#: Of these operations an answer as NDJSON holds lines of this shape, and server-sent events such `data`.
LINES: dict[str, str] = {
    "game_events": "Event",
    "inbox": "InboxLine",
    "games": "GamePage",
    "game_log": "Event",
}


@extend_schema_field({"$ref": "#/components/schemas/Event"})
class EventField(s.JSONField):
    """One event, masked: what the viewer may not see is null."""


@extend_schema_field({"$ref": "#/components/schemas/InboxLine"})
class InboxLineField(s.JSONField):
    """One thing that happened to the player. Never a card."""


@extend_schema_field(schema_of(engine.OptionValue))
class OptionField(s.JSONField):
    """The value of an option of an edition: a word, a number, or yes or no."""
