"""What other apps add to the pages of a game. Games know nothing of ratings or tournaments: whoever composes
the site registers a part here, and the page shows what it returns.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.utils.safestring import SafeString

from games import clock
from games.models import Game

#: So long after a game's end its page asks by itself for what is still to come.
PATIENCE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a part shows. `waits`: there will be more in a moment, so the page asks again by itself."""

    markup: SafeString
    waits: bool = False


#: Parts of the last page of a finished game; each returns what it shows, or None.
Part = Callable[[Game], Shown | None]
_AT_THE_END: dict[str, Part] = {}


def add_at_the_end(name: str, part: Part) -> None:
    """Show `part` below the result of a finished game. A name that is known is replaced."""
    _AT_THE_END[name] = part


def at_the_end(game: Game) -> list[Shown]:
    """All that others have to say of a finished game."""
    return [shown for part in _AT_THE_END.values() if (shown := part(game))]


def just_over(game: Game) -> bool:
    """Whether the game ended so lately that what follows from it may still be on its way."""
    return game.finished_at is not None and clock.now() - game.finished_at < PATIENCE
