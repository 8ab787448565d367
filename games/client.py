"""A small client of the HTTP contract: sends again what may be sent twice, waits as told, resumes streams.

It needs httpx and nothing else of this project. A pick, a look and a seat taken may be sent again when no
answer came, since the same pick is one event and two equal answers; opening a table may not, unless it is
certain that the server never had it. Nothing here knows a rule of the game.
"""

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx

#: A stream says something at least every 15 seconds; one that is silent for longer is dead.
SILENCE_SECONDS = 30.0
_NEVER_ARRIVED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
#: The address or the request is wrong; time does not heal it.
_HOPELESS = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
_PASSING = {429, 502, 503, 504}


class Problem(Exception):
    """The server said no, in its own words. `fields` holds what it added, such as `recorded` or `options`."""

    def __init__(self, status: int, code: str, detail: str, fields: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code, self.detail, self.fields = status, code, detail, fields


class Unreachable(Exception):
    """No answer for as long as the client had patience, or none to a request that must not be sent twice."""


class Question(NamedTuple):
    """What the server waits for from this player. `data` is all of it, as sent."""

    game: int
    id: str
    kind: str
    seat: int
    choices: list[list[str]] | None
    data: Mapping[str, Any]


class Receipt(NamedTuple):
    """A pick that is on disk. `created` is false when it was there before. `view` is the seat's, after it."""

    game: int
    seat: int
    question: str
    chosen: list[str]
    created: bool
    seq: int
    view: Mapping[str, Any]


class Event(NamedTuple):
    """One line of a game's log as this viewer may see it."""

    seq: int
    kind: str
    at: str
    data: Mapping[str, Any]


@dataclass
class Client:
    """One player's connection. `patience` is how many seconds a request is tried again without any answer.

    `pause` and `clock` are for tests.
    """

    url: str
    token: str = field(default="", repr=False)
    patience: float = 120.0
    timeout: float = 15.0
    transport: httpx.BaseTransport | None = None
    pause: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    #: Requests that were sent again so far.
    retries: int = 0

    def __post_init__(self) -> None:
        headers = {"Accept": "application/json", "User-Agent": "kaiten-client"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self._http = httpx.Client(
            base_url=f"{self.url.rstrip('/')}/api/v1/",
            headers=headers,
            timeout=self.timeout,
            transport=self.transport,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    # What a player does.

    def me(self) -> dict[str, Any]:
        """Who I am: player, token's label, scopes."""
        return self.get("me")

    def questions(self, wait: int = 25) -> list[Question]:
        """Every question that waits for me; with `wait`, for so many seconds until there is one."""
        answer = self.get(f"questions?wait={wait}" if wait else "questions", wait)
        return [
            Question(q["game"], q["question"], q["kind"], q["seat"], q["options"]["choices"], q)
            for q in answer["questions"]
        ]

    def pick(self, game: int, question: str, chosen: Sequence[str]) -> Receipt:
        """Answer a question. Raises Problem: already_answered, question_closed, illegal_choice, not_found."""
        body = {"question": question, "chosen": list(chosen)}
        said = self.post(f"games/{game}/picks", body, again=True)
        return Receipt(
            said["game"],
            said["seat"],
            said["question"],
            said["chosen"],
            said["created"],
            said["seq"],
            said["view"],
        )

    def open_table(self, edition: str, seats: Sequence[str], **more: Any) -> dict[str, Any]:
        """Open a table: seats are "me", "open", "house:NAME", "player:ID". Sent once, or Unreachable."""
        return self.post("games", {"edition": edition, "seats": list(seats), **more}, again=False)

    def join(self, game: int, nonce: str = "") -> dict[str, Any]:
        """Take an open seat. If an answer was lost and the seat is mine already, that is success."""
        before = self.retries
        try:
            return self.post(f"games/{game}/join", {"nonce": nonce}, again=True)
        except Problem as problem:
            if problem.code != "already_seated" or self.retries == before:
                raise
            return self.game(game)

    def game(self, game: int) -> dict[str, Any]:
        """The game as I may see it now."""
        return self.get(f"games/{game}")

    def events(self, game: int, after: int = 0) -> Iterator[Event]:
        """The game's log after `after`, then live until it is over; across cuts, without a gap or a double.

        Raises Unreachable when the server stays away for longer than the client has patience.
        """
        seen, patience = after, self._until()
        tries = 0
        while True:
            try:
                for event in self._stream(game, seen):
                    if event.seq <= seen:
                        continue
                    if event.seq != seen + 1:
                        break  # something is missing: ask for it
                    seen, patience, tries = event.seq, self._until(), 0
                    yield event
                    if event.kind == "game_ended":
                        return
                else:
                    if self._over(game, seen):
                        return
            except (httpx.TransportError, ValueError) as error:
                if self.clock() > patience:
                    raise Unreachable(f"The stream of game {game} stays cut: {error}") from error
            tries += 1
            self._wait(min(0.05 * 2 ** min(tries, 10), 5.0))

    # How requests are sent.

    def get(self, path: str, wait: float = 0) -> dict[str, Any]:
        """GET a path below /api/v1/, tried again until there is an answer. Raises Problem, Unreachable."""
        return self._send("GET", path, None, True, wait)

    def post(self, path: str, body: object, again: bool) -> dict[str, Any]:
        """POST JSON; `again`: may be sent twice. Raises Problem, Unreachable."""
        return self._send("POST", path, body, again, 0)

    def _send(self, method: str, path: str, body: object, again: bool, wait: float) -> dict[str, Any]:
        until, tries = self._until() + wait, 0
        while True:
            delay = min(0.05 * 2 ** min(tries, 10), 5.0)
            try:
                answer = self._http.request(method, path, json=body, timeout=self.timeout + wait)
                if answer.is_success:
                    found: dict[str, Any] = answer.json()
                    return found
                refused = _problem(answer)
                if answer.status_code not in _PASSING or not (again or answer.status_code == 429):
                    raise refused
                delay = max(delay, _told_to_wait(answer))
                if self.clock() + delay > until:
                    raise refused
            except (httpx.TransportError, ValueError) as error:
                # ValueError: an answer that was cut, so that it is no JSON.
                if isinstance(error, _HOPELESS):
                    raise Unreachable(f"{method} {path}: {error}") from error
                if not again and not isinstance(error, _NEVER_ARRIVED):
                    raise Unreachable(
                        f"{method} {path}: no answer, and it must not be sent twice. See whether it was done."
                    ) from error
                if self.clock() > until:
                    raise Unreachable(f"{method} {path}: no answer in {self.patience:.0f} s.") from error
            tries += 1
            self.retries += 1
            self._wait(delay)

    def _stream(self, game: int, after: int) -> Iterator[Event]:
        headers = {"Accept": "application/x-ndjson"}
        timeout = httpx.Timeout(self.timeout, read=SILENCE_SECONDS)
        path = f"games/{game}/events?after={after}"
        with self._http.stream("GET", path, headers=headers, timeout=timeout) as answer:
            if answer.status_code in _PASSING:
                self._wait(_told_to_wait(answer))
                raise httpx.RemoteProtocolError(f"The server answered {answer.status_code}.")
            if not answer.is_success:
                answer.read()
                raise _problem(answer)
            for line in answer.iter_lines():
                if line.strip():  # an empty one is the heartbeat
                    said = json.loads(line)
                    yield Event(said["seq"], said["kind"], said["at"], said["data"])

    def _over(self, game: int, seen: int) -> bool:
        """Whether a stream that ended well ended for good; servers also end one when they stop."""
        now = self.game(game)
        return now["status"] in ("finished", "expired") and int(now["seq"]) <= seen

    def _until(self) -> float:
        return self.clock() + self.patience

    def _wait(self, seconds: float) -> None:
        # Never shorter than told, and a little longer: a crowd that was cut off shall not come back as one.
        self.pause(seconds * (1 + random.random() / 4))


def _problem(answer: httpx.Response) -> Problem:
    said: Any = None
    with suppress(ValueError):
        said = answer.json()
    if not isinstance(said, dict):
        said = {}
    known = ("type", "title", "status", "code", "detail")
    return Problem(
        answer.status_code,
        str(said.get("code", "unknown")),
        str(said.get("detail", answer.reason_phrase)),
        {name: value for name, value in said.items() if name not in known},
    )


def _told_to_wait(answer: httpx.Response) -> float:
    """Retry-After in seconds: a number, or a date."""
    told = answer.headers.get("Retry-After", "").strip()
    if told.isascii() and told.isdecimal():
        return float(told)
    try:
        moment = parsedate_to_datetime(told)
    except (TypeError, ValueError):
        return 0.0
    return max(0.0, (moment.astimezone(UTC) - datetime.now(UTC)).total_seconds())
