"""`manage.py bench engine|http|replay|...`: run one module of games/benchmarks and print its table."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import benchmarks


def subjects() -> dict[str, Callable[..., object]]:
    """Every benchmark there is: a module of games/benchmarks that has a `run(out, ...)`."""
    found = {}
    for info in pkgutil.iter_modules(benchmarks.__path__):
        run = getattr(import_module(f"{benchmarks.__name__}.{info.name}"), "run", None)
        if callable(run):
            found[info.name] = run
    return found


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Measure a part of Kaiten beside a reference in the same run: medians, on CPU time."

    def add_arguments(self, parser: CommandParser) -> None:
        """The subject, and options of its `run` as name=value."""
        parser.add_argument("subject", help="what to measure; one of games/benchmarks")
        parser.add_argument(
            "options", nargs="*", metavar="name=number", help="options of the benchmark, such as repeats=5"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Find the benchmark, read its options, run it."""
        known = subjects()
        run = known.get(options["subject"])
        if run is None:
            raise CommandError(
                f"There is no benchmark {options['subject']!r}; there are: {', '.join(known)}."
            )
        allowed = list(inspect.signature(run).parameters)[1:]
        chosen: dict[str, int] = {}
        for option in options["options"]:
            name, _, number = option.partition("=")
            if name not in allowed or not number.isdigit():
                raise CommandError(
                    f"{option!r} is not an option of this benchmark; write name=number with one of: "
                    f"{', '.join(allowed) or 'none'}."
                )
            chosen[name] = int(number)
        self.stdout.ending = ""  # a benchmark writes its own lines, in parts
        run(self.stdout, **chosen)
