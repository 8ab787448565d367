"""The bare wire of the kit: one request and its answer, a request whose answer is lost, a stream that is cut.

On purpose not `games.client`, which mends what goes wrong; here it must be seen.
"""

import http.client
import json
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

#: A server that restarts may take as long to answer again.
PATIENCE_SECONDS = 60.0
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"


class Answer(NamedTuple):
    """Status, parsed body (None when empty) and headers."""

    status: int
    body: Any
    headers: httpx.Headers

    def __str__(self) -> str:
        return f"{self.status} {json.dumps(self.body)[:200]}"

    @property
    def code(self) -> str:
        """The code of a problem, or ""."""
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""


class Wire:
    """One token's connection to a server."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = httpx.Client(
            base_url=f"{self._url}/api/v1/", headers=self._headers, timeout=httpx.Timeout(15.0, read=45.0)
        )

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def get(self, path: str, **headers: str) -> Answer:
        """GET once."""
        return _answer(self._client.get(path, headers=headers))

    def text(self, path: str) -> str:
        """GET once, and the body as it is; "" for a refusal."""
        answer = self._client.get(path)
        return answer.text if answer.is_success else ""

    def post(self, path: str, body: object) -> Answer:
        """POST JSON once."""
        return _answer(self._client.post(path, json=body))

    def send(self, method: str, path: str, raw: bytes, kind: str = "application/json") -> Answer:
        """Any method with any bytes, once."""
        return _answer(self._client.request(method, path, content=raw, headers={"Content-Type": kind}))

    def post_and_lose(self, path: str, body: object, arrived: bool) -> None:
        """POST, and lose the answer: when it has `arrived` at our door, or by leaving before it could."""
        parts = urlsplit(self._url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=15)
        try:
            headers = {**self._headers, "Content-Type": "application/json"}
            connection.request("POST", f"{parts.path}/api/v1/{path}", json.dumps(body).encode(), headers)
            if arrived:
                select.select([connection.sock], [], [], 15)
        finally:
            connection.close()

    def until_answered(self, path: str) -> Answer:
        """GET again and again until the server answers. Raises the last error when patience ends."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                found = self.get(path)
                if found.status < 500 or time.monotonic() > end:
                    return found
            except httpx.TransportError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.1)

    @contextmanager
    def stream(
        self, game: int, after: int, kind: str = NDJSON, resume: bool = False
    ) -> Iterator[Iterator[Any]]:
        """The events of a game as a stream, cut when the block ends; `resume`: by Last-Event-ID."""
        headers = {"Accept": kind}
        path = f"games/{game}/events"
        if resume:
            headers["Last-Event-ID"] = str(after)
        else:
            path += f"?after={after}"
        with self._client.stream("GET", path, headers=headers, timeout=30.0) as answer:
            if answer.status_code not in (200, 204):
                raise ValueError(f"the stream was answered {answer.status_code}")
            yield _events(answer, kind)


def _events(answer: httpx.Response, kind: str) -> Iterator[Any]:
    number = None
    for line in answer.iter_lines():
        if kind == NDJSON:
            if line.strip():
                yield json.loads(line)
        elif line.startswith("id:"):
            number = int(line[3:])
        elif line.startswith("data:") and number is not None:
            found = json.loads(line[5:])
            if found.get("seq") != number:
                raise ValueError(f"id {number} stands over event {found.get('seq')}")
            number = None
            yield found


def _answer(answer: httpx.Response) -> Answer:
    body: Any = None
    with suppress(ValueError):
        body = answer.json()
    return Answer(answer.status_code, body, answer.headers)
