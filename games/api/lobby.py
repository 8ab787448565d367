"""The endpoints of getting a game: invitations, leaving and withdrawing a table, seeks."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games import queries, services
from games.api import auth, lobby_shapes, shapes
from games.api.bodies import body_of, refuse_unknown, takes_nothing
from games.api.problems import declare, malformed
from games.api.repeats import KEY_HEADER, make_once
from games.api.tables import seen
from games.api.views import answer
from games.models import Seek, SeekStatus
from games.services.invited import REASONS

for _code, _status, _title, _meaning in (
    ("invitation_answered", 409, "Answered before", "The invitation was answered otherwise; see `reason`."),
    ("not_your_table", 403, "Not your table", "Only the player who opened a table may withdraw it."),
    ("too_many_tables", 409, "Too many tables", "So many open tables of one player wait already."),
    (
        "no_such_pool",
        422,
        "No such pool",
        "Nobody can look for a game in this pool; `detail` names the pools.",
    ),
):
    declare(_code, _status, _title, _meaning)

_TABLE: dict[str, Any] = {
    "tags": ["tables"],
    "responses": {200: OpenApiResponse(shapes.GameState, "The table now.")},
}


class AcceptView(APIView):
    """Yes to an invitation."""

    @extend_schema(
        operation_id="accept_invitation",
        summary="Accept an invitation",
        request=lobby_shapes.Accept,
        **_TABLE,
    )
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """Take the seat that was kept; the game starts when the last one is taken. Again is harmless."""
        player_id = auth.player_id(request)
        services.accept_invitation(game_id, player_id, nonce_of(body_of(request)))
        return answer(seen(game_id, player_id))


class DeclineView(APIView):
    """No to an invitation."""

    @extend_schema(
        operation_id="decline_invitation",
        summary="Decline an invitation, with a reason",
        request=lobby_shapes.Decline,
        **_TABLE,
    )
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """The table closes, since it starts with those it was opened for or not at all. Again is harmless."""
        body = body_of(request)
        refuse_unknown(body, ("reason",))
        reason = body.get("reason", "other")
        if not isinstance(reason, str) or reason not in REASONS:
            raise malformed(f"reason must be one of {', '.join(REASONS)}.", field="reason")
        player_id = auth.player_id(request)
        services.decline_invitation(game_id, player_id, reason)
        return answer(seen(game_id, player_id))


class LeaveView(APIView):
    """Getting up from a table that has not started."""

    @extend_schema(operation_id="leave_table", summary="Leave an open table", request=None, **_TABLE)
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """The seat is open again. When the opener leaves, or a player who was invited, the table closes."""
        refuse_unknown(body_of(request), ())
        player_id = auth.player_id(request)
        services.leave_table(game_id, player_id)
        return answer(seen(game_id, player_id))


class WithdrawView(APIView):
    """Closing one's own table."""

    @extend_schema(operation_id="withdraw_table", summary="Withdraw a table I opened", request=None, **_TABLE)
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """Everybody at the table and everybody invited is told. Again is harmless."""
        refuse_unknown(body_of(request), ())
        player_id = auth.player_id(request)
        services.withdraw_table(game_id, player_id)
        return answer(seen(game_id, player_id))


class InvitationsView(APIView):
    """What waits for my answer."""

    permission_classes = (auth.KnownCaller,)

    @extend_schema(
        operation_id="invitations",
        tags=["tables"],
        summary="Invitations that wait for my answer",
        responses=lobby_shapes.WaitingInvitations,
    )
    def get(self, request: Request) -> HttpResponse:
        """Seats of open tables that are kept for the caller's player."""
        refuse_unknown(request.query_params.dict(), (), "parameter")
        return answer({"invitations": queries.invitations_waiting(auth.player_id(request))})


class SeeksView(APIView):
    """Looking for a rated game."""

    permission_classes = (auth.KnownCaller,)

    @extend_schema(
        operation_id="seeks",
        tags=["tables"],
        summary="My seeks, with place and waiting time",
        responses=lobby_shapes.Seeks,
    )
    def get(self, request: Request) -> HttpResponse:
        """Those that wait, and the last few that ended with the game they found. Reading is no heartbeat."""
        refuse_unknown(request.query_params.dict(), (), "parameter")
        return answer({"seeks": queries.seeks_of(auth.player_id(request))})

    @extend_schema(
        operation_id="seek",
        tags=["tables"],
        summary="Seat me in any rated game of a pool",
        parameters=[KEY_HEADER],
        request=lobby_shapes.NewSeek,
        responses={
            201: OpenApiResponse(lobby_shapes.Seek, "A new seek; it may have found its game already."),
            200: OpenApiResponse(lobby_shapes.Seek, "It goes on: this was a heartbeat."),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """The longest waiter is seated first, and never with another player of the same owner. House bots
        fill the table when the leader of it has waited long. Asking for questions is a heartbeat, too."""
        body = body_of(request)
        wanted = lobby_shapes.WantedSeek.read(body)
        player_id = auth.player_id(request)
        created = False

        def make() -> int:
            nonlocal created
            found, created = services.seek(
                player_id, wanted.pool, clock_name=wanted.clock, least=wanted.least, most=wanted.most
            )
            return found.pk

        seek_id, fresh = make_once(request, player_id, body, make)
        services.beat_seeks(player_id)
        services.match_seeks(pool=wanted.pool)
        seek = Seek.objects.get(pk=seek_id)
        return answer(queries.seek_view(seek), 201 if created and fresh else 200)

    @extend_schema(
        operation_id="cancel_seeks",
        tags=["tables"],
        summary="Look no further",
        request=None,
        responses={200: OpenApiResponse(lobby_shapes.Seeks, "My seeks, none of which waits any more.")},
    )
    def delete(self, request: Request) -> HttpResponse:
        """Cancel all my seeks; a seek that has found its game stays found."""
        takes_nothing(request)
        player_id = auth.player_id(request)
        services.cancel_seeks(player_id)
        return answer({"seeks": queries.seeks_of(player_id)})


class SeekView(APIView):
    """One seek of mine."""

    permission_classes = (auth.KnownCaller,)

    @extend_schema(
        operation_id="cancel_seek",
        tags=["tables"],
        summary="Cancel one seek",
        request=None,
        responses={200: OpenApiResponse(lobby_shapes.Seek, "Cancelled, or over before.")},
    )
    def delete(self, request: Request, seek_id: int) -> HttpResponse:
        """Again is harmless. `status` says whether it was cancelled or had found its game."""
        takes_nothing(request)
        return answer(queries.seek_view(services.cancel_seek(seek_id, auth.player_id(request))))

    @extend_schema(
        operation_id="beat_seek",
        tags=["tables"],
        summary="Keep a seek alive",
        request=None,
        responses={200: OpenApiResponse(lobby_shapes.Seek, "As it stands now.")},
    )
    def put(self, request: Request, seek_id: int) -> HttpResponse:
        """A heartbeat. `status` says when there is nothing to keep alive any more."""
        takes_nothing(request)
        player_id = auth.player_id(request)
        found = services.beat_seek(seek_id, player_id)
        if found.status == SeekStatus.WAITING:
            services.match_seeks(pool=found.pool)
            found.refresh_from_db()
        return answer(queries.seek_view(found))


def nonce_of(body: dict[str, Any]) -> str:
    """The nonce of somebody who sits down. Raises Problem(malformed)."""
    refuse_unknown(body, ("nonce",))
    nonce = body.get("nonce", "")
    if not isinstance(nonce, str):
        raise malformed("nonce must be a string of up to 64 characters.", field="nonce")
    return nonce
