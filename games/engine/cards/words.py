"""Words that travel with a face in an answer: "use:3", "copy:0", "on:2", "flip:1". They name cards in front
of the seat that answers, by their index in its tableau, so that two equal cards stay distinct."""

from collections.abc import Sequence
from typing import Final

USE: Final = "use"
COPY: Final = "copy"
ON: Final = "on"
FLIP: Final = "flip"


def word(verb: str, index: int) -> str:
    """Such as "use:3"."""
    return f"{verb}:{index}"


def indexes(words: Sequence[str], verb: str) -> tuple[int, ...]:
    """What the words with this verb point at, in order."""
    start = f"{verb}:"
    return tuple([int(said[len(start) :]) for said in words if said.startswith(start)])
