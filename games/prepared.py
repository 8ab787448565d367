"""Queries written by the ORM once and run often: to write one takes ten times as long as to run it.

For the few reads behind every request of a bot. The ORM stays the one who knows tables, joins and how each
database spells a value; only its text is kept.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

#: SQLite takes this many parameters in one query on every build we meet.
MOST_IDS = 512

#: Stand for the parameters while a query is written; no query of ours names such a number or such a day.
_NUMBER = -7_700_000_000_000
_DAY = datetime(1907, 7, 7, tzinfo=UTC)


class Prepared:
    """One query with gaps for numbers and moments.

    `write` takes one argument per parameter and gives a `values_list` queryset in which each is used as it
    came, any number of times. `moments` are the positions of those that are moments; the others are integers.
    A function of `*ids` is written once per number of ids: see `padded`.
    """

    def __init__(self, write: "Callable[..., QuerySet[Any, Any]]", moments: Sequence[int] = ()) -> None:
        self._write = write
        self._moments = frozenset(moments)
        self._written: dict[tuple[str, int], _Text] = {}
        self._lock = threading.Lock()

    def rows(self, *parameters: int | datetime) -> list[tuple[Any, ...]]:
        """The rows as `values_list` gives them."""
        key = (connection.vendor, len(parameters))
        text = self._written.get(key)
        if text is None:
            with self._lock:
                text = self._written[key] = self._text(len(parameters))
        return text.rows(parameters)

    def _text(self, count: int) -> "_Text":
        marks = [
            _DAY + timedelta(days=number) if number in self._moments else _NUMBER - number
            for number in range(count)
        ]
        return _Text(self._write(*marks), marks)


class _Text:
    """A query as one database takes it."""

    def __init__(self, queryset: "QuerySet[Any, Any]", marks: Sequence[int | datetime]) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self._sql, parameters = compiler.as_sql()
        slots = {_adapted(mark): number for number, mark in enumerate(marks)}
        #: Of each parameter of the text: a constant, or which of ours goes there.
        self._template = [(each, slots.get(each)) for each in parameters]
        missing = set(range(len(marks))) - {slot for _, slot in self._template}
        if missing:
            raise ValueError(f"the query does not use its parameters {sorted(missing)} as they came")
        fields = [column for column, _, _ in compiler.select]
        #: By column. A converter of the connection's is kept by its name: it would keep the connection of the
        #: thread that wrote the query, which ends before the process.
        self._converters: list[tuple[int, list[Any], Any]] = [
            (place, [each.__name__ if _is_of_connection(each) else each for each in functions], expression)
            for place, (functions, expression) in compiler.get_converters(fields).items()
        ]

    def rows(self, given: Sequence[int | datetime]) -> list[tuple[Any, ...]]:
        ours = [_adapted(each) for each in given]
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [each if slot is None else ours[slot] for each, slot in self._template])
            found = cursor.fetchall()
        if not self._converters or not found:
            return list(found)
        ops = connection.ops
        converters = [
            (place, getattr(ops, each) if isinstance(each, str) else each, expression)
            for place, functions, expression in self._converters
            for each in functions
        ]
        rows = []
        for each in found:
            row = list(each)
            for place, function, expression in converters:
                row[place] = function(row[place], expression, connection)
            rows.append(tuple(row))
        return rows


def _is_of_connection(converter: Any) -> bool:
    return getattr(converter, "__self__", None) is connection.ops


def _adapted(value: int | datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def padded(ids: Sequence[int]) -> list[int]:
    """At least one id, the last repeated up to the next power of two: few texts serve lists of any length."""
    return [*ids, *(ids[-1],) * ((1 << (len(ids) - 1).bit_length()) - len(ids))]


def in_chunks(ids: Iterable[int]) -> Iterator[list[int]]:
    """Any number of ids in lists that one query takes; none is empty."""
    every = list(ids)
    for start in range(0, len(every), MOST_IDS):
        yield every[start : start + MOST_IDS]
