"""Finding a game: a person says what they would play, waits on a page of its own, and is led to the table.

The waiting page's own polling keeps the seek alive, with or without script; who leaves it is dropped from the
queue after a minute and told so when they come back. Who meets whom is decided in `games/seeking.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games import clock, engine, queries, seeking, services
from games.models import Game, GameStatus, Player, Seek, SeekStatus
from games.phrases import counted, listed
from games.refusals import BadTable, NotFound
from games.services.seeks import DEFAULT_CLOCK
from games.web import live
from games.web.clocks import clock_words, span
from games.web.visitor import player_of, without_player

#: What each clock is for, after what it gives.
CLOCK_ADVICE = {
    "blitz": "for quick hands",
    "live": "stay at the table until the end",
    "daily": "come and go as you like",
}
#: A search that takes longer than house bots need to fill a table is unusual, and the page says so.
LONG_SECONDS = 2 * seeking.FILL_SECONDS
_LATELY = timedelta(hours=1)
#: How a search ended that found no table, by its status.
ENDED = {
    SeekStatus.LAPSED: "Your search ended: this page was closed for more than a minute, and a table that is "
    "found must find you, too.",
    SeekStatus.CANCELLED: "You stopped looking for a game.",
}


@dataclass(frozen=True, slots=True)
class PoolChoice:
    """One kind of game to look for: its sizes, those chosen, and who waits for it now."""

    key: str
    name: str
    sizes: range
    least: int
    most: int
    chosen: bool
    queue: str


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """One clock to play by."""

    key: str
    name: str
    words: str
    chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """What to look for; and the search that begins. A refusal stands beside the form."""
    player = player_of(request)
    if player is None:
        return without_player(request, reverse("games:find"))
    if request.method == "POST":
        try:
            return redirect("games:seek", _begin(player, request.POST))
        except engine.RuleError as error:
            return _form(request, request.POST, wrong=error.detail)
    last = queries.last_seek(player.pk)
    if last is not None and last.status == SeekStatus.WAITING:
        return redirect("games:seek", last.pk)
    return _form(request, _as_posted(last), said=_lapsed_lately(last))


@require_safe
def seek(request: live.HtmxRequest, seek_id: int) -> HttpResponse:
    """The page that waits. To look at it is the sign of life; found a table, it leads there."""
    player = player_of(request)
    if player is None:
        return live.led(request, without_player(request, reverse("games:seek", args=[seek_id])))
    try:
        found = services.beat_seek(seek_id, player.pk)
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    if found.status == SeekStatus.WAITING:
        services.match_seeks(pool=found.pool)
        found.refresh_from_db()
    if found.status != SeekStatus.WAITING and request.htmx:
        # Loaded anew the page leads to the table, and who is there then has come.
        return HttpResponseClientRefresh()
    if found.status == SeekStatus.SEATED and found.game_id is not None:
        return _to_the_table(request, found.game_id, player)
    if found.status != SeekStatus.WAITING:
        return _form(request, _as_posted(found), said=ENDED[SeekStatus(found.status)])
    answer = live.show(request, "games/seek.html", _waiting(found))
    add_never_cache_headers(answer)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, seek_id: int) -> HttpResponse:
    """Look no further. A table that was found in the same moment stays found, and the way leads there."""
    address = reverse("games:seek", args=[seek_id])
    if request.method != "POST":
        return redirect(address)
    player = player_of(request)
    if player is None:
        return without_player(request, address)
    try:
        ended = services.cancel_seek(seek_id, player.pk)
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    if ended.game_id is not None:
        messages.info(request, "Your table was ready before you stopped looking.")
        return redirect("games:table", ended.game_id)
    messages.info(request, ENDED[SeekStatus.CANCELLED])
    return redirect("games:list")


def _lapsed_lately(last: Seek | None) -> str:
    """That the last search was dropped, to who comes back within the hour."""
    since = clock.now() - _LATELY
    if last is None or last.status != SeekStatus.LAPSED or last.ended_at is None or last.ended_at < since:
        return ""
    return ENDED[SeekStatus.LAPSED]


def _begin(player: Player, posted: QueryDict) -> int:
    """Begin the search that was asked for; its id. Raises RuleError with a sentence for the form."""
    pool = str(posted.get("pool", ""))
    if pool not in seeking.POOLS:
        raise BadTable("Choose what you would like to play.")
    if str(posted.get("clock", DEFAULT_CLOCK)) not in clock.PRESETS:
        raise BadTable("Choose a clock from the list.")
    found, _ = services.seek(
        player.pk,
        pool,
        clock_name=str(posted.get("clock", DEFAULT_CLOCK)),
        least=_size(posted, f"least-{pool}"),
        most=_size(posted, f"most-{pool}"),
        alone=True,
    )
    services.match_seeks(pool=pool)
    return found.pk


def _size(posted: Mapping[str, Any], name: str) -> int | None:
    """A size of table as it was posted; None where nothing was. Raises BadTable."""
    text = str(posted.get(name, ""))
    if not text:
        return None
    if not text.isdecimal() or len(text) > 2:
        raise BadTable("Choose the sizes of tables from the lists.")
    return int(text)


def _as_posted(last: Seek | None) -> QueryDict:
    """What was looked for last, as the form would send it."""
    fields = QueryDict(mutable=True)
    if last is not None:
        fields.update(
            {
                "pool": last.pool,
                "clock": last.clock,
                f"least-{last.pool}": str(last.least_seats),
                f"most-{last.pool}": str(last.most_seats),
            }
        )
    return fields


def _form(request: HttpRequest, asked: QueryDict, *, wrong: str = "", said: str = "") -> HttpResponse:
    now = queries.queues()
    pool = str(asked.get("pool", "")) or _first_pool()
    name = str(asked.get("clock", DEFAULT_CLOCK))
    context = {
        "wrong": wrong,
        "said": said,
        "pools": [_pool_choice(each, asked, pool, now) for each in seeking.POOLS.values()],
        "clocks": [
            ClockChoice(
                key,
                key.capitalize(),
                "; ".join([clock_words(control), *filter(None, [CLOCK_ADVICE.get(key)])]),
                key == name,
            )
            for key, control in clock.PRESETS.items()
        ],
        "fill_seconds": seeking.FILL_SECONDS,
    }
    return render(request, "games/find.html", context, status=422 if wrong else 200)


def _first_pool() -> str:
    """An ordinary evening: the first pool of tables, not of duels."""
    return next((key for key, pool in seeking.POOLS.items() if pool.most_seats > 2), "")


def _pool_choice(
    pool: seeking.SeekPool, asked: QueryDict, wanted: str, now: Mapping[tuple[str, str], queries.Queue]
) -> PoolChoice:
    sizes = range(pool.least_seats, pool.most_seats + 1)
    least, most = (str(asked.get(f"{end}-{pool.key}", "")) for end in ("least", "most"))
    waiting = [
        f"{counted(now[pool.key, name].waiting, 'player')} ({name})"
        for name in clock.PRESETS
        if (pool.key, name) in now and now[pool.key, name].waiting
    ]
    return PoolChoice(
        pool.key,
        pool.name,
        sizes,
        int(least) if least.isdecimal() and len(least) == 1 else pool.least_seats,
        int(most) if most.isdecimal() and len(most) == 1 else pool.most_seats,
        pool.key == wanted,
        f"waiting now: {listed(waiting)}" if waiting else "",
    )


def _waiting(found: Seek) -> dict[str, Any]:
    """The waiting page in words."""
    moment = clock.now()
    seen = queries.seek_view(found, moment)
    queue = queries.queues(moment).get((found.pool, found.clock), queries.Queue(1, None))
    waited = seen["waited_ms"] // 1000
    pool = seeking.POOLS.get(found.pool)
    return {
        "seek": found,
        "pool_name": pool.name if pool else found.pool,
        "sizes": _narrowed(found, pool),
        "clock": clock_words(clock.PRESETS[found.clock]),
        "place": seen["place"],
        "others": max(0, queue.waiting - 1),
        "waited": _long(waited),
        "longest": _long(round(queue.longest_wait.total_seconds())) if queue.longest_wait else "",
        "long": waited > LONG_SECONDS,
        "fill_seconds": seeking.FILL_SECONDS,
        "lapse_minutes": span(seeking.LAPSE_SECONDS),
        "address": reverse("games:seek", args=[found.pk]),
    }


def _long(seconds: int) -> str:
    if seconds < 1:
        return "a moment"
    return counted(seconds, "second") if seconds < 120 else counted(seconds // 60, "minute")


def _narrowed(found: Seek, pool: seeking.SeekPool | None) -> str:
    """The sizes looked for, where they are fewer than the name of the pool says."""
    least, most = found.least_seats, found.most_seats
    if pool is not None and (least, most) == (pool.least_seats, pool.most_seats):
        return ""
    return f"{least} players" if least == most else f"{least} to {most} players"


def _to_the_table(request: HttpRequest, game_id: int, player: Player) -> HttpResponse:
    """To the game that was found. Who is led there has come, so the table need not ask for them."""
    game = Game.objects.filter(pk=game_id).first()
    if game is not None and game.status == GameStatus.OPEN:
        services.show_up(game_id, player.pk)
    return redirect("games:table", game_id)
