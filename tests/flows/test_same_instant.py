"""Five seats that answer in the same instant, two hundred times over: each is taken, and each once.

Five kept connections, a thread each, stand before every turn until all have their question; then all send.
Nobody is refused because somebody else was quicker, and nothing is sent a second time.
"""

import threading
from collections import Counter
from typing import NamedTuple

import pytest

from tests.flows.wire import Wire, broken_promises, log_of, open_games, roster
from tests.service import Service

pytestmark = pytest.mark.services

SEATS = 5
GAMES = 12
#: The classic edition asks five seats six times in each of three rounds; the last card is no question.
TURNS = 18


class Landed(NamedTuple):
    """A pick as the server acknowledged it, or as the log has it."""

    game: int
    seat: int
    question: str
    chosen: tuple[str, ...]


class Table:
    """Five players who wait for each other before every turn of every game."""

    def __init__(self, service: Service, games: list[int]) -> None:
        self.service = service
        self.games = games
        self.gate = threading.Barrier(SEATS, timeout=60)
        self.landed: list[Landed] = []
        self.failures: list[str] = []
        self.retries = 0

    def play(self, tokens: list[str]) -> None:
        """All games to their end."""
        threads = [threading.Thread(target=self._run, args=(token,)) for token in tokens]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(110)

    def _run(self, token: str) -> None:
        wire = Wire(self.service.port, token)
        try:
            for _ in range(TURNS):
                asked = {one["game"]: one for one in wire.get("questions?wait=10").body["questions"]}
                for game in self.games:
                    body = {
                        "question": asked[game]["question"],
                        "chosen": asked[game]["options"]["choices"][-1],
                    }
                    self.gate.wait()
                    answer = wire.post(f"games/{game}/picks", body)
                    if answer.status != 201:
                        self.failures.append(f"game {game}, {body}: {answer}")
                    self.landed.append(
                        Landed(game, asked[game]["seat"], body["question"], tuple(body["chosen"]))
                    )
                # The last answers of the turn are in before anybody looks for the next questions.
                self.gate.wait()
        except Exception as error:
            self.failures.append(f"{type(error).__name__}: {error}")
            self.gate.abort()
        finally:
            self.retries += wire.retries
            wire.close()


def test_five_seats_at_the_same_instant_two_hundred_times(service: Service) -> None:
    bots = roster(service, SEATS)
    games = open_games(service, [[player for player, _ in bots]] * GAMES)
    table = Table(service, games)
    table.play([token for _, token in bots])
    assert table.failures == []
    assert table.retries == 0
    assert len(table.landed) == len(set(table.landed)) == GAMES * TURNS * SEATS > 200 * SEATS

    recorded: Counter[Landed] = Counter()
    for game in games:
        events = log_of(service, game)
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        for event in events:
            if event["kind"] == "picked":
                data = event["data"]
                assert data["cause"] == ""
                recorded[Landed(game, data["seat"], data["question"], tuple(data["chosen"]))] += 1
    assert recorded == Counter(table.landed), "every pick is on record, once, and nothing else is"
    assert broken_promises(service, games) == []
    assert "Traceback" not in service.log("web")
