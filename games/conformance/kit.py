"""The kit itself: what a promise is given, how its outcome is told, and the order in which all are tried."""

import importlib
import json
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TextIO

import httpx

from games.conformance.wire import Answer, Wire

#: Promises by key, in the order of their modules.
PROMISES: dict[str, "Promise"] = {}
HOUSE = ("house:greedy", "house:drafter", "house:random")


class Broken(Exception):
    """The server did not keep a promise; the sentence says how."""


class Skipped(Exception):
    """The promise could not be tried; the sentence says what it would take."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A sentence of the contract and the function that tries it, which returns what it saw."""

    key: str
    sentence: str
    attempt: "Callable[[Kit], str]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one promise fared."""

    key: str
    sentence: str
    state: Literal["kept", "broken", "skipped"]
    detail: str

    def __str__(self) -> str:
        return f"{self.state:<8} {self.key:<24} {self.sentence}{f' ({self.detail})' if self.detail else ''}"


def promise(key: str, sentence: str) -> "Callable[[Callable[[Kit], str]], Callable[[Kit], str]]":
    """Register the decorated function as the proof of a promise."""

    def register(attempt: "Callable[[Kit], str]") -> "Callable[[Kit], str]":
        PROMISES[key] = Promise(key, sentence, attempt)
        return attempt

    return register


def expect(truth: object, sentence: str) -> None:
    """Raises Broken unless the first is true."""
    if not truth:
        raise Broken(sentence)


@dataclass
class Kit:
    """One bot, perhaps a second, and what they do again and again."""

    wire: Wire
    second: Wire | None = None
    restart: Callable[[], None] | None = None
    #: Requests that may be spent on meeting the limit, and seconds to wait for its end.
    exhaust: int = 2000
    patience: float = 70.0
    #: Seconds to wait for what should come at once.
    soon: float = 20.0
    notes: list[str] = field(default_factory=list)

    def open_game(self, *seats: str, clock: object = None, by: Wire | None = None) -> int:
        """A practice game of mine; without seats, against three house bots."""
        table: dict[str, Any] = {"edition": "classic", "seats": ["me", *(seats or HOUSE)], "rated": False}
        if clock is not None:
            table["clock"] = clock
        opened = (by or self.wire).post("games", table)
        expect(opened.status == 201, f"opening a table was answered {opened}")
        return int(opened.body["id"])

    def question(self, game: int, by: Wire | None = None) -> dict[str, Any] | None:
        """My open question in this game; None when the game is over. Raises Broken if neither comes soon."""
        wire, end = by or self.wire, time.monotonic() + self.soon
        while time.monotonic() < end:
            asked = wire.get("questions?wait=2")
            expect(asked.status == 200, f"GET questions was answered {asked}")
            for found in asked.body["questions"]:
                if found["game"] == game:
                    return dict(found)
            if wire.get(f"games/{game}").body["status"] in ("finished", "expired"):
                return None
            time.sleep(0.1)  # questions of other games end no wait, and a server may not wait at all
        raise Broken(f"no question of game {game} came in {self.soon:.0f} s")

    def asked(self, game: int, by: Wire | None = None) -> dict[str, Any]:
        """My open question, which must come."""
        found = self.question(game, by)
        if found is None:
            raise Broken(f"game {game} was over too early")
        return found

    def pick(
        self, question: dict[str, Any], chosen: list[str] | None = None, by: Wire | None = None
    ) -> Answer:
        """Answer a question once, with its first choice unless told otherwise."""
        return (by or self.wire).post(f"games/{question['game']}/picks", pick_of(question, chosen))

    def finish(self, game: int) -> None:
        """Play the game to its end."""
        while (question := self.question(game)) is not None:
            answer = self.pick(question)
            expect(answer.status in (200, 201), f"a pick was answered {answer}")

    def state(self, game: int) -> dict[str, Any]:
        """The game as I may see it."""
        seen = self.wire.get(f"games/{game}")
        expect(seen.status == 200, f"GET games/{game} was answered {seen}")
        return dict(seen.body)

    def log_lines(self, game: int) -> list[dict[str, Any]]:
        """The opened log of a game that is over, line by line."""
        return [json.loads(line) for line in self.wire.text(f"games/{game}/log").splitlines()]

    def events(self, game: int, after: int = 0, wait: int = 0) -> list[dict[str, Any]]:
        """The game's events after a point, as JSON."""
        told = self.wire.get(f"games/{game}/events?after={after}" + (f"&wait={wait}" if wait else ""))
        expect(told.status == 200, f"GET events was answered {told}")
        return list(told.body["events"])


def choice_of(question: dict[str, Any], number: int = 0) -> list[str]:
    """One of the legal answers."""
    options = question["options"]
    choices = options["choices"] or [options["faces"][: max(1, options["least"])]]
    return list(choices[number % len(choices)])


def pick_of(question: dict[str, Any], chosen: list[str] | None = None) -> dict[str, Any]:
    """The body of an answer."""
    return {"question": question["question"], "chosen": choice_of(question) if chosen is None else chosen}


def run(kit: Kit, out: TextIO, only: Iterable[str] = ()) -> list[Outcome]:
    """Try every promise, or those whose key begins with one of `only`; a line for each as it is known."""
    for module in ("picks", "time_promises", "streams", "service"):
        importlib.import_module(f"games.conformance.{module}")  # its promises register themselves
    wanted = tuple(only)
    outcomes: list[Outcome] = []
    for each in PROMISES.values():
        if wanted and not each.key.startswith(wanted):
            continue
        outcome = _try(kit, each)
        outcomes.append(outcome)
        out.write(f"{outcome}\n")
        out.flush()
    counts = {state: sum(each.state == state for each in outcomes) for state in ("kept", "broken", "skipped")}
    out.write(", ".join(f"{count} {state}" for state, count in counts.items()) + "\n")
    return outcomes


def _try(kit: Kit, each: Promise) -> Outcome:
    try:
        return Outcome(each.key, each.sentence, "kept", each.attempt(kit))
    except Skipped as reason:
        return Outcome(each.key, each.sentence, "skipped", str(reason))
    except Broken as fault:
        return Outcome(each.key, each.sentence, "broken", str(fault))
    except (httpx.HTTPError, OSError) as error:
        return Outcome(each.key, each.sentence, "broken", f"{type(error).__name__}: {error}")
    except (KeyError, TypeError, ValueError, IndexError) as error:
        # An answer that lacks what the contract names; the line says where the kit met it.
        where = traceback.extract_tb(error.__traceback__)[-1]
        fault_text = f"an answer lacks what is promised: {type(error).__name__} {error} at {where.name}"
        return Outcome(each.key, each.sentence, "broken", fault_text)
