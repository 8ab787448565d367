"""A database of the configured kind that exists for one benchmark and never holds a live row.

Also the CPU clock of the benchmarks that touch it: our own process and, on a PostgreSQL server of this
machine, the server process that works for us, since moving work into the database makes nothing cheaper.
"""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

from django.db import connection


@contextmanager
def scratch_database() -> Iterator[None]:
    """Create a database beside the configured one, migrate it, use it inside the block, and remove it."""
    test = connection.settings_dict.setdefault("TEST", {})
    old_name = test.get("NAME")
    live_name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory(prefix="kaiten-bench-") as directory:
        name = f"bench_{secrets.token_hex(4)}"
        # On a file, as in life: a database in memory knows no WAL.
        test["NAME"] = str(Path(directory) / f"{name}.sqlite3") if connection.vendor == "sqlite" else name
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(str(live_name), verbosity=0)
            test["NAME"] = old_name


class CpuClock:
    """CPU seconds spent on our behalf: this process, and the database's backend where it can be seen."""

    def __init__(self) -> None:
        self._backend: Path | None = None
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_backend_pid(), inet_server_addr() IS NULL OR "
                    "inet_server_addr() <<= '127.0.0.0/8'::inet"
                )
                pid, local = cursor.fetchone()
            stat = Path(f"/proc/{pid}/stat")
            self._backend = stat if local and stat.exists() else None

    @property
    def counts(self) -> str:
        """Whose time is counted, for the heading."""
        if connection.vendor != "postgresql":
            return "CPU of this process, database included"
        return "CPU of client and server process" if self._backend else "CPU of the client only"

    def now(self) -> float:
        """Seconds so far. The server's part comes in ticks, so measure long stretches."""
        spent = process_time()
        if self._backend is not None:
            # The name in parentheses may hold blanks; utime and stime are the 12th and 13th field after it.
            after = self._backend.read_text().rpartition(")")[2].split()
            spent += (int(after[11]) + int(after[12])) / os.sysconf("SC_CLK_TCK")
        return spent
