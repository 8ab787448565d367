"""The clock in the body of a new table: a preset's name, or seconds for a pick, the bank and being ready."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from games.api.bodies import refuse_unknown
from games.api.problems import malformed
from games.clock import PRESETS, READY_SECONDS, TimeControl

#: What a clock may be, for the OpenAPI document.
CLOCK: dict[str, Any] = {
    "oneOf": [
        {"type": "string", "enum": sorted(PRESETS)},
        {
            "type": "object",
            "required": ["pick"],
            "additionalProperties": False,
            "properties": {
                "pick": {"type": "integer", "minimum": 1, "description": "Seconds for a question."},
                "bank": {"type": "integer", "minimum": 0, "description": "Seconds beyond, for the game."},
                "ready": {"type": "integer", "minimum": 0, "description": "Seconds to say: here I am."},
            },
        },
    ]
}


@extend_schema_field(CLOCK)
class WantedClock(s.JSONField):
    """A clock as it is asked for."""


class Clock(s.Serializer[Any]):
    """Seconds for each question, for the bank of the whole game, and for the ready step before the deal."""

    pick = s.IntegerField()
    bank = s.IntegerField()
    ready = s.IntegerField()


def time_control(body: Mapping[str, Any]) -> TimeControl:
    """The clock that a new table asks for, by `clock` or by `pick_seconds`. Raises Problem(malformed)."""
    seconds, wanted = body.get("pick_seconds"), body.get("clock")
    if seconds is not None:
        if wanted is not None:
            raise malformed("Give either clock or pick_seconds.", field="pick_seconds")
        return TimeControl(_seconds("pick_seconds", seconds), 0, READY_SECONDS)
    if wanted is None:
        return TimeControl(int(settings.KAITEN_PICK_SECONDS), 0, READY_SECONDS)
    if isinstance(wanted, str) and wanted in PRESETS:
        return PRESETS[wanted]
    if not isinstance(wanted, dict) or "pick" not in wanted:
        names = ", ".join(PRESETS)
        raise malformed(
            f'clock must be one of {names}, or seconds such as {{"pick": 10, "bank": 60}}.', field="clock"
        )
    refuse_unknown(wanted, TimeControl._fields, "field of clock")
    given = {name: _seconds(f"clock.{name}", value) for name, value in wanted.items()}
    return TimeControl(given["pick"], given.get("bank", 0), given.get("ready", READY_SECONDS))


def _seconds(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise malformed(f"{name} must be a whole number of seconds.", field=name)
    return value
