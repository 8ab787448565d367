"""What the stories of time do again and again: answer, ask, look at the clocks, at a moment."""

from datetime import datetime, timedelta

from games import queries, services, store
from games.models import Game, Player
from games.queries.standing import standings
from tests.games.conftest import START, first_choice


def at(seconds: float) -> datetime:
    """So many seconds after the start."""
    return START + timedelta(seconds=seconds)


def answer(game: Game, player: Player, now: datetime) -> services.PickReceipt:
    """The player's first legal answer at a moment."""
    question, chosen = first_choice(player.pk, game.pk)
    return services.submit_pick(game.pk, player.pk, question, chosen, now=now)


def lines(game: Game) -> list[queries.SeatLine]:
    """The seats with their clocks, as they are now."""
    game.refresh_from_db()
    return queries.seat_lines(game)


def causes(game: Game, seat: int) -> list[str]:
    """Why each pick of a seat was made, in order."""
    return [pick.cause for pick in store.recorded_picks(game.pk, seat)]


def ask(player: Player, now: datetime) -> bool:
    """A request for the player's questions."""
    return services.heard_of(player.pk, standings(player.pk), now)
