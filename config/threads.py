"""Django behind ASGI: one hop to a thread and one back for a whole request.

A request comes with its body read and an answer leaves in one piece, so nothing is handed between the loop
and the thread meanwhile; piece by piece it costs four more waits for each other, a third of a small request's
time. No view of ours streams: what does is the other half's (`games.api.streams`).
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class _Answer(NamedTuple):
    """A whole answer."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Threads:
    """A WSGI application in a few threads; each keeps its own database connection."""

    def __init__(self, application: Callable[..., Any], count: int) -> None:
        self._application = application
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="kaiten-django")

    async def answer(self, scope: Any, body: bytes, send: Send) -> None:
        """Answer one request. Raises what the application raises; nothing was sent then."""
        stream: Any = BytesIO(body)  # as good a file as a2wsgi's own kind
        environ: Any = build_environ(scope, stream)
        # What a request leaves in context variables must not reach the thread's next one.
        run = contextvars.copy_context().run
        answer = await asyncio.get_running_loop().run_in_executor(self._pool, run, self._ask, environ)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    def _ask(self, environ: dict[str, Any]) -> _Answer:
        begun: list[tuple[str, list[tuple[str, str]]]] = []
        parts: list[bytes] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], None]:
            begun[:] = [(status, headers)]
            return parts.append

        pieces = self._application(environ, start_response)
        try:
            parts.extend(pieces)
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()
        status, headers = begun[0]
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        number, body = int(status[:3]), b"".join(parts)
        if number not in (204, 304) and all(name != b"content-length" for name, _ in encoded):
            encoded.append((b"content-length", b"%d" % len(body)))  # else it would go out in chunks
        return _Answer(number, encoded, body)
