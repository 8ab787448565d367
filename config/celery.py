"""The Celery app and the one table of every scheduled task.

A message is only a doorbell: what is due is a row in the database, the task looks for it, and beat rings
again. So a broker that is down must never fail a request: sending gives up at once, quietly, and the next
sweep finds the row.
"""

import logging
import os
import time
import warnings
from typing import Any

from celery import Celery, Task
from celery.result import AsyncResult
from celery.signals import worker_init
from kombu.exceptions import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery warns of root at every start. Its reason, pickled messages, is refused here, and containers run so.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

#: Seconds without an attempt after one that failed, since connecting to a host that is away takes a second.
SILENCE = 3.0
_silent_until = 0.0

log = logging.getLogger("kaiten.broker")


class DoorbellTask(Task[Any, Any]):
    """A task whose sending never fails the sender: the row is the truth, beat sweeps for it."""

    def apply_async(self, *args: Any, **options: Any) -> AsyncResult[Any]:
        """Send the message, or log one line when no broker answers and try none again for a few seconds."""
        global _silent_until
        if time.monotonic() >= _silent_until:
            try:
                return super().apply_async(*args, **options)
            except OperationalError:
                _silent_until = time.monotonic() + SILENCE
                log.warning("The broker is down. Nothing is lost: %s and others wait for a sweep.", self.name)
        return AsyncResult("not-sent", app=self.app)


def hush(seconds: float) -> None:
    """Ring no bell in this process for so long: while an empty house is filled there is nobody to wake."""
    global _silent_until
    _silent_until = time.monotonic() + seconds


app = Celery("kaiten", task_cls=DoorbellTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _refuse_a_wrong_database(**_: Any) -> None:
    """A worker on a database it cannot serve would fail every task; it ends with the reason instead."""
    import django

    django.setup()
    from config import database

    found = database.trouble()
    if found:
        raise SystemExit(found)


#: Every scheduled task of Kaiten: name of the entry, task, seconds between two runs.
SCHEDULE: tuple[tuple[str, str, float], ...] = (
    ("deadlines and tables that expire", "games.sweep", 1.0),
    ("seeks into tables", "games.match_seeks", 1.0),
    ("seats and searches of who was shut out", "games.leave_for_departed", 10.0),
    ("old request logs, keys, seeks and inbox lines", "games.prune", 3600.0),
    ("counts of tries to log in", "accounts.forget_tries", 3600.0),
    ("proof of life for the status page", "games.heartbeat", 5.0),
    ("rated games between house bots", "games.schedule_bot_matches", 15.0),
    ("finished games into ratings", "ratings.absorb", 2.0),
    ("finished games into tournaments", "tournaments.advance", 2.0),
)

app.conf.accept_content = ["json"]
app.conf.beat_schedule = {
    # A run that was not taken before the next is due adds nothing, so it expires.
    name: {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 5.0)}}
    for name, task, seconds in SCHEDULE
}
