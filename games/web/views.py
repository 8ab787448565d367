"""Lists and replays of games: parse the address, ask the queries, render. Who may see what `access` says.

The page of one table is in `table_views.py`."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games import access, engine, queries
from games.models import Game, GameStatus, Player
from games.web import extras, replay_page
from games.web.live import HtmxRequest, show
from games.web.lobby import lobby_of
from games.web.rows import STATUS_LABELS, facts_of, game_rows, has_free_seat
from games.web.visitor import player_of

PAGE_LENGTH = 25
TABLES_SHOWN = 10


def game_list(request: HtmxRequest) -> HttpResponse:
    """Games, newest first, with filters by player, status, edition and whether they are rated."""
    player = player_of(request)
    if request.htmx:
        # Only what waits for the visitor keeps itself up to date; a list that one reads stands still.
        return show(request, "games/list.html", {"lobby": lobby_of(player) if player is not None else None})
    chosen = {key: request.GET.get(key, "").strip() for key in ("player", "status", "edition", "rated")}
    page = _page_number(request)
    wanted, wrong = _filter(chosen)
    found: list[Game] = []
    if wanted is not None:
        start = (page - 1) * PAGE_LENGTH
        found = list(queries.game_list(wanted)[start : start + PAGE_LENGTH + 1])
    kept = {key: value for key, value in chosen.items() if value}

    def address(number: int) -> str:
        return f"{reverse('games:list')}?{urlencode({**kept, 'page': number})}"

    # Tables with a free seat come first; a filter is for the games themselves.
    waiting = queries.tables_open(TABLES_SHOWN) if page == 1 and not kept else []
    context = {
        "lobby": lobby_of(player) if player is not None and page == 1 and not kept else None,
        "tables": game_rows(filter(has_free_seat, waiting)),
        "games": game_rows(found[:PAGE_LENGTH]),
        "chosen": chosen,
        "filtered": bool(kept),
        "wrong": wrong,
        "statuses": STATUS_LABELS.items(),
        "editions": [(key, edition.name) for key, edition in engine.EDITIONS.items()],
        "number": page,
        "newer": address(page - 1) if page > 1 else "",
        "older": address(page + 1) if len(found) > PAGE_LENGTH else "",
    }
    return show(request, "games/list.html", context)


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    # An offset of more digits would be refused by the database.
    return max(1, int(text)) if text.isdecimal() and len(text) < 9 else 1


def _filter(chosen: dict[str, str]) -> tuple[dict[str, object] | None, str]:
    """The filter that the form asks for, or None and a sentence that says what is wrong with it."""
    nobody = f"There is no player called “{chosen['player']}”. Write the name as the board shows it."
    wanted: dict[str, object] = {key: chosen[key] for key in ("status", "edition") if chosen[key]}
    if chosen["player"]:
        player = Player.objects.filter(name__iexact=chosen["player"]).values_list("pk", flat=True).first()
        if player is None:
            return None, nobody
        wanted["player"] = player
    if chosen["status"] not in ("", *GameStatus.values):
        return None, f"A game is never “{chosen['status']}”. Choose a status from the list."
    if chosen["edition"] not in ("", *engine.EDITIONS):
        return None, f"There is no edition “{chosen['edition']}” here. Choose one from the list."
    if chosen["rated"] in ("yes", "no"):
        wanted["rated"] = chosen["rated"] == "yes"
    return wanted, ""


def replay_end(request: HtmxRequest, game_id: int) -> HttpResponse:
    """The last page of a replay: who won and why."""
    return _replay(request, game_id, None)


def replay(
    request: HtmxRequest, game_id: int, round_number: int | None = None, turn: int | None = None
) -> HttpResponse:
    """One turn of a replay; without numbers, the first."""
    at = (1, 1) if round_number is None or turn is None else (round_number, turn)
    return _replay(request, game_id, at)


def _replay(request: HtmxRequest, game_id: int, at: tuple[int, int] | None) -> HttpResponse:
    try:
        game = access.game_or_404(game_id)
        key = request.GET.get("as", "open" if game.status == GameStatus.FINISHED else "spectator")
        wanted = _viewer(key, game)
    except access.NotYours as refusal:
        raise Http404(refusal.detail) from refusal
    if game.started_at is None:
        raise Http404("This game has not started, so there is nothing to replay yet.")
    try:
        viewer = access.allowed_viewer(game, None, wanted)
    except access.NotYours as refusal:
        return _refused(request, game, refusal.detail)
    shown = queries.replay(game_id, viewer)
    if not shown.turns:
        return _refused(request, game, "No turn has been revealed yet: it shows as soon as all have picked.")
    page = replay_page.build(shown, key, at, _followed(request, game))
    if page is None:
        raise Http404("There is no such turn in this game.")
    parts = extras.at_the_end(game) if page.end else []
    context = {
        "game": game,
        "page": page,
        "parts": parts,
        "renews": any(part.waits for part in parts),
        "here": page.here,
        "heading": ", ".join(seat.name or "free seat" for seat in shown.seats),
        "facts": facts_of(game),
    }
    return show(request, "games/replay.html", context)


def _viewer(key: str, game: Game) -> engine.Viewer:
    """The viewer that `?as=` names. Raises NotYours for a word or a seat that does not exist."""
    if key == "open":
        return engine.OPEN
    if key == "spectator":
        return engine.SPECTATOR
    if key.isdecimal() and len(key) == 1 and int(key) < game.seats_count:
        return int(key)
    raise access.NotYours(f"A game is seen as open, spectator, or a seat from 0 to {game.seats_count - 1}.")


def _followed(request: HttpRequest, game: Game) -> int | None:
    """The hand that is followed, by the seat it was dealt to; None for none or nonsense."""
    text = request.GET.get("hand", "")
    return int(text) if text.isdecimal() and len(text) == 1 and int(text) < game.seats_count else None


def _refused(request: HttpRequest, game: Game, reason: str) -> HttpResponse:
    """A perspective that is closed while the game is played, with the way to what is open."""
    return render(request, "games/refused.html", {"game": game, "reason": reason}, status=403)
