"""`manage.py bench_ratings`: what ratings cost, on a database made for it and removed again."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from ratings import benchmarks


class Command(BaseCommand):
    """Runs the benchmarks of `ratings/benchmarks.py` on a temporary database of the configured kind."""

    help = "Measure live rating against openskill, and a rebuild against bulk_create of the same rows."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """How much to measure."""
        parser.add_argument("--games", type=int, default=20_000, help="Games of the rebuild.")
        parser.add_argument("--rounds", type=int, default=5, help="Turns of each; medians are printed.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Never on the club's own data."""
        used = connection.settings_dict["NAME"]
        with tempfile.TemporaryDirectory() as directory:
            if connection.vendor == "sqlite":
                # On a file, as the club's is; left to itself Django would take one in memory.
                connection.settings_dict["TEST"]["NAME"] = str(Path(directory) / "bench.sqlite3")
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            try:
                benchmarks.run(self.stdout, games=options["games"], rounds=options["rounds"])
            finally:
                connection.creation.destroy_test_db(used, verbosity=0)
