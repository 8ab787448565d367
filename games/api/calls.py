"""`GET /requests`: what a token asked and was answered, shown to its owner. recorder.py writes it down."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api import auth, lobby_shapes
from games.api.bodies import refuse_unknown
from games.api.operations import query
from games.api.pagination import Newest
from games.api.problems import CODES, Problem, malformed
from games.api.views import answer
from games.models import Call, Token
from games.queries.games import iso


class CallsView(APIView):
    """My requests."""

    permission_classes = (auth.KnownCaller,)

    @extend_schema(
        operation_id="requests",
        tags=["people"],
        summary="My requests of the last 30 days",
        parameters=[
            query("game", {"type": "integer", "minimum": 1}, "Only requests about this game."),
            query("code", str, "Only requests refused with this code."),
            query("failed", bool, "Only requests that were refused, or only those that were not."),
            query("token", {"type": "integer", "minimum": 1}, "In a session: only this token of mine."),
            query("limit", {"type": "integer", "minimum": 1, "maximum": 200}, "Lines on a page."),
            query("cursor", str, "Where to go on; follow `next`."),
        ],
        responses=lobby_shapes.CallPage,
    )
    def get(self, request: Request) -> HttpResponse:
        """What this token asked and what it was answered, the newest first; lines come a second late. With
        the session of a person: the requests of all their players' tokens."""
        asked = request.query_params.dict()
        refuse_unknown(asked, ("game", "code", "failed", "token", "limit", "cursor"), "parameter")
        found = Call.objects.filter(token__in=_tokens(auth.caller(request), asked))
        if "game" in asked:
            found = found.filter(game=_number(asked, "game"))
        if "code" in asked:
            if asked["code"] not in CODES:
                raise malformed("code must be one of /api/v1/problems.", parameter="code")
            found = found.filter(code=asked["code"])
        if "failed" in asked:
            if asked["failed"] not in ("true", "false"):
                raise malformed("failed must be true or false.", parameter="failed")
            found = (
                found.exclude(status__lt=400) if asked["failed"] == "true" else found.filter(status__lt=400)
            )
        pages = Newest()
        rows = pages.paginate_queryset(found, request, view=self) or []
        return answer(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [
                    {
                        "id": row.pk,
                        "token": row.token,
                        "at": iso(row.at),
                        "method": row.method,
                        "path": row.path,
                        "status": row.status,
                        "code": row.code,
                        "ms": row.ms,
                        "game": row.game,
                        "body": row.body,
                    }
                    for row in rows
                ],
            }
        )


def _tokens(caller: auth.Caller | None, asked: dict[str, str]) -> list[int]:
    """Whose requests may be shown: a token sees its own, a person those of all tokens they own."""
    if caller is None:
        raise auth.not_authenticated()
    if caller.token_id is not None:
        mine = [caller.token_id]
    elif caller.owner_id is not None:
        mine = list(Token.objects.filter(player__owner_id=caller.owner_id).values_list("pk", flat=True))
    else:
        mine = []
    if "token" not in asked:
        return mine
    wanted = _number(asked, "token")
    if wanted not in mine:
        raise Problem("not_found", "There is no such token of yours whose requests you may see.")
    return [wanted]


def _number(asked: dict[str, str], name: str) -> int:
    raw = asked[name]
    if not (raw.isascii() and raw.isdecimal() and len(raw) < 19):
        raise malformed(f"{name} must be the id of a {name}.", parameter=name)
    return int(raw)
