"""The composition root: settings, URLs, the Celery app, the servers. No domain logic lives here."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
