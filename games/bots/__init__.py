"""House bots: the players the house provides, and the door through which the rest of the house meets them.

One file is one bot: a module in this package with `NAME`, `ABOUT` and `choose(view, options, rng)`. Bots are pure: they
see the same masked `View` a remote bot is sent, so they cannot cheat, and they return one legal answer. Dice are an
argument; `rng_for` derives them from the question, so that a substitute made twice is the same pick both times.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType, ModuleType
from typing import Protocol, cast

from games.engine import Options, View
from games.engine.plugins import discover


class Bot(Protocol):
    """What a module in this package offers."""

    NAME: str
    ABOUT: str

    def choose(self, view: View, options: Options, rng: Random) -> tuple[str, ...]:
        """One legal answer to `options`, as the seat that `view` was made for."""


def _is_bot(module: ModuleType) -> bool:
    return hasattr(module, "NAME")


BOTS: Mapping[str, Bot] = MappingProxyType(
    {name: cast(Bot, module) for name, module in discover(__name__, _is_bot, lambda m: cast(str, m.NAME)).items()}
)
"""Every house bot by name."""

SUBSTITUTE = "greedy"
"""The bot that picks for a seat whose deadline has passed."""


def choose(name: str, view: View, options: Options, rng: Random) -> tuple[str, ...]:
    """The answer of the house bot `name`. Raises KeyError for a name that no file here carries."""
    return BOTS[name].choose(view, options, rng)


def rng_for(game_id: int, seat: int, question: str) -> Random:
    """The dice of one decision: a function of the question alone, so that asking again changes nothing."""
    return Random(f"{game_id}|{seat}|{question}")  # noqa: S311 - a bot's taste, not a secret
