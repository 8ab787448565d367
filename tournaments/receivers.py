"""The doorbell: the end of a game, or a change to a tournament, wakes the task that advances tournaments.

No work is done here, and none depends on it: the rows are the truth, and beat rings every two seconds.
"""

import time
from typing import Any

from django.dispatch import receiver

from games.signals import game_finished
from tournaments import tasks
from tournaments.signals import tournament_moved

#: Seconds between two bells of one process: a round of bot games ends as one ring, not ten.
_QUIET = 0.5
_last_ring = -_QUIET


@receiver(game_finished, dispatch_uid="tournaments.wake")
@receiver(tournament_moved, dispatch_uid="tournaments.wake")
def wake(**_: Any) -> None:
    """Ring for `tournaments.advance`, unless it was rung a moment ago."""
    global _last_ring
    now = time.monotonic()
    if now - _last_ring >= _QUIET:
        _last_ring = now
        tasks.advance.delay()
