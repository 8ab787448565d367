"""Raw HTTP for the flow tests: a kept connection that survives a server's death, streams, a roster of bots.

Nothing here imports the project: what these tests prove, they prove from outside.
"""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from tests.service import Service

#: Longer than a killed server takes to come back.
PATIENCE_SECONDS = 40.0


class Answer(NamedTuple):
    """Status and parsed body."""

    status: int
    body: Any


class Wire:
    """One kept connection to the service. A request that gets no answer is sent again until patience ends."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port = port
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._connection: http.client.HTTPConnection | None = None
        self.retries = 0

    def get(self, path: str) -> Answer:
        """GET a path below /api/v1/."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: object) -> Answer:
        """POST JSON to a path below /api/v1/."""
        return self._ask("POST", path, json.dumps(body).encode())

    def post_and_leave(self, path: str, body: object) -> None:
        """POST, and close the connection before the answer is read."""
        connection = self._open()
        with suppress(OSError):
            connection.request("POST", f"/api/v1/{path}", json.dumps(body).encode(), self._written())
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _written(self) -> dict[str, str]:
        return {**self._headers, "Content-Type": "application/json"}

    def _open(self) -> http.client.HTTPConnection:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_SECONDS)
        return self._connection

    def _ask(self, method: str, path: str, body: bytes | None) -> Answer:
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                connection = self._open()
                headers = self._written() if body is not None else self._headers
                connection.request(method, f"/api/v1/{path}", body, headers)
                answer = connection.getresponse()
                raw = answer.read()
                if answer.status not in (429, 503):
                    return Answer(answer.status, json.loads(raw) if raw else None)
            except (OSError, http.client.HTTPException):
                self.close()
            if time.monotonic() > end:
                raise AssertionError(f"{method} {path}: no answer in {PATIENCE_SECONDS} s")
            self.retries += 1
            time.sleep(0.05)


def stream(
    port: int, path: str, token: str = "", after: int = 0, accept: str = "application/x-ndjson"
) -> Iterator[str]:
    """The lines of one stream as they come, until it ends. Raises OSError or HTTPException if it is cut."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    headers = {"Accept": accept, **({"Authorization": f"Bearer {token}"} if token else {})}
    try:
        connection.request("GET", f"/api/v1/{path}?after={after}", headers=headers)
        answer = connection.getresponse()
        assert answer.status in (200, 204), answer.read()
        while line := answer.readline():
            yield line.decode().rstrip("\n")
    finally:
        connection.close()


_ROSTER = """
import json
from django.contrib.auth import get_user_model
from games import services
found = []
for number in range({count}):
    owner = get_user_model().objects.create_user("owner%d" % number)
    player = services.create_player("Flowbot %d" % number, "bot", owner_id=owner.pk)
    found.append([player.pk, services.issue_token(player.pk, "flow")[1]])
print(json.dumps(found))
"""

_OPEN = """
import json
from games import services
seats, editions = {seats}, {editions}
print(json.dumps([services.open_game(opened_by=None, edition=editions[number % len(editions)][0],
    options=editions[number % len(editions)][1], pick_seconds={seconds},
    seats=[("player", player) for player in table]).pk for number, table in enumerate(seats)]))
"""

_VERIFY = """
import json
from games import store
print(json.dumps([problem for game in {games} for problem in store.verify(game).problems]))
"""


def roster(service: Service, count: int) -> list[tuple[int, str]]:
    """So many new bots, each of an owner of its own: player id and token."""
    return [(player, token) for player, token in shell(service, _ROSTER.format(count=count))]


#: An edition and its options, as `services.open_game` takes them.
Table = tuple[str, dict[str, Any]]
CLASSIC: Table = ("classic", {})


def open_games(
    service: Service, seats: list[list[int]], seconds: int = 300, editions: tuple[Table, ...] = (CLASSIC,)
) -> list[int]:
    """A started game for each list of player ids, of these editions in turn."""
    found: list[int] = shell(service, _OPEN.format(seats=seats, seconds=seconds, editions=editions))
    return found


def broken_promises(service: Service, games: list[int]) -> list[str]:
    """What a verification of chain, deal, fold and points finds wrong in these games."""
    found: list[str] = shell(service, _VERIFY.format(games=games))
    return found


def log_of(service: Service, game: int) -> list[dict[str, Any]]:
    """The whole log of a game that is over."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    try:
        connection.request("GET", f"/api/v1/games/{game}/log")
        answer = connection.getresponse()
        raw = answer.read()
        assert answer.status == 200, raw
        return [json.loads(line) for line in raw.splitlines()]
    finally:
        connection.close()


def shell(service: Service, code: str) -> Any:
    """What a piece of code prints that runs inside the service's database, as JSON."""
    return json.loads(service.manage("shell", "--no-imports", "-v", "0", "-c", code).strip().splitlines()[-1])
