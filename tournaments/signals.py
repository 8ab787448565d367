"""The doorbell of tournaments: something was started or changed, so `advance` may have work.

It carries no news and no work; the rows are the truth and beat rings the same bell every two seconds.
"""

from django.db import transaction
from django.dispatch import Signal

#: Sent after a commit that gives `advance` something to do.
tournament_moved = Signal()


def ring_after_commit() -> None:
    """Ring when the current transaction is on disk."""
    transaction.on_commit(lambda: tournament_moved.send_robust(sender=None))
