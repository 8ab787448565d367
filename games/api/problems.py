"""One shape for every error of the API (RFC 9457), and the table of its codes.

A code is a promise: it stays what it is within v1, and the docs list this table. Here errors become answers;
who raises them and why is not known here. `config/api.py` hands Django's errors over, `streams.py` those of
the ASGI half, so that both speak alike. Other apps add the codes of their own errors with `declare`.
"""

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions as drf

from games import engine

log = logging.getLogger("kaiten.api")

CONTENT_TYPE = "application/problem+json"
#: Seconds after which a client should try again when the database did not answer.
TRY_AGAIN_SECONDS = 1


class Meaning(NamedTuple):
    """What a code says: its HTTP status, a title, and a sentence for the docs."""

    status: int
    title: str
    meaning: str


CODES: dict[str, Meaning] = {}


def declare(code: str, status: int, title: str, meaning: str) -> None:
    """Add a code to the API's table. Raises ValueError when the code is taken with another meaning."""
    entry = Meaning(status, title, meaning)
    if CODES.setdefault(code, entry) != entry:
        raise ValueError(f"The API code {code!r} already means something else.")


for _code, _status, _title, _meaning in (
    ("malformed", 400, "Malformed request", "The request does not have the shape the docs describe."),
    (
        "not_authenticated",
        401,
        "Who are you?",
        "No token and no session: send `Authorization: Bearer <token>`.",
    ),
    ("invalid_token", 401, "Token refused", "The token is unknown, revoked or expired."),
    ("forbidden", 403, "Not allowed", "You are known, and may not do this."),
    ("scope_missing", 403, "Scope missing", "The token lacks the scope named in `scope`."),
    ("csrf", 403, "Cross-site check failed", "A browser session must send its CSRF token in X-CSRFToken."),
    ("not_player", 403, "No player", "The account has no player of its own yet, so it cannot sit down."),
    ("game_running", 403, "Game not over", "The whole log is opened when the game is over."),
    ("not_found", 404, "Not found", "There is nothing here, or nothing that you may see."),
    ("method_not_allowed", 405, "Method not allowed", "The path exists; the header Allow names its methods."),
    ("not_acceptable", 406, "Not acceptable", "None of the types in the Accept header is offered here."),
    ("request_timeout", 408, "Request timeout", "The body did not arrive in time; send the request again."),
    ("already_answered", 409, "Already answered", "Another pick is on record; see `recorded`."),
    (
        "question_closed",
        409,
        "Question closed",
        "The question timed out or the game is over; see `recorded`.",
    ),
    ("too_large", 413, "Body too large", "A body may have 64 KiB."),
    ("unsupported_media_type", 415, "Unsupported media type", "Bodies are application/json in UTF-8."),
    ("illegal_choice", 422, "Illegal choice", "The cards are not among the `options` of the question."),
    ("unknown_question", 422, "Unknown question", "The game never asked this question."),
    ("bad_setup", 422, "Table refused", "The edition cannot be played as asked; `detail` says why."),
    ("bad_table", 422, "Table refused", "The table cannot be opened or joined as asked; `detail` says why."),
    ("no_such_player", 422, "No such player", "A seat names a player or a house bot that is not there."),
    ("same_owner", 409, "Same owner", "Two players of one owner cannot meet in a rated game."),
    ("already_seated", 409, "Already seated", "The player has a seat at this table."),
    ("table_closed", 409, "Table closed", "The table is full, has started or has expired."),
    ("not_started", 409, "Not started", "The table still waits for players."),
    ("too_many_requests", 429, "Too many requests", "The limit of the token is used up; see Retry-After."),
    ("server_error", 500, "Server error", "The server failed. What was acknowledged before is kept."),
    ("try_again", 503, "Try again", "The database did not answer in time; send the same request again."),
):
    declare(_code, _status, _title, _meaning)


class Problem(Exception):
    """An answer that is an error: a code of the table, a sentence, named fields and extra headers."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        fields: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        status: int | None = None,
        title: str | None = None,
    ) -> None:
        super().__init__(detail)
        known = CODES.get(code)
        self.code = code
        self.detail = detail
        self.status = status or (known.status if known else 400)
        self.title = title or (known.title if known else detail.partition(". ")[0])
        self.fields = dict(fields or {})
        self.headers = dict(headers or {})

    def body(self) -> bytes:
        """The problem as JSON. Named fields never displace the five that every problem has."""
        return orjson.dumps(
            {
                **self.fields,
                "type": f"/api/v1/problems/{self.code}",
                "title": self.title,
                "status": self.status,
                "code": self.code,
                "detail": self.detail,
            },
            default=str,
            option=orjson.OPT_NON_STR_KEYS,
        )


def malformed(detail: str, **fields: Any) -> Problem:
    """A request that does not have the documented shape."""
    return Problem("malformed", detail, fields=fields)


def try_again() -> Problem:
    """The database is locked or gone; nothing of this request was kept, so repeating it is safe."""
    return Problem(
        "try_again",
        "The database did not answer in time. Nothing was recorded; send the same request again.",
        headers={"Retry-After": str(TRY_AGAIN_SECONDS)},
    )


def of(error: Exception) -> Problem:
    """The problem that an exception means. What is not foreseen is logged and becomes a plain 500."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, engine.RuleError):
        return _of_rule(error)
    if isinstance(error, Http404):
        return Problem("not_found", "There is nothing here, or nothing that you may see. Check the address.")
    if isinstance(error, drf.APIException):
        return _of_framework(error)
    if isinstance(error, OperationalError | InterfaceError):
        log.warning("The database did not answer: %s", type(error.__cause__ or error).__name__)
        return try_again()
    if isinstance(error, DataError):
        log.warning("A request holds what the database cannot: %s", error)
        return malformed("The request holds something that no text can have, such as a zero byte.")
    if isinstance(error, RequestDataTooBig):
        return Problem("too_large", "The body is too large. Send at most 64 KiB.")
    if isinstance(error, PermissionDenied):
        return Problem("forbidden", "You may not do this.")
    if isinstance(error, SuspiciousOperation):
        return of_status(400)
    log.error("Unforeseen %s in the API.", type(error).__name__, exc_info=error)
    return Problem("server_error", "The server failed, and it was logged. What was acknowledged is kept.")


def _of_rule(error: engine.RuleError) -> Problem:
    """A rule's refusal, with the fields it names; a code that nobody declared is a 422."""
    known = CODES.get(error.code)
    fields = {
        name: value.to_json() if isinstance(value, engine.Options) else value
        for name, value in error.fields.items()
    }
    return Problem(error.code, error.detail, fields=fields, status=known.status if known else 422)


def _of_framework(error: drf.APIException) -> Problem:
    """REST framework's own errors in our words."""
    if isinstance(error, drf.ValidationError):
        errors = error.detail if isinstance(error.detail, dict) else {"": error.detail}
        return malformed(_first_sentence(errors), errors=errors)
    if isinstance(error, drf.ParseError):
        return malformed(str(error.detail))
    if isinstance(error, drf.NotAuthenticated):
        return Problem(
            "not_authenticated",
            "This needs a token: send the header Authorization: Bearer <token>.",
            headers={"WWW-Authenticate": 'Bearer realm="kaiten"'},
        )
    if isinstance(error, drf.AuthenticationFailed):
        return Problem(
            "invalid_token",
            str(error.detail),
            headers={"WWW-Authenticate": 'Bearer realm="kaiten", error="invalid_token"'},
        )
    if isinstance(error, drf.PermissionDenied):
        detail = str(error.detail)
        return Problem("csrf" if detail.startswith("CSRF") else "forbidden", detail)
    if isinstance(error, drf.NotFound):
        return Problem("not_found", "There is nothing here, or nothing that you may see. Check the address.")
    if isinstance(error, drf.MethodNotAllowed):
        return Problem("method_not_allowed", f"{error.detail} The header Allow names what is.")
    if isinstance(error, drf.NotAcceptable):
        return Problem(
            "not_acceptable", "Nothing of what Accept asks for is offered here. Ask for application/json."
        )
    if isinstance(error, drf.UnsupportedMediaType):
        return Problem("unsupported_media_type", "Send the body as application/json in UTF-8.")
    if isinstance(error, drf.Throttled):
        return too_many_requests(max(1, round(getattr(error, "wait", None) or 1)))
    return Problem("forbidden", str(error.detail), status=error.status_code)


def too_many_requests(seconds: int) -> Problem:
    """The limit is used up for so many seconds."""
    return Problem(
        "too_many_requests",
        f"Too many requests with this token. Go on in {seconds} s.",
        headers={"Retry-After": str(seconds)},
    )


def of_status(status: int, detail: str = "") -> Problem:
    """The problem for an error page that Django or a middleware made without an exception of ours."""
    code = {
        400: "malformed", 401: "not_authenticated", 403: "forbidden", 404: "not_found",
        405: "method_not_allowed", 413: "too_large", 429: "too_many_requests", 503: "try_again",
    }.get(status, "server_error" if status >= 500 else "malformed")  # fmt: skip
    sentences = {
        "malformed": "The request was refused as malformed. Check the host, the path and the headers.",
        "not_found": "There is no such path; see /api/v1/docs. No path ends in a slash.",
        "server_error": "The server failed, and it was logged. What was acknowledged is kept.",
    }
    return Problem(code, detail or sentences.get(code, CODES[code].meaning), status=status)


def _first_sentence(errors: Mapping[str, Any]) -> str:
    """The first complaint of a nest of them, with the field it is about."""
    for field, complaint in errors.items():
        found: Any = complaint
        path = str(field)
        while isinstance(found, dict | list) and found:
            if isinstance(found, dict):
                key, found = next(iter(found.items()))
                path = f"{path}.{key}"
            else:
                found = next((item for item in found if item), "")
        return f"{path}: {found}" if path else str(found)
    return "The request is malformed."
