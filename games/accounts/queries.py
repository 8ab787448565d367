"""What the pages and the API of accounts show. Never a digest."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from games import clock
from games.accounts.models import Invitation
from games.models import Call, Player, PlayerKind, Token

#: Requests of a bot that its page tells; the API has all of 30 days.
REQUESTS_TOLD = 20


class BotLine(NamedTuple):
    """A bot in its owner's list."""

    id: int
    name: str
    active: bool
    tokens: int
    last_used_at: datetime | None


class TokenLine(NamedTuple):
    """A token as its owner sees it: how it begins, never the rest."""

    id: int
    hint: str
    label: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    state: str


def person_of(user_id: int) -> Player | None:
    """The player as which the account's person sits."""
    mine = Player.objects.filter(owner_id=user_id, kind=PlayerKind.PERSON, active=True)
    return mine.order_by("pk").first()


def bots_of(user_id: int) -> list[BotLine]:
    """The account's bots by name, each with how many tokens hold and when one was used last."""
    good = Q(tokens__revoked_at=None) & (Q(tokens__expires_at=None) | Q(tokens__expires_at__gt=clock.now()))
    found = (
        Player.objects.filter(owner_id=user_id, kind=PlayerKind.BOT)
        .annotate(good=Count("tokens", filter=good), used=Max("tokens__last_used_at"))
        .order_by("name")
    )
    return [BotLine(bot.pk, bot.name, bot.active, bot.good, bot.used) for bot in found]


def bot_of(user_id: int, bot_id: int) -> Player | None:
    """One bot, if it is this account's."""
    return Player.objects.filter(pk=bot_id, owner_id=user_id, kind=PlayerKind.BOT).first()


def tokens_of(bot_id: int) -> list[TokenLine]:
    """A bot's tokens, those that hold first, then the newest first."""
    now = clock.now()
    lines = [_line(token, now) for token in Token.objects.filter(player_id=bot_id).defer("digest")]
    return sorted(lines, key=lambda line: (line.state != "good", -line.id))


def requests_of(tokens: Iterable[int]) -> list[Call]:
    """The last requests made with these tokens, the newest first, without their bodies."""
    return list(Call.objects.filter(token__in=tokens).order_by("-pk").defer("body")[:REQUESTS_TOLD])


def token_of(bot_id: int, token_id: int) -> Token | None:
    """One token of a bot."""
    return Token.objects.filter(pk=token_id, player_id=bot_id).defer("digest").first()


def _line(token: Token, now: datetime) -> TokenLine:
    state = "good"
    if token.revoked_at is not None:
        state = "revoked"
    elif token.expires_at is not None and token.expires_at <= now:
        state = "expired"
    return TokenLine(
        token.pk,
        token.hint,
        token.label,
        list(token.scopes),
        token.created_at,
        token.last_used_at,
        token.expires_at,
        state,
    )


def invitations() -> list[tuple[Invitation, str]]:
    """The newest invitations, each with its state: "good", "used up", "revoked" or "expired"."""
    now = clock.now()
    found = []
    for entry in Invitation.objects.select_related("made_by").defer("digest")[:50]:
        state = "good"
        if entry.revoked_at is not None:
            state = "revoked"
        elif entry.used >= entry.uses:
            state = "used up"
        elif entry.expires_at <= now:
            state = "expired"
        found.append((entry, state))
    return found
