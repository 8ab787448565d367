"""Bodies and answers of the accounts' endpoints, as the OpenAPI document says them."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers as s

from games.services.players import SCOPES

#: Tokens as their owner sees them: how they begin, never the rest. (A class could not have a field `label`.)
BotTokens = inline_serializer(
    "BotToken",
    {
        "id": s.IntegerField(),
        "hint": s.CharField(),
        "label": s.CharField(),
        "scopes": s.ListField(child=s.CharField()),
        "state": s.CharField(help_text="good, revoked or expired"),
        "created_at": s.DateTimeField(),
        "last_used_at": s.DateTimeField(allow_null=True),
        "expires_at": s.DateTimeField(allow_null=True),
    },
    many=True,
)
NewBot = inline_serializer(
    "NewBot",
    {
        "name": s.CharField(min_length=3, max_length=40),
        "label": s.CharField(required=False, max_length=60, help_text="What the token is for."),
        "scopes": s.ListField(
            child=s.ChoiceField(choices=list(SCOPES)),
            required=False,
            help_text="What it may do; play and read unless said. Never more than the caller.",
        ),
    },
)


class MyBot(s.Serializer[Any]):
    """One of the caller's bots."""

    id = s.IntegerField()
    name = s.CharField()
    active = s.BooleanField()
    tokens = BotTokens


class MyBots(s.Serializer[Any]):
    """All of them."""

    bots = MyBot(many=True)


class MadeBot(MyBot):
    """A new bot, and its token's clear text, which is not told again."""

    token = s.CharField()
