"""The register: players, their tokens, the house's own players, and the heartbeat of the worker.

A token's clear text exists once, in the answer of `issue_token`; the database holds its digest.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery

from games import bots, clock, store
from games.models import Heartbeat, Player, PlayerKind, Seat, Token
from games.refusals import BadName, BadToken, NoSuchPlayer

#: What a token may be allowed to do.
SCOPES = ("play", "read", "organise")
TOKEN_PREFIX = "kt_"  # noqa: S105 - how tokens begin, not one
_HINT_LENGTH = len(TOKEN_PREFIX) + 4


def create_player(name: str, kind: str, owner_id: int | None = None, strategy: str = "") -> Player:
    """Enter a player in the register.

    `kind` is "person", "bot" or "house"; a house player names the house bot that picks for it. Raises
    BadName when the name is taken or cannot be used, NoSuchPlayer for an unknown house bot.
    """
    name = " ".join(name.split())
    if kind == PlayerKind.HOUSE and strategy not in bots.BOTS:
        raise NoSuchPlayer(
            f"There is no house bot {strategy!r}; choose one of {', '.join(sorted(bots.BOTS))}."
        )
    player = Player(name=name, kind=kind, owner_id=owner_id, strategy=strategy)
    try:
        player.clean_fields(exclude=["owner", "created_at"])
    except ValidationError as error:
        raise BadName(" ".join(error.messages)) from error
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError as error:
        if Player.objects.filter(name__iexact=name).exists():
            raise BadName(f"The name {name!r} is taken; choose another.") from error
        raise
    player.refresh_from_db()
    return player


def token_digest(clear: str) -> str:
    """What the database holds of a token: its SHA-256 in hex. A token has 240 bits, so no salt is needed."""
    return sha256(clear.encode()).hexdigest()


def issue_token(
    player_id: int,
    label: str,
    scopes: Sequence[str] = ("play", "read"),
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """A new token and its clear text, which cannot be shown again. Raises BadToken, NoSuchPlayer."""
    label = label.strip()
    if not 1 <= len(label) <= 60:
        raise BadToken("A token needs a label of 1 to 60 characters, such as the machine it will live on.")
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown or not scopes:
        raise BadToken(f"Scopes are some of {', '.join(SCOPES)}.")
    if expires_at is not None and expires_at <= clock.now():
        raise BadToken("The token would have expired already.")
    player = Player.objects.filter(pk=player_id).first()
    if player is None or player.is_house:
        raise NoSuchPlayer("Only a person or a remote bot can have a token.")
    clear = TOKEN_PREFIX + secrets.token_urlsafe(30)
    token = Token.objects.create(
        player=player,
        digest=token_digest(clear),
        hint=clear[:_HINT_LENGTH],
        label=label,
        scopes=[scope for scope in SCOPES if scope in scopes],
        expires_at=expires_at,
    )
    return token, clear


def revoke_token(token_id: int) -> None:
    """End a token at once; ending it twice changes nothing."""
    Token.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=clock.now())


def touch_token(token_id: int, now: datetime | None = None) -> None:
    """Note that a token was used. The caller sees to it that this happens once a minute, not every time."""
    with store.writing():
        Token.objects.filter(pk=token_id).update(last_used_at=now or clock.now())


def house_player(strategy: str, taken: Collection[int] = ()) -> Player:
    """A house player of this strategy that is not in `taken`: the one that sat down least recently.

    When none is left a new one joins the register: "Greedy", "Greedy 2", "Greedy 3", ...
    Raises NoSuchPlayer for an unknown house bot.
    """
    if strategy not in bots.BOTS:
        raise NoSuchPlayer(
            f"There is no house bot {strategy!r}; choose one of {', '.join(sorted(bots.BOTS))}."
        )
    # One step in the index of a player's games; a maximum over the table would grow with every game played.
    latest = Seat.objects.filter(player=OuterRef("pk")).order_by("-game_id").values("game_id")[:1]
    while True:
        free = (
            Player.objects.filter(kind=PlayerKind.HOUSE, strategy=strategy, active=True)
            .exclude(pk__in=taken)
            .annotate(last_game=Subquery(latest))
        )
        # "Never sat" sorts differently on the two databases, so the choice is made here.
        found = min(free, key=lambda player: (player.last_game or 0, player.pk), default=None)
        if found is not None:
            return found
        _create_house_player(strategy)


def _create_house_player(strategy: str) -> None:
    """One more house player; if somebody else takes the name meanwhile, the next number is tried."""
    base = strategy.capitalize()[:34]
    number = 1
    while True:
        name = base if number == 1 else f"{base} {number}"
        try:
            create_player(name, PlayerKind.HOUSE, strategy=strategy)
        except BadName:
            number += 1
        else:
            return


def beat(part: str, now: datetime | None = None) -> None:
    """Note that a part of the house is alive."""
    Heartbeat.objects.update_or_create(part=part, defaults={"at": now or clock.now()})
