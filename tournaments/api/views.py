"""The endpoints of tournaments: parse, call, render. Rules are in the services, access in `access.py`."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api import auth
from games.api.bodies import body_of, refuse_unknown, takes_nothing
from games.api.pagination import Newest
from games.api.problems import malformed
from games.api.views import answer
from tournaments import access, queries, services
from tournaments.api import shapes
from tournaments.models import Tournament, TournamentStatus

_STATUS = OpenApiParameter(
    "status", str, enum=list(TournamentStatus.values), description="Only those that stand so."
)
_LIMIT = OpenApiParameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": 200}, description="Lines on a page."
)
_CURSOR = OpenApiParameter("cursor", str, description="Where to go on; follow `next`.")


class TournamentsView(APIView):
    """Tournaments: a page of them, or a new one."""

    permission_classes = (auth.ReadOrOrganise,)

    @extend_schema(
        operation_id="tournaments",
        tags=["tournaments"],
        summary="Tournaments, newest first",
        parameters=[_STATUS, _LIMIT, _CURSOR],
        responses=shapes.TournamentPage,
    )
    def get(self, request: Request) -> HttpResponse:
        """All tournaments in pages."""
        query = request.query_params.dict()
        refuse_unknown(query, ("status", "limit", "cursor"), "parameter")
        found = queries.listing()
        if "status" in query:
            if query["status"] not in TournamentStatus.values:
                raise malformed(f"status is one of {', '.join(TournamentStatus.values)}.", field="status")
            found = found.filter(status=query["status"])
        pages = Newest()
        rows = pages.paginate_queryset(found, request, view=self) or []
        return answer(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [shapes.tournament(queries.line(row)) for row in rows],
            }
        )

    @extend_schema(
        tags=["tournaments"],
        summary="Make a tournament",
        request=shapes.NewTournament,
        responses={201: OpenApiResponse(shapes.Tournament, "A draft; enter players and start it.")},
    )
    def post(self, request: Request) -> HttpResponse:
        """A draft of the caller's; enter players, then start it, or let `starts_at` do so."""
        asked = _body(shapes.NewTournament, request)
        least, most = asked.pop("least_seats", None), asked.pop("most_seats", None)
        made = services.create_tournament(
            **asked,
            seats=None if least is None or most is None else (least, most),
            created_by=auth.player_id(request),
        )
        return answer(_facts(made.slug), 201, {"Location": f"/api/v1/tournaments/{made.slug}"})


class TournamentView(APIView):
    """One tournament."""

    @extend_schema(
        operation_id="tournament", tags=["tournaments"], summary="A tournament", responses=shapes.Tournament
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What it is and where it stands."""
        takes_nothing(request)
        return answer(_facts(slug))


class StandingsView(APIView):
    """The standings."""

    @extend_schema(tags=["tournaments"], summary="Standings", responses=shapes.Standings)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Best first, with the value of every tie-break; results of a round in play count as they come."""
        takes_nothing(request)
        found = queries.by_slug(slug)
        return answer(
            shapes.standings(queries.line(found), queries.columns(found), queries.standings(found.pk))
        )


class RoundsView(APIView):
    """The rounds."""

    @extend_schema(tags=["tournaments"], summary="Published rounds", responses=shapes.Rounds)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Tables, games and results of every round that is published."""
        takes_nothing(request)
        found = queries.by_slug(slug)
        return answer(shapes.rounds(queries.line(found), queries.rounds(found.pk)))


class EntrantsView(APIView):
    """Entering."""

    permission_classes = (auth.ReadOrOrganise,)

    @extend_schema(
        tags=["tournaments"],
        summary="Enter a player",
        request=shapes.NewEntrant,
        responses={201: OpenApiResponse(shapes.Entrant, "The entrant.")},
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Before the start, or between rounds where the format takes late entrants."""
        asked = _body(shapes.NewEntrant, request)
        entrant = services.add_entrant(_organised(request, slug).pk, asked["player"])
        return answer(
            {
                "id": entrant.pk,
                "player": entrant.player_id,
                "name": entrant.player.name,
                "seed": entrant.seed,
            },
            201,
        )


class EntrantView(APIView):
    """Dropping out."""

    permission_classes = (auth.ReadOrOrganise,)

    @extend_schema(
        tags=["tournaments"],
        summary="Take an entrant out",
        responses={204: OpenApiResponse(description="Out, from the next round on.")},
    )
    def delete(self, request: Request, slug: str, entrant_id: int) -> HttpResponse:
        """Before the start without a trace, later from the next unpublished round on."""
        takes_nothing(request)
        services.drop_entrant(_organised(request, slug).pk, entrant_id)
        return HttpResponse(status=204)


class StartView(APIView):
    """Starting."""

    permission_classes = (auth.ReadOrOrganise,)

    @extend_schema(tags=["tournaments"], summary="Start it", request=None, responses=shapes.Tournament)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Seeds the field by rating; the first round is paired and published within seconds."""
        takes_nothing(request)
        services.start_tournament(_organised(request, slug).pk)
        return answer(_facts(slug))


def _facts(slug: str) -> dict[str, Any]:
    return shapes.tournament(queries.line(queries.by_slug(slug)))


def _organised(request: Request, slug: str) -> Tournament:
    """The tournament, if the caller may change it. Raises NoSuchTournament, NotOrganiser."""
    caller = auth.caller(request)
    if caller is None:
        raise auth.not_authenticated()
    found = queries.by_slug(slug)
    access.require_organiser(found, caller.player_id, caller.owner_id)
    return found


def _body(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body, checked for shape and for fields that nobody knows."""
    body = body_of(request)
    reader = shape(data=body)
    refuse_unknown(body, reader.fields.keys())
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)
