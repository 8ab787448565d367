"""What the OpenAPI document says of operations: parameters, bodies, answers. The views are decorated so."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api import play_shapes, shapes
from games.api.asked import LONGEST_WAIT, NDJSON, SSE
from games.api.repeats import KEY_HEADER
from games.models import GameOrigin, GameStatus


def query(name: str, kind: Any, text: str, **more: Any) -> OpenApiParameter:
    """A query parameter in the docs."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, required=False, description=text, **more)


_WAIT = query(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
    "Long poll: when there is nothing yet, wait up to this many seconds for something.",
)
_STREAM_TEXT = (
    "One event a line (NDJSON), or server-sent events with `id:` = seq. First what is after `after` (or "
    "the header Last-Event-ID), then live, a blank line or comment every 15 s; ends with the game."
)
TABLES_WAIT = (
    "With status=open and no other filter, a long poll of the open tables: the answer has `version` and "
    "`results` and comes when the version is another than `version`, or when the time is up."
)
TABLES_TEXT = (
    "With status=open and no other filter: all open tables, whole, as one line (NDJSON) or one event (`id:` "
    "= version) now and whenever one opens, fills, starts or closes. Nothing is missed by reconnecting."
)
PICK: dict[str, Any] = {
    "operation_id": "pick",
    "tags": ["play"],
    "summary": "Answer a question",
    "request": play_shapes.Pick,
    "responses": {
        201: OpenApiResponse(play_shapes.PickReceipt, "The pick is on disk."),
        200: OpenApiResponse(play_shapes.PickReceipt, "The same pick was on record already."),
    },
}
QUESTIONS: dict[str, Any] = {
    "operation_id": "questions",
    "tags": ["play"],
    "summary": "What waits for me",
    "parameters": [_WAIT],
    "responses": play_shapes.Questions,
}
GAME: dict[str, Any] = {
    "operation_id": "game",
    "tags": ["watch"],
    "summary": "One game, as I may see it",
    "parameters": [
        OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The last ETag.")
    ],
    "responses": {
        200: OpenApiResponse(shapes.GameState, "The row, the seats and the masked view."),
        304: OpenApiResponse(description="Nothing changed for this viewer."),
    },
}
EVENTS: dict[str, Any] = {
    "operation_id": "game_events",
    "tags": ["watch"],
    "summary": "The masked log, as JSON, long poll or stream",
    "parameters": [
        query("after", {"type": "integer", "minimum": 0}, "Only events after this seq."),
        _WAIT,
        OpenApiParameter("Last-Event-ID", int, OpenApiParameter.HEADER, description="Goes before `after`."),
    ],
    "responses": {
        (200, "application/json"): play_shapes.Events,
        (200, NDJSON): OpenApiResponse(OpenApiTypes.STR, _STREAM_TEXT),
        (200, SSE): OpenApiResponse(OpenApiTypes.STR, _STREAM_TEXT),
        204: OpenApiResponse(description="A stream of a game that is over and has nothing after this point."),
    },
}
LOG: dict[str, Any] = {
    "operation_id": "game_log",
    "tags": ["watch"],
    "summary": "The whole log, after the end",
    "responses": {
        (200, NDJSON): OpenApiResponse(
            OpenApiTypes.STR, "seq, kind, at, hash and data of every event, a line each."
        ),
        304: OpenApiResponse(description="You have it."),
    },
}
GAMES: dict[str, Any] = {
    "operation_id": "games",
    "tags": ["tables"],
    "summary": "Games, newest first",
    "parameters": [
        query("player", {"type": "integer", "minimum": 1}, "Only games in which this player sits."),
        query("edition", str, "Only this edition."),
        query("status", str, "Only games that stand so.", enum=list(GameStatus.values)),
        query("variant", str, "Only this variant."),
        query("origin", str, "Only games called so.", enum=list(GameOrigin.values)),
        query("event", str, "Only games of the tournament with this slug."),
        query("seats", {"type": "integer", "minimum": 2, "maximum": 8}, "Only tables of this size."),
        query("rated", bool, "Only rated games, or only unrated ones."),
        query("date", OpenApiTypes.DATE, "Only games opened on this day (UTC)."),
        query("since", OpenApiTypes.DATE, "Only games opened on this day or later."),
        query("until", OpenApiTypes.DATE, "Only games opened on this day or earlier."),
        query("limit", {"type": "integer", "minimum": 1, "maximum": 200}, "Lines on a page."),
        query("cursor", str, "Where to go on; follow `next`."),
        query("wait", {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT}, TABLES_WAIT),
        query("version", str, "With `wait`: the version of the open tables that you have."),
    ],
    "responses": {
        (200, "application/json"): shapes.GamePage,
        (200, NDJSON): OpenApiResponse(OpenApiTypes.STR, TABLES_TEXT),
        (200, SSE): OpenApiResponse(OpenApiTypes.STR, TABLES_TEXT),
    },
}
OPEN_TABLE: dict[str, Any] = {
    "operation_id": "open_table",
    "tags": ["tables"],
    "summary": "Open a table",
    "parameters": [KEY_HEADER],
    "request": shapes.NewTable,
    "responses": {
        201: OpenApiResponse(shapes.GameState, "The game, as its opener may see it."),
        200: OpenApiResponse(shapes.GameState, "The game that the same Idempotency-Key opened before."),
    },
}
READY: dict[str, Any] = {
    "operation_id": "ready",
    "tags": ["play"],
    "summary": "I am ready, or back",
    "request": shapes.Nothing,
    "responses": {200: OpenApiResponse(shapes.GameState, "The game, as the player may see it.")},
}
JOIN: dict[str, Any] = {
    "operation_id": "join_table",
    "tags": ["tables"],
    "summary": "Take an open seat",
    "request": shapes.Join,
    "responses": {200: OpenApiResponse(shapes.GameState, "The game, as the player may see it.")},
}
