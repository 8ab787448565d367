"""Why the database cannot be used, as a sentence that says what to do; empty when it can.

Asked by `manage.py up` before it migrates, by the web process before it serves and by the worker before it
takes tasks, so that a wrong database is met once, at the start, and not as an error in every request.
"""

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader

from games.phrases import counted

#: Seconds to wait for somebody else's write before calling the file locked.
LOCK_SECONDS = 5.0


def trouble() -> str:
    """What keeps this code from serving this database: unreachable, of a newer version, not yet migrated."""
    found = unreachable() or newer()
    if found:
        return found
    waiting = pending()
    if waiting:
        return (
            f"The database is older than this code ({counted(len(waiting), 'migration')} to apply, the first "
            f"is {waiting[0]}). Back it up, then run: python manage.py migrate"
        )
    return ""


def unreachable() -> str:
    """Why the database cannot be opened for writing, or an empty string."""
    if connection.vendor == "sqlite":
        return _sqlite_trouble(str(connection.settings_dict["NAME"]))
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (OperationalError, ImproperlyConfigured) as error:
        where = _where(connection.settings_dict)
        reason = str(error).strip().splitlines()
        return (
            f"PostgreSQL does not answer at {where}. Start it, or correct DATABASE_URL. "
            f"It said: {reason[-1] if reason else type(error).__name__}"
        )
    finally:
        connection.close()
    return ""


def _where(given: dict[str, Any]) -> str:
    """Host, port and database name, which may be printed; never the user's password."""
    return f"{given.get('HOST') or 'the local socket'}:{given.get('PORT') or 5432}/{given.get('NAME')}"


def _sqlite_trouble(name: str) -> str:
    """Open the file beside Django, with a short patience, and take the write lock once."""
    if name == ":memory:" or name.startswith("file:"):
        return ""
    path = Path(name)
    found = file_trouble(path)
    if found:
        return found
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)) as probe:
            probe.execute("BEGIN IMMEDIATE")
            probe.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            return (
                f"The database {path} is locked by another program. Close what holds it open "
                "(a database browser, a backup, another copy of Kaiten) and start again."
            )
        return f"The database {path} cannot be opened: {error}. Check the file and the space on its disk."
    except sqlite3.DatabaseError as error:
        return (
            f"{path} is not a database Kaiten can read ({error}). Restore it from a backup, "
            "or move it away to start with an empty one."
        )
    return ""


def file_trouble(path: Path) -> str:
    """What is wrong with a SQLite file's place, seen without opening it; empty when nothing is."""
    directory = path.parent
    if not directory.is_dir():
        return (
            f"The directory {directory} of the database does not exist. Create it, "
            "or correct DATABASE_URL or KAITEN_VAR."
        )
    if path.is_dir():
        return f"{path} is a directory, not a database file. Correct DATABASE_URL."
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        return (
            f"The database {path} may not be read and written by this user. "
            "Change its owner or its mode, or start as the user it belongs to."
        )
    if not os.access(directory, os.W_OK | os.X_OK):
        return (
            f"The directory {directory} may not be written by this user, and SQLite keeps its journal "
            "beside the database. Change its owner or its mode."
        )
    return ""


def newer() -> str:
    """Says so when the database holds migrations of our apps that this code does not know."""
    try:
        loader = MigrationLoader(connection)
    except DatabaseError as error:
        return f"The list of migrations cannot be read: {error}"
    finally:
        connection.close()
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    labels = {config.label for config in apps.get_app_configs()}
    unknown = sorted(key for key in loader.applied_migrations if key[0] in labels and key not in known)
    if not unknown:
        return ""
    app, name = unknown[-1]
    return (
        f"The database was written by a newer version of Kaiten: it has the migration {app}.{name}, which "
        "this code does not know. Update the code, or restore the backup that was made before the update. "
        "Nothing was changed."
    )


def pending() -> list[str]:
    """Migrations that this code knows and the database has not, as `app.name`, in the order to apply."""
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    finally:
        connection.close()
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def empty() -> bool:
    """Whether nobody has an account and no game was ever opened."""
    from django.contrib.auth import get_user_model

    from games.models import Game

    return not get_user_model()._default_manager.exists() and not Game.objects.exists()
