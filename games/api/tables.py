"""The endpoints of finding and opening games: the list, a new table, a seat at one."""

import datetime as dt
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import access, engine, queries, services
from games.api import auth, boards, operations, shapes, watching
from games.api.bodies import body_of, refuse_unknown
from games.api.pagination import Newest
from games.api.problems import malformed
from games.api.repeats import make_once
from games.api.views import answer
from games.models import GameOrigin, GameStatus, Player

_FILTERS = (
    "player", "edition", "variant", "status", "origin", "event", "seats", "rated", "date", "since", "until",
    "limit", "cursor",
)  # fmt: skip


class GamesView(APIView):
    """Games: a page of them, or a new table."""

    @extend_schema(**operations.GAMES)
    def get(self, request: Request) -> HttpResponse:
        """Games, newest first, in pages. All of them are public; hands and picks are not in here."""
        asked = request.query_params.dict()
        if asked.get("status") == "open" and not asked.keys().isdisjoint(("wait", "version")):
            # What waits comes here only under a server without the ASGI half: it is answered at once.
            boards.asked_version(asked, request.headers)
            return HttpResponse(boards.snapshot().body, content_type="application/json")
        pages = Newest()
        found = queries.game_list(_filters(asked))
        rows = pages.paginate_queryset(found, request, view=self) or []
        return Response(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [shapes.game_line(game) for game in rows],
            }
        )

    @extend_schema(**operations.OPEN_TABLE)
    def post(self, request: Request) -> HttpResponse:
        """Open a table. It starts at once when no seat is open, and expires with a reason if nobody comes."""
        body = body_of(request)
        asked = shapes.OpenTable.read(body)
        player_id = auth.player_id(request)
        seats = _invite_others([_seat(text, player_id) for text in asked.seats], auth.caller(request))

        def make() -> int:
            game = services.open_game(
                opened_by=player_id,
                edition=asked.edition,
                variant=asked.variant,
                options=asked.options,
                seats=seats,
                rated=asked.rated,
                pick_seconds=asked.control.pick,
                bank_seconds=asked.control.bank,
                ready_seconds=asked.control.ready,
                shuffle_seed=asked.shuffle_seed,
                nonce=asked.nonce,
            )
            return game.pk

        game_id, created = make_once(request, player_id, body, make)
        headers = {"Location": f"/api/v1/games/{game_id}"}
        return answer(seen(game_id, player_id), 201 if created else 200, headers)


class JoinView(APIView):
    """A seat at an open table."""

    @extend_schema(**operations.JOIN)
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """Take the first open seat; the game starts when the last one is taken."""
        body = body_of(request)
        refuse_unknown(body, ("nonce",))
        nonce = body.get("nonce", "")
        if not isinstance(nonce, str):
            raise malformed("nonce must be a string of up to 64 characters.", field="nonce")
        player_id = auth.player_id(request)
        game = services.join_game(game_id, player_id, nonce)
        return answer(seen(game.pk, player_id))


class ReadyView(APIView):
    """Here I am."""

    @extend_schema(**operations.READY)
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """I am ready, or back. A request for my questions says the same, so a bot need not call this."""
        refuse_unknown(body_of(request), ())
        player_id = auth.player_id(request)
        services.show_up(game_id, player_id)
        return answer(seen(game_id, player_id))


def seen(game_id: int, player_id: int) -> dict[str, Any]:
    """The game as the player who opened or joined it may see it now."""
    row = watching.touch(game_id)
    return watching.seen_by(game_id, access.viewer_for(row, Player(pk=player_id)), player_id)


def _seat(text: str, player_id: int) -> services.SeatSpec:
    """A seat as written in a body: "me", "open", "house:greedy", "player:17"."""
    if text == "me":
        return "player", player_id
    if text == "open":
        return "open", None
    kind, _, value = text.partition(":")
    if kind == "house" and value:
        return "house", value
    if kind == "player" and value.isascii() and value.isdecimal() and len(value) < 19:
        return "player", int(value)
    raise malformed(f"A seat is me, open, house:NAME or player:ID, and not {text[:60]!r}.", field="seats")


def _invite_others(seats: list[services.SeatSpec], caller: auth.Caller | None) -> list[services.SeatSpec]:
    """Nobody is seated by somebody else: oneself and one's own bots are, all others are invited."""
    named = [value for kind, value in seats if kind == "player" and isinstance(value, int)]
    mine = {None if caller is None else caller.player_id}
    if caller is not None and caller.owner_id is not None:
        mine |= set(
            Player.objects.filter(pk__in=named, owner_id=caller.owner_id).values_list("pk", flat=True)
        )
    return [
        ("invited", value) if kind == "player" and value not in mine else (kind, value)
        for kind, value in seats
    ]


def _filters(query: dict[str, str]) -> dict[str, Any]:
    """The filters of a list, checked. Raises Problem(malformed) that names the parameter."""
    refuse_unknown(query, _FILTERS, "parameter")
    found: dict[str, Any] = {}
    if "player" in query:
        raw = query["player"]
        if not (raw.isascii() and raw.isdecimal() and len(raw) < 19):
            raise malformed("player must be the id of a player.", parameter="player")
        found["player"] = int(raw)
    if "seats" in query:
        if query["seats"] not in ("2", "3", "4", "5", "6", "7", "8"):
            raise malformed("seats must be a whole number from 2 to 8.", parameter="seats")
        found["seats"] = int(query["seats"])
    for name in ("variant", "event"):
        if name in query:
            if not query[name] or len(query[name]) > 100 or not query[name].isprintable():
                raise malformed(f"{name} must be the key of one.", parameter=name)
            found[name] = query[name]
    for name, known in (
        ("edition", list(engine.EDITIONS)),
        ("status", list(GameStatus.values)),
        ("origin", list(GameOrigin.values)),
    ):
        if name in query:
            if query[name] not in known:
                raise malformed(f"{name} must be one of {', '.join(known)}.", parameter=name)
            found[name] = query[name]
    if "rated" in query:
        if query["rated"] not in ("true", "false"):
            raise malformed("rated must be true or false.", parameter="rated")
        found["rated"] = query["rated"] == "true"
    if "date" in query and ("since" in query or "until" in query):
        raise malformed("Give either date, or since and until.", parameter="date")
    for name in ("date", "since", "until"):
        if name in query:
            found[name] = _day(name, query[name])
    return found


def _day(name: str, raw: str) -> dt.date:
    try:
        day = dt.date.fromisoformat(raw)
    except ValueError:
        day = dt.date.max
    if not 1970 <= day.year < 9999:
        raise malformed(f"{name} must be a day such as 2026-01-31.", parameter=name)
    return day
