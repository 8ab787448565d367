"""Requests that carry an Idempotency-Key: the same again makes nothing, and hears of what was made.

The key is written in the transaction of what it guards. So a request that fails leaves no key, and of two at
once the second waits for the first and then finds its key.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from games import clock
from games.models import Once
from games.refusals import KeyReused

#: A key is remembered for so long.
KEEP = timedelta(hours=24)


def once(
    player_id: int, key: str, digest: str, make: Callable[[], int], now: datetime | None = None
) -> tuple[int, bool]:
    """The id that `make` gave, and whether it was made just now. Raises KeyReused, and what `make` raises."""
    moment = now or clock.now()
    try:
        with transaction.atomic():
            row = Once.objects.create(player_id=player_id, key=key, digest=digest, at=moment)
            made = make()
            row.made = made
            row.save(update_fields=["made"])
            return made, True
    except IntegrityError:
        found = Once.objects.filter(player_id=player_id, key=key).first()
        if found is None:
            raise
    if found.digest != digest or found.made is None:
        raise KeyReused("This Idempotency-Key was sent with another request before. Use a new key for it.")
    return found.made, False


def forget_old_keys(now: datetime | None = None) -> int:
    """Drop keys older than they are remembered; how many."""
    return Once.objects.filter(at__lt=(now or clock.now()) - KEEP).delete()[0]
