"""The endpoints about who is who: the caller, a player, the house bots; and the table of problem codes."""

from typing import Any

from django.db.models import Count
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games import access, bots
from games.api import auth, shapes
from games.api.bodies import takes_nothing
from games.api.problems import CODES
from games.api.views import answer
from games.models import Player, Seat


class MeView(APIView):
    """Who am I."""

    permission_classes = (auth.KnownCaller,)

    @extend_schema(tags=["people"], operation_id="me", summary="Who am I", responses=shapes.Me)
    def get(self, request: Request) -> HttpResponse:
        """The caller's player, the token's label and its scopes. Never the token."""
        takes_nothing(request)
        found = auth.caller(request)
        if found is None:
            raise auth.not_authenticated()
        player = None
        if found.player_id is not None:
            player = {"id": found.player_id, "name": found.name, "kind": found.kind}
        token = None if found.token_id is None else {"id": found.token_id, "label": found.token_label}
        return answer({"player": player, "token": token, "scopes": sorted(found.scopes)})


class PlayerView(APIView):
    """One player."""

    @extend_schema(tags=["people"], operation_id="player", summary="A player", responses=shapes.PlayerFacts)
    def get(self, request: Request, player_id: int) -> HttpResponse:
        """Public facts of a player, with how many games stand how."""
        takes_nothing(request)
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise access.NotYours(f"There is no player {player_id}.")
        counted = Seat.objects.filter(player=player).values_list("game__status").annotate(count=Count("id"))
        return answer(
            {
                "id": player.pk,
                "name": player.name,
                "kind": player.kind,
                "strategy": player.strategy,
                "active": player.active,
                "created_at": player.created_at,
                "games": dict(counted.order_by("game__status")),
            }
        )


class BotsView(APIView):
    """House bots."""

    @extend_schema(
        tags=["people"], operation_id="house_bots", summary="House bots", responses=shapes.HouseBots
    )
    def get(self, request: Request) -> HttpResponse:
        """The bots that the house provides, to be seated as `house:NAME`."""
        takes_nothing(request)
        found = [{"name": name, "about": bot.about} for name, bot in sorted(bots.BOTS.items())]
        return answer({"substitute": bots.SUBSTITUTE, "bots": found})


def _code(code: str) -> dict[str, Any]:
    return {"code": code, **CODES[code]._asdict()}


class ProblemsView(APIView):
    """The table of problem codes."""

    @extend_schema(
        tags=["problems"],
        operation_id="problems",
        summary="All problem codes",
        responses=shapes.Code(many=True),
    )
    def get(self, request: Request) -> HttpResponse:
        """Every code that an error of this API may carry."""
        takes_nothing(request)
        return answer([_code(code) for code in sorted(CODES)])


class ProblemView(APIView):
    """One problem code."""

    @extend_schema(
        tags=["problems"], operation_id="problem", summary="One problem code", responses=shapes.Code
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """What a code means; the `type` of a problem leads here."""
        takes_nothing(request)
        if code not in CODES:
            raise access.NotYours(f"There is no problem code {code[:40]!r}.")
        return answer(_code(code))
