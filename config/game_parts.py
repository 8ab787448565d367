"""What the site adds to the pages of games from other apps, which games know nothing of."""

from django.template.loader import render_to_string

from games.models import Game
from games.web import extras
from ratings import queries as ratings


def rating_changes(game: Game) -> extras.Shown | None:
    """What a rated game did to its players' ratings; while it is not yet counted, that it will be."""
    if not game.rated:
        return None
    changes = ratings.changes_of_game(game.pk)
    pools = {pool.key: pool.name for pool in ratings.pools()} if changes else {}
    pool = changes[0].pool_key if changes else ""
    waits = not changes and extras.just_over(game)
    context = {"changes": changes, "pool": pool, "pool_name": pools.get(pool, pool), "waits": waits}
    return extras.Shown(render_to_string("parts/rating_changes.html", context), waits)


def register() -> None:
    """Called when the site starts."""
    extras.add_at_the_end("ratings", rating_changes)
