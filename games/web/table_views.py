"""The page of one game, and what a person does at it: pick, sit down, get up.

Parse, ask `access` for whom the page is, call the service, render. A seated person sees their own seat and
nothing else; everybody else sees what a spectator may.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods, require_safe

from games import access, clock, engine, queries, services
from games.models import Game, GameStatus, InvitationStatus, Player
from games.refusals import NotFound
from games.services.invited import REASONS
from games.web import answering, extras, live, seat_page, table_page
from games.web.rows import STATUS_LABELS, facts_of
from games.web.visitor import player_of, without_player

#: Which status a refused answer is sent with: the same as in the API.
_STATUS = {"illegal_choice": 422, "unknown_question": 422, "already_answered": 409, "question_closed": 409}


class Refused(NamedTuple):
    """An answer that was not taken: why, and the status that says so."""

    sentence: str
    status: int


@require_safe
def table(request: live.HtmxRequest, game_id: int) -> HttpResponse:
    """One game: live for the seated and for spectators, or its result."""
    return _shown(request, game_id, player_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
def pick(request: live.HtmxRequest, game_id: int) -> HttpResponse:
    """A person's answer to an open question. Sent again it changes nothing; refused, nothing is lost."""
    address = reverse("games:table", args=[game_id])
    if request.method != "POST":
        return redirect(address)
    player = player_of(request)
    if player is None:
        return live.led(request, redirect_to_login(address))
    seat = access.seat_number(game_id, player.pk)
    if seat is None:
        raise Http404(f"You have no seat in game {game_id}.")
    # A null character is no text to PostgreSQL.
    question = str(request.POST.get("question", ""))[:60].replace("\0", "")
    tableau: tuple[engine.Laid, ...] = ()
    try:
        seen = queries.seat_view(game_id, seat)
        tableau = seen.view.tableaus[seat]
        asked = seen.options if seen.options is not None and seen.options.question == question else None
        chosen = answering.answer_of(asked, seen.view.companions, request.POST)
        services.submit_pick(game_id, player.pk, question, chosen)
    except answering.Unclear as unclear:
        return _shown(request, game_id, player, Refused(str(unclear), 422))
    except access.NotYours as refusal:
        raise Http404(refusal.detail) from refusal
    except engine.RuleError as error:
        said = seat_page.refusal_sentence(error, question, tableau)
        return _shown(request, game_id, player, Refused(said, _STATUS.get(error.code, 422)))
    return _shown(request, game_id, player) if request.htmx else redirect(address)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take a free seat of an open table."""
    return _door(request, game_id, "join")


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, game_id: int) -> HttpResponse:
    """Get up from a table that has not started."""
    return _door(request, game_id, "leave")


@require_http_methods(["GET", "HEAD", "POST"])
def ready(request: HttpRequest, game_id: int) -> HttpResponse:
    """Say that one is there, when a full table asks everybody before the deal."""
    return _door(request, game_id, "ready")


@require_http_methods(["GET", "HEAD", "POST"])
def decline(request: HttpRequest, game_id: int) -> HttpResponse:
    """Say no to an invitation, with a reason."""
    return _door(request, game_id, "decline")


def _go(way: str, game_id: int, player: Player, posted: QueryDict) -> None:
    match way:
        case "join":
            services.join_game(game_id, player.pk)
        case "leave":
            services.leave_table(game_id, player.pk)
        case "ready":
            services.show_up(game_id, player.pk)
        case _:
            services.decline_invitation(game_id, player.pk, str(posted.get("reason", "other")))


def _door(request: HttpRequest, game_id: int, way: str) -> HttpResponse:
    address = reverse("games:table", args=[game_id])
    if request.method != "POST":
        return redirect(address)
    player = player_of(request)
    if player is None:
        return without_player(request, address)
    try:
        _go(way, game_id, player, request.POST)
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    except engine.RuleError as error:
        # Sitting down twice, by a double click, is what was wanted.
        if error.code != "already_seated":
            messages.error(request, error.detail)
    return redirect(address)


def _shown(
    request: live.HtmxRequest, game_id: int, player: Player | None, refused: Refused | None = None
) -> HttpResponse:
    try:
        game = access.game_or_404(game_id)
        viewer = access.viewer_for(game, player)
        if isinstance(viewer, int) and player is not None and _came(request, game_id, viewer, player):
            game = access.game_or_404(game_id)
            viewer = access.viewer_for(game, player)
        context = (
            _seated(request, game_id, viewer, refused)
            if isinstance(viewer, int)
            else _public(request, game_id, player)
        )
    except access.NotYours as refusal:
        raise Http404(refusal.detail) from refusal
    if refused is not None and context.get("mine") is None:
        # The game ended meanwhile: there is no form to stand beside.
        messages.error(request, refused.sentence)
    context["player"] = player
    answer = live.show(request, "games/table.html", context, refused.status if refused else 200)
    if isinstance(viewer, int):
        # A hand must not come back from anybody's cache.
        add_never_cache_headers(answer)
    return answer


def _came(request: live.HtmxRequest, game_id: int, seat: int, player: Player) -> bool:
    """Let time that ran out have its effect, give an away seat back to who has come; whether it moved.

    A page that renews itself is nobody coming.
    """
    if live.renews_itself(request):
        return services.touch(game_id)
    seen = queries.seat_view(game_id, seat)
    if not (seen.away or clock.is_late(seen.deadline, clock.now())):
        return services.touch(game_id)
    services.enforce_deadline(game_id, here=player.pk)
    return True


def _seated(request: HttpRequest, game_id: int, seat: int, refused: Refused | None) -> dict[str, Any]:
    seen = queries.seat_view(game_id, seat)
    told = queries.replay(game_id, engine.SPECTATOR)
    page = table_page.playing(told.game, seen.view.to_json(), told)
    page.rows[seat].mine = True
    mine = seat_page.build(
        seen,
        told,
        clock.now(),
        posted=request.POST if refused else None,
        refused=refused.sentence if refused else "",
    )
    return {**_context(told.game, page, seen.seq), "mine": mine, "now": clock.now()}


def _public(request: HttpRequest, game_id: int, player: Player | None) -> dict[str, Any]:
    shown = queries.game_view(game_id, engine.SPECTATOR)
    if shown["view"] is None:
        game = queries.game_list().filter(pk=game_id).get()
        lines = queries.seat_lines(game)
        invited = queries.invitations_of(game_id, player.pk if player else None) or []
        context = _context(game, table_page.waiting(game, lines, invited), shown["seq"])
        context["door"] = _door_of(request, game, lines, player, invited)
        return context
    told = queries.replay(game_id, engine.SPECTATOR)
    if not told.over:
        page = table_page.playing(told.game, cast(Mapping[str, Any], shown["view"]), told)
        return _context(told.game, page, shown["seq"])
    page = table_page.finished(told.game, told)
    for row in page.rows:
        row.mine = player is not None and row.player_id == player.pk
    return _context(told.game, page, shown["seq"])


def _door_of(
    request: HttpRequest,
    game: Game,
    lines: Sequence[queries.SeatLine],
    player: Player | None,
    invited: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """What the visitor may do at a table that has not started. `is` names it."""
    mine = next((line for line in lines if player is not None and line.player_id == player.pk), None)
    door: dict[str, Any] = {"reasons": REASONS, "ready_by": game.ready_by, "is": "full"}
    if mine is not None:
        door["is"] = "seated" if game.ready_by is None else "ready" if mine.ready else "asked"
        closes = any(one["player"] == mine.player_id for one in invited)
        door["leave"] = "Get up and close the table" if closes else "Get up again"
        if game.opened_by_id == mine.player_id:
            door["leave"] = "Close the table"
    elif player is not None and any(
        one["player"] == player.pk and one["status"] == InvitationStatus.WAITING for one in invited
    ):
        door["is"] = "invited"
    elif any(line.player_id is None and not line.reserved for line in lines):
        door["is"] = "free" if request.user.is_authenticated else "stranger"
    return door


def _context(game: Game, page: table_page.TablePage, seq: object) -> dict[str, Any]:
    names = [seat.name for seat in queries.seat_lines(game) if seat.name]
    under_way = game.status in (GameStatus.OPEN, GameStatus.PLAYING)
    parts = extras.at_the_end(game) if game.status == GameStatus.FINISHED else []
    return {
        "game": game,
        "page": page,
        "heading": ", ".join(names) or f"Game {game.pk}",
        "facts": facts_of(game),
        "status_label": STATUS_LABELS[GameStatus(game.status)],
        "live": under_way,
        "parts": parts,
        "renews": under_way or any(part.waits for part in parts),
        "stream": f"{reverse('api-events', args=[game.pk])}?after={seq}" if under_way else "",
        "address": reverse("games:table", args=[game.pk]),
    }
