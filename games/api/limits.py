"""How many requests a caller may make: per token, or per address when there is none.

A fixed window of a minute, counted in this process's memory, so that no request waits to be counted. Every
answer tells the state in `RateLimit-*` headers. `make run` and compose.yaml run one web process, and the
headers are exact. Behind a balancer with N of them the headers are those of the process that answered, and a
token may have up to N times as much: whoever adds processes divides KAITEN_REQUESTS_PER_MINUTE. It guards
against a loop run wild; a bot that plays the fastest clock in dozens of games stays far below. What guards
passwords counts for all processes (games/accounts/throttle.py).
"""

import threading
import time
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.api.problems import too_many_requests

WINDOW_SECONDS = 60
#: Requests a minute: 200 a second with a token; a stranger who reads pages needs less.
KNOWN: int = getattr(settings, "KAITEN_REQUESTS_PER_MINUTE", 0) or 12_000
ANONYMOUS: int = max(1, KNOWN // 10)
#: When more callers than this are remembered, those of past windows are forgotten.
_MANY = 5_000

_counts: dict[str, tuple[int, int]] = {}
_lock = threading.Lock()


class Allowance(NamedTuple):
    """What is left to a caller: of so many requests, for so many seconds."""

    limit: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        """The RateLimit-* headers."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(max(0, self.remaining)),
            "RateLimit-Reset": str(self.reset),
        }


def count(key: str, limit: int, now: float | None = None) -> Allowance:
    """Count one request. A remaining of -1 means that this request is over the limit."""
    now = time.monotonic() if now is None else now
    window = int(now // WINDOW_SECONDS)
    with _lock:
        if len(_counts) > _MANY:
            for old in [name for name, (past, _) in _counts.items() if past != window]:
                del _counts[old]
        past, used = _counts.get(key, (window, 0))
        used = used + 1 if past == window else 1
        _counts[key] = (window, used)
    return Allowance(limit, max(-1, limit - used), _until(window, now))


def _until(window: int, now: float) -> int:
    """Whole seconds until a window is over."""
    return max(1, int((window + 1) * WINDOW_SECONDS - now + 0.999))


def forget() -> None:
    """Forget every count; for tests."""
    with _lock:
        _counts.clear()


def take(request: HttpRequest | None, key: str, limit: int) -> Allowance:
    """Count one request and note the state for the answer's headers. Raises Problem(too_many_requests)."""
    allowance = count(key, limit)
    shown = allowance._replace(remaining=max(0, allowance.remaining))
    if request is not None:
        request.META["kaiten.allowance"] = shown
    if allowance.remaining < 0:
        problem = too_many_requests(shown.reset)
        problem.headers.update(shown.headers())
        raise problem
    return shown


def counted(request: HttpRequest) -> Allowance:
    """What is left to the caller; counts what was refused before the throttle could: a path that is not
    there, a scope that is missing. Raises Problem(too_many_requests)."""
    found: Allowance | None = request.META.get("kaiten.allowance")
    if found is not None:
        return found
    token: int | None = request.META.get("kaiten.token")
    if token is not None:
        return take(request, f"token:{token}", KNOWN)
    return take(request, f"address:{request.META.get('REMOTE_ADDR', '')}", ANONYMOUS)


class CallerThrottle(BaseThrottle):
    """Counts for REST framework."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """True, or a Problem with Retry-After."""
        found: Any = request.auth
        if found is None:
            take(request._request, f"address:{request.META.get('REMOTE_ADDR', '')}", ANONYMOUS)
        else:
            take(request._request, found.limit_key, KNOWN)
        return True
