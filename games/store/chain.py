"""The hash chain of a log: each line's hash covers the line and the hash before it.

`hash = SHA-256(previous | seq | kind | data)` in hex, joined by "|"; the first line follows the game's
commitment. A hash is as secret as its line while the game is played: whoever has the chain could try the
dozen faces of a hidden pick until one fits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from orjson import dumps


def link(previous: str, seq: int, kind: str, data: str) -> str:
    """The hash of one line that follows the line with hash `previous`."""
    return sha256(f"{previous}|{seq}|{kind}|{data}".encode()).hexdigest()


def compact(data: object) -> str:
    """JSON text, letter by letter what the standard library writes without blanks, in a third of the time."""
    return dumps(data).decode()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` found: `ok`, how many events, and a sentence for every promise that does not hold."""

    game_id: int
    events: int
    problems: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether everything agreed."""
        return not self.problems


def chain_problems(commitment: str, lines: Iterable[tuple[int, str, str, str]]) -> list[str]:
    """What is wrong with the lines (seq, kind, data, hash) of one game: gaps and broken links."""
    problems: list[str] = []
    previous, expected = commitment, 1
    for seq, kind, data, digest in lines:
        if seq != expected:
            problems.append(f"Event {expected} is missing: the next one is {seq}.")
        if link(previous, seq, kind, data) != digest:
            problems.append(f"Event {seq} does not match its hash.")
        previous, expected = digest, seq + 1
    return problems
