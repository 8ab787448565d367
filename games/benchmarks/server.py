"""The server under a benchmark: the real one, as a process, on the scratch database, with one path more.

`/api/v1/empty` authenticates and answers (`echo.py`); the limit of requests is out of the way. Also the CPU
clock of that process and of PostgreSQL's processes for the scratch database.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection

_START_SECONDS = 30.0
#: The server's settings and paths with an empty endpoint added; written beside its data.
_FILES = {
    "bench_settings.py": (
        'from config.settings import *\nROOT_URLCONF = "bench_urls"\nKAITEN_REQUESTS_PER_MINUTE = 10**9\n'
    ),
    "bench_urls.py": (
        "from config.urls import urlpatterns as found\nfrom django.urls import path\n"
        "from games.benchmarks.echo import EmptyView\n"
        'urlpatterns = [path("api/v1/empty", EmptyView.as_view()), *found]\n'
    ),
}


@contextmanager
def server() -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The real server on the scratch database; stopped at the end."""
    with socket.create_server(("127.0.0.1", 0)) as listener, tempfile.TemporaryDirectory() as directory:
        for name, text in _FILES.items():
            Path(directory, name).write_text(text)
        environment = {
            **os.environ,
            "DATABASE_URL": _database_url(),
            "KAITEN_VAR": directory,
            # Doorbells for a worker that there is not; a broker that stays must not fill with them.
            "CELERY_BROKER_URL": "memory://localhost/",
            "DJANGO_SETTINGS_MODULE": "bench_settings",
            "PYTHONPATH": os.pathsep.join((str(settings.BASE_DIR), directory)),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "config.serve", "--fd", str(listener.fileno())],
            env=environment,
            cwd=settings.BASE_DIR,
            pass_fds=(listener.fileno(),),
        )
        try:
            _wait_for(process, listener.getsockname()[1])
            yield listener.getsockname()[1], process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _START_SECONDS
    while True:
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("The benchmark's server did not start; its own words are above.")
        try:
            probe = http.client.HTTPConnection("127.0.0.1", port, timeout=_START_SECONDS)
            probe.request("GET", "/api/v1/bots")
            probe.getresponse().read()
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        else:
            return


def _database_url() -> str:
    """The scratch database as an address for another process."""
    found: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    user, password = quote(str(found["USER"]), safe=""), quote(str(found["PASSWORD"]), safe="")
    host = quote(str(found["HOST"]) or "localhost", safe="")
    return f"postgresql://{user}:{password}@{host}:{found['PORT'] or 5432}/{found['NAME']}"


class ServerCpu:
    """CPU seconds of the server's threads and of PostgreSQL's processes for the scratch database."""

    def __init__(self, pid: int) -> None:
        self._pids = [pid]
        self._exact = Path(f"/proc/{pid}/schedstat").exists()
        self._postgres = connection.vendor == "postgresql"

    @property
    def counts(self) -> str:
        """Whose time is counted, for the heading."""
        if not self._exact:
            return "no CPU figures on this system: wall time"
        return "CPU of the server and of PostgreSQL" if self._postgres else "CPU of the server"

    def now(self) -> float:
        """Seconds so far; of the wall clock where the system does not tell."""
        if not self._exact:
            return time.perf_counter()
        pids = [*self._pids, *self._backends()] if self._postgres else self._pids
        return sum(map(_cpu_of, pids))

    def _backends(self) -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pid FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            return [pid for (pid,) in cursor.fetchall()]


def _cpu_of(pid: int) -> float:
    total = 0.0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(task.read_text().split()[0]) / 1e9
        except (OSError, ValueError):
            continue  # a thread that has just ended
    return total
