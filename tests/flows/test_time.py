"""Deadlines with real processes: beat and worker keep them; a worker that was gone leaves no game stuck."""

import time
from datetime import datetime
from typing import Any

import pytest

from tests.flows.wire import Wire, broken_promises, open_games, roster
from tests.service import Service

pytestmark = pytest.mark.services


def timed_out(wire: Wire, game: int) -> list[dict[str, Any]]:
    """The picks that the house made for somebody who was late."""
    events = wire.get(f"games/{game}/events").body["events"]
    return [e for e in events if e["kind"] == "picked" and e["data"]["cause"] == "timeout"]


def moment(text: str) -> datetime:
    """A time as the API writes it."""
    return datetime.fromisoformat(text)


def test_beat_and_worker_move_games_that_nobody_looks_at(service: Service) -> None:
    players = [player for player, _ in roster(service, 2)]
    (before,) = open_games(service, [players], seconds=1)
    service.start("worker")
    service.start("beat")
    wire = Wire(service.port)
    end = time.monotonic() + 60
    # The list of games touches none; it tells when the sweep has come round at least once.
    while wire.get("games").body["results"][0]["turn"] < 2:
        assert time.monotonic() < end, service.log("worker")
        time.sleep(0.2)

    (game,) = open_games(service, [players], seconds=1)
    begun = moment(wire.get(f"games/{game}").body["started_at"])
    time.sleep(3.5)
    first, second, *_ = timed_out(wire, game)
    for late in (first, second):
        delay = (moment(late["at"]) - begun).total_seconds() - 1
        assert 0 <= delay <= 2, f"moved {delay:.2f} s after the deadline"

    service.kill("worker")
    time.sleep(1)
    stuck = [row["seq"] for row in wire.get("games").body["results"]]
    time.sleep(2)
    assert [row["seq"] for row in wire.get("games").body["results"]] == stuck, "nobody moves them now"
    service.start("worker")
    end = time.monotonic() + 60
    while any(row["seq"] <= seq for row, seq in zip(wire.get("games").body["results"], stuck, strict=True)):
        assert time.monotonic() < end, wire.get("games").body
        time.sleep(0.2)
    assert broken_promises(service, [before, game]) == []
