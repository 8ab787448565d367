"""REST framework's and Django's errors under /api/ as problem+json, and the defaults of every API view.

What a problem looks like and which codes there are is `games/api/problems.py`; here is the glue that makes
the promise hold for errors that no view of ours raises: a path that does not exist, a host that is not
allowed, a crash in a middleware.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from games.api import limits, problems, recorder
from games.api.pagination import Newest as Pagination
from games.api.problems import Problem

__all__ = ["ApiErrors", "Pagination", "Problem", "exception_handler", "problem"]

PREFIX = "/api/"


class ProblemAnswer(HttpResponse):
    """A problem, with its code at hand for the request log."""

    code = ""


def problem(found: Problem) -> HttpResponse:
    """A Problem as an answer."""
    answer = ProblemAnswer(
        found.body(), status=found.status, content_type=problems.CONTENT_TYPE, headers=found.headers
    )
    answer.code = found.code
    return answer


def exception_handler(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """Every error of a REST framework view as a problem; registered in settings."""
    answer = problem(problems.of(error))
    view = context.get("view")
    if answer.status_code == 405 and view is not None:
        answer["Allow"] = ", ".join(view.allowed_methods)
    return answer


class ApiErrors:
    """Outermost middleware: under /api/ error pages become problems, and every answer tells the limits."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass other paths through untouched."""
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        timed = recorder.Timed()
        try:
            answer = self.get_response(request)
        except Exception as error:  # not even an error page could be made
            answer = problem(problems.of(error))
        if answer.status_code >= 400 and answer.get("Content-Type") != problems.CONTENT_TYPE:
            kept = {name: answer[name] for name in ("Allow", "Retry-After") if name in answer}
            answer = problem(problems.of_status(answer.status_code))
            for name, value in kept.items():
                answer[name] = value
        try:
            for name, value in limits.counted(request).headers().items():
                answer[name] = value
        except Problem as over:
            answer = problem(over)
        # Answers differ by caller: no shared cache may mix them up.
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        token: int | None = request.META.get("kaiten.token")
        if token is not None:
            recorder.RECORDER.note(
                recorder.Entry(
                    token, timed.at, request.method or "", request.path, request.META.get("QUERY_STRING", ""),
                    answer.status_code, getattr(answer, "code", ""), timed.ms(),
                    request.META.get("kaiten.body", b""), answer.get("Location", ""),
                )
            )  # fmt: skip
        return answer
