"""A real server's inbox and board of open tables: live, resumed without a gap, alive over a killed server."""

import http.client
import json
import queue
import threading
import time
from typing import Any

import pytest

from tests.flows.wire import Wire, roster
from tests.service import Service

pytestmark = pytest.mark.services

_PATIENCE = 40.0


class Reader:
    """A client that reads a stream for ever, and reconnects where it stopped."""

    def __init__(self, service: Service, path: str, token: str = "", accept: str = "x-ndjson") -> None:
        self._service, self._path, self._token = service, path, token
        self._accept = "text/event-stream" if accept == "sse" else "application/x-ndjson"
        self.got: queue.Queue[Any] = queue.Queue()
        self.after = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._over.set()

    def next(self) -> Any:
        """The next message, waited for."""
        return self.got.get(timeout=_PATIENCE)

    def _run(self) -> None:
        while not self._over.is_set():
            wire = http.client.HTTPConnection("127.0.0.1", self._service.port, timeout=_PATIENCE)
            headers = {"Accept": self._accept}
            if self._token:
                headers["Authorization"] = f"Bearer {self._token}"
            if self.after:
                headers["Last-Event-ID"] = str(self.after)
            try:
                wire.request("GET", f"/api/v1/{self._path}", headers=headers)
                answer = wire.getresponse()
                while not self._over.is_set() and (line := answer.readline()):
                    self._take(line.decode().strip())
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
            finally:
                wire.close()

    def _take(self, line: str) -> None:
        text = line.removeprefix("data: ")
        if text.startswith("{"):
            found = json.loads(text)
            self.after = found.get("seq", 0)
            self.got.put(found)


def decline(wire: Wire, game: int) -> None:
    assert wire.post(f"games/{game}/decline", {"reason": "later"}).status == 200


@pytest.mark.parametrize("accept", ["x-ndjson", "sse"])
def test_an_inbox_is_told_live_and_goes_on_after_the_server_was_killed(service: Service, accept: str) -> None:
    (anna, anna_token), (ben, ben_token) = roster(service, 2)
    anna_wire, ben_wire = Wire(service.port, anna_token), Wire(service.port, ben_token)
    reader = Reader(service, "inbox", ben_token, accept)
    table = {"edition": "classic", "seats": ["me", f"player:{ben}"]}
    games = [anna_wire.post("games", table).body["id"]]
    first = reader.next()
    assert (first["seq"], first["kind"], first["game"]) == (1, "invited", games[0])
    service.kill("web")
    service.start("web")
    games.append(anna_wire.post("games", table).body["id"])
    second = reader.next()
    assert (second["seq"], second["kind"], second["game"]) == (2, "invited", games[1])
    assert ben_wire.post(f"games/{games[1]}/accept", {}).status == 200
    ben_wire.get("questions")
    anna_wire.get("questions")
    kinds = [reader.next()["kind"] for _ in range(2)]
    assert kinds == ["game_started", "my_turn"]
    reader.close()
    decline(ben_wire, games[0])
    begun = time.monotonic()
    told = anna_wire.get("inbox?after=3&wait=25").body
    assert time.monotonic() - begun < 20
    assert [line["seq"] for line in told["lines"]] == list(range(4, told["last"] + 1))
    assert anna != ben


def test_a_long_poll_of_the_inbox_wakes_when_something_happens(service: Service) -> None:
    (_, anna_token), (ben, ben_token) = roster(service, 2)
    table = {"edition": "classic", "seats": ["me", f"player:{ben}"]}
    timer = threading.Timer(1.0, lambda: Wire(service.port, anna_token).post("games", table))
    timer.start()
    begun = time.monotonic()
    told = Wire(service.port, ben_token).get("inbox?wait=30").body
    assert 0.5 < time.monotonic() - begun < 20
    assert [line["kind"] for line in told["lines"]] == ["invited"]
    timer.join()
    assert Wire(service.port, ben_token).get("inbox?after=1&wait=1").body["lines"] == []
    assert Wire(service.port).get("inbox?wait=1").status == 401
    assert Wire(service.port, ben_token).get("inbox?wait=x").body["code"] == "malformed"


@pytest.mark.parametrize("accept", ["x-ndjson", "sse"])
def test_the_board_of_open_tables_updates_itself(service: Service, accept: str) -> None:
    (_, anna_token), (_, ben_token) = roster(service, 2)
    anna, ben = Wire(service.port, anna_token), Wire(service.port, ben_token)
    reader = Reader(service, "games?status=open", "", accept)
    assert reader.next()["results"] == []
    game = anna.post("games", {"edition": "classic", "seats": ["me", "open", "open"]}).body["id"]
    opened = reader.next()
    assert [table["id"] for table in opened["results"]] == [game]
    assert ben.post(f"games/{game}/join", {}).status == 200
    filled = reader.next()
    assert [seat["player"] is None for seat in filled["results"][0]["seats"]] == [False, False, True]
    timer = threading.Timer(1.0, lambda: anna.post(f"games/{game}/withdraw", {}))
    timer.start()
    poll = Wire(service.port).get(f"games?status=open&wait=30&version={filled['version']}").body
    assert (poll["results"], poll["next"]) == ([], None)
    assert reader.next()["version"] == poll["version"]
    timer.join()
    reader.close()
    assert Wire(service.port).get("games?status=finished&wait=1").body["code"] == "malformed"
    assert Wire(service.port).get("games?status=open&wait=1&edition=classic").body["code"] == "malformed"


def test_the_request_log_of_a_real_server_holds_waiting_requests_too(service: Service) -> None:
    ((_, token),) = roster(service, 1)
    wire = Wire(service.port, token)
    wire.get("questions?wait=1")
    wire.get("games/999/events?wait=1")
    end = time.monotonic() + _PATIENCE
    found: list[dict[str, Any]] = []
    while time.monotonic() < end and len(found) < 2:
        time.sleep(0.5)
        results = wire.get("requests").body["results"]
        found = [line for line in results if "requests" not in line["path"]]
    assert [(line["path"], line["status"], line["code"]) for line in found] == [
        ("/api/v1/games/999/events?wait=1", 404, "not_found"),
        ("/api/v1/questions?wait=1", 200, ""),
    ]
    assert found[1]["ms"] >= 900
