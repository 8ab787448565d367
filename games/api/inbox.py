"""`GET /inbox`: what happened to me, numbered without a gap. With `wait`, or as a stream: bulletins.py."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import NotAcceptable
from rest_framework.request import Request
from rest_framework.views import APIView

from games import clock, queries, services
from games.api import auth, lobby_shapes
from games.api.asked import LONGEST_WAIT, NDJSON, SSE, after_seq, stream_type, wait_seconds
from games.api.bodies import JSONAnswer, refuse_unknown
from games.api.operations import query
from games.api.views import NDJSONAnswer, SSEAnswer, answer
from games.models import InboxLine
from games.queries.games import iso

_STREAM = (
    "One line of the inbox a line (NDJSON), or server-sent events with `id:` = seq: first what is after "
    "`after` (or Last-Event-ID), then live, a blank line or comment every 15 s."
)


class InboxView(APIView):
    """What happened to me."""

    permission_classes = (auth.KnownCaller,)
    renderer_classes = (JSONAnswer, NDJSONAnswer, SSEAnswer)

    @extend_schema(
        operation_id="inbox",
        tags=["play"],
        summary="What happened to me: invitations, games, turns, ratings",
        parameters=[
            query("after", {"type": "integer", "minimum": 0}, "Only lines after this seq."),
            query(
                "wait",
                {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
                "Long poll: when there is nothing yet, wait up to this many seconds for something.",
            ),
            OpenApiParameter(
                "Last-Event-ID", int, OpenApiParameter.HEADER, description="Goes before `after`."
            ),
        ],
        responses={
            (200, "application/json"): lobby_shapes.Inbox,
            (200, NDJSON): OpenApiResponse(OpenApiTypes.STR, _STREAM),
            (200, SSE): OpenApiResponse(OpenApiTypes.STR, _STREAM),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """Lines after `after`, 500 at most. `my_turn` is a doorbell: the question is at `/questions`."""
        auth.require_scope(auth.caller(request), "read", "play")
        player_id = auth.player_id(request)
        asked = request.query_params.dict()
        refuse_unknown(asked, ("after", "wait"), "parameter")
        wait_seconds(asked)
        after = after_seq(asked, request.headers.get("Last-Event-ID", ""))
        if stream_type(request) is not None:
            raise NotAcceptable()  # only under a server without the ASGI half
        return answer(read(player_id, after))


def lines(player_id: int, after: int) -> tuple[list[InboxLine], int]:
    """The player's lines after a point, numbered now if they were not, and the last number there is."""
    last = services.deliver(player_id)
    return (queries.inbox(player_id, after) if last > after else []), last


def page(after: int, found: list[InboxLine], last: int) -> dict[str, Any]:
    """Lines as one answer; `seq` is where to go on."""
    return {
        "after": after,
        "seq": found[-1].seq if found else after,
        "last": last,
        "server_time": iso(clock.now()),
        "lines": [queries.inbox_line(line) for line in found],
    }


def read(player_id: int, after: int) -> dict[str, Any]:
    """One answer, read now."""
    return page(after, *lines(player_id, after))
