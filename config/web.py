"""Pages that mix apps: home, a player's page, the health of the house.

Parse, ask the apps' queries, render; nothing is decided here.
"""

from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.views.decorators.http import require_safe

from config import health
from games import queries as games
from games.models import GameStatus, Player
from games.web import live
from games.web.rows import game_rows
from ratings import queries as ratings
from ratings.charts import rating_chart
from tournaments import queries as tournaments
from tournaments.web.lines import standing_rows

HERO_FACES = ("salmon", "maki-2", "dumpling", "wasabi", "pudding")
HOME_GAMES, HOME_LINES, PLAYER_GAMES, CHANGES_SHOWN = 6, 8, 10, 20
#: The tie-breaks that fit the front page.
HOME_COLUMNS = ("PTS", "WINS", "MARGIN")


@require_safe
def home(request: live.HtmxRequest) -> HttpResponse:
    """What is happening: the running tournament, games, the top of the board, how to bring a bot."""
    pools = ratings.pools()
    pool = max(pools, key=lambda entry: entry.games, default=None)
    board = ratings.board(pool.key) if pool else []
    playing = games.games_in_play(HOME_GAMES)
    finished = list(games.game_list({"status": GameStatus.FINISHED})[:HOME_GAMES])
    context = {
        "faces": HERO_FACES,
        **_newest_tournament(),
        "playing": game_rows(playing),
        "games": game_rows(finished),
        "board": board[:HOME_LINES],
        "pool": pool,
        "origin": request.build_absolute_uri("/").rstrip("/"),
    }
    return live.show(request, "home.html", context)


def _newest_tournament() -> dict[str, Any]:
    """The tournament that runs, else the newest there is, with the top of its standings."""
    started = tournaments.listing().exclude(status="draft")
    newest = started.order_by(F("finished_at").desc(nulls_first=True), "-id").first()
    if newest is None:
        return {"tournament": None}
    lines = standing_rows(
        tournaments.standings(newest.pk), tournaments.columns(newest), newest.status, HOME_COLUMNS, HOME_LINES
    )
    return {"tournament": tournaments.line(newest), "lines": lines}


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player: who stands behind, ratings with their charts, recent games."""
    found = get_object_or_404(Player.objects.select_related("owner"), pk=player_id)
    entries = []
    for rating in ratings.player_ratings(found.pk):
        history = ratings.history(found.pk, rating.pool_key)
        title = f"{found.name}, {rating.pool_name}"
        entries.append(
            {
                "now": rating,
                "chart": rating_chart(history, title=title, key=rating.pool_key),
                "changes": history[: -CHANGES_SHOWN - 1 : -1],
            }
        )
    recent = games.game_list({"player": found.pk})[:PLAYER_GAMES]
    context = {
        "player": found,
        "kind": found.get_kind_display(),
        "owner": found.owner.get_username() if found.owner else "",
        "ratings": entries,
        "games": game_rows(recent),
    }
    return render(request, "player.html", context)


urlpatterns = [
    path("", home, name="home"),
    path("players/<id:player_id>/", player, name="player"),
    path("health/", health.page, name="health"),
    path("healthz", health.monitor, name="healthz"),
]
