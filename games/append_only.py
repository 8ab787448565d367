"""Triggers that make a table append-only, for SQLite and PostgreSQL, and the check that they are there.

`AppendOnly` is a migration operation. On SQLite any later migration that alters the table makes Django
rebuild it, and the triggers vanish without a word: repeat the operation after each such migration. The
system check below, and a test, notice when somebody forgets.

SQLite needs a third trigger: `INSERT OR REPLACE` deletes a row without firing the delete trigger.
The statements name tables and columns from migrations only, never from input.
"""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

#: The tables of this app that may only grow, each with the columns that identify a row besides its id.
TABLES: dict[str, tuple[str, ...]] = {"games_event": ("game_id", "seq")}


def trigger_names(table: str, vendor: str) -> tuple[str, ...]:
    """The triggers that protect `table` on a database of this vendor ("sqlite" or "postgresql")."""
    last = "no_replace" if vendor == "sqlite" else "no_truncate"
    return (f"{table}_no_update", f"{table}_no_delete", f"{table}_{last}")


def create_statements(table: str, key: Sequence[str], vendor: str) -> list[str]:
    """The SQL that puts the triggers on `table`; `key` are the columns of its unique constraint."""
    update, delete, last = trigger_names(table, vendor)
    refusal = f"{table} is append-only: rows are never changed or removed"
    if vendor == "sqlite":
        same_key = " AND ".join(f'"{column}" = NEW."{column}"' for column in key)
        # Two look-ups instead of one OR, so that each uses its index.
        taken = (
            f'EXISTS (SELECT 1 FROM "{table}" WHERE {same_key}) '  # noqa: S608 - names from migrations
            f'OR (NEW."id" IS NOT NULL AND EXISTS (SELECT 1 FROM "{table}" WHERE "id" = NEW."id"))'
        )
        return [
            (
                f'CREATE TRIGGER "{update}" BEFORE UPDATE ON "{table}" '
                f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
            ),
            (
                f'CREATE TRIGGER "{delete}" BEFORE DELETE ON "{table}" '
                f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
            ),
            (
                f'CREATE TRIGGER "{last}" BEFORE INSERT ON "{table}" WHEN {taken} '
                f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
            ),
        ]
    return [
        (
            f'CREATE FUNCTION "{table}_refuse"() RETURNS trigger LANGUAGE plpgsql AS $body$ '
            f"BEGIN RAISE EXCEPTION '{refusal}' USING ERRCODE = 'restrict_violation'; END $body$"
        ),
        (
            f'CREATE TRIGGER "{update}" BEFORE UPDATE ON "{table}" '
            f'FOR EACH ROW EXECUTE FUNCTION "{table}_refuse"()'
        ),
        (
            f'CREATE TRIGGER "{delete}" BEFORE DELETE ON "{table}" '
            f'FOR EACH ROW EXECUTE FUNCTION "{table}_refuse"()'
        ),
        (
            f'CREATE TRIGGER "{last}" BEFORE TRUNCATE ON "{table}" '
            f'FOR EACH STATEMENT EXECUTE FUNCTION "{table}_refuse"()'
        ),
    ]


def drop_statements(table: str, vendor: str) -> list[str]:
    """The SQL that takes the triggers off again."""
    on = "" if vendor == "sqlite" else f' ON "{table}"'
    drops = [f'DROP TRIGGER IF EXISTS "{name}"{on}' for name in trigger_names(table, vendor)]
    if vendor != "sqlite":
        drops.append(f'DROP FUNCTION IF EXISTS "{table}_refuse"()')
    return drops


class AppendOnly(Operation):
    """Migration operation: from here on rows of `table` are never updated, deleted or replaced."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, table: str, key: Sequence[str]) -> None:
        self.table = table
        self.key = tuple(key)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """How a squashed migration writes this operation."""
        return (type(self).__qualname__, [self.table, self.key], {})

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Triggers are no part of the model state."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the triggers, first dropping those of an earlier run: the operation may be repeated."""
        self.database_backwards(app_label, schema_editor, from_state, to_state)
        vendor = schema_editor.connection.vendor
        if schema_editor.connection.alias == "default":
            for statement in create_statements(self.table, self.key, vendor):
                schema_editor.execute(statement, params=None)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop the triggers."""
        if schema_editor.connection.alias == "default":
            for statement in drop_statements(self.table, schema_editor.connection.vendor):
                schema_editor.execute(statement, params=None)

    def describe(self) -> str:
        """One line for `migrate` and `sqlmigrate`."""
        return f"Refuse updates and deletes on {self.table}"


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of triggers that a protected table should have and has not. Tables not made yet do not count."""
    tables = set(connection.introspection.table_names())
    wanted = [name for table in TABLES if table in tables for name in trigger_names(table, connection.vendor)]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
        present = {row[0] for row in cursor.fetchall()}
    return [name for name in wanted if name not in present]


def install(connection: BaseDatabaseWrapper) -> None:
    """Put back every trigger, for a database whose check complains."""
    with connection.cursor() as cursor:
        for table, key in TABLES.items():
            for statement in drop_statements(table, connection.vendor):
                cursor.execute(statement)
            for statement in create_statements(table, key, connection.vendor):
                cursor.execute(statement)


@checks.register(checks.Tags.database)
def check_triggers(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """`manage.py check --database default`: warn when the log could be rewritten.

    A warning and no error, since an error would stop `migrate`, which may be what brings the triggers.
    """
    problems: list[checks.CheckMessage] = []
    for alias in databases or ():
        missing = missing_triggers(connections[alias])
        if missing:
            problems.append(
                checks.Warning(
                    f"The log is not protected: {', '.join(missing)} missing.",
                    hint=(
                        "A migration rebuilt the table; repeat AppendOnly after it. Repair: "
                        "manage.py shell -c 'from django.db import connection as c; "
                        "from games import append_only; append_only.install(c)'"
                    ),
                    id="games.W001",
                )
            )
    return problems
