"""The last that can still answer: under /api/ a problem, even where Django itself fails.

Django turns what a view or a middleware raises into an answer. What it raises before that (a header it cannot
read, a signal's receiver, a module that an address leads to and that cannot be imported) goes up to the web
server, which would say "Internal Server Error" in plain text. Both entrances, WSGI and ASGI, come by here.
"""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

log = logging.getLogger("kaiten.web")


class Request(WSGIRequest):
    """A request whose Content-Type may be nonsense: it then has none, which an API view refuses as 415."""

    def __init__(self, environ: dict[str, Any]) -> None:
        try:
            super().__init__(environ)
        except ValueError:
            super().__init__({**environ, "CONTENT_TYPE": ""})


class Handler(WSGIHandler):
    """Django, which answers its own failures."""

    request_class = Request

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """One request: its body in pieces. Raises nothing before `start_response` was called."""
        begun = False

        def start(*args: Any) -> Any:
            nonlocal begun
            begun = True
            return start_response(*args)

        try:
            return super().__call__(environ, start)
        except Exception as error:
            if begun:
                raise
            status, headers, body = failure(str(environ.get("PATH_INFO", "")), error)
            start_response(f"{status} {HTTPStatus(status).phrase}", list(headers.items()))
            return [body]


def wsgi() -> Handler:
    """Django as WSGI, with every module that an address leads to.

    An error in one of them is then met when the server starts, and not by everybody who asks.
    """
    django.setup(set_prefix=False)
    from django.urls import get_resolver

    handler = Handler()
    _load(get_resolver())
    return handler


def _load(resolver: Any) -> None:
    for each in resolver.url_patterns:
        if hasattr(each, "url_patterns"):
            _load(each)


async def answered(
    app: Callable[[Scope, Receive, Send], Awaitable[None]], scope: Scope, receive: Receive, send: Send
) -> None:
    """Let an ASGI application answer; if it fails before its first byte, answer in its place."""
    begun = False

    async def note(message: Message) -> None:
        nonlocal begun
        begun = True
        await send(message)

    try:
        await app(scope, receive, note)
    except Exception as error:
        if begun:
            raise  # after the first byte an error can only be said by breaking off
        status, headers, body = failure(scope["path"], error)
        encoded = [
            (name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers.items()
        ]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": body})


def failure(path: str, error: Exception) -> tuple[int, dict[str, str], bytes]:
    """What to say of an error that nobody caught: status, headers and body. Logs it."""
    from games.api import problems

    log.error("%s could not be answered: %s", path[:200], type(error).__name__, exc_info=error)
    found = problems.of(error)
    if path.startswith("/api/"):
        kind, body = problems.CONTENT_TYPE, found.body()
    else:
        kind, body = "text/plain; charset=utf-8", found.detail.encode()
    headers = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Cache-Control": "private, no-cache",
        "X-Content-Type-Options": "nosniff",
        **found.headers,
    }
    return found.status, headers, body
