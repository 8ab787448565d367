"""The doorbell: the end of a game wakes the task that rates it. No work is done here, and none depends on it.

The finished game's row is the truth and beat rings every two seconds anyway, so a broker that is down, or
a bell left out, costs those seconds at most.
"""

import time
from typing import Any

from django.dispatch import receiver

from games.signals import game_finished
from ratings import tasks

#: Seconds between two bells of one process: a batch of bot games ends as one ring, not fifty.
_QUIET = 0.5
_last_ring = -_QUIET


@receiver(game_finished, dispatch_uid="ratings.wake")
def wake(**_: Any) -> None:
    """Ring for `ratings.absorb`, unless it was rung a moment ago."""
    global _last_ring
    now = time.monotonic()
    if now - _last_ring >= _QUIET:
        _last_ring = now
        tasks.absorb.delay()
