"""No answer under /api/ is the web server's "Internal Server Error", wherever it fails."""

import asyncio
import io
import json
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_started
from django.db import OperationalError
from django.test import override_settings
from django.urls import clear_url_caches

from config import asgi, outermost
from games.api import limits, streams
from tests.loops import run_apart

PROBLEM = "application/problem+json"
DJANGO = outermost.wsgi()


class Answer(NamedTuple):
    """What came back."""

    status: int
    kind: str
    body: bytes

    @property
    def code(self) -> str:
        """The code of a problem."""
        return str(json.loads(self.body)["code"])


def over_asgi(path: str, method: str = "POST", **headers: str) -> Answer:
    """One request to the ASGI application in this process."""
    sent: list[MutableMapping[str, Any]] = []
    asked = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "path": path,
        "query_string": b"wait=0" if method == "GET" else b"",
        "headers": [(b"host", b"localhost"), *asked], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    body = iter([{"type": "http.request", "body": b"{}", "more_body": False}])

    async def receive() -> MutableMapping[str, Any]:
        for message in body:
            return message
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    run_apart(asgi.application(scope, receive, send))
    kinds = dict(sent[0]["headers"])
    return Answer(sent[0]["status"], kinds[b"content-type"].decode(), b"".join(m["body"] for m in sent[1:]))


def over_wsgi(path: str, method: str = "POST", **headers: str) -> Answer:
    """The same to Django as WSGI, which config.wsgi serves alone."""
    heads: list[tuple[str, dict[str, str]]] = []
    environ: dict[str, Any] = {"PATH_INFO": path, "REQUEST_METHOD": method, "SERVER_NAME": "localhost"}
    environ |= {"CONTENT_LENGTH": "2", "wsgi.input": io.BytesIO(b"{}")}
    setup_testing_defaults(environ)
    for name, value in headers.items():
        environ["CONTENT_TYPE" if name == "content_type" else f"HTTP_{name.upper()}"] = value

    def start(status: str, found: list[tuple[str, str]], exc_info: Any = None) -> None:
        heads.append((status, dict(found)))

    with ThreadPoolExecutor(1) as thread:  # which has no connection that a test left open
        body = b"".join(thread.submit(DJANGO, environ, start).result())
    ((status, found),) = heads
    return Answer(int(status.split()[0]), found["Content-Type"], body)


@pytest.fixture(params=[over_asgi, over_wsgi], ids=["asgi", "wsgi"])
def ask(request: pytest.FixtureRequest) -> Any:
    """Either entrance."""
    limits.forget()
    return request.param


@contextmanager
def failing_before_django(error: Exception) -> Iterator[None]:
    """Something fails before Django has a request to answer."""

    def fail(**more: object) -> None:
        raise error

    request_started.connect(fail)
    try:
        yield
    finally:
        request_started.disconnect(fail)


@pytest.fixture
def no_addresses() -> Iterator[None]:
    """A module that the addresses lead to cannot be imported, as when it is being edited."""
    with override_settings(ROOT_URLCONF="config.no_such_module"):
        clear_url_caches()
        yield
    clear_url_caches()


@pytest.mark.parametrize("kind", ["application/json; charset*=bogus''x", "application/json; charset=a\0b"])
def test_a_content_type_that_django_cannot_read_is_no_crash(ask: Any, kind: str) -> None:
    answer = ask("/api/v1/score", content_type=kind)
    assert (answer.status, answer.kind, answer.code) == (415, PROBLEM, "unsupported_media_type")


def test_what_fails_before_django_is_a_problem_under_api_and_a_sentence_elsewhere(ask: Any) -> None:
    with failing_before_django(RuntimeError("the seed is s3cret")):
        answer = ask("/api/v1/games/1/picks")
        page = ask("/games/", "GET")
    assert (answer.status, answer.kind, answer.code) == (500, PROBLEM, "server_error")
    assert (page.status, page.kind) == (500, "text/plain; charset=utf-8")
    assert b"s3cret" not in answer.body + page.body
    with failing_before_django(OperationalError("database is locked")):
        answer = ask("/api/v1/games/1/picks")
    assert (answer.status, answer.kind, answer.code) == (503, PROBLEM, "try_again")


def test_addresses_that_cannot_be_imported_are_a_problem_and_stop_a_server_at_its_start(
    ask: Any, no_addresses: None
) -> None:
    answer = ask("/api/v1/games/1/picks")
    assert (answer.status, answer.kind, answer.code) == (500, PROBLEM, "server_error")
    with pytest.raises(ImportError, match="no_such_module"):
        outermost.wsgi()


def test_a_stream_that_fails_before_its_first_byte_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(scope: object) -> None:
        raise RuntimeError("no request can be made of this")

    monkeypatch.setattr(streams, "Asked", fail)
    answer = over_asgi("/api/v1/questions", "GET")
    assert (answer.status, answer.kind, answer.code) == (500, PROBLEM, "server_error")


def test_a_time_out_is_no_silence_unless_it_is_the_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(asked: object, outlet: object) -> None:
        raise TimeoutError("something that was asked did not answer")

    monkeypatch.setattr(streams, "_questions", fail)
    answer = over_asgi("/api/v1/questions", "GET")
    assert (answer.status, answer.kind, answer.code) == (500, PROBLEM, "server_error")


def test_an_answer_that_fails_after_its_first_byte_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def half(scope: object, receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("the rest is lost")

    monkeypatch.setattr(streams, "app", half)
    with pytest.raises(RuntimeError, match="the rest is lost"):
        over_asgi("/api/v1/questions", "GET")
