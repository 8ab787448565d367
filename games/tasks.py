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


@shared_task(name="games.heartbeat")
def heartbeat() -> None:
    """Note that beat rang and a worker answered."""
    services.beat("worker")
