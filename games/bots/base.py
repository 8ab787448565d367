"""What a house bot is. The bots themselves are the other files of this package."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.engine import Options, View


@dataclass(frozen=True)
class Bot:
    """`name` is how a table asks for it, `about` a line for people.

    `choose` gives one legal answer to the options, as the seat that the view was made for.
    """

    name: str
    about: str
    choose: Callable[[View, Options, Random], tuple[str, ...]]


def plainest(options: Options) -> tuple[str, ...]:
    """The first legal answer in the order of the options: for kinds of question a bot has no opinion on."""
    answers = options.only or options.choices()
    return answers[0] if answers else tuple(options.faces[: options.least])
