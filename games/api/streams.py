"""The ASGI half of the API: long polls and streams, raw ASGI functions fed by the hub.

`GET /questions?wait=25`, `GET /games/{id}/events` with `wait`, as NDJSON or as server-sent events. A client
that waits costs a coroutine and no thread. Each stream subscribes first, then reads what it missed, then
takes lines from its queue and drops those it had; since sequence numbers have no gap, a gap in the queue is
seen at once and reread. Answers that do not wait are REST framework's, in `views.py`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, NamedTuple

from games import clock, queries, services
from games.api import auth, bulletins, hub, news, problems, recorder, watching
from games.api.asked import (
    EVENTS_PATH,
    GAMES_PATH,
    INBOX_PATH,
    JSON,
    NDJSON,
    QUESTIONS_PATH,
    SSE,
    Asked,
    after_seq,
    query_of,
    wait_seconds,
)
from games.api.bodies import dump
from games.api.limits import Allowance
from games.api.news import Line
from games.api.served import Client, Waiter
from games.engine import Viewer
from games.queries.games import iso
from games.queries.standing import AskedSince, asked_in

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

log = logging.getLogger("kaiten.api")

#: A stream that has nothing to say says so this often; proxies and clients notice a dead one by it.
HEARTBEAT_SECONDS = 12.0
#: Who waits longer than this for questions gives signs of life meanwhile: a search is dropped without them.
SIGN_SECONDS = 20.0
#: A client that takes no bytes for so long is gone.
SEND_SECONDS = 30.0


def handles(scope: Scope) -> bool:
    """Whether this half answers: the GETs that wait or stream."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    path: str = scope["path"]
    if path not in (QUESTIONS_PATH, GAMES_PATH, INBOX_PATH) and not EVENTS_PATH.match(path):
        return False
    query = query_of(scope)
    if path == GAMES_PATH and query.get("status") != "open":
        return False
    if path == QUESTIONS_PATH or "wait" in query:
        return "wait" in query
    accept = b",".join(value for name, value in scope["headers"] if name == b"accept").lower()
    return NDJSON.encode() in accept or SSE.encode() in accept


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request, and stop at once when its client leaves."""
    work = asyncio.ensure_future(_answer(Asked(scope), _Outlet(send)))
    gone = asyncio.ensure_future(_until_gone(receive))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (work, gone):
            task.cancel()
        done = await asyncio.gather(work, gone, return_exceptions=True)
    if isinstance(done[0], Exception):
        # After the first byte an error can only be said by breaking off, so that the client resumes.
        raise done[0]


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Outlet:
    """What is sent to one client."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False
        self.status = 0
        self.code = ""

    async def whole(self, status: int, kind: str, body: bytes, headers: Mapping[str, str]) -> None:
        """A complete answer."""
        await self.begin(status, kind, {**headers, "Content-Length": str(len(body))})
        await self.write(body, more=False)

    async def begin(self, status: int, kind: str, headers: Mapping[str, str]) -> None:
        """Status and headers."""
        self.started, self.status = True, status
        every = {
            **({"Content-Type": kind} if kind else {}),
            "Cache-Control": "private, no-cache",
            "Vary": "Authorization, Cookie, Accept",
            "X-Content-Type-Options": "nosniff",
            **headers,
        }
        encoded = [
            (name.lower().encode(), value.encode("latin-1", "replace")) for name, value in every.items()
        ]
        await self._send({"type": "http.response.start", "status": status, "headers": encoded})

    async def write(self, body: bytes, more: bool = True) -> None:
        """Bytes of the body. Raises TimeoutError when the client takes none."""
        message = {"type": "http.response.body", "body": body, "more_body": more}
        async with asyncio.timeout(SEND_SECONDS):  # unlike wait_for, without a task of its own
            await self._send(message)


async def _answer(asked: Asked, outlet: _Outlet) -> None:
    timed = recorder.Timed()
    try:
        match = EVENTS_PATH.match(asked.path)
        if match is not None:
            await _events(asked, outlet, int(match[1]))
        elif asked.path == INBOX_PATH:
            await bulletins.answer_inbox(asked, outlet)
        elif asked.path == GAMES_PATH:
            await bulletins.answer_tables(asked, outlet)
        else:
            await _questions(asked, outlet)
    except Exception as error:
        if outlet.started and isinstance(error, TimeoutError):
            return  # a client that takes no bytes
        if outlet.started:
            log.warning("A stream broke off: %s", type(error).__name__, exc_info=error)
            raise
        found = problems.of(error)
        try:
            told = asked.counted().headers()
        except problems.Problem as over:
            found, told = over, {}
        outlet.code = found.code
        await outlet.whole(found.status, problems.CONTENT_TYPE, found.body(), {**told, **found.headers})
    finally:
        if asked.token_id is not None:
            recorder.RECORDER.note(
                recorder.Entry(
                    asked.token_id, timed.at, "GET", asked.path, asked.text, outlet.status, outlet.code,
                    timed.ms(), b"", "",
                )
            )  # fmt: skip


async def _questions(asked: Asked, outlet: _Outlet) -> None:
    """Every question that waits for the player: at once if there is one, else when one opens, else none.

    None before the time is over, too, when a game of the player's ended meanwhile or since the last answer:
    nothing else would tell a bot that only loops over its questions, until it has waited in vain.
    """
    asked.negotiate(JSON)
    begun, rings = asyncio.get_running_loop().time(), hub.HUB.rings
    asker = await hub.HUB.call(_ask, asked)
    end, seen, games, questions = begun + asker.wait, asker.seen, asker.games, asker.questions
    if not questions and not hub.HUB.told.get(asker.player_id, games) - games:
        with hub.HUB.waiting(asker.player_id) as waiter:
            while not questions and not hub.HUB.closing:
                if end <= asyncio.get_running_loop().time():
                    break
                waiter.seen, waiter.games = seen, games
                hub.HUB.looked(asker.player_id, rings)  # it may have moved between the reading and this line
                if not await _rung(waiter, asker.player_id, end):
                    if hub.HUB.rings == rings:
                        break  # nothing was committed since the last look
                    end = 0
                waiter.rung.clear()
                rings = hub.HUB.rings
                seen, games, questions = await hub.HUB.call(_look, asker.player_id)
                if waiter.games - games:
                    break
    hub.HUB.tell(asker.player_id, games)
    body = dump({"server_time": iso(clock.now()), "questions": questions})
    await outlet.whole(200, "application/json", body, asker.allowance.headers())


async def _rung(waiter: Waiter, player_id: int, end: float) -> bool:
    """Wait until something is asked of the player; False when the time is over before."""
    while (left := end - asyncio.get_running_loop().time()) > 0:
        try:
            async with asyncio.timeout(min(left, SIGN_SECONDS)):
                return await waiter.rung.wait()
        except TimeoutError:
            if left > SIGN_SECONDS:
                await hub.HUB.call(services.beat_seeks, player_id)
    return False


class _Asker(NamedTuple):
    """Who asks for questions, for how long, and what is there now."""

    player_id: int
    allowance: Allowance
    wait: int
    seen: AskedSince
    games: frozenset[int]
    questions: list[dict[str, Any]]


def _ask(asked: Asked) -> _Asker:
    """The caller and the first look at once: a hop to a thread costs as much as either."""
    found, allowance = asked.caller()
    auth.require_scope(found, "read", "play")
    player_id = auth.seated(found)
    asked.refuse_unknown("wait")
    wait = wait_seconds(asked.query)
    return _Asker(player_id, allowance, wait, *_look(player_id))


def _look(player_id: int) -> tuple[AskedSince, frozenset[int], list[dict[str, Any]]]:
    # The standing first: what happens between the two readings is then seen as new.
    services.beat_seeks(player_id)
    found = news.standing_of(player_id)
    games = frozenset(at.game_id for at in found)
    return asked_in(found), games, queries.open_questions(player_id, found)


class _Seen(NamedTuple):
    """Who watches which game, and how: from which event on, and for how long."""

    viewer: Viewer
    over: bool
    allowance: Allowance
    after: int = 0
    wait: int = 0


def _admit(asked: Asked, game_id: int) -> _Seen:
    found, allowance = asked.caller()
    if found is not None:
        auth.require_scope(found, "read", "play", "organise")
    asked.refuse_unknown("after", "wait")
    wait = wait_seconds(asked.query)
    after = after_seq(asked.query, asked.headers.get("last-event-id", ""))
    row = watching.touch(game_id)
    viewer = watching.as_seated(row, found.player_id if found else None)
    return _Seen(viewer, row.status in ("finished", "expired"), allowance, after, wait)


async def _events(asked: Asked, outlet: _Outlet, game_id: int) -> None:
    asked.negotiate(JSON, NDJSON, SSE)
    seen = await hub.HUB.call(_admit, asked, game_id)
    kind = asked.stream_type
    with hub.HUB.watching(game_id, seen.viewer) as client:
        if kind is None:
            await _poll(client, outlet, seen)
        else:
            await _stream(client, outlet, seen, kind)


async def _poll(client: Client, outlet: _Outlet, seen: _Seen) -> None:
    """The events after a point as JSON: at once if there are any, else when one comes, else none."""
    after, end = seen.after, asyncio.get_running_loop().time() + seen.wait
    while True:
        events = await hub.HUB.call(news.events_after, client.game_id, client.viewer, after)
        left = end - asyncio.get_running_loop().time()
        if events or seen.over or left <= 0 or client.lost:
            break
        if not hub.HUB.caught_up(client, after):
            continue
        try:
            async with asyncio.timeout(left):
                await client.lines.get()
        except TimeoutError:
            break
    body = dump(watching.page(client.game_id, after, events, seen.over))
    await outlet.whole(200, "application/json", body, seen.allowance.headers())


async def _stream(client: Client, outlet: _Outlet, seen: _Seen, kind: str) -> None:
    """Lines after a point, then live ones, until the game is over."""
    lines = await hub.HUB.call(news.lines_after, client.game_id, client.viewer, seen.after)
    if seen.over and not lines:
        # 204 tells a browser's EventSource not to come back; to others it is an empty end.
        await outlet.begin(204, "", seen.allowance.headers())
        await outlet.write(b"", more=False)
        return
    frame = _as_sse if kind == SSE else _as_ndjson
    await outlet.begin(200, kind, {**seen.allowance.headers(), "X-Accel-Buffering": "no"})
    if kind == SSE:
        await outlet.write(b"retry: 1000\n\n")
    sent, over = seen.after, False
    while not over:
        if lines:
            await outlet.write(b"".join(map(frame, lines)))
            sent = lines[-1].seq
            over = lines[-1].last
        if over:
            break
        if hub.HUB.caught_up(client, sent):
            outcome = await _live(client, outlet, frame, sent)
            if outcome is None:
                break
            sent, over = outcome
            if over:
                break
        lines = await hub.HUB.call(news.lines_after, client.game_id, client.viewer, sent)
    if over and kind == SSE:
        await outlet.write(b"event: end\ndata: {}\n\n")
    await outlet.write(b"", more=False)


async def _live(
    client: Client, outlet: _Outlet, frame: Callable[[Line], bytes], sent: int
) -> tuple[int, bool] | None:
    """Send lines as they come. Where it stopped and whether the game is over; None when let go by the hub."""
    beat = b"\n" if frame is _as_ndjson else b": \n\n"
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                line = await client.lines.get()
        except TimeoutError:
            await outlet.write(beat)
            continue
        if line is None or client.lost:
            return None
        if line.seq <= sent:
            continue
        if line.payload is None or line.seq != sent + 1:
            return sent, False
        await outlet.write(frame(line))
        sent = line.seq
        if line.last:
            return sent, True


def _as_ndjson(line: Line) -> bytes:
    return (line.payload or b"") + b"\n"


def _as_sse(line: Line) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (line.seq, line.payload or b"")
