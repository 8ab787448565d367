"""What is kept for a while only: request logs, keys, ended seeks, old inbox lines. A task runs it hourly."""

from datetime import datetime, timedelta

from games import clock
from games.models import Call
from games.services.inbox import forget_old
from games.services.once import forget_old_keys
from games.services.seeks import forget_old_seeks

#: How far back a request log goes.
KEEP_CALLS = timedelta(days=30)
#: Rows deleted in one statement, so that no other writer waits for long.
_CHUNK = 2_000


def prune(now: datetime | None = None) -> int:
    """Drop what is too old; how many rows. Running it twice does no harm."""
    moment = now or clock.now()
    return forget_old_calls(moment) + forget_old_keys(moment) + forget_old_seeks(moment) + forget_old(moment)


def forget_old_calls(now: datetime) -> int:
    """Drop calls older than a request log goes back. Ids follow time closely enough to need no index."""
    limit = now - KEEP_CALLS
    count = 0
    while True:
        oldest = list(Call.objects.order_by("id").values_list("id", "at")[:_CHUNK])
        old = [number for number, at in oldest if at < limit]
        if not old:
            return count
        count += Call.objects.filter(id__in=old).delete()[0]
        if len(old) < len(oldest):
            return count
