"""The score sheet over HTTP: cards that lie on a real table go in, points per seat and per card come out.

Open to everybody, since nothing is read or kept; counted per address like any stranger's request. What a
sheet may say is in games/sheet."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.views import APIView

from games import sheet
from games.api.bodies import body_of
from games.api.problems import declare
from games.api.views import answer
from games.sheet.refusals import MEANINGS

for _code, _meaning in MEANINGS.items():
    declare(_code, 422, "Score sheet refused", _meaning)


def _per_seat() -> s.ListField:
    return s.ListField(child=s.DictField(child=s.IntegerField()), help_text="Per seat, card -> points.")


class SheetPart(s.Serializer[Any]):
    """A round, or the desserts, of a whole game."""

    points = s.ListField(child=s.IntegerField())
    by_card = _per_seat()


class SheetScore(SheetPart):
    """A sheet, scored. The last four fields are those of a whole game."""

    kind = s.CharField(help_text="round, desserts or game.")
    edition = s.CharField()
    players = s.ListField(child=s.CharField(), help_text="Per row of cards, whose it is.")
    warnings = s.ListField(
        child=s.DictField(), help_text="Cards that could not coexist: code, detail and what it is about."
    )
    rounds = SheetPart(many=True, required=False)
    desserts = SheetPart(required=False)
    tie_break = s.ListField(child=s.IntegerField(), required=False)
    places = s.ListField(child=s.IntegerField(), required=False)


def _rows() -> s.ListField:
    return s.ListField(
        child=s.ListField(child=s.CharField()),
        required=False,
        help_text='A round: per seat its cards in the order of play, such as "maki3", "egg@w", "eel/f", '
        '"order=squid".',
    )


class Sheet(s.Serializer[Any]):
    """What to score: tables (a round), dessert with values or cards (the end), or rounds (a whole game)."""

    edition = s.CharField(required=False)
    players = s.JSONField(required=False, help_text="How many play, or their names.")
    variant = s.CharField(required=False)
    menu = s.JSONField(required=False, help_text="A suggested menu's key, or a list of cards.")
    options = s.DictField(required=False)
    tables = _rows()
    roll = s.CharField(required=False, help_text="Without a menu: the roll in use, though nobody has any.")
    uramaki_places_taken = s.IntegerField(required=False, min_value=0, max_value=3)
    awarded = s.ListField(
        child=s.DictField(child=s.IntegerField()),
        required=False,
        help_text="Per seat, points given during the round: uramaki, the strawberry lead.",
    )
    dessert = s.CharField(required=False)
    values = s.ListField(
        child=s.JSONField(), required=False, help_text="Per seat, what its desserts come to."
    )
    cards = s.ListField(child=s.ListField(child=s.JSONField()), required=False)
    rounds = s.ListField(
        child=s.JSONField(), required=False, help_text="Three rounds: their tables, or objects with tables."
    )
    desserts = s.DictField(
        required=False, help_text="dessert with values or cards; left out, those in the rounds count."
    )


class ScoreView(APIView):
    """Score a sheet."""

    # No session is looked at: a page may post without a CSRF token, and there is nothing to forge.
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="score",
        tags=["score"],
        summary="Score cards on a real table",
        request=Sheet,
        responses=SheetScore,
        examples=[
            OpenApiExample(
                "A round",
                value={
                    "edition": "classic",
                    "players": 2,
                    "tables": [["maki3", "wasabi", "squid"], ["tempura", "tempura"]],
                },
                request_only=True,
            ),
            OpenApiExample("The end", value={"dessert": "pudding", "values": [4, 4, 1]}, request_only=True),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        """Points per seat and per card, and warnings; or a problem with the sentence to show."""
        return answer(sheet.score(body_of(request)))
