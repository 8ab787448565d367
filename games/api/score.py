"""The score sheet over HTTP: cards that lie on a real table go in, points per seat and per card come out.

Open to everybody, since nothing is read or kept; counted per address like any stranger's request. What a
sheet may say is in games/sheet."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.views import APIView

from games import sheet
from games.api.bodies import body_of
from games.api.play_shapes import numbers, of_cards, of_options, words
from games.api.problems import declare
from games.api.views import answer
from games.sheet.refusals import MEANINGS

for _code, _meaning in MEANINGS.items():
    declare(_code, 422, "Score sheet refused", _meaning)


_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer"}


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


class SheetPart(s.Serializer[Any]):
    """A round, or the desserts, of a whole game."""

    points = numbers()
    by_card = of_cards(help_text="Per seat, card -> points.")


@extend_schema_field({"oneOf": [_NUMBER, _list(_TEXT)]})
class _Cards(s.JSONField):
    """How many cards, or which."""


class SheetWarning(s.Serializer[Any]):
    """Cards that could not coexist; of the fields after `detail` those that the code is about."""

    code = s.CharField()
    detail = s.CharField()
    card = s.CharField(required=False)
    count = s.IntegerField(required=False)
    printed = s.IntegerField(required=False)
    seat = s.IntegerField(required=False)
    cards = _Cards(required=False)
    course = s.CharField(required=False)
    most = s.IntegerField(required=False)
    round = s.IntegerField(required=False, help_text="Of a whole game.")


class SheetScore(SheetPart):
    """A sheet, scored. The last four fields are those of a whole game."""

    kind = s.ChoiceField(choices=["round", "desserts", "game"])
    edition = s.CharField()
    players = words(help_text="Per row of cards, whose it is.")
    warnings = SheetWarning(many=True)
    rounds = SheetPart(many=True, required=False)
    desserts = SheetPart(required=False)
    tie_break = numbers(required=False)
    places = numbers(required=False)


@extend_schema_field({"oneOf": [_NUMBER, _list(_TEXT)]})
class _Players(s.JSONField):
    """A number, or names."""


@extend_schema_field({"oneOf": [_TEXT, _list(_TEXT)]})
class _Menu(s.JSONField):
    """The key of a suggested menu, or a list of cards."""


@extend_schema_field({"oneOf": [_NUMBER, _TEXT, _list(_NUMBER)]})
class _Amount(s.JSONField):
    """What the desserts of one seat come to."""


@extend_schema_field({"type": ["string", "integer"]})
class _DessertCard(s.JSONField):
    """A card as it is written, or the number on it."""


#: The fields of a sheet that is one round, as an object inside the sheet of a whole game.
_ROUND: dict[str, Any] = {
    "type": "object",
    "required": ["tables"],
    "properties": {
        "tables": _list(_list(_TEXT)),
        "roll": _TEXT,
        "uramaki_places_taken": {"type": "integer", "minimum": 0, "maximum": 3},
        "awarded": _list({"type": "object", "additionalProperties": _NUMBER}),
    },
}


@extend_schema_field({"oneOf": [_ROUND, _list(_list(_TEXT))]})
class _Round(s.JSONField):
    """A round of a whole game: an object, or its tables alone."""


def _rows(**more: Any) -> s.ListField:
    return s.ListField(
        child=s.ListField(child=s.CharField()),
        help_text='A round: per seat its cards in the order of play, such as "maki3", "egg@w", "eel/f", '
        '"order=squid".',
        **more,
    )


class SheetDesserts(s.Serializer[Any]):
    """The desserts at the end, with values or with cards."""

    dessert = s.CharField(required=False)
    values = s.ListField(child=_Amount(), required=False, help_text="Per seat, what its desserts come to.")
    cards = s.ListField(child=s.ListField(child=_DessertCard()), required=False)


class SheetRound(s.Serializer[Any]):
    """A round as it lies on the table."""

    tables = _rows(required=False)
    roll = s.CharField(required=False, help_text="Without a menu: the roll in use, though nobody has any.")
    uramaki_places_taken = s.IntegerField(required=False, min_value=0, max_value=3)
    awarded = of_cards(
        required=False, help_text="Per seat, points given during the round: uramaki, the strawberry lead."
    )


class Sheet(SheetRound, SheetDesserts):
    """What to score: tables (a round), dessert with values or cards (the end), or rounds (a whole game)."""

    edition = s.CharField(required=False)
    players = _Players(required=False, help_text="How many play, or their names.")
    variant = s.CharField(required=False)
    menu = _Menu(required=False, help_text="A suggested menu's key, or a list of cards.")
    options = of_options(required=False)
    rounds = s.ListField(
        child=_Round(), required=False, help_text="Three rounds: their tables, or objects with tables."
    )
    desserts = SheetDesserts(
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
