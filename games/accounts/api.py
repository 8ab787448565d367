"""`/api/v1/me/bots`: the caller's own bots, and a new one with its first token.

For the browser session of a person, or a token that may organise; a token cannot grant more than it has.
Rotating and revoking are pages only: a leaked token must not be able to lock its owner's others out.
"""

from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.urls import path
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts import queries, services, shapes
from games.api import auth
from games.api.bodies import body_of, refuse_unknown
from games.api.problems import Problem, declare, malformed
from games.api.views import answer
from games.models import Player
from games.services.players import SCOPES

declare("too_many", 409, "One too many", "A person has so many bots, a bot so many tokens, and no more.")
declare("bad_name", 422, "Name refused", "A player cannot be called so; `detail` says why.")
declare("bad_token", 422, "Token not made", "A token cannot be issued as asked; `detail` says why.")
declare(
    "no_account", 403, "Nobody's bot", "The caller's player belongs to no account, so it can own no bots."
)


class _Organisers(auth.KnownCaller):
    scope = "organise"

    def has_permission(self, request: Request, view: Any) -> bool:
        """Reading, too: which tokens a person has is their own affair."""
        auth.require_scope(auth.caller(request), self.scope)
        return True


class MyBotsView(APIView):
    """The caller's bots."""

    permission_classes = (_Organisers,)

    @extend_schema(
        tags=["people"], operation_id="my_bots", summary="My bots and their tokens", responses=shapes.MyBots
    )
    def get(self, request: Request) -> HttpResponse:
        """Every bot of the caller's account with its tokens' labels, hints and last use. Never a token."""
        refuse_unknown(request.query_params.dict(), (), "parameter")
        bots = queries.bots_of(_owner(request))
        return answer({"bots": [_told(bot.id, bot.name, bot.active) for bot in bots]})

    @extend_schema(
        tags=["people"],
        operation_id="new_bot",
        summary="Make a bot and its first token",
        request=shapes.NewBot,
        responses={201: OpenApiResponse(shapes.MadeBot, "The only time the token is told.")},
    )
    def post(self, request: Request) -> HttpResponse:
        """A bot of the caller's account, and a token for it."""
        body = body_of(request)
        refuse_unknown(body, ("name", "label", "scopes"))
        name, label = body.get("name"), body.get("label", "made over the API")
        if not isinstance(name, str) or not isinstance(label, str):
            raise malformed("name and label must be strings.", field="name" if label else "label")
        owner = _owner(request)
        scopes = _scopes(body.get("scopes", ["play", "read"]), auth.caller(request))
        with transaction.atomic():
            bot: Player = services.create_bot(owner, name)
            _, clear = services.issue_token(bot.pk, label, scopes)
        headers = {"Cache-Control": "no-store"}
        return answer({**_told(bot.pk, bot.name, bot.active), "token": clear}, 201, headers)


def _owner(request: Request) -> int:
    found = auth.caller(request)
    if found is None or found.owner_id is None:
        raise Problem("no_account", "This player belongs to no account. Log in as a person to own bots.")
    return found.owner_id


def _scopes(asked: Any, caller: auth.Caller | None) -> list[str]:
    if not isinstance(asked, list) or not all(scope in SCOPES for scope in asked) or not asked:
        raise malformed(f"scopes must be a list of {', '.join(SCOPES)}.", field="scopes")
    granted = caller.scopes if caller else frozenset()
    if missing := sorted(set(asked) - granted):
        raise Problem(
            "scope_missing",
            f"Your token lacks the scope {missing[0]}, so it cannot give it to another.",
            fields={"scope": missing[0], "scopes": sorted(granted)},
        )
    return [scope for scope in SCOPES if scope in asked]


def _told(bot_id: int, name: str, active: bool) -> dict[str, Any]:
    tokens = [line._asdict() for line in queries.tokens_of(bot_id)]
    return {"id": bot_id, "name": name, "active": active, "tokens": tokens}


urlpatterns = [path("me/bots", MyBotsView.as_view(), name="api-my-bots")]
