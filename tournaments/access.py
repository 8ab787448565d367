"""Who may run a tournament: whoever made it, that player's owner, and the club's staff.

Published rounds are public; an unpublished round is for nobody, so there is nothing to decide about it.
"""

from django.contrib.auth import get_user_model

from tournaments.models import Tournament
from tournaments.refusals import NotOrganiser


def may_organise(tournament: Tournament, player_id: int | None, owner_id: int | None) -> bool:
    """Whether this caller (a player, and the account behind it) may change the tournament."""
    made_by = tournament.created_by
    if made_by is not None:
        if player_id is not None and made_by.pk == player_id:
            return True
        if owner_id is not None and made_by.owner_id == owner_id:
            return True
    if owner_id is None:
        return False
    return get_user_model().objects.filter(pk=owner_id, is_active=True, is_staff=True).exists()


def require_organiser(tournament: Tournament, player_id: int | None, owner_id: int | None) -> None:
    """Raise NotOrganiser unless the caller may change the tournament."""
    if not may_organise(tournament, player_id, owner_id):
        raise NotOrganiser("Only whoever made this tournament, or the club's staff, may do this.")
