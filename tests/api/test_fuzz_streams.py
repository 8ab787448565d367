"""A fuzz of the half that waits and streams, through the ASGI application itself, beside the other half.

Schemathesis makes requests of the operations that it answers, right and wrong, and some are odd on purpose.
Of each the head is read and a first piece of what follows, then the client leaves. The document must promise
what came: status, type, every line and frame. What is refused the WSGI half refuses with the same words.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
import requests
import schemathesis
from a2wsgi.wsgi import build_environ

from config import asgi
from games import services
from games.api import limits, streams
from games.api.asked import Asked, query_of
from games.store.cache import states
from tests.api.asgi_client import STREAMING, Answer, Scope, ask_all, lines_of, scope_of
from tests.api.document import Document, served
from tests.api.test_fuzz import Club, Request, _found, aim, requests_of
from tests.loops import run_apart

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

#: The operations of which some requests wait or stream.
WAITING = ("questions", "game_events", "inbox", "games")


class Asking(NamedTuple):
    """A request and the operation that it is one of."""

    operation: str
    scope: Scope

    def __str__(self) -> str:
        head = {name.decode("latin-1"): value for name, value in self.scope["headers"]}
        return f"{self.operation} {self.scope['path']}?{self.scope['query_string']!r} {head}"[:900]


def scope_of_case(case: Request) -> Scope | None:
    """The request that a case becomes on the wire; None for one that no client could send."""
    with suppress(ValueError, UnicodeError, requests.RequestException):
        asked = case.as_transport_kwargs(base_url="http://testserver")
        known = ("method", "url", "headers", "params", "cookies")
        made = requests.Request(**{name: asked[name] for name in known if name in asked}).prepare()
        address = urlsplit(made.url or "")
        headers = [
            (_bytes(name).lower(), _bytes(value))
            for name, value in made.headers.items()
            if name.lower() not in ("content-length", "user-agent")
        ]
        return scope_of(unquote(address.path), address.query.encode(), headers)
    return None


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("latin-1")


def patient(scope: Scope) -> Scope:
    """The same without patience: who may wait a minute waits a second, most of them not at all."""
    wait = query_of(scope).get("wait", "")
    if wait.isdecimal() and wait.isascii() and 1 < int(wait) <= 60:
        shorter = b"wait=1" if int(wait) % 7 == 0 else b"wait=0"
        scope["query_string"] = scope["query_string"].replace(b"wait=" + wait.encode(), shorter)
    return scope


def ask_wsgi(asking: Asking, django: Any) -> Answer:
    """The same request to the WSGI half, as JSON where a stream was asked for and there is one."""
    scope, headers = asking.scope, list(asking.scope["headers"])
    if asking.operation != "questions" and Asked(scope).stream_type is not None:
        headers = [(name, value) for name, value in headers if name != b"accept"]
    plain: Any = asgi._clean({**scope, "headers": headers}, 0)
    heads: list[tuple[str, list[tuple[str, str]]]] = []
    nothing: Any = BytesIO()
    environ: Any = build_environ(plain, nothing)
    body = b"".join(django(environ, lambda status, found: heads.append((status, found))))
    ((status, found),) = heads
    return Answer(int(status[:3]), {name.lower(): value for name, value in found}, body)


def misfits(document: Document, asking: Asking, answer: Answer) -> list[str]:
    """What of an answer the document does not promise."""
    path = "/api/v1/games/{game_id}/events" if asking.operation == "game_events" else asking.scope["path"]
    promised = document.found["paths"][path]["get"]["responses"].get(str(answer.status))
    if answer.status >= 500 or promised is None:
        return [f"the status {answer.status}: {answer.body[:300]!r}"]
    if not {"ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"} <= answer.headers.keys():
        return ["no limit is told"]
    content: Mapping[str, Any] = promised.get("content", {})
    if not content:
        return [] if not answer.body else ["a body where none is promised"]
    if answer.kind not in content:
        return [f"the type {answer.kind!r}"]
    shape = content[answer.kind]
    if answer.kind not in STREAMING:
        return document.misfits(shape["schema"], json.loads(answer.body))
    return [found for line in lines_of(answer) for found in document.misfits(shape["x-itemSchema"], line)]


#: Queries and headers that no document suggests.
ODD_QUERIES = [
    b"wait=0&wait=x", b"wait=x&wait=0", b"wait=0&&=", b"%77ait=0", b"wait=0&after=1&after=2", b"wait=%ff",
    b"wait=0&\xff=\xfe", b"wait=0&after=%00", b"wait=+1", b"wait=1e0", b"wait=0&after=" + b"9" * 5000,
    b"wait", "wait=0&after=٣".encode(), b"wait=0&status=open&status=finished", b"wait=0;after=1",
    b"wait=0&version=%00", b"wait=0&format=json",
]  # fmt: skip
ODD_HEADERS: list[list[tuple[bytes, bytes]]] = [
    [(b"accept", b"application/x-ndjson")],
    [(b"accept", b"text/event-stream;q=0.5, application/json")],
    [(b"accept", b"application/json;q=0.1"), (b"accept", b"text/event-stream")],
    [(b"accept", b"TEXT/Event-Stream; charset=utf-8")],
    [(b"accept", b"text/event-streams")],
    [(b"accept", b"image/png")],
    [(b"accept", b"")],
    [(b"accept", b"application/json; x*=bogus''y")],
    [(b"accept", b"application/x-ndjson; q=nonsense, */*;q=0")],
    [(b"accept", b"a/b," * 3000 + b"text/event-stream")],
    [(b"last-event-id", b"3"), (b"accept", b"text/event-stream")],
    [(b"last-event-id", b"-3"), (b"accept", b"text/event-stream")],
    [(b"last-event-id", b"\xff\xfe")],
    [(b"last-event-id", b"1"), (b"last-event-id", b"2")],
    [(b"last-event-id", b"x" * 41)],
    [(b"last_event_id", b"x")],
    [(b"if-none-match", b"*")],
    [(b"authorization", b"Bearer kt_nobody")],
    [(b"authorization", b"Bearer")],
    [(b"authorization", b"Bearer \xff")],
    [(b"authorization", b"Basic a:b")],
    [(b"authorization", b"Bearer a"), (b"authorization", b"Bearer b")],
    [(b"cookie", b"sessionid=nobody")],
    [(b"cookie", b'sessionid="ab\\000cdefgh"; \xff')],
    [(b"cookie", b"sessionid=a"), (b"cookie", b"sessionid=b")],
    [(b"host", b"evil.example")],
    [(b"host", b"")],
    [(b"content-type", b"application/json; charset*=bogus''x")],
]  # fmt: skip


def odd(paths: Mapping[str, str]) -> Iterator[Asking]:
    """Requests that are odd on purpose, of every operation."""
    for operation, path in paths.items():
        board = b"status=open&" if operation == "games" else b""
        for query in ODD_QUERIES:
            yield Asking(operation, scope_of(path, board + query, []))
            yield Asking(operation, scope_of(path, board + query, [(b"accept", b"text/event-stream")]))
        for headers in ODD_HEADERS:
            yield Asking(operation, scope_of(path, board + b"wait=0", list(headers)))
            yield Asking(operation, scope_of(path, board.rstrip(b"&"), list(headers)))


def made_up(document: Document, club: Club) -> Iterator[Asking]:
    """Schemathesis' requests; those of the list of games ask for the open tables as often as not."""
    schema: Any = schemathesis.openapi.from_dict(document.found)
    for operation in (each.ok() for each in schema.get_all_operations()):
        name = operation.definition.raw.get("operationId")
        if name not in WAITING:
            continue
        for turn, case in enumerate(requests_of(schema, operation)):
            aim(case, turn, club)
            if case.method != "GET" or (scope := scope_of_case(case)) is None:
                continue
            if name == "games" and turn % 2:
                case.query = {
                    "status": "open",
                    **{k: v for k, v in case.query.items() if k in ("wait", "version")},
                }
                scope = scope_of_case(case) or scope
            if turn % 3 == 0:
                kind = STREAMING[turn // 3 % 2].encode()
                scope["headers"] = [each for each in scope["headers"] if each[0] != b"accept"]
                scope["headers"].append((b"accept", kind))
            elif "wait" not in query_of(scope):
                query = scope["query_string"]
                scope["query_string"] = query + (b"&" if query else b"") + b"wait=0"
            yield Asking(name, patient(scope))


def known(asking: Asking, token: str) -> Asking:
    """The same request with a token that may do everything."""
    headers = [each for each in asking.scope["headers"] if each[0] != b"authorization"]
    return Asking(
        asking.operation,
        {**asking.scope, "headers": [*headers, (b"authorization", f"Bearer {token}".encode())]},
    )


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Here requests are made as fast as they can be."""
    monkeypatch.setattr(limits, "KNOWN", 10**9)
    monkeypatch.setattr(limits, "ANONYMOUS", 10**9)
    states.clear()
    yield
    states.clear()


def test_what_waits_and_streams_is_as_documented_and_refuses_as_the_other_half_does(
    application: Any,
) -> None:
    club, document = _found(), Document(served())
    mute = services.issue_token(club.known["player_id"][0], "mute", ("organise",))[1]
    game = club.known["game_id"][0]
    paths = {
        "questions": "questions",
        "game_events": f"games/{game}/events",
        "inbox": "inbox",
        "games": "games",
    }
    asked = list(odd({operation: f"/api/v1/{path}" for operation, path in paths.items()}))
    asked += [known(each, club.token) for each in asked]
    for turn, each in enumerate(made_up(document, club)):
        asked += [each, known(each, club.token if turn % 9 else mute)]
    asked = [each for each in asked if streams.handles(each.scope)]
    answers = run_apart(ask_all([each.scope for each in asked]))
    wrong: list[str] = []
    seen: set[tuple[str, str, int]] = set()
    for asking, answer in zip(asked, answers, strict=True):
        seen.add((asking.operation, answer.kind, answer.status))
        wrong += [f"{asking}\n  {each}" for each in misfits(document, asking, answer)]
        other = ask_wsgi(asking, application)
        # The list of games knows more parameters than its stream, and says so.
        many = 2 if asking.operation == "games" else 3
        both = refusal(answer)[:many], refusal(other)[:many]
        if max(answer.status, other.status) >= 400 and both[0] != both[1]:
            wrong.append(f"{asking}\n  {both[0]}\n  {both[1]}")
    assert not wrong, f"{len(wrong)} of {len(asked)}\n" + "\n".join(wrong[:12])
    for operation in WAITING:
        assert {(operation, "application/problem+json", status) for status in (400, 401, 406)} <= seen
        kinds = ("application/json",) if operation == "questions" else ("application/json", *STREAMING)
        assert {(operation, kind, 200) for kind in kinds} <= seen


def refusal(answer: Answer) -> tuple[int, str, str]:
    """What matters of a refusal: its status, its code, its sentence."""
    if answer.kind != "application/problem+json":
        return answer.status, "", ""
    body = json.loads(answer.body)
    return answer.status, body["code"], body["detail"]
