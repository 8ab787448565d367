"""How often one may try a password, sign up or ask for a reset: per address, per account, and per both.

The one place of these limits. Counts are rows, in windows that begin with the first try: all web processes
count together, a restart forgets nothing, and what can fail is what the password is read from anyway.
Attempts at one account from one address end soonest, so that a stranger elsewhere cannot lock its owner out
for long. Nothing here says whether an account exists.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import Concatenate, NamedTuple, ParamSpec

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from games import clock
from games.accounts.models import TryCount

P = ParamSpec("P")


class Limit(NamedTuple):
    """Tries within `seconds`: from one address, at one account, at one account from one address."""

    per_address: int
    per_account: int
    per_both: int
    seconds: int


LIMITS = {
    # A whole club may sit behind one address.
    "login": Limit(60, 40, 8, 600),
    "sign_up": Limit(60, 60, 60, 3600),
    "reset": Limit(20, 4, 4, 3600),
    # The password asked again of somebody who is logged in.
    "confirm": Limit(40, 10, 8, 600),
    # Bots, tokens, invitations: far above what hands do.
    "make": Limit(300, 120, 120, 3600),
}


class Tries:
    """One person's tries at one thing, counted under up to three keys."""

    def __init__(self, verb: str, request: HttpRequest, account: str = "") -> None:
        limit = LIMITS[verb]
        address = _network(str(request.META.get("REMOTE_ADDR", "")))
        name = account.strip().casefold()
        self._window = timedelta(seconds=limit.seconds)
        self._address = {_key(verb, "address", address): limit.per_address}
        self._both = _key(verb, "both", f"{address}|{name}")
        self._account: dict[str, int] = {}
        if name:
            self._account[_key(verb, "account", name)] = limit.per_account
            self._account[self._both] = limit.per_both

    def count(self) -> int:
        """Count one try; how many seconds to wait before the next, 0 when this one may go on."""
        now = clock.now()
        # What an address tries beyond its limit is no longer counted against anybody's account.
        return self._count(self._address, now) or self._count(self._account, now)

    def _count(self, limits: dict[str, int], now: datetime) -> int:
        wait = 0
        for key, limit in limits.items():
            used, until = _one_more(key, now, self._window)
            if used > limit:
                wait = max(wait, int((until - now).total_seconds()) + 1)
        return wait

    def forget(self) -> None:
        """It was the right person: their own tries from this address no longer count."""
        TryCount.objects.filter(pk=self._both).delete()


def _one_more(key: str, now: datetime, window: timedelta) -> tuple[int, datetime]:
    """Count one more under a key, in a new window when the last is over; how many there were, until when.

    A transaction for each key holds one row's lock at most, so tries at the same instant wait for each other,
    all count, and cannot be in each other's way.
    """
    found = TryCount.objects.filter(pk=key)
    with transaction.atomic():
        found.filter(until__lte=now).update(used=0, until=now + window)
        while not found.update(used=F("used") + 1):
            TryCount.objects.bulk_create(
                [TryCount(pk=key, used=0, until=now + window)], ignore_conflicts=True
            )
        return found.values_list("used", "until").get()


def forget_old(now: datetime | None = None) -> int:
    """Drop the counts of windows that are over; how many."""
    return TryCount.objects.filter(until__lte=now or clock.now()).delete()[0]


def _key(verb: str, kind: str, value: str) -> str:
    return f"{verb}:{kind}:{sha256(value.encode()).hexdigest()[:32]}"


def _network(address: str) -> str:
    """An address as one home has it: an IPv6 line is a /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or int(found) >> 64)
    return str(found)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page for somebody who tried too often: 429, and when to come back."""
    context = {"minutes": -(-seconds // 60)}
    answer = render(request, "accounts/too_many.html", context, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


def throttled(
    verb: str, field: str = ""
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, P], HttpResponseBase],
]:
    """Count each POST of a view. The account is the posted `field`, else the one that is logged in."""

    def wrap(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method != "POST":
                return view(request, *args, **kwargs)
            account = request.POST.get(field, "")[:254] if field else str(request.user.pk or "")
            tries = Tries(verb, request, account)
            if wait := tries.count():
                return too_many(request, wait)
            request.META["kaiten.tries"] = tries
            return view(request, *args, **kwargs)

        return counted

    return wrap
