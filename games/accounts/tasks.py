"""The Celery task of accounts: it may run twice; `config/celery.py` says when."""

from celery import shared_task

from games.accounts import throttle


@shared_task(name="accounts.forget_tries")
def forget_tries() -> None:
    """Drop the counts of tries whose window is over."""
    throttle.forget_old()
