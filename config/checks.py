"""System checks of the installation: `manage.py check`, and with `--database default` those that connect."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from config import broker, database


@register(Tags.files)
def check_database_file(**_: Any) -> list[CheckMessage]:
    """The place of a SQLite file: there, readable, writable."""
    given = settings.DATABASES["default"]
    name = str(given["NAME"])
    if not given["ENGINE"].endswith("sqlite3") or name == ":memory:" or name.startswith("file:"):
        return []
    found = database.file_trouble(Path(name))
    return [Error(found, id="kaiten.E001")] if found else []


@register(Tags.database)
def check_database(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The database answers, and was not written by a newer version."""
    if not databases or "default" not in databases:
        return []
    found = database.unreachable() or database.newer()
    return [Error(found, id="kaiten.E002")] if found else []


@register("broker")
def check_broker(**_: Any) -> list[CheckMessage]:
    """There is a broker to use: one that is configured, or one to start."""
    if settings.EMBEDDED_BROKER and broker.binary() is None:
        return [Warning(broker.NO_BROKER, id="kaiten.W001")]
    return []
