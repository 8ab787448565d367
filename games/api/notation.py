"""A finished game as text over HTTP."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games import queries
from games.api.bodies import JSONAnswer, dump, takes_nothing


class _Text(BaseRenderer):
    """Only so that the media type is known; the view answers by itself."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        """Never called with data of ours."""
        return dump(data)


class NotationView(APIView):
    """The game written down."""

    renderer_classes = (_Text, JSONAnswer)

    @extend_schema(
        operation_id="game_notation",
        tags=["watch"],
        summary="The game as text, after the end",
        responses={
            (200, "text/plain"): OpenApiResponse(
                OpenApiTypes.STR, "Set-up and picks in Kaiten's notation; played again they give the log."
            )
        },
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """The game in the notation, with its shuffle seed; only when the game is over."""
        takes_nothing(request)
        return HttpResponse(
            queries.game_text(game_id),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'inline; filename="kaiten-{game_id}.txt"'},
        )
