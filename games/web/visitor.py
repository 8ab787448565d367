"""Who looks at a page: the player as which a logged-in person sits at tables."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.accounts.queries import person_of
from games.models import Player


def player_of(request: HttpRequest) -> Player | None:
    """The visitor's player; None for a stranger, and for an account that has none yet."""
    user = request.user
    if not user.is_authenticated or user.pk is None:
        return None
    # The head of the page asks again: one query for both.
    known: dict[int, Player | None] = request.__dict__.setdefault("kaiten_player", {})
    if user.pk not in known:
        known[user.pk] = person_of(int(user.pk))
    return known[user.pk]


def without_player(request: HttpRequest, address: str) -> HttpResponse:
    """Where a visitor goes who has no player: a stranger logs in and comes back to `address`, an account
    without a player makes one."""
    if request.user.is_authenticated:
        messages.error(request, "Your account has no player yet: give yourself a name first, then sit down.")
        return redirect("me")
    return redirect_to_login(address)
