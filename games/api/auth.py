"""Who calls: a bearer token's player, or the player of a browser session; and what the caller may do.

A token is looked up by its SHA-256 in one narrow query, not from a cache, so that revoking it works at once
in every process. Both halves of the server come through here: REST framework by the classes, `streams.py` by
the functions. Nothing here keeps or prints a token.
"""

import hmac
import json
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple, cast

from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError, connection
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games import clock, services
from games.api import limits
from games.api.problems import Problem
from games.models import Player, PlayerKind, Token
from games.store.rows import moment

#: A token's last use is written down at most this often.
TOUCH_EVERY = timedelta(minutes=1)
#: What a browser session of a person may do; a token names its scopes itself.
SESSION_SCOPES = frozenset({"play", "read", "organise"})


class Caller(NamedTuple):
    """Who makes a request. A stranger has player_id None and no scopes."""

    player_id: int | None
    name: str
    kind: str
    owner_id: int | None
    token_id: int | None
    token_label: str
    scopes: frozenset[str]
    limit_key: str

    @property
    def is_authenticated(self) -> bool:
        """What Django and REST framework ask of a user."""
        return True

    @property
    def is_anonymous(self) -> bool:
        """The opposite, which some of Django asks instead."""
        return False

    def player(self) -> Player | None:
        """The player as the rest of the house takes it: an id to compare with."""
        return None if self.player_id is None else Player(pk=self.player_id)

    @property
    def pk(self) -> int | None:
        """The player's id, so that the caller can stand where a user is expected."""
        return self.player_id


def by_token(clear: str, now: datetime | None = None) -> Caller:
    """The caller whom a bearer token names.

    Raises Problem("invalid_token"): unknown, revoked, expired, or player or owner no longer active.
    """
    now = now or clock.now()
    digest = services.token_digest(clear)
    with connection.cursor() as cursor:
        cursor.execute(_lookup(connection.vendor), [digest])
        row = cursor.fetchone()
    # The database compared already; again in constant time costs nothing and depends on no collation.
    if row is None or not hmac.compare_digest(row[1], digest):
        raise _refused("The token is not known. Check that it was copied whole; it begins with kt_.")
    token_id, _, label, scopes = row[:4]
    last_used_at, expires_at, revoked_at = map(moment, row[4:7])
    player_id, name, kind, owner_id, active, owner_active = row[7:]
    if revoked_at is not None:
        raise _refused("The token was revoked. Use another one of this player.")
    if expires_at is not None and expires_at <= now:
        raise _refused(f"The token expired at {expires_at:%Y-%m-%d %H:%M} UTC. Issue a new one.")
    if not active or (owner_id is not None and not owner_active):
        raise _refused("The player of this token, or its owner, is suspended. Ask the club.")
    if last_used_at is None or now - last_used_at >= TOUCH_EVERY:
        # A convenience for the owner: a busy database must not refuse the request for it.
        with suppress(DatabaseError):
            services.touch_token(token_id, now)
    granted = frozenset(json.loads(scopes) if isinstance(scopes, str) else scopes)
    return Caller(player_id, name, kind, owner_id, token_id, label, granted, f"token:{token_id}")


@cache
def _lookup(vendor: str) -> str:
    """The query for a token, written by the ORM once: to write it takes ten times as long as to run it."""
    wanted = (
        Token.objects.filter(digest="")
        .order_by()
        .values_list(
            "id", "digest", "label", "scopes", "last_used_at", "expires_at", "revoked_at",
            "player_id", "player__name", "player__kind", "player__owner_id", "player__active",
            "player__owner__is_active",
        )
    )  # fmt: skip
    text: str = wanted.query.sql_with_params()[0]
    return text


def bearer(header: str) -> str | None:
    """The token in an Authorization header; None when the header is of another kind.

    Raises Problem("invalid_token") when it is a bearer header without one plain token.
    """
    scheme, _, rest = header.strip().partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = rest.strip()
    if not token or not token.isascii() or " " in token or len(token) > 200:
        raise _refused("The header must read Authorization: Bearer <token>, with one token.")
    return token


def by_user(user: Any) -> Caller | None:
    """The caller behind a signed-in account; None for a stranger. The account may have no player yet."""
    if user is None or not user.is_authenticated or not user.is_active:
        return None
    player = Player.objects.filter(owner=user, kind=PlayerKind.PERSON, active=True).order_by("pk").first()
    if player is None:
        return Caller(None, "", "", user.pk, None, "", SESSION_SCOPES, f"user:{user.pk}")
    return Caller(player.pk, player.name, player.kind, user.pk, None, "", SESSION_SCOPES, f"user:{user.pk}")


def by_session(session: SessionBase) -> Caller | None:
    """The caller whom a session names, its password check included; for the half without middleware."""
    request = HttpRequest()
    request.session = session
    return by_user(get_user(request))


def _refused(detail: str) -> Problem:
    return Problem(
        "invalid_token",
        detail,
        headers={"WWW-Authenticate": 'Bearer realm="kaiten", error="invalid_token"'},
    )


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer kt_…` for REST framework; request.user and request.auth are the Caller."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The caller twice, or None when there is no bearer header."""
        header = request.META.get("HTTP_AUTHORIZATION", "")
        token = bearer(header) if header else None
        if token is None:
            return None
        try:
            caller = by_token(token)
            request.META["kaiten.token"] = caller.token_id
        except Problem:
            # A guess counts against the address, for there is no token to count it against.
            limits.take(request._request, f"address:{request.META.get('REMOTE_ADDR', '')}", limits.ANONYMOUS)
            raise
        return caller, caller

    def authenticate_header(self, request: Request) -> str:
        """What WWW-Authenticate says."""
        return 'Bearer realm="kaiten"'


class BrowserAuthentication(SessionAuthentication):
    """A browser session, its CSRF check included; request.auth is the Caller."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The account and its Caller, or None for a stranger."""
        found = super().authenticate(request)
        if found is None:
            return None
        return found[0], by_user(found[0])


def caller(request: Request) -> Caller | None:
    """Who calls, or None for a stranger. Other apps' views ask here, too."""
    return cast("Caller | None", request.auth)


def player_id(request: Request) -> int:
    """The player who calls.

    Raises Problem: not_authenticated for a stranger, not_player for an account without a player.
    """
    return seated(caller(request))


def seated(found: Caller | None) -> int:
    """The player of a caller; raises as `player_id` does."""
    if found is None:
        raise not_authenticated()
    if found.player_id is None:
        raise Problem("not_player", "Your account has no player yet. Ask the club to add one.")
    return found.player_id


def not_authenticated() -> Problem:
    """The refusal of a stranger."""
    return Problem(
        "not_authenticated",
        "This needs a token: send the header Authorization: Bearer <token>.",
        headers={"WWW-Authenticate": 'Bearer realm="kaiten"'},
    )


def require_scope(found: Caller | None, *any_of: str) -> None:
    """Raises Problem unless the caller is known and has one of the scopes."""
    if found is None:
        raise not_authenticated()
    if found.scopes.isdisjoint(any_of):
        wanted = " or ".join(any_of)
        raise Problem(
            "scope_missing",
            f"The token lacks the scope {wanted}. Issue one that has it.",
            fields={"scope": any_of[0], "scopes": sorted(found.scopes)},
        )


class _Scoped(BasePermission):
    """Reading is for everybody whose token may read, strangers included; writing needs the scope."""

    scope = "play"

    def has_permission(self, request: Request, view: Any) -> bool:
        """True, or a Problem that says which scope is missing."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            found = caller(request)
            if found is not None:
                require_scope(found, "read", "play", "organise")
        else:
            require_scope(caller(request), self.scope)
        return True


class ReadOrPlay(_Scoped):
    """GET for everybody; anything else needs the scope `play`."""


class ReadOrOrganise(_Scoped):
    """GET for everybody; anything else needs the scope `organise`."""

    scope = "organise"


class KnownCaller(_Scoped):
    """Strangers are refused for reading, too."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True, or a Problem that says what is missing."""
        if caller(request) is None:
            raise not_authenticated()
        return super().has_permission(request, view)
