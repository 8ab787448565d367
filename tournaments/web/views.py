"""Pages of tournaments: parse, ask the queries or call the service, render."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games.engine import RuleError
from games.web.live import HtmxRequest, show
from games.web.visitor import player_of
from tournaments import access, queries, services
from tournaments.models import Tournament
from tournaments.refusals import NoSuchTournament, NotOrganiser
from tournaments.web.lines import round_blocks, standing_rows


def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments, newest first."""
    return render(request, "tournaments/list.html", {"tournaments": queries.tournaments()})


def detail(request: HtmxRequest, slug: str) -> HttpResponse:
    """One tournament: standings, what separates equals, rounds with their tables; live while it runs."""
    tournament = _tournament(slug)
    line = queries.line(tournament)
    columns = queries.columns(tournament)
    rounds = queries.rounds(tournament.pk)
    visitor = player_of(request)
    context = {
        "tournament": line,
        "columns": columns,
        "lines": standing_rows(queries.standings(tournament.pk), columns, line.status),
        "rounds": round_blocks(rounds, visitor.pk if visitor else None),
        "live": line.status != "finished",
        "may_start": line.status == "draft" and _may_organise(request, tournament),
    }
    return show(request, "tournaments/detail.html", context)


@login_required
@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the tournament, for whoever may organise it."""
    tournament = _tournament(slug)
    try:
        access.require_organiser(tournament, None, request.user.pk)
        services.start_tournament(tournament.pk)
    except NotOrganiser as refusal:
        return render(request, "403.html", {"reason": refusal.detail}, status=403)
    except RuleError as refusal:
        messages.error(request, refusal.detail)
    else:
        messages.success(request, f"{tournament.name} has started. The first round shows here in a moment.")
    return redirect("tournaments:detail", slug)


def _tournament(slug: str) -> Tournament:
    try:
        return queries.by_slug(slug)
    except NoSuchTournament as refusal:
        raise Http404(refusal.detail) from refusal


def _may_organise(request: HttpRequest, tournament: Tournament) -> bool:
    return request.user.is_authenticated and access.may_organise(tournament, None, request.user.pk)
