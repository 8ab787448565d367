"""Tournaments in the background: one task, rung by beat every two seconds and by the end of a game."""

from celery import shared_task

from tournaments import services


@shared_task(name="tournaments.advance")
def advance() -> None:
    """Make the demo's next cup if one is due, start what is due, advance what runs. May run twice."""
    services.ensure_bot_cup()
    services.advance_all()
