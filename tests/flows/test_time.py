"""Deadlines with real processes: beat and worker keep them; a worker that was gone leaves no game stuck."""

import time
from datetime import datetime
from typing import Any

import pytest

from tests.flows.wire import Wire, broken_promises, open_games, roster, shell
from tests.service import Service

pytestmark = pytest.mark.services


def timed_out(wire: Wire, game: int) -> list[dict[str, Any]]:
    """The picks that the house made for somebody who was late."""
    events = wire.get(f"games/{game}/events").body["events"]
    return [e for e in events if e["kind"] == "picked" and e["data"]["cause"] == "timeout"]


#: A full table that asks who is ready and one with a free seat; then everything is an hour older than it was.
AN_HOUR_AGO = """
import json
from datetime import timedelta
from django.db.models import F
from games import services
from games.models import Game
one, two = {players}
seats = ([("player", one), ("player", two)], [("player", one), ("open", None)])
made = [services.open_game(opened_by=one, edition="classic", seats=each, ready_seconds=30) for each in seats]
hour = timedelta(hours=1)
Game.objects.filter(status="open").update(ready_by=F("ready_by") - hour, expires_at=F("expires_at") - hour)
for game in Game.objects.filter(status="playing"):
    clocks = json.loads(game.clocks)
    for seat in clocks:
        seat[3] = seat[3] and seat[3] - 3600 * 10**6
    Game.objects.filter(pk=game.pk).update(clocks=json.dumps(clocks), deadline=game.deadline - hour)
print(json.dumps([table.pk for table in made]))
"""


def rows(wire: Wire) -> dict[int, dict[str, Any]]:
    """The list of games by id: a look that touches none."""
    return {row["id"]: row for row in wire.get("games").body["results"]}


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

    # The worker is gone, for an hour by every clock there is in the database.
    service.kill("worker")
    full, lonely = shell(service, AN_HOUR_AGO.format(players=players))
    stuck = rows(wire)
    assert (stuck[full]["status"], stuck[lonely]["status"]) == ("open", "open")
    time.sleep(1.5)
    assert {number: row["seq"] for number, row in rows(wire).items()} == {
        number: row["seq"] for number, row in stuck.items()
    }, "nobody moves them now"
    service.start("worker")
    end = time.monotonic() + 60
    while any(
        row["seq"] <= stuck[number]["seq"] and row["status"] != "expired"
        for number, row in rows(wire).items()
    ):
        assert time.monotonic() < end, rows(wire)
        time.sleep(0.2)
    found = rows(wire)
    assert found[full]["status"] == "playing", "a full table begins, however late"
    assert "Nobody took 1 of 2 seats" in found[lonely]["expired_reason"]
    # They lost a turn, not the whole game that fits into an hour.
    assert [found[number]["status"] for number in (before, game)] == ["playing", "playing"]
    assert broken_promises(service, [before, game, full]) == []
