"""What a house bot is. The bots themselves are the other files of this package."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.engine import Options, View


@dataclass(frozen=True)
class Bot:
    """`name` is how a table asks for it, `about` a line for people.

    `choose` gives one legal answer to the options, as the seat that the view was made for. `dice`: whether it
    throws any; seeding them costs as much as a good part of a decision.
    """

    name: str
    about: str
    choose: Callable[[View, Options, Random], tuple[str, ...]]
    dice: bool = True


class NoDice(Random):
    """What a bot is given that declares no dice: they break when thrown."""

    def random(self) -> float:
        """Raises RuntimeError."""
        raise RuntimeError("This bot declares no dice (Bot.dice) and throws some.")

    def getrandbits(self, k: int) -> int:
        """Raises RuntimeError."""
        raise RuntimeError("This bot declares no dice (Bot.dice) and throws some.")


def plainest(options: Options) -> tuple[str, ...]:
    """The first legal answer in the order of the options: for kinds of question a bot has no opinion on."""
    answers = options.only or options.choices()
    return answers[0] if answers else tuple(options.faces[: options.least])
