"""The conformance kit against a real server: every promise kept; and against a server that breaks them."""

import http.server
import io
import threading
from collections.abc import Iterator

import pytest

from games.conformance import Kit, run
from games.conformance.wire import Wire
from tests.flows.wire import roster
from tests.service import Service

pytestmark = pytest.mark.services


def test_every_promise_of_the_contract_is_kept(cold_service: Service) -> None:
    """Restarts included, no worker running: what nobody sweeps, watchers and touches move."""
    service = cold_service
    service.start("web")
    (_, first), (_, second) = roster(service, 2)

    def restart() -> None:
        service.kill("web")
        service.start("web")

    wires = Wire(service.url, first), Wire(service.url, second)
    out = io.StringIO()
    try:
        outcomes = run(Kit(*wires, restart, exhaust=0), out)
    finally:
        for wire in wires:
            wire.close()
    assert [str(each) for each in outcomes if each.state == "broken"] == []
    assert [each.key for each in outcomes if each.state == "skipped"] == ["service.limit"]
    assert len(outcomes) >= 17
    assert out.getvalue().splitlines()[-1] == f"{len(outcomes) - 1} kept, 0 broken, 1 skipped"


def test_the_limit_of_requests_is_met_as_told(cold_service: Service) -> None:
    cold_service.env["KAITEN_REQUESTS_PER_MINUTE"] = "60"
    cold_service.start("web")
    ((_, token),) = roster(cold_service, 1)
    wire = Wire(cold_service.url, token)
    (outcome,) = run(Kit(wire, patience=5), io.StringIO(), ["service.limit"])
    wire.close()
    assert outcome.state == "kept", outcome
    assert outcome.detail.startswith("met after")


def test_the_command_tells_what_it_skipped_and_fails_when_a_promise_is_broken(service: Service) -> None:
    ((_, token),) = roster(service, 1)
    told = service.manage(
        "conformance",
        "--url",
        service.url,
        "--token",
        token,
        "--only",
        "service.restart",
        "--only",
        "picks.d",
    )
    assert "skipped  service.restart" in told
    assert "it takes --restart-command" in told
    assert "2 kept, 0 broken, 1 skipped" in told
    with pytest.raises(AssertionError, match=r"broken   picks\.duplicate"):
        service.manage("conformance", "--url", service.url, "--token", "kt_wrong", "--only", "picks.dup")


class _Careless(http.server.BaseHTTPRequestHandler):
    """Answers everything with 200 and next to nothing."""

    def do_GET(self) -> None:
        self._say(b'{"id": 1, "questions": [], "status": "playing"}')

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._say(b'{"id": 1}')

    def _say(self, body: bytes) -> None:
        self.send_response(200 if self.command == "GET" else 201)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Silence."""


@pytest.fixture
def careless() -> Iterator[str]:
    """The address of a server that keeps no promise."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Careless)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_server_that_breaks_promises_is_found_out(careless: str) -> None:
    wire = Wire(careless, "kt_any")
    outcomes = run(Kit(wire, soon=1), io.StringIO(), ["streams.poll", "service.l", "time.ready"])
    wire.close()
    assert [(each.key, each.state) for each in outcomes] == [
        ("time.ready", "skipped"),
        ("streams.poll", "broken"),
        ("service.log", "broken"),
        ("service.limit", "broken"),
    ]
