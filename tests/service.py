"""A real Kaiten for tests: web, worker, beat and broker as processes on a database of their own.

The processes are started as `manage.py up` starts them, on the same kind of socket, tied to the test run so
that none outlives it. On SQLite the database is a temporary file and the broker the embedded one; when
DATABASE_URL and CELERY_BROKER_URL are set (tests/with_services.py does), they are a fresh PostgreSQL database
and that Redis under a prefix of its own.
"""

import http.client
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from config import broker, commands

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 40.0
#: The web processes there may be.
WEB = ("web", "web-2")


class Service:
    """Processes of one Kaiten, each started, killed and restarted by name: web, worker, beat, broker.

    `web-2` is a second web process on the same database, at an address of its own: `second_port`.
    """

    def __init__(self, directory: Path, database_url: str) -> None:
        self.directory = directory
        self.database_is_postgres = database_url.startswith("postgres")
        shared_broker = os.environ.get("CELERY_BROKER_URL", "")
        self._embedded = not shared_broker
        self._socket = directory / "broker.sock"
        self._broker_url = shared_broker or f"redis+socket://{self._socket}"
        self._prefix = f"kaiten-{secrets.token_hex(6)}:"
        self._listeners = {name: socket.create_server(("127.0.0.1", 0), backlog=1024) for name in WEB}
        for listener in self._listeners.values():
            listener.set_inheritable(True)
        self.port, self.second_port = (self._listeners[name].getsockname()[1] for name in WEB)
        self.url = f"http://127.0.0.1:{self.port}"
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        #: The environment of every process started from now on; change it before starting one.
        self.env: dict[str, str] = {
            **os.environ,
            "KAITEN_VAR": str(directory),
            "DATABASE_URL": database_url,
            "CELERY_BROKER_URL": self._broker_url,
            "KAITEN_BROKER_PREFIX": self._prefix,
            # No games but those a test asks for.
            "KAITEN_BOT_MATCHES_PER_TICK": "0",
            "PYTHONUNBUFFERED": "1",
        }

    def start(self, name: str) -> None:
        """Start one process and wait until it is of use; worker and beat start the embedded broker first."""
        if name in {"worker", "beat"} and self._embedded and "broker" not in self._processes:
            self.start("broker")
        if name in self._processes:
            raise AssertionError(f"{name} runs already")
        tie = [sys.executable, str(ROOT / "config" / "child.py"), str(os.getpid()), "-1"]
        with self._log_path(name).open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [*tie, *self._command(name)],
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(self._listeners[name].fileno(),) if name in WEB else (),
            )
        self._wait_until_ready(name)

    def kill(self, name: str) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        self._end(name, signal.SIGKILL)

    def stop(self, name: str) -> None:
        """SIGTERM, and SIGKILL after ten seconds."""
        self._end(name, signal.SIGTERM)

    def restart(self, name: str) -> None:
        """Start it again, ending it first when it still runs. The address stays the same."""
        if name in self._processes:
            self.stop(name)
        self.start(name)

    def manage(self, *arguments: str) -> str:
        """Run `manage.py` with these arguments on the service's database; its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def log(self, name: str) -> str:
        """All that a process has printed so far."""
        path = self._log_path(name)
        return path.read_text(errors="replace") if path.exists() else ""

    def alive(self, name: str) -> bool:
        """Whether the process runs now."""
        process = self._processes.get(name)
        return process is not None and process.poll() is None

    def close(self) -> None:
        """End every process and remove what they left in a shared broker."""
        for name in ("beat", "worker", *WEB, "broker"):
            if name in self._processes:
                self.stop(name)
        for listener in self._listeners.values():
            listener.close()
        if not self._embedded:
            forget_messages(self._broker_url, self._prefix)
        for path in sorted(self.directory.glob("*.log")):
            print(f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}")

    def _command(self, name: str) -> list[str]:
        if name in WEB:
            return commands.web(self._listeners[name].fileno())
        if name == "worker":
            return commands.worker()
        if name == "beat":
            return commands.beat()
        if name == "broker" and self._embedded:
            server = broker.binary()
            assert server is not None, broker.NO_BROKER
            return broker.command(server, self._socket, self.directory)
        raise AssertionError(f"there is no process {name!r} to start")

    def _wait_until_ready(self, name: str) -> None:
        end = time.monotonic() + START_SECONDS
        while not self._ready(name):
            if not self.alive(name):
                raise AssertionError(f"{name} ended at its start:\n{self.log(name)[-4000:]}")
            if time.monotonic() > end:
                raise AssertionError(
                    f"{name} is not ready after {START_SECONDS} s:\n{self.log(name)[-4000:]}"
                )
            time.sleep(0.05)

    def _ready(self, name: str) -> bool:
        if name == "broker":
            return broker.answers(self._broker_url)
        if name not in WEB:
            return True  # they take up their work when they can; tests wait for its effect
        port = self._listeners[name].getsockname()[1]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _end(self, name: str, number: signal.Signals) -> None:
        process = self._processes.pop(name)
        if process.poll() is None:
            os.killpg(process.pid, number)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)

    def _log_path(self, name: str) -> Path:
        return self.directory / f"{name}.log"


def forget_messages(broker_url: str, prefix: str) -> None:
    """Remove what was left under a prefix in a Redis that stays."""
    if broker_url.startswith("redis"):
        with redis.Redis.from_url(broker_url) as client:
            for key in client.scan_iter(f"{prefix}*", count=1000):
                client.delete(key)


class Template:
    """A migrated, empty database, made once per test run and copied for every service."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._file = directory / "template.sqlite3"
        self._server_url = os.environ.get("DATABASE_URL", "")
        self._postgres = self._server_url.startswith("postgres")
        self._name = f"kaiten_{secrets.token_hex(6)}"
        self._made = False

    @contextmanager
    def copy(self, directory: Path) -> Iterator[str]:
        """A fresh copy's URL; a PostgreSQL database is dropped at the end."""
        if not self._made:
            self._make()
        if not self._postgres:
            shutil.copy(self._file, directory / "kaiten.sqlite3")
            yield f"sqlite:///{directory / 'kaiten.sqlite3'}"
            return
        name = f"{self._name}_{secrets.token_hex(4)}"
        copied = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
            sql.Identifier(name), sql.Identifier(self._name)
        )
        self._administer(copied)
        try:
            yield self._url(name)
        finally:
            self._drop(name)

    def close(self) -> None:
        """Drop the PostgreSQL template; a SQLite one goes with its directory."""
        if self._made and self._postgres:
            self._drop(self._name)

    def _make(self) -> None:
        if self._postgres:
            self._administer(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self._name)))
            url = self._url(self._name)
        else:
            url = f"sqlite:///{self._file}"
        self._made = True
        self._migrate(url)

    def copy_sqlite(self, target: Path) -> None:
        """A migrated SQLite file, whatever database the run is on."""
        if not self._file.exists():
            self._migrate(f"sqlite:///{self._file}")
        shutil.copy(self._file, target)

    def _migrate(self, url: str) -> None:
        done = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"],
            cwd=ROOT,
            env={**os.environ, "KAITEN_VAR": str(self._directory), "DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _url(self, name: str) -> str:
        return urlunsplit(urlsplit(self._server_url)._replace(path=f"/{name}"))

    def _drop(self, name: str) -> None:
        self._administer(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _administer(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(statement)
