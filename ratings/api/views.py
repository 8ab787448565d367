"""The endpoints of ratings: parse, ask `queries`, render. Everybody may read them."""

from typing import Any
from urllib.parse import urlencode

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.bodies import refuse_unknown, takes_nothing
from games.api.problems import Problem, malformed
from games.models import Player
from ratings import queries
from ratings.api import serializers

#: Changes on a page when none is asked for, and at most.
PAGE, MOST = 50, 200


class PoolsView(APIView):
    """Every pool."""

    @extend_schema(
        operation_id="rating_pools",
        summary="The pools",
        tags=["ratings"],
        responses=serializers.PoolsSerializer,
    )
    def get(self, request: Request) -> Response:
        """All pools: which games compare, with how many players and games."""
        takes_nothing(request)
        found = {"pools": queries.pools(), "skipped_games": queries.skipped_games()}
        return Response(serializers.PoolsSerializer(found).data)


class BoardView(APIView):
    """One pool's board."""

    @extend_schema(
        operation_id="rating_board",
        summary="A board",
        tags=["ratings"],
        responses=serializers.BoardSerializer,
    )
    def get(self, request: Request, pool: str) -> Response:
        """The active players of a pool, highest rating first; those without a rank are provisional."""
        takes_nothing(request)
        line = next((line for line in queries.pools() if line.key == pool), None)
        if line is None:
            raise _no_pool(pool)
        lines = queries.board(pool)
        ranked = sum(not one.provisional for one in lines)
        return Response(serializers.BoardSerializer({"pool": line, "ranked": ranked, "lines": lines}).data)


class PlayerRatingsView(APIView):
    """One player's ratings and ledger."""

    @extend_schema(
        operation_id="player_ratings",
        summary="A player's ratings",
        tags=["ratings"],
        parameters=[
            OpenApiParameter("pool", str, description="Whose changes; that of most games if absent."),
            OpenApiParameter("before", int, description="Only changes before this rating_seq; needs `pool`."),
            OpenApiParameter("limit", int, description=f"Changes on a page, 1 to {MOST}; {PAGE} if absent."),
        ],
        responses=serializers.PlayerRatingsSerializer,
    )
    def get(self, request: Request, player_id: int) -> Response:
        """The player's rating in each pool, and every change with its exact inputs and outputs."""
        refuse_unknown(request.query_params.keys(), ("pool", "before", "limit"), "parameter")
        pool = request.query_params.get("pool")
        limit = _whole(request, "limit", most=MOST) or PAGE
        before = _whole(request, "before", most=2**62)
        if before is not None and pool is None:
            raise malformed("`before` counts within one pool: name it with `pool`.", parameter="pool")
        try:
            player = queries.player(player_id)
        except Player.DoesNotExist:
            raise Problem("not_found", "There is no such player. A board lists their ids.") from None
        if pool is not None and pool not in {line.key for line in queries.pools()}:
            raise _no_pool(pool)
        ratings = queries.player_ratings(player_id)
        shown = pool or (ratings[0].pool_key if ratings else "")
        changes = queries.exact_changes(player_id, shown, before_seq=before, most=limit + 1)
        more, changes = len(changes) > limit, changes[:limit]
        tables = queries.exact_tables({line.game_id for line in changes})
        query = {"pool": shown, "before": changes[-1].rating_seq, "limit": limit} if more else {}
        found: dict[str, Any] = {
            "player": player,
            "ratings": ratings,
            "changes": changes,
            "next": f"{request.path}?{urlencode(query)}" if more else None,
        }
        return Response(serializers.PlayerRatingsSerializer(found, context={"tables": tables}).data)


def _no_pool(key: str) -> Problem:
    return Problem("not_found", f"There is no pool called {key}. GET /api/v1/ratings lists them.")


def _whole(request: Request, name: str, *, most: int) -> int | None:
    """A query parameter as a whole number from 1 on; None when absent. Raises Problem(malformed)."""
    raw = request.query_params.get(name)
    if raw is None:
        return None
    if not (raw.isascii() and raw.isdecimal() and len(raw) < 20 and 1 <= int(raw) <= most):
        raise malformed(f"{name} must be a whole number from 1 to {most}.", parameter=name)
    return int(raw)
