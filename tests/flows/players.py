"""Bots for the flow tests that misbehave as networks do: they post twice, and leave before the answer."""

import threading
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.flows.wire import Wire


@dataclass(frozen=True)
class Acknowledged:
    """A pick that the server said is on record."""

    game: int
    seat: int
    question: str
    chosen: tuple[str, ...]
    seq: int


@dataclass
class Crowd:
    """Many bots, a thread each, playing all their games to the end."""

    port: int
    roster: list[tuple[int, str]]
    games: list[int]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    duplicates: int = 0
    dropped: int = 0
    over: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._run, args=(number, token), daemon=True)
            for number, (_, token) in enumerate(self.roster)
        ]

    def start(self) -> None:
        """Let everybody play."""
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> None:
        """Until all games are over, or somebody failed; the test then says what is missing."""
        for thread in self._threads:
            thread.join(seconds)

    def _run(self, number: int, token: str) -> None:
        wire, dice = Wire(self.port, token), Random(number)
        try:
            while len(self.over) < len(self.games) and not self.failures:
                for question in wire.get("questions?wait=1").body["questions"]:
                    self._answer(wire, dice, question)
        except Exception as error:
            self.failures.append(f"bot {number}: {type(error).__name__}: {error}")
        finally:
            wire.close()

    def _answer(self, wire: Wire, dice: Random, question: dict[str, Any]) -> None:
        path = f"games/{question['game']}/picks"
        body = {"question": question["question"], "chosen": dice.choice(question["options"]["choices"])}
        chance = dice.random()
        if chance < 0.1:
            wire.post_and_leave(path, body)
        answer = wire.post(path, body)
        if answer.status not in (200, 201):
            self.failures.append(f"{path} {body}: {answer}")
            return
        receipt = answer.body
        pick = Acknowledged(
            receipt["game"], receipt["seat"], receipt["question"], tuple(receipt["chosen"]), receipt["seq"]
        )
        with self._lock:
            self.acknowledged.append(pick)
            self.dropped += chance < 0.1
            if receipt["view"]["over"]:
                self.over.add(receipt["game"])
        if 0.1 < chance < 0.2:
            again = wire.post(path, body)
            with self._lock:
                self.duplicates += 1
                if again.status != 200 or again.body["seq"] != pick.seq:
                    self.failures.append(f"a duplicate of {pick} was answered {again}")


def check_logs(crowd: Crowd, logs: dict[int, list[dict[str, Any]]]) -> None:
    """Every acknowledged pick is in the log exactly once, where it was said to be; numbers have no gap."""
    for game, lines in logs.items():
        assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1)), f"game {game} has a gap"
        assert lines[-1]["kind"] == "game_ended"
        picks = [
            (line["data"]["seat"], line["data"]["question"]) for line in lines if line["kind"] == "picked"
        ]
        assert len(picks) == len(set(picks)), f"game {game} has a pick twice"
    for pick in crowd.acknowledged:
        line = logs[pick.game][pick.seq - 1]
        assert line["kind"] == "picked"
        found = (line["data"]["seat"], line["data"]["question"], tuple(line["data"]["chosen"]))
        assert found == (pick.seat, pick.question, pick.chosen)
        assert line["data"]["cause"] == ""
