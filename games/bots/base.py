"""What a house bot is. The bots themselves are the other files of this package."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from games.engine import Options, View

DIGEST_BITS = 256
FLOAT_BITS = 53


@dataclass(frozen=True)
class Bot:
    """`name` is how a table asks for it, `about` a line for people.

    `choose` gives one legal answer to the options, as the seat that the view was made for. `dice`: whether it
    throws any.
    """

    name: str
    about: str
    choose: Callable[[View, Options, Random], tuple[str, ...]]
    dice: bool = True


class Dice(Random):
    """Dice that a text decides: its SHA-256, then the SHA-256 of that, bit after bit.

    A decision throws once or twice; to seed the standard generator for that would cost ten times as much."""

    def __init__(self, text: str) -> None:
        self.gauss_next = None
        self._digest = sha256(text.encode()).digest()
        self._bits, self._left = int.from_bytes(self._digest, "big"), DIGEST_BITS

    def getrandbits(self, k: int) -> int:
        """The next `k` bits as a number."""
        if k < 0:
            raise ValueError("The number of bits cannot be negative.")
        while self._left < k:
            self._digest = sha256(self._digest).digest()
            self._bits = self._bits << DIGEST_BITS | int.from_bytes(self._digest, "big")
            self._left += DIGEST_BITS
        self._left -= k
        found = self._bits >> self._left
        self._bits -= found << self._left
        return found

    def random(self) -> float:
        """A number from 0 up to but not including 1, of 53 bits as the standard generator's."""
        return float(self.getrandbits(FLOAT_BITS)) / (1 << FLOAT_BITS)


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
