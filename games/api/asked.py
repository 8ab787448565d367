"""A request to the ASGI half: its path, its query and its headers, checked; and who makes it.

REST framework does the same for the other half. Both take `wait`, `after` and the kind of a stream from here,
and check in the same order (host, Accept, caller, scope, parameters, game), so that the same mistake is
refused with the same words. A fuzz of both holds them together (tests/api/test_fuzz_streams.py).
"""

import re
from collections.abc import Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any, Protocol
from urllib.parse import parse_qsl

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import NotAcceptable
from rest_framework.utils.mediatypes import media_type_matches

from games.api import auth, limits
from games.api.auth import Caller
from games.api.bodies import Negotiation, refuse_unknown
from games.api.limits import Allowance
from games.api.problems import Problem, malformed

Scope = MutableMapping[str, Any]

QUESTIONS_PATH = "/api/v1/questions"
INBOX_PATH = "/api/v1/inbox"
GAMES_PATH = "/api/v1/games"
EVENTS_PATH = re.compile(r"/api/v1/games/([0-9]{1,18})/events\Z")
JSON = "application/json"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
#: Seconds a long poll may ask to wait.
LONGEST_WAIT = 60
#: Larger than any log; what is beyond is no position in one.
_LARGEST_SEQ = 2**31 - 1
_RESUME = "Last-Event-ID"


_QUALITY = re.compile(r";\s*q=(0(?:\.[0-9]*)?|1)", re.IGNORECASE)
#: Asked for what it reads of a header alone, which any object with headers has.
_NEGOTIATION: Any = Negotiation()


class _Headers(Protocol):
    """What has headers, as a request of Django's does."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Values by name."""


def stream_type(request: _Headers) -> str | None:
    """The stream that an Accept header asks for: server-sent events, NDJSON, or None for plain JSON.

    The type it likes best, the first of several equals: a list that a generated client sends, JSON first,
    gets JSON. What is acceptable at all is the framework's to say; `negotiate` asks it.
    """
    best, found = 0.0, None
    for token in _NEGOTIATION.get_accept_list(request):
        quality = _QUALITY.search(token)
        weight = float(quality[1]) if quality else 1.0
        if weight > best:
            kind = token.partition(";")[0].strip().lower()
            best, found = weight, kind
    return found if found in (SSE, NDJSON) else None


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
        return whole_number({_RESUME: last_event_id}, _RESUME, _LARGEST_SEQ)
    return whole_number(query, "after", _LARGEST_SEQ)


def query_of(scope: Scope) -> dict[str, str]:
    """The query of a request; of a parameter that comes twice the last counts, as in the other half."""
    return dict(parse_qsl(scope["query_string"].decode("utf-8", "replace"), keep_blank_values=True))


class Asked:
    """One request to the ASGI half."""

    def __init__(self, scope: Scope) -> None:
        self.path: str = scope["path"]
        self.headers: dict[str, str] = {}
        for raw_name, raw_value in scope["headers"]:
            name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
            # One that comes twice is a list, as it is to the other half.
            self.headers[name] = f"{self.headers[name]},{value}" if name in self.headers else value
        self.text: str = scope["query_string"].decode("latin-1")
        self.query = query_of(scope)
        client = scope.get("client")
        self.address: str = client[0] if client else ""
        self._server: tuple[str, int | None] = scope.get("server") or ("localhost", 80)
        #: The token of the caller, once it is known who calls.
        self.token_id: int | None = None
        self._allowance: Allowance | None = None

    @property
    def stream_type(self) -> str | None:
        """The stream asked for, if any."""
        return stream_type(self)

    def negotiate(self, *offered: str) -> None:
        """Raises what the other half raises first: for a host not ours, for an Accept that nothing fits."""
        request = HttpRequest()
        request.META = {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in self.headers.items()}
        request.META["SERVER_NAME"], request.META["SERVER_PORT"] = self._server[0], str(self._server[1] or 0)
        request.get_host()
        tokens = _NEGOTIATION.get_accept_list(self)
        if not any(media_type_matches(kind, token) for kind in offered for token in tokens):
            raise NotAcceptable()

    def counted(self) -> Allowance:
        """What is left; counts for the address what was refused before it was known who asks.

        Raises Problem(too_many_requests).
        """
        if self._allowance is None:
            self._allowance = limits.take(None, f"address:{self.address}", limits.ANONYMOUS)
        return self._allowance

    def refuse_unknown(self, *known: str) -> None:
        """Raises Problem(malformed) for a query parameter that means nothing here."""
        refuse_unknown(self.query, known, "parameter")

    def caller(self) -> tuple[Caller | None, Allowance]:
        """Who asks and what is left to them; reads the database. Raises Problem as the other half does."""
        found = self._known()
        if found is not None:
            self.token_id = found.token_id
            self._allowance = limits.take(None, found.limit_key, limits.KNOWN)
        return found, self.counted()

    def _known(self) -> Caller | None:
        header = self.headers.get("authorization", "")
        token = auth.bearer(header) if header else None
        if token is None:
            return self._by_cookie()
        try:
            return auth.by_token(token)
        except Problem:
            self.counted()
            raise

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
