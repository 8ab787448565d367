"""The ASGI application asked in this process: one request or many at once, streams until they are silent."""

import asyncio
import gc
import json
from collections.abc import Iterator, MutableMapping
from typing import Any, NamedTuple

from config import asgi
from games.api.asked import NDJSON, SSE

#: A stream that says nothing for so long has said what it had.
SILENCE = 0.15
#: Requests at once.
TOGETHER = 24
#: Messages of a stream that are enough.
ENOUGH = 400
STREAMING = (NDJSON, SSE)

Scope = MutableMapping[str, Any]


class Answer(NamedTuple):
    """What came until the client left."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def kind(self) -> str:
        """The media type."""
        return self.headers.get("content-type", "").partition(";")[0]


def scope_of(path: str, query: bytes, headers: list[tuple[bytes, bytes]]) -> Scope:
    """A GET as the server hands it over."""
    if not any(name == b"host" for name, _ in headers):
        headers = [(b"host", b"testserver"), *headers]
    return {
        "type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "path": path,
        "query_string": query, "headers": headers, "client": ("127.0.0.1", 5), "server": ("testserver", 80),
    }  # fmt: skip


async def ask(scope: Scope) -> Answer:
    """One request to the application, read to its end, or until a stream has said enough."""
    heard, left = asyncio.Event(), asyncio.Event()
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        if not sent and not heard.is_set():
            heard.set()
            return {"type": "http.request", "body": b"", "more_body": False}
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    task = asyncio.ensure_future(asgi.application(scope, receive, send))
    count = -1
    async with asyncio.timeout(20):
        while not task.done():
            await asyncio.wait({task}, timeout=SILENCE)
            streaming = (
                bool(sent) and dict(sent[0]["headers"]).get(b"content-type", b"").decode() in STREAMING
            )
            if streaming and (len(sent) == count or len(sent) > ENOUGH):
                left.set()
                await task
            count = len(sent)
    await task
    headers = {name.decode(): value.decode("latin-1") for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers, b"".join(each["body"] for each in sent[1:]))


async def ask_all(scopes: list[Scope]) -> list[Answer]:
    """Start the application, ask it everything, stop it."""
    told: list[str] = []
    over = asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        if told:
            await over.wait()
        return {"type": "lifespan"}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message["type"])

    life = asyncio.ensure_future(asgi.application({"type": "lifespan"}, receive, send))
    while not told:
        await asyncio.sleep(0.01)
    assert told == ["lifespan.startup.complete"]
    turn = asyncio.Semaphore(TOGETHER)

    async def in_turn(scope: Scope) -> Answer:
        async with turn:
            return await ask(scope)

    try:
        return await asyncio.gather(*map(in_turn, scopes))
    finally:
        over.set()
        await life
        gc.collect()  # the connections of the hub's threads, which are gone


def lines_of(answer: Answer) -> Iterator[Any]:
    """The lines of a stream as JSON. Raises AssertionError for what is neither line nor heartbeat."""
    if answer.kind == NDJSON:
        for line in answer.body.decode().split("\n")[:-1]:
            if line:
                yield json.loads(line)
        assert answer.body.endswith(b"\n") or not answer.body
        return
    assert answer.body.endswith(b"\n\n")
    for frame in answer.body.decode().split("\n\n")[:-1]:
        parts = [part.partition(": ") for part in frame.split("\n")]
        fields = {name: text for name, _, text in parts}
        if fields.keys() == {"id", "data"}:
            line = json.loads(fields["data"])
            assert str(line.get("seq", line.get("version"))) == fields["id"]
            yield line
        else:
            assert frame in ("retry: 1000", ": ", "event: end\ndata: {}"), frame
