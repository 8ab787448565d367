"""Getting up from a table that has not started.

A game that has begun is never left: the house plays for who is away."""

from django.db import transaction

from games import access
from games.models import Game, GameStatus, SealedSeed, Seat
from games.refusals import TableClosed


def leave_game(game_id: int, player_id: int) -> Game:
    """Free the player's seat; when nobody is left who could be waited for, the table closes with a reason.

    Leaving a table one does not sit at changes nothing. Raises NotYours for no such game, TableClosed
    once the game has begun.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise access.NotYours(f"There is no game {game_id} that you may see.")
        mine = Seat.objects.filter(game=game, player_id=player_id).first()
        if mine is not None and game.status == GameStatus.PLAYING:
            raise TableClosed(
                "The game has begun, so your seat stays yours: if you do not answer, the house plays for you."
            )
        if mine is not None and game.status == GameStatus.OPEN:
            mine.player, mine.nonce = None, ""
            mine.save(update_fields=["player", "nonce"])
            if not Seat.objects.filter(game=game, player__strategy="").exists():
                game.status = GameStatus.EXPIRED
                game.expired_reason = "Everybody got up again before the game began."
                game.save(update_fields=["status", "expired_reason"])
                SealedSeed.objects.filter(game=game).delete()
    game.refresh_from_db()
    return game
