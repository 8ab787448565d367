"""The endpoints of playing and watching: questions, picks, one game, its events and its log.

Shape only: parse, call, render. A pick takes the short way on purpose, no serializer and one service call,
since it is what the server does most. What waits or streams is answered by `streams.py`; through these views
the same paths answer at once.
"""

import gzip
from typing import Any
from zlib import crc32

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAcceptable
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games import access, clock, queries, services, store
from games.api import auth, news, operations, watching
from games.api.asked import NDJSON, SSE, after_seq, stream_type, wait_seconds
from games.api.bodies import JSONAnswer, body_of, dump, refuse_unknown, takes_nothing
from games.api.problems import Problem, malformed
from games.models import GameStatus
from games.queries.games import iso

#: More cards than any question asks for; longer than any face.
_MOST_CHOSEN = 20
_LONGEST_WORD = 40


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """Data as JSON, without the detour through a template response."""
    return HttpResponse(dump(data), status=status, content_type="application/json", headers=headers)


class PickView(APIView):
    """Answer a question."""

    @extend_schema(**operations.PICK)
    def post(self, request: Request, game_id: int) -> HttpResponse:
        """201 for the first answer, 200 for the same answer again, 409 and 422 for anything else."""
        question, chosen = _pick(body_of(request))
        receipt = services.submit_pick(game_id, auth.player_id(request), question, chosen)
        return answer(
            {
                "game": game_id,
                "question": receipt.question,
                "seat": receipt.seat,
                "chosen": receipt.chosen,
                "created": receipt.created,
                "seq": receipt.seq,
                "elapsed_ms": receipt.elapsed_ms,
                "bank_ms": receipt.bank_ms,
                "server_time": iso(clock.now()),
                "view": receipt.view.to_json(),
            },
            201 if receipt.created else 200,
        )


def _pick(body: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Question and cards out of a body. Raises Problem(malformed) that names the field."""
    if len(body) != 2 or "question" not in body or "chosen" not in body:
        refuse_unknown(body, ("question", "chosen"))
        missing = "question" if "question" not in body else "chosen"
        raise malformed(
            f'The field {missing} is missing: send {{"question": "…", "chosen": ["…"]}}.', field=missing
        )
    question, chosen = body["question"], body["chosen"]
    if not isinstance(question, str) or not 0 < len(question) <= _LONGEST_WORD:
        raise malformed("question must be the id of a question, such as 2.5-pick.", field="question")
    if (
        not isinstance(chosen, list)
        or len(chosen) > _MOST_CHOSEN  # none at all may be an answer: a takeout box that turns nothing
        or not all(isinstance(face, str) and len(face) <= _LONGEST_WORD for face in chosen)
    ):
        raise malformed('chosen must be a list of cards, such as ["tempura"].', field="chosen")
    return question, tuple(chosen)


class QuestionsView(APIView):
    """What waits for me."""

    permission_classes = (auth.KnownCaller,)

    @extend_schema(**operations.QUESTIONS)
    def get(self, request: Request) -> HttpResponse:
        """Every question that waits for the caller's player, over all games, with all needed to answer it.

        With `wait` the answer comes when there is a question, when a game of the caller's ends, or when the
        time is over; the list is empty in the last two.
        """
        auth.require_scope(auth.caller(request), "read", "play")
        player_id = auth.player_id(request)
        query = request.query_params.dict()
        refuse_unknown(query, ("wait",), "parameter")
        wait_seconds(query)
        services.beat_seeks(player_id)
        found = news.standing_of(player_id)
        return answer(
            {"server_time": iso(clock.now()), "questions": queries.open_questions(player_id, found)}
        )


class GameView(APIView):
    """One game as the caller may see it."""

    @extend_schema(**operations.GAME)
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """My view now. Send `If-None-Match` with the last ETag to be told 304 when nothing changed."""
        takes_nothing(request)
        row = watching.touch(game_id)
        caller = auth.caller(request)
        viewer = access.viewer_for(row, caller.player() if caller else None)
        # What changes without an event: who sits at an open table and is ready; who is away.
        beside = watching.seats_mark(game_id) if row.status == GameStatus.OPEN else crc32(row.clocks.encode())
        name = viewer if isinstance(viewer, int) else viewer.value
        # Weak: two answers at the same seq differ in server_time.
        me = caller.player_id if caller else None
        etag = f'W/"{game_id}.{row.seq}.{row.status}{beside}.{name}.{me or ""}"'
        if _matches(request, etag):
            return HttpResponse(status=304, headers={"ETag": etag})
        return answer(watching.seen_by(game_id, viewer, me), headers={"ETag": etag})


def _matches(request: Request, etag: str) -> bool:
    asked = request.META.get("HTTP_IF_NONE_MATCH", "")
    tags = [tag.strip().removeprefix("W/") for tag in asked.split(",")]
    return etag.removeprefix("W/") in tags or "*" in tags


class _Stream(BaseRenderer):
    """Only so that a stream's media type is not refused before the view can say more."""

    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        """Never called with data of ours: the view answers by itself."""
        return dump(data)


class NDJSONAnswer(_Stream):
    """For `Accept: application/x-ndjson`."""

    media_type = NDJSON
    format = "ndjson"


class SSEAnswer(_Stream):
    """For `Accept: text/event-stream`."""

    media_type = SSE
    format = "sse"


class EventsView(APIView):
    """The masked log of one game."""

    renderer_classes = (JSONAnswer, NDJSONAnswer, SSEAnswer)

    @extend_schema(**operations.EVENTS)
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """Events after `after` as the caller may see them; with `wait` a long poll, by `Accept` a stream."""
        query = request.query_params.dict()
        refuse_unknown(query, ("after", "wait"), "parameter")
        wait_seconds(query)
        after = after_seq(query, request.headers.get("Last-Event-ID", ""))
        if stream_type(request) is not None:
            # Only under a server without the ASGI half, such as Django's runserver.
            raise NotAcceptable()
        row = watching.touch(game_id)
        caller = auth.caller(request)
        viewer = watching.as_seated(row, caller.player_id if caller else None)
        over = row.status in (GameStatus.FINISHED, GameStatus.EXPIRED)
        return answer(watching.page(game_id, after, news.events_after(game_id, viewer, after), over))


class LogView(APIView):
    """The whole log, opened at the end."""

    renderer_classes = (NDJSONAnswer, JSONAnswer)

    @extend_schema(**operations.LOG)
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """Every event, nothing hidden, with its hash, one JSON object a line; only when the game is over."""
        takes_nothing(request)
        row = watching.touch(game_id)
        if row.status == GameStatus.EXPIRED:
            raise access.NotYours("This table expired before it started: it has no log.")
        if row.status != GameStatus.FINISHED:
            raise Problem(
                "game_running", "The log is opened when the game is over. Until then read its events."
            )
        packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
        etag = f'"{game_id}.{row.seq}.{watching.last_hash(game_id)[:24]}{".gz" if packed else ""}"'
        headers = {
            "ETag": etag,
            "Cache-Control": "public, max-age=31536000, immutable",
            "Vary": "Accept-Encoding",
        }
        if _matches(request, etag):
            return HttpResponse(status=304, headers=headers)
        body = b"".join(map(_log_line, store.read(game_id)))
        if packed:
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
        return HttpResponse(body, content_type=NDJSON, headers=headers)


def _log_line(event: store.StoredEvent) -> bytes:
    # The data stands in the line exactly as it was hashed, so that a stranger can check the chain.
    head = dump({"seq": event.seq, "kind": event.kind, "at": event.at, "hash": event.hash})
    return b'%s,"data":%s}\n' % (head[:-1], event.data.encode())
