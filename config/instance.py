"""One Kaiten per data directory: a lock that its processes hold together, and the listening socket.

The lock is inherited by every child, so it stays taken until the last process of a run that was killed is
gone; a new run waits for that instead of fighting the old one for the broker's socket or the port.
"""

import errno
import fcntl
import os
import socket
import time
from pathlib import Path

#: Seconds to wait for what a killed run has left behind.
ORPHAN_SECONDS = 20.0


class CannotStart(Exception):
    """Why this run cannot begin; the text says what to do."""


def hold(path: Path) -> int:
    """Take the lock file and write our process id into it; returns its descriptor, to be kept and inherited.

    Raises CannotStart when another supervisor lives, or when its children do not end.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    end = time.monotonic() + ORPHAN_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            owner = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
            if owner.isdecimal() and _alive(int(owner)):
                os.close(descriptor)
                raise CannotStart(
                    f"Kaiten already runs on {path.parent} (process {owner}). Stop that one with Ctrl-C, or "
                    "start a second club with another directory: KAITEN_VAR=var2 make run ARGS='--port 8001'"
                ) from None
            if time.monotonic() > end:
                os.close(descriptor)
                raise CannotStart(
                    f"Processes of an earlier run still hold {path}. See who with `fuser {path}`, end them, "
                    "and start again."
                ) from None
            time.sleep(0.2)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    os.set_inheritable(descriptor, True)
    return descriptor


def _alive(process: int) -> bool:
    """Whether a process with this id exists and is no zombie waiting to be collected."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return True
    return state != "Z"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for the web process to inherit; raises CannotStart with the reason otherwise."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, OverflowError) as error:
        raise CannotStart(f"{host}:{port} is not an address to listen on. Try --host 127.0.0.1.") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(place)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise CannotStart(_bind_trouble(host, port, error)) from error
    listener.set_inheritable(True)
    return listener


def _bind_trouble(host: str, port: int, error: OSError) -> str:
    """The sentence for a port that cannot be had."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is taken by another program. Stop that one, or choose another port: "
            f"make run ARGS='--port {port + 1 if port < 65535 else 8000}'"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs administrator rights. Choose one above 1023: make run ARGS='--port 8000'"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine. Try --host 127.0.0.1, or 0.0.0.0 for all."
    return f"Cannot listen on {host}:{port}: {error.strerror}."
