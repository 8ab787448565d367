"""The front of the web process: bodies, odd requests, slow senders, a database it must not serve."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from config import asgi
from config.trouble import DatabaseTrouble
from tests.service import Service


@pytest.fixture(scope="module")
def web(module_service: Service) -> Service:
    """One web process for the whole module: no test here changes it."""
    return module_service


def raw(web: Service, request: bytes) -> bytes:
    """Send bytes as they are; the whole answer."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def test_a_body_too_large_is_refused_before_it_is_read(web: Service) -> None:
    answer = raw(
        web,
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n",
    )
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"application/problem+json" in answer
    assert b'"code":"too_large"' in answer


def test_a_chunked_body_without_a_length_arrives_whole(web: Service) -> None:
    def parts() -> Iterator[bytes]:
        yield b'{"edition": '
        yield b'"no such edition"}'

    answer = httpx.post(
        f"{web.url}/api/v1/games", content=parts(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 401, "refused for its token, not for its body"
    endless = (b"x" * 65536 for _ in range(40))
    assert httpx.post(f"{web.url}/api/v1/games", content=endless).status_code == 413


def test_raw_bytes_in_a_query_are_no_crash(web: Service) -> None:
    for bytes_sent in (b"\xc3\xa9", b"%ff", b"\xff"):
        answer = raw(
            web,
            b"GET /healthz?q=" + bytes_sent + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        )
        assert answer.split()[1] in (b"200", b"400")


def test_an_unknown_host_name_is_refused(web: Service) -> None:
    answer = raw(web, b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400")


def test_slow_senders_hold_no_thread(web: Service) -> None:
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
    with ExitStack() as stack:
        for _ in range(3 * asgi.THREADS):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", web.port), timeout=5))
            slow.sendall(head)
        time.sleep(0.3)
        assert httpx.get(f"{web.url}/healthz", timeout=10).status_code == 200


def test_a_connection_is_kept_between_requests(web: Service) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    for _ in range(3):
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        assert not answer.will_close
    connection.close()


def test_pages_forbid_scripts_and_frames_of_others(web: Service) -> None:
    policy = httpx.get(f"{web.url}/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_static_files_come_without_being_collected(web: Service) -> None:
    page = httpx.get(f"{web.url}/").text
    sheet = next(part.split('"')[0] for part in page.split('href="')[1:] if ".css" in part)
    answer = httpx.get(f"{web.url}{urlsplit(sheet).path}")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/css")


@pytest.mark.services
def test_a_web_process_refuses_a_database_of_a_newer_version(cold_service: Service) -> None:
    cold_service.manage(
        "shell",
        "--no-imports",
        "-c",
        "from django.db.migrations.recorder import MigrationRecorder as R; from django.db import connection;"
        "R(connection).record_applied('games', '9999_from_the_future')",
    )
    with pytest.raises(AssertionError, match="written by a newer version of Kaiten"):
        cold_service.start("web")
    cold_service.start("worker")
    end = time.monotonic() + 40
    while cold_service.alive("worker"):
        assert time.monotonic() < end, "the worker goes on"
        time.sleep(0.1)
    assert "written by a newer version of Kaiten" in cold_service.log("worker")


def test_a_database_that_is_away_is_a_503_with_a_sentence() -> None:
    middleware = DatabaseTrouble(lambda request: HttpResponse("unused"))
    request = RequestFactory().get("/games/")
    busy = middleware.process_exception(request, OperationalError("database is locked"))
    assert busy is not None
    assert busy.status_code == 503
    assert busy["Retry-After"] == "5"
    assert b"Nothing was lost; try again in 5 seconds" in busy.content
    old = middleware.process_exception(request, OperationalError("no such table: games_game"))
    assert old is not None
    assert b"manage.py migrate" in old.content
    assert middleware.process_exception(request, ValueError("a bug")) is None
