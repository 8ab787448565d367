"""A request's way to a thread and back: whole answers, nothing half sent, nothing left in the thread."""

from collections.abc import Iterator, MutableMapping
from contextvars import ContextVar
from typing import Any

import pytest

from config.threads import Threads
from tests.api.asgi_client import scope_of
from tests.loops import run_apart

_LEFT: ContextVar[str] = ContextVar("left", default="nothing")


class Pieces:
    """A body in pieces that may fail between two of them."""

    def __init__(self, fails: bool) -> None:
        self.closed = 0
        self._fails = fails

    def __iter__(self) -> Iterator[bytes]:
        yield b"one, "
        if self._fails:
            raise ConnectionError("the database went away")
        yield b"two"

    def close(self) -> None:
        """Called by the server, whatever happened."""
        self.closed += 1


Sent = list[MutableMapping[str, Any]]


def ask(application: Any, sent: Sent, times: int = 1) -> None:
    """Ask one thread so many times; everything that is sent goes to the list."""

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def whole() -> None:
        threads = Threads(application, 1)
        for _ in range(times):
            await threads.answer(scope_of("/", b"", []), b"body", send)

    run_apart(whole())


def test_pieces_become_one_answer_and_are_closed() -> None:
    pieces = Pieces(fails=False)

    def application(environ: dict[str, Any], start_response: Any) -> Pieces:
        assert environ["wsgi.input"].read() == b"body"
        start_response("200 OK", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return pieces

    sent: Sent = []
    ask(application, sent)
    start, body = sent
    assert (start["status"], body["body"], pieces.closed) == (200, b"one, two", 1)
    assert start["headers"] == [
        (b"set-cookie", b"a=1"),
        (b"set-cookie", b"b=2"),
        (b"content-length", b"8"),
    ]


def test_an_answer_that_fails_in_the_middle_is_not_begun() -> None:
    pieces = Pieces(fails=True)
    sent: Sent = []

    def application(environ: dict[str, Any], start_response: Any) -> Pieces:
        start_response("200 OK", [])
        return pieces

    with pytest.raises(ConnectionError):
        ask(application, sent)
    assert (sent, pieces.closed) == ([], 1)


def test_what_a_request_leaves_in_its_context_reaches_no_other() -> None:
    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        before = _LEFT.get()
        _LEFT.set("a secret of the last one")
        start_response("200 OK", [])
        return [before.encode()]

    sent: Sent = []
    ask(application, sent, times=3)
    assert [message["body"] for message in sent[1::2]] == [b"nothing"] * 3
