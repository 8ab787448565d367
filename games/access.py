"""Who may see what of a game, and whose seat is whose. The engine masks; here it is decided for whom.

A game in play is public: anybody may watch as SPECTATOR, a seated player sees their own seat. When the
game is over everything opens. Open and expired tables have nothing to hide.
"""

from typing import Protocol

from games import engine
from games.models import Game, GameStatus, Player, Seat
from games.refusals import NotFound


class NotYours(NotFound):
    """The game does not exist for this player, or the seat is somebody else's."""


class HasStatus(Protocol):
    """A Game row or the narrow row of the store."""

    @property
    def id(self) -> int:
        """The game's id."""

    @property
    def status(self) -> str:
        """One of GameStatus."""


def seat_number(game_id: int, player_id: int) -> int | None:
    """The seat that the player holds in the game, or None."""
    return Seat.objects.filter(game_id=game_id, player_id=player_id).values_list("number", flat=True).first()


def viewer_for(game: HasStatus, player: Player | None) -> engine.Viewer:
    """As whom this player may see the game: OPEN when it is over, in play their seat, else SPECTATOR."""
    if game.status == GameStatus.FINISHED:
        return engine.OPEN
    if player is None or game.status != GameStatus.PLAYING:
        return engine.SPECTATOR
    number = seat_number(game.id, player.pk)
    return engine.SPECTATOR if number is None else number


def allowed_viewer(game: HasStatus, player: Player | None, wanted: engine.Viewer) -> engine.Viewer:
    """`wanted`, if this player may see the game so; else raises NotYours.

    After the end anybody may take any perspective: a replay is studied from every seat.
    """
    if game.status == GameStatus.FINISHED or wanted is engine.SPECTATOR:
        return wanted
    if wanted == viewer_for(game, player):
        return wanted
    raise NotYours("You may see this game as a spectator or from your own seat until it is over.")


def game_or_404(game_id: int) -> Game:
    """The game, whose existence is public. Raises NotYours."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotYours(f"There is no game {game_id} that you may see.")
    return game
