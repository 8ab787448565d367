"""The doorbell of finished games. It carries no news, only "look now": the Game row is the truth.

Receivers send a task, whose broker may be down or slow. Neither may hurt the pick that ended the game, so a
failure is logged once and the bell stays quiet for a while; beat brings the same task anyway.
"""

import logging
import time

from django.db import transaction
from django.dispatch import Signal

log = logging.getLogger("kaiten.games")

#: Sent after the commit that ended a game, with sender=Game and game_id.
game_finished = Signal()

#: Seconds of silence after a bell that failed or took longer than SLOW.
PAUSE = 5.0
SLOW = 0.25
_quiet_until = 0.0


def ring_after_commit(game_id: int) -> None:
    """Ring when the current transaction is on disk; never, if it is rolled back."""
    transaction.on_commit(lambda: _ring(game_id))


def _ring(game_id: int) -> None:
    global _quiet_until
    from games.models import Game

    begun = time.monotonic()
    if begun < _quiet_until:
        return
    failed = False
    for receiver, answer in game_finished.send_robust(sender=Game, game_id=game_id):
        if isinstance(answer, Exception):
            failed = True
            log.warning("The bell for a finished game failed in %r: %s", receiver, type(answer).__name__)
    ended = time.monotonic()
    if failed or ended - begun > SLOW:
        _quiet_until = ended + PAUSE
