"""Celery tasks of games: they hold no rule and may run twice; `config/celery.py` says when."""

from celery import shared_task

from games import services


@shared_task(name="games.sweep")
def sweep() -> None:
    """Move games whose deadline has passed and close tables whose time is up."""
    services.sweep()


@shared_task(name="games.schedule_bot_matches")
def schedule_bot_matches() -> None:
    """Play a batch of rated games between house players."""
    services.schedule_bot_matches()


@shared_task(name="games.match_seeks")
def match_seeks() -> None:
    """Seat whoever looks for a game, and drop seeks without a sign of life."""
    services.match_seeks()


@shared_task(name="games.leave_for_departed")
def leave_for_departed() -> None:
    """Give back the seats and searches of players who were shut out."""
    services.leave_for_departed()


@shared_task(name="games.prune")
def prune() -> None:
    """Drop old request logs, keys, seeks and inbox lines."""
    services.prune()


@shared_task(name="games.heartbeat")
def heartbeat() -> None:
    """Note that beat rang and a worker answered."""
    services.beat("worker")
