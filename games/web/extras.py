"""What other apps add to the pages of a game. Games know nothing of ratings or tournaments: whoever composes
the site registers a part here, and the page shows what it returns.
"""

from collections.abc import Callable

from django.utils.safestring import SafeString

from games.models import Game

#: Parts of the last page of a finished game; each returns markup, or nothing.
Part = Callable[[Game], SafeString | str]
_AT_THE_END: dict[str, Part] = {}


def add_at_the_end(name: str, part: Part) -> None:
    """Show `part` below the result of a finished game. A name that is known is replaced."""
    _AT_THE_END[name] = part


def at_the_end(game: Game) -> list[SafeString | str]:
    """All that others have to say of a finished game."""
    return [shown for part in _AT_THE_END.values() if (shown := part(game))]
