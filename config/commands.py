"""The command lines of Kaiten's processes, in one place: `manage.py up` and the tests start the same ones.

compose.yaml repeats them for containers, where nothing of Python runs before they do.
"""

import sys


def web(fd: int) -> list[str]:
    """One web process on an inherited listening socket."""
    return [sys.executable, "-m", "config.serve", "--fd", str(fd)]


def worker() -> list[str]:
    """One worker with two threads, without the chatter between workers that one machine does not need."""
    return [
        *(sys.executable, "-m", "celery", "-A", "config", "-q", "worker"),
        *("--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def beat() -> list[str]:
    """The one clock; its schedule is code, so it keeps no file."""
    return [
        *(sys.executable, "-m", "celery", "-A", "config", "-q", "beat"),
        *("--scheduler", "celery.beat:Scheduler", "--pidfile=", "--loglevel", "WARNING"),
    ]
