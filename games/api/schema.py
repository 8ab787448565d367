"""Finishing touches of the OpenAPI document: authentication, problem+json for every error, the docs page."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.authentication import SessionAuthentication

from games.api import examples, told_shapes
from games.api.asked import NDJSON, SSE
from games.api.problems import CODES, CONTENT_TYPE

DESCRIPTION = """\
Play, watch and study games over HTTP. The shortest bot is a loop of two calls:

    GET  /api/v1/questions?wait=25       every question that waits for me, over all my games
    POST /api/v1/games/{game}/picks      {"question": "2.5-pick", "chosen": ["tempura"]}

Send `Authorization: Bearer <token>`. An answer that got lost is simply sent again: the same pick is one event
and two equal answers (201, then 200). Five seats that answer in the same millisecond all succeed, and what
was acknowledged is on disk. Games and their masked events may be read without a token; hands, picks and the
deck are shown to nobody who may not see them, until the game is over and its log opens.

To get a game: open a table (`POST /games`; whom you name is invited), join one, or seek one (`POST /seeks`):
the longest waiter of a pool is seated first, never with another player of the same owner, and house bots fill
the table after 20 s. A seek lives 60 s after its last heartbeat: the same POST again, a PUT, or asking for
questions. `GET /inbox` tells what happened to you, numbered without a gap; `GET /requests` what you asked.
A POST with an `Idempotency-Key` may be sent again and makes its game once.

Time: a table has a clock, `blitz` (2 s a pick, 10 s in the bank), `live` (60 s), `daily` (24 h) or seconds
such as `{"pick": 10, "bank": 60, "ready": 30}`. A full table waits at most `ready` seconds for players who
were not heard of; asking for questions says that you are there, and so does `POST /games/{game}/ready`.
Then it begins, with all it was opened for. What a pick takes beyond its seconds is drawn from the seat's
bank. A question tells its `deadline`, bank and all, and the server's time; a receipt what was measured. At
the deadline the house picks for you, logged with the cause `timeout`, and after three in a row at once,
with the cause `away`, until you answer or ask for questions: from the next question on the seat is yours
again. All of it counts in rated games.

Every answer tells the limit of its token: `RateLimit-Limit` requests a minute, `RateLimit-Remaining` of them
left for `RateLimit-Reset` seconds. Strangers are counted by address. Each web process counts for itself.

Within v1 things are only added: fields, kinds of events and of inbox lines, codes. Leave alone what you do
not know. A field that is to go is marked deprecated here, with the day after which it may be gone. A line of
a stream has the shape that `x-itemSchema` names.

Every error is `application/problem+json` with `type`, `title`, `status`, `code` and `detail`. The codes:

| code | status | meaning |
|---|---|---|
"""


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself, untyped
    """Bearer tokens."""

    target_class = "games.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """An HTTP bearer scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "kt_ and 40 characters, shown once when issued.",
        }


class BrowserScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the same
    """Browser sessions."""

    target_class = "games.api.auth.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The session cookie; unsafe methods also need X-CSRFToken."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


#: What any request can meet: a token without the scope, an Accept that nothing fits, a body not looked for.
_ALWAYS = (400, 401, 403, 404, 406, 408, 413, 429, 500, 503)
_WRITING = (409, 415, 422)


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Every operation's errors as problems, the shape once, and the codes in the description."""
    lines = [f"| `{code}` | {entry.status} | {entry.meaning} |" for code, entry in sorted(CODES.items())]
    result["info"]["description"] = DESCRIPTION + "\n".join(lines)
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas["Problem"] = _problem_shape()
    schemas.update(told_shapes.components())
    for path, operations in result["paths"].items():
        if not path.startswith("/api/"):
            continue
        for method, operation in operations.items():
            for status in _ALWAYS if method == "get" else sorted(_ALWAYS + _WRITING):
                operation["responses"].setdefault(str(status), _problem_answer(status))
            _tell_lines(operation)
            examples.add_to(operation)
    return result


def _tell_lines(operation: dict[str, Any]) -> None:
    """What a line of a stream is: `itemSchema` in OpenAPI 3.2, for which 3.1 needs a prefix."""
    line = told_shapes.LINES.get(operation["operationId"])
    if line is not None:
        for kind in (NDJSON, SSE):
            if kind in operation["responses"]["200"]["content"]:
                shape = {"$ref": f"#/components/schemas/{line}"}
                operation["responses"]["200"]["content"][kind]["x-itemSchema"] = shape


def _problem_answer(status: int) -> dict[str, Any]:
    codes = sorted(code for code, entry in CODES.items() if entry.status == status)
    return {
        "description": ", ".join(codes) or "A problem.",
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def _problem_shape() -> dict[str, Any]:
    word: dict[str, Any] = {"type": "string"}
    words = {"type": "array", "items": word}
    return {
        "type": "object",
        "description": "Every error (RFC 9457). What is not required comes with the codes that it is about; "
        "more may be added.",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
            "type": {**word, "description": "Where the code is explained."},
            "title": word,
            "status": {"type": "integer"},
            "code": {**word, "enum": sorted(CODES), "description": "Stable within v1."},
            "detail": {**word, "description": "A sentence for people."},
            "field": {**word, "description": "The field of the body that is wrong."},
            "parameter": {**word, "description": "The parameter of the query that is wrong."},
            "unknown": {**words, "description": "Fields or parameters that mean nothing here."},
            "recorded": {
                "type": ["array", "null"],
                "items": word,
                "description": "The pick on record; null when there is none.",
            },
            "same": {"type": "boolean", "description": "Whether it is the pick that was sent."},
            "cause": {
                **word,
                "description": "Why the house picked: timeout or away; empty for your own pick.",
            },
            "options": {
                "type": "object",
                "description": "What the question allows.",
                "required": ["question", "kind", "faces", "least", "most", "ordered", "only"],
                "properties": {
                    "question": word,
                    "kind": word,
                    "faces": words,
                    "least": {"type": "integer"},
                    "most": {"type": "integer"},
                    "ordered": {"type": "boolean"},
                    "only": {"type": ["array", "null"], "items": words},
                },
            },
            "scope": {**word, "description": "The scope that is missing."},
            "scopes": {**words, "description": "The scopes of the token."},
            "limit": {"type": "integer", "description": "The most bytes of a body."},
        },
        "additionalProperties": True,
    }


class DocsView(SpectacularSwaggerSplitView):
    """The browsable docs, under the house's head: our own files only, no script or style inside the page."""

    url_name = "schema"
    template_name = "games/api/docs.html"
    #: Whose name stands in the head.
    authentication_classes = (SessionAuthentication,)
    throttle_classes = ()
