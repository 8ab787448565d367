"""What a visitor sees when the database does not answer in time: 503, why, and when to try again.

And when it is asked for what it cannot hold: 400.

The page is plain text in itself: anything that needs a template, a session or a user would ask the very
database that is missing. Under /api/ `config.api` turns the same status into a problem.
"""

import logging
from collections.abc import Callable

from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

RETRY_SECONDS = 5

log = logging.getLogger("kaiten.database")


class DatabaseTrouble:
    """Middleware that answers 503 for an error of the database's, as opposed to one of the query's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing to do before a view."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A sentence instead of a crash page; None for every other error."""
        if isinstance(error, DataError):
            # What passed every check of ours and no column takes, such as a zero byte in a name looked for.
            log.warning("%s %s holds what the database cannot: %s", request.method, request.path, error)
            sentence = (
                "The request holds something that no text can have. Check the address and what was typed."
            )
            return HttpResponse(sentence, status=400, content_type="text/plain; charset=utf-8")
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        log.error("%s %s: the database failed: %s", request.method, request.path, error)
        if "no such table" in str(error) or "no such column" in str(error):
            sentence = "The database is older than this code. The administrator should run: manage.py migrate"
        else:
            sentence = (
                f"The database is busy or away. Nothing was lost; try again in {RETRY_SECONDS} seconds."
            )
        return HttpResponse(
            sentence,
            status=503,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
