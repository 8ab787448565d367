"""Every write of accounts: one verb, one transaction, ids in.

What is secret is returned in clear once, by the verb that makes it, and kept as a digest only. Django's own
forms set passwords; here they are handed on, never looked at.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.views.decorators.debug import sensitive_variables

from games import clock, services
from games.accounts.models import Invitation
from games.accounts.refusals import (
    BadInvitation,
    LastAdministrator,
    NotYourAccount,
    SignUpClosed,
    TooMany,
    WrongPassword,
)
from games.models import Player, PlayerKind, Token
from games.refusals import BadName, BadToken, NotFound

#: Kept out of anybody's choice, so that nobody sits under the name of somebody who left.
FORMER = "Former player"
INVITATION_PREFIX = "ki_"
MOST_BOTS = 25
MOST_TOKENS = 25
LONGEST_OVERLAP_HOURS = 24 * 7
LONGEST_INVITATION_DAYS = 90
_HINT_LENGTH = len(INVITATION_PREFIX) + 4


@sensitive_variables("invitation")
def sign_up(user: User, player_name: str, invitation: str = "") -> User:
    """Save a new account, whose password its form has set, with the person's player.

    Where the house takes invited people only, the invitation is used up by one. Raises SignUpClosed,
    BadInvitation, BadName; then nothing is left behind.
    """
    with transaction.atomic():
        if settings.KAITEN_SIGN_UP == "closed":
            raise SignUpClosed("This house takes no new accounts. Ask its staff.")
        if settings.KAITEN_SIGN_UP == "invite":
            _use(invitation)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:  # somebody was faster, after the form had looked
            raise BadName(f"The user name {user.username!r} is taken; choose another.") from error
        create_person(user.pk, player_name)
    return user


def create_person(user_id: int, name: str) -> Player:
    """The player of an account that has none yet. Raises BadName."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user_id)
        mine = Player.objects.filter(owner_id=user_id, kind=PlayerKind.PERSON).first()
        if mine is not None:
            raise BadName(f"You play as {mine.name} already.")
        return services.create_player(_free_name(name), PlayerKind.PERSON, owner_id=user_id)


def create_bot(user_id: int, name: str) -> Player:
    """A bot of this account. Raises BadName, TooMany."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user_id)
        if Player.objects.filter(owner_id=user_id, kind=PlayerKind.BOT).count() >= MOST_BOTS:
            raise TooMany(f"One person may have {MOST_BOTS} bots. Ask the club's staff for more.")
        return services.create_player(_free_name(name), PlayerKind.BOT, owner_id=user_id)


def issue_token(
    bot_id: int, label: str, scopes: Sequence[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """A token for a bot, and its clear text. Raises BadToken, TooMany."""
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=bot_id)
        now = clock.now()
        if expires_at is not None and expires_at <= now:
            raise BadToken("The token would have expired already. Choose a later day, or none.")
        alive = Token.objects.filter(player_id=bot_id, revoked_at=None).exclude(expires_at__lte=now)
        if alive.count() >= MOST_TOKENS:
            raise TooMany(f"A bot may have {MOST_TOKENS} tokens at a time. Revoke some first.")
        return services.issue_token(bot_id, label, scopes, expires_at)


def rotate_token(token_id: int, overlap_hours: int) -> tuple[Token, str]:
    """A token like this one, and its clear text; the old one ends after so many hours, 0 for at once.

    Whoever still uses the old one goes on until then. Raises BadToken when it has ended already.
    """
    if not 0 <= overlap_hours <= LONGEST_OVERLAP_HOURS:
        raise BadToken(f"Two tokens may overlap by 0 to {LONGEST_OVERLAP_HOURS} hours.")
    with transaction.atomic():
        old = Token.objects.select_for_update().get(pk=token_id)
        now = clock.now()
        if old.revoked_at is not None or (old.expires_at is not None and old.expires_at <= now):
            raise BadToken("This token has ended. Make a new one instead.")
        lifetime = None if old.expires_at is None else old.expires_at - old.created_at
        fresh = services.issue_token(
            old.player_id, old.label, old.scopes, None if lifetime is None else now + lifetime
        )
        if overlap_hours == 0:
            services.revoke_token(old.pk)
        else:
            ends = now + timedelta(hours=overlap_hours)
            old.expires_at = ends if old.expires_at is None else min(old.expires_at, ends)
            old.save(update_fields=["expires_at"])
        return fresh


@sensitive_variables("password")
def delete_account(user_id: int, password: str) -> None:
    """End an account. Its person and bots stay in their games as former players, without a name or an owner.

    Tokens are revoked. What had not begun they leave: searches, invitations, open tables, whose other players
    are told. Raises WrongPassword, LastAdministrator.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        if not user.check_password(password):
            raise WrongPassword("That is not the password of this account. Nothing was deleted.")
        others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user_id)
        if user.is_superuser and not others.exists():
            raise LastAdministrator("You are the last administrator. Make another one first.")
        players = list(Player.objects.select_for_update().filter(owner_id=user_id))
        for player in players:
            _retire(player)
        user.delete()
    # After the commit: everywhere else tables are locked before their players. Nobody takes a new seat
    # meanwhile, for they are active no more.
    for player in players:
        services.leave_lobby(player.pk)


def _retire(player: Player) -> None:
    Token.objects.filter(player=player, revoked_at=None).update(revoked_at=clock.now())
    name, number = f"{FORMER} {player.pk}", 1
    while Player.objects.filter(name__iexact=name).exclude(pk=player.pk).exists():
        number += 1  # from before the name was kept out of anybody's choice
        name = f"{FORMER} {player.pk}.{number}"
    player.name, player.active, player.owner_id = name, False, None
    player.save(update_fields=["name", "active", "owner"])


def invite(made_by: int | None, uses: int = 1, days: int = 7, note: str = "") -> tuple[Invitation, str]:
    """An invitation for so many people within so many days, and its secret. Raises BadInvitation."""
    if not 1 <= uses <= 1000 or not 1 <= days <= LONGEST_INVITATION_DAYS or len(note) > 60:
        raise BadInvitation(
            f"An invitation is for 1 to 1000 people, lasts 1 to {LONGEST_INVITATION_DAYS} days, "
            "and has a note of up to 60 characters."
        )
    clear = INVITATION_PREFIX + secrets.token_urlsafe(24)
    made = Invitation.objects.create(
        digest=_digest(clear),
        hint=clear[:_HINT_LENGTH],
        note=note.strip(),
        made_by_id=made_by,
        uses=uses,
        expires_at=clock.now() + timedelta(days=days),
    )
    return made, clear


def revoke_invitation(invitation_id: int) -> None:
    """End an invitation; twice changes nothing."""
    Invitation.objects.filter(pk=invitation_id, revoked_at=None).update(revoked_at=clock.now())


def check_invitation(clear: str) -> None:
    """Raises BadInvitation unless somebody may still sign up with it."""
    _good(clear)


def reset_path(username: str, by: User | None = None) -> str:
    """The path of a page on which the account's password can be set once, within PASSWORD_RESET_TIMEOUT.

    For a club without mail: whoever makes it hands it over. `by` is the staff member who asks, None for the
    command line; staff may not take over an administrator. Raises NotFound, NotYourAccount.
    """
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise NotFound(f"There is no active account {username!r}. Names tell capital letters apart.")
    if by is not None and not by.is_superuser and (user.is_staff or user.is_superuser):
        raise NotYourAccount(f"{username} is staff too; only an administrator can make this link.")
    return _reset_path(user)


def _reset_path(user: User) -> str:
    return reverse(
        "password_reset_confirm",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        },
    )


def _free_name(name: str) -> str:
    name = " ".join(name.split())
    if name.casefold().startswith(FORMER.casefold()):
        raise BadName(f"Names that begin with {FORMER!r} are for those who left; choose another.")
    return name


def _digest(clear: str) -> str:
    return sha256(clear.encode()).hexdigest()


def _good(clear: str) -> Invitation:
    found = Invitation.objects.filter(digest=_digest(clear)).first() if clear else None
    if found is None:
        raise BadInvitation("This house is for invited people. Ask its staff for an invitation link.")
    if found.revoked_at is not None or found.expires_at <= clock.now() or found.used >= found.uses:
        raise BadInvitation("This invitation is used up or no longer holds. Ask for a new one.")
    return found


def _use(clear: str) -> None:
    found = _good(clear)
    # Counted in the database, so that two who come at once cannot share the last place.
    if not Invitation.objects.filter(pk=found.pk, used__lt=F("uses")).update(used=F("used") + 1):
        raise BadInvitation("This invitation is used up or no longer holds. Ask for a new one.")
