"""House bots: the players the house provides, and the door through which the rest of the house meets them.

One file is one bot: a module in this package with a constant `BOT`. Bots are pure: they see the same
masked `View` a remote bot is sent, so they cannot cheat, and they return one legal answer. Dice are an
argument; `rng_for` derives them from the question, so that a substitute made twice is the same pick both
times.
"""

import sys
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from games.bots.base import Bot, Dice, NoDice
from games.engine import Options, View
from games.engine.plugins import PluginError, discover

SUBSTITUTE = "greedy"
"""The bot that picks for a seat whose deadline has passed."""


def _by_name() -> dict[str, Bot]:
    found: dict[str, Bot] = {}
    for bot in discover(sys.modules[__name__], "BOT", Bot, skip=("base", "appetite", "tasting")).values():
        if bot.name in found:
            raise PluginError(f"Two house bots are called {bot.name!r}.")
        found[bot.name] = bot
    return found


BOTS: Mapping[str, Bot] = MappingProxyType(_by_name())
"""Every house bot by name."""


def choose(name: str, view: View, options: Options, rng: Random) -> tuple[str, ...]:
    """The answer of the house bot `name`. Raises KeyError for a name that no file here carries."""
    return BOTS[name].choose(view, options, rng)


def rng_for(game_id: int, seat: int, question: str) -> Random:
    """The dice of one decision: a function of the question alone, so that asking again changes nothing."""
    return Dice(f"{game_id}|{seat}|{question}")


_NO_DICE = NoDice()


def dice_for(name: str, game_id: int, seat: int, question: str) -> Random:
    """The same for the bot `name`, which may throw no dice: then there are none to make."""
    return rng_for(game_id, seat, question) if BOTS[name].dice else _NO_DICE


__all__ = ["BOTS", "SUBSTITUTE", "Bot", "choose", "dice_for", "rng_for"]
