"""The ASGI application: one process, two halves.

Paths that wait or stream go to `games.api.streams`, plain ASGI functions fed by one hub, so that hundreds of
open streams cost no threads. Everything else is Django as WSGI in a few pooled threads: Django's own ASGI
handler would give every request a thread and a database connection of its own, at a third of the speed.
A request's body is read before it takes a thread, so slow senders hold none.
"""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import quote

from django.conf import settings

from config import database, outermost
from config.handler import HANDLER
from config.threads import Threads
from games.api import hub, limits, recorder, streams
from games.api.problems import CONTENT_TYPE, Problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: As many requests of Django at once as this; each keeps one database connection. They share one interpreter
#: lock, so more would not do more work, only wait for each other.
THREADS = 4
#: Seconds a client may take to send its body.
BODY_SECONDS = 30.0

log = logging.getLogger("kaiten.web")

_threads = Threads(HANDLER, THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection: lifespan, stream, or Django."""
    kind = scope["type"]
    if kind == "lifespan":
        await _lifespan(receive, send)
    elif kind == "http":
        half = streams.app if streams.handles(scope) else _serve_django
        await outermost.answered(half, scope, receive, send)
    elif kind == "websocket":
        await send({"type": "websocket.close", "code": 1000})


async def _lifespan(receive: Receive, send: Send) -> None:
    """Refuse to start on a database this code cannot serve; start the hub; stop it at the end."""
    await receive()
    trouble = await asyncio.to_thread(database.trouble)
    if trouble:
        await send({"type": "lifespan.startup.failed", "message": trouble})
        return
    recorder.RECORDER.start()
    await hub.start()
    _settle()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.stop()
    await asyncio.to_thread(recorder.RECORDER.stop)
    await send({"type": "lifespan.shutdown.complete"})


def _settle() -> None:
    """Spare the collector what was loaded at the start and stays for ever.

    To walk all of it took a tenth of a second each time, in which nobody was answered. Little that a request
    makes is cyclic, so the young are looked at less often, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


async def _serve_django(scope: Scope, receive: Receive, send: Send) -> None:
    """Read the body, then let one of the threads answer."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _body(scope, receive)
    except TimeoutError:
        sentence = "The body did not arrive in time. Send the request again."
        await _refuse(scope, send, "request_timeout", sentence)
        return
    except _Gone:
        return
    if body is None:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        await _refuse(scope, send, "too_large", f"The body is larger than {limit} bytes.")
        return
    await _threads.answer(_clean(scope, len(body)), body, send)


class _Gone(Exception):
    """The client left before its request was whole."""


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body, or None when it is larger than settings allow."""
    limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value) > limit:
            return None
    parts: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _clean(scope: Scope, length: int) -> Scope:
    """The scope as WSGI can carry it.

    A header with an underscore would pass for its namesake with a dash (X_Forwarded_Proto); raw bytes in a
    query would break the bridge; a chunked body has no length, without which Django reads nothing.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    if length and not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(length).encode()))
    query: bytes = scope["query_string"]
    if not query.isascii():
        query = quote(query, safe="/?:@!$&'()*+,;=%-._~[]").encode()
    return {**scope, "headers": headers, "query_string": query}


async def _refuse(scope: Scope, send: Send, code: str, detail: str) -> None:
    """A problem+json answer without Django, and the connection closed, since the body was not read."""
    problem = Problem(code, detail)
    told = limits.count(f"address:{(scope.get('client') or ('',))[0]}", limits.ANONYMOUS).headers()
    headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    headers += [(b"content-type", CONTENT_TYPE.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": problem.body()})
