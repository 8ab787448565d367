"""Turns to write in this process, where the database takes one writer only.

SQLite would let threads in by chance, and who was not lucky sleeps, up to a tenth of a second each time. So
what is written often goes in turn: picks, the request log, the last use of a token. Processes do not wait for
each other here; that stays the database's own affair.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_WRITING = threading.Lock()
#: Seconds to wait for one's turn; then the database decides, for a thread may be stuck.
_LONGEST_TURN = 1.0


class _Turn:
    """One's turn. Who holds the database's lock already must not wait for one."""

    __slots__ = ("ours",)

    def __init__(self) -> None:
        self.ours = (
            connection.vendor == "sqlite"
            and not connection.in_atomic_block
            and _WRITING.acquire(timeout=_LONGEST_TURN)
        )

    def end(self) -> None:
        """Let the next one in; again is harmless."""
        if self.ours:
            self.ours = False
            _WRITING.release()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction, in turn with the others of this process.

    What is done after the commit, such as ringing a broker that may be slow, holds up nobody.
    """
    turn = _Turn()
    try:
        with transaction.atomic():
            if turn.ours:
                transaction.on_commit(turn.end)  # the first of all that is done after the commit
            yield
    finally:
        turn.end()
