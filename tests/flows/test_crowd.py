"""Many bots at once, over HTTP, against a real server: nothing lost, nothing twice, nothing stuck."""

import http.client
import json
import threading
import time
from typing import Any

import pytest

from tests.flows.players import Crowd, check_logs
from tests.flows.wire import CLASSIC, Wire, broken_promises, log_of, open_games, roster, stream
from tests.service import Service

pytestmark = pytest.mark.services

#: Of ten tables seven are classic; the others have questions of every kind that actions ask.
EDITIONS = (
    *[CLASSIC] * 7,
    ("tenth", {"dessert": "mochi"}),
    ("party", {"menu": "master_menu"}),
    ("party", {"menu": "points_platter"}),
)


def seats_of(players: list[int], games: int) -> list[list[int]]:
    """Four different players for each game, everybody about equally often."""
    return [[players[(game * 4 + seat) % len(players)] for seat in range(4)] for game in range(games)]


@pytest.mark.timeout(180)
def test_fifty_games_of_four_bots_at_once_with_duplicates_and_dropped_answers(service: Service) -> None:
    bots = roster(service, 20)
    tables = seats_of([player for player, _ in bots], 50)
    games = open_games(service, tables, editions=EDITIONS)
    crowd = Crowd(service.port, bots, games)
    begun = time.monotonic()
    crowd.start()
    crowd.wait(150)
    print(
        f"{len(crowd.acknowledged)} picks in {time.monotonic() - begun:.1f} s, "
        f"{crowd.duplicates} duplicates, {crowd.dropped} dropped answers"
    )
    assert crowd.failures == []
    assert crowd.over == set(games)
    assert crowd.duplicates > 100
    assert crowd.dropped > 100
    check_logs(crowd, {game: log_of(service, game) for game in games})
    assert broken_promises(service, games) == []
    assert "Traceback" not in service.log("web")


class Watcher(threading.Thread):
    """Follows a game to its end, and comes back after the last line it has whenever it is cut off."""

    def __init__(self, port: int, game: int, token: str) -> None:
        super().__init__(daemon=True)
        self.lines: list[dict[str, Any]] = []
        self.cuts = 0
        self._port, self._game, self._token = port, game, token

    def run(self) -> None:
        """Read until the game is over."""
        while not self.lines or self.lines[-1]["kind"] != "game_ended":
            after = self.lines[-1]["seq"] if self.lines else 0
            try:
                for line in stream(self._port, f"games/{self._game}/events", self._token, after):
                    if line:
                        self.lines.append(json.loads(line))
            except (OSError, http.client.HTTPException, ValueError):
                pass
            if not self.lines or self.lines[-1]["kind"] != "game_ended":
                self.cuts += 1
                time.sleep(0.1)


@pytest.mark.timeout(180)
def test_a_web_process_and_a_worker_killed_in_the_middle_lose_nothing(cold_service: Service) -> None:
    service = cold_service
    service.start("web")
    service.start("worker")
    bots = roster(service, 8)
    games = open_games(service, seats_of([player for player, _ in bots], 8))
    crowd = Crowd(service.port, bots, games)
    # A seat of the first game, a spectator of the second, somebody without a token at the third.
    tokens = [bots[0][1], bots[0][1], ""]
    watchers = [Watcher(service.port, game, token) for game, token in zip(games, tokens, strict=False)]
    for watcher in watchers:
        watcher.start()
    crowd.start()
    while len(crowd.acknowledged) < 8 * 84 / 3 and not crowd.failures:
        time.sleep(0.02)
    service.kill("web")
    service.kill("worker")
    service.start("web")
    service.start("worker")
    crowd.wait(120)
    assert crowd.failures == []
    assert crowd.over == set(games)
    check_logs(crowd, {game: log_of(service, game) for game in games})
    assert broken_promises(service, games) == []
    for watcher, game, token in zip(watchers, games, tokens, strict=False):
        watcher.join(30)
        assert watcher.cuts >= 1
        whole = Wire(service.port, token).get(f"games/{game}/events").body["events"]
        assert watcher.lines == whole, "the stream has a gap, a double or another mask than the log"
