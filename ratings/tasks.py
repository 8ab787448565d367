"""Ratings in the background: one task, rung by beat every two seconds and by the end of a game."""

from celery import shared_task

from ratings import services

#: Games per transaction, and transactions per run: a backlog is worked off without one endless task.
_BATCH, _BATCHES = 500, 20


@shared_task(name="ratings.absorb")
def absorb() -> None:
    """Rate what has ended. Takes nothing, since what is due lies in the database; may run twice."""
    for _ in range(_BATCHES):
        if services.absorb_finished_games(_BATCH) < _BATCH:
            return
