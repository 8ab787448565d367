"""How the house is: as JSON for a monitor, as a page for people. Both say the same, asked at the moment."""

from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import broker
from games import queries as games

#: Beat rings every five seconds; after so many without, the worker or beat is taken for dead.
HEARTBEAT_SECONDS = 30
SENTENCES = {
    "ok": "Everything runs.",
    "degraded": "Games go on; what runs in the background is late and catches up by itself.",
    "down": "The database does not answer: nothing can be shown or played. Nothing that was saved is lost.",
}


@dataclass(frozen=True, slots=True)
class Health:
    """What answers. `age` is the seconds since the worker last showed life, None when it never did."""

    database: bool
    broker: bool
    age: float | None

    @property
    def worker(self) -> bool:
        """Whether the worker and beat are taken to be alive."""
        return self.age is not None and self.age <= HEARTBEAT_SECONDS

    @property
    def status(self) -> str:
        """One of "ok", "degraded" while pages and picks work without the rest, "down" without a database."""
        if not self.database:
            return "down"
        return "ok" if self.broker and self.worker else "degraded"

    @property
    def sentence(self) -> str:
        """The status for people."""
        return SENTENCES[self.status]

    @property
    def code(self) -> int:
        """503 only when the database does not answer: then nothing works."""
        return 503 if self.status == "down" else 200


def _look() -> Health:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        heartbeat, database = games.last_heartbeat(), True
    except DatabaseError:
        heartbeat, database = None, False
    age = None if heartbeat is None else max(0.0, (timezone.now() - heartbeat).total_seconds())
    return Health(database, broker.answers(settings.CELERY_BROKER_URL, timeout=1.0), age)


@never_cache
@require_safe
def monitor(request: HttpRequest) -> JsonResponse:
    """How the house is, for a monitor."""
    seen = _look()
    body = {
        "status": seen.status,
        "database": {"reachable": seen.database, "vendor": connection.vendor},
        "broker": {"reachable": seen.broker},
        "worker": {"heartbeat_age_seconds": None if seen.age is None else round(seen.age, 1)},
    }
    return JsonResponse(body, status=seen.code)


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The same for people."""
    seen = _look()
    # Without a database nobody can be told apart, so the page is drawn for a stranger.
    text = render_to_string("health.html", {"health": seen}, request if seen.database else None)
    return HttpResponse(text, status=seen.code)
