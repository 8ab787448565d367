"""A request to the ASGI half: its path, its query and its headers, checked; and who makes it.

REST framework does the same for the other half. Both take `wait` and `after` from here, so that a wrong value
is refused with the same words.
"""

import re
from collections.abc import Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings

from games.api import auth, limits
from games.api.auth import Caller
from games.api.bodies import refuse_unknown
from games.api.limits import Allowance
from games.api.problems import Problem, malformed

Scope = MutableMapping[str, Any]

QUESTIONS_PATH = "/api/v1/questions"
INBOX_PATH = "/api/v1/inbox"
GAMES_PATH = "/api/v1/games"
EVENTS_PATH = re.compile(r"/api/v1/games/([0-9]{1,18})/events\Z")
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
#: Seconds a long poll may ask to wait.
LONGEST_WAIT = 60
#: Larger than any log; what is beyond is no position in one.
_LARGEST_SEQ = 2**31 - 1


def stream_type(accept: str) -> str | None:
    """The stream that an Accept header asks for: server-sent events, NDJSON, or None for plain JSON."""
    types = [part.partition(";")[0].strip().lower() for part in accept.split(",")]
    return next((kind for kind in types if kind in (SSE, NDJSON)), None)


def whole_number(query: Mapping[str, str], name: str, largest: int, default: int = 0) -> int:
    """A whole number of the query. Raises Problem(malformed) that names the parameter."""
    raw = query.get(name, "")
    if raw == "" and name not in query:
        return default
    if not raw.isascii() or not raw.isdecimal() or len(raw) > 10 or int(raw) > largest:
        raise malformed(f"{name} must be a whole number from 0 to {largest}.", parameter=name)
    return int(raw)


def wait_seconds(query: Mapping[str, str]) -> int:
    """How long a long poll may wait."""
    return whole_number(query, "wait", LONGEST_WAIT)


def after_seq(query: Mapping[str, str], last_event_id: str = "") -> int:
    """After which event to go on: a browser's Last-Event-ID, else `after`, else from the beginning."""
    if last_event_id:
        return whole_number({"Last-Event-ID": last_event_id}, "Last-Event-ID", _LARGEST_SEQ)
    return whole_number(query, "after", _LARGEST_SEQ)


class Asked:
    """One request to the ASGI half."""

    def __init__(self, scope: Scope) -> None:
        self.path: str = scope["path"]
        self.headers: dict[str, str] = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        raw: bytes = scope["query_string"]
        self.text = raw.decode("latin-1")
        self.query = dict(parse_qsl(raw.decode("latin-1"), keep_blank_values=True))
        client = scope.get("client")
        self.address: str = client[0] if client else ""
        #: The token of the caller, once it is known who calls.
        self.token_id: int | None = None

    @property
    def stream_type(self) -> str | None:
        """The stream asked for, if any."""
        return stream_type(self.headers.get("accept", ""))

    def refuse_unknown(self, *known: str) -> None:
        """Raises Problem(malformed) for a query parameter that means nothing here."""
        refuse_unknown(self.query, known, "parameter")

    def caller(self) -> tuple[Caller | None, Allowance]:
        """Who asks and what is left to them; reads the database. Raises Problem as the other half does."""
        header = self.headers.get("authorization", "")
        token = auth.bearer(header) if header else None
        if token is not None:
            try:
                found: Caller | None = auth.by_token(token)
            except Problem:
                limits.take(None, f"address:{self.address}", limits.ANONYMOUS)
                raise
        else:
            found = self._by_cookie()
        if found is None:
            return None, limits.take(None, f"address:{self.address}", limits.ANONYMOUS)
        self.token_id = found.token_id
        return found, limits.take(None, found.limit_key, limits.KNOWN)

    def _by_cookie(self) -> Caller | None:
        try:
            cookies = SimpleCookie(self.headers.get("cookie", ""))
        except CookieError:
            return None
        morsel = cookies.get(settings.SESSION_COOKIE_NAME)
        if morsel is None:
            return None
        engine: Any = import_module(settings.SESSION_ENGINE)
        return auth.by_session(engine.SessionStore(morsel.value))
