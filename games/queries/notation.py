"""A finished game as text in the engine's notation (games/engine/NOTATION.md).

The text has the shuffle seed in it, so it exists only when the game is over and its log is open to all."""

from orjson import loads

from games import access, engine, store
from games.models import GameStatus, Seat


class NotOver(engine.RuleError):
    """The game is still played: its text would show every hand."""

    code = "game_running"


def game_text(game_id: int) -> str:
    """The game's text. Raises NotYours when there is no such game or it never started, NotOver before its
    end."""
    game = access.game_or_404(game_id)
    if game.status == GameStatus.EXPIRED:
        raise access.NotYours("This table expired before it started: it has no log.")
    if game.status != GameStatus.FINISHED:
        raise NotOver("The game can be written down when it is over. Until then read its events.")
    seats = Seat.objects.filter(game=game).order_by("number").values_list("player__name", flat=True)
    log = [engine.decode(line.kind, line.data, loads) for line in store.read(game_id)]
    notes: dict[str, tuple[engine.OptionValue, ...]] = {"game": (game_id,)}
    if game.finished_at is not None:
        notes["finished"] = (game.finished_at.date().isoformat(),)
    return engine.write_game(log, [name or "" for name in seats], notes)
