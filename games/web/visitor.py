"""Who looks at a page: the player as which a logged-in person sits at tables."""

from django.http import HttpRequest

from games.accounts.queries import person_of
from games.models import Player


def player_of(request: HttpRequest) -> Player | None:
    """The visitor's player; None for a stranger, and for an account that has none yet."""
    user = request.user
    if not user.is_authenticated or user.pk is None:
        return None
    return person_of(int(user.pk))
