"""Promises about time: section 6 of the contract, the server's clock rules and no game waits in vain."""

import time
from datetime import datetime
from typing import Any

from games.conformance.kit import Broken, Kit, Skipped, expect, promise

#: A game moves on within so many seconds of a deadline.
MOVES_WITHIN = 2.0


def moment(text: str) -> datetime:
    """A time as the API writes it."""
    return datetime.fromisoformat(text)


def _sleep_past(question: dict[str, Any], seconds: float) -> None:
    """Sleep until so many seconds after the question's deadline, by the server's clock."""
    left = (moment(question["deadline"]) - moment(question["server_time"])).total_seconds()
    time.sleep(max(0.0, left) + seconds)


def _picks(events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    return [e for e in events if e["kind"] == "picked" and e["data"]["seat"] == seat]


@promise(
    "time.told", "Every question tells deadline, bank and the server's time; every answer the time it took."
)
def told(kit: Kit) -> str:
    """Think for a while, and compare."""
    question = kit.asked(kit.open_game(clock={"pick": 20, "bank": 30}))
    left = (moment(question["deadline"]) - moment(question["server_time"])).total_seconds()
    expect(40 < left <= 50, f"20 s and a bank of 30 s leave {left:.1f} s")
    expect(question["bank_ms"] == 30_000, f"bank_ms is {question['bank_ms']}")
    expect(question["timeouts"] == 0, f"timeouts is {question['timeouts']}")
    time.sleep(0.4)
    taken = kit.pick(question)
    elapsed = taken.body["elapsed_ms"]
    expect(400 <= elapsed < 20_000, f"0.4 s of thought were measured as {elapsed} ms")
    expect(taken.body["bank_ms"] == 30_000, "the bank was used within the time for a pick")
    return f"{elapsed} ms measured"


@promise("time.bank", "Time beyond the pick is drawn from the seat's bank, and no more.")
def bank(kit: Kit) -> str:
    """Think longer than a pick may take."""
    question = kit.asked(kit.open_game(clock={"pick": 1, "bank": 20}))
    time.sleep(1.5)
    taken = kit.pick(question)
    expect(taken.status == 201, f"an answer within the bank was answered {taken}")
    spent = 20_000 - taken.body["bank_ms"]
    expect(abs(spent - (taken.body["elapsed_ms"] - 1000)) <= 2, f"{spent} ms were taken from the bank")
    return f"{spent} ms"


@promise("time.late", "An answer after the deadline is refused with what was substituted and why.")
def late(kit: Kit) -> str:
    """Sleep too long."""
    question = kit.asked(kit.open_game(clock={"pick": 1}))
    _sleep_past(question, 0.2)
    refused = kit.pick(question)
    expect((refused.status, refused.code) == (409, "question_closed"), f"answered {refused}")
    expect(refused.body["cause"] == "timeout", f"the cause is {refused.body['cause']!r}")
    expect(refused.body["recorded"], "what was substituted is not told")
    again = kit.pick(question)
    expect(again.body["recorded"] == refused.body["recorded"], "the substitute changed")
    return f"the house picked {' and '.join(refused.body['recorded'])}"


@promise("time.moves", f"A game moves on within {MOVES_WITHIN:.0f} s of a deadline, though nobody answers.")
def moves(kit: Kit) -> str:
    """Watch, and do nothing."""
    question = kit.asked(kit.open_game(clock={"pick": 1}))
    seq, end = question["seq"], time.monotonic() + kit.soon
    while time.monotonic() < end:
        events = kit.events(question["game"], seq, wait=5)
        for event in _picks(events, question["seat"]):
            expect(event["data"]["cause"] == "timeout", f"the cause is {event['data']['cause']!r}")
            delay = (moment(event["at"]) - moment(question["deadline"])).total_seconds()
            expect(0 <= delay <= MOVES_WITHIN, f"the substitute came {delay:.2f} s after the deadline")
            return f"{delay:.2f} s"
        seq = events[-1]["seq"] if events else seq
    raise Broken(f"nothing happened in {kit.soon:.0f} s")


@promise("time.away", "After three time-outs in a row the house plays the seat until the player is back.")
def away(kit: Kit) -> str:
    """Be silent for three questions, watch for a fourth, come back."""
    question = kit.asked(kit.open_game(clock={"pick": 1}))
    game, seat, end = question["game"], question["seat"], time.monotonic() + 2 * kit.soon
    causes: list[str] = []
    while len(causes) < 4:
        expect(time.monotonic() < end, f"after {2 * kit.soon:.0f} s the seat's picks were {causes}")
        kit.events(game, _last(kit, game), wait=3)
        causes = [event["data"]["cause"] for event in _picks(kit.events(game), seat)]
    expect(causes[:4] == ["timeout"] * 3 + ["away"], f"the causes are {causes}")
    expect(kit.state(game)["seats"][seat]["away"], "the game does not show that the seat is away")
    back = kit.asked(game)
    taken = kit.pick(back)
    expect(taken.status == 201, f"who came back was answered {taken}")
    seen = kit.state(game)["seats"][seat]
    expect(not seen["away"], "the seat was not given back")
    expect(seen["timeouts"] == 3, f"{seen['timeouts']} time-outs are counted and not 3")
    return f"back for {back['question']}"


def _last(kit: Kit, game: int) -> int:
    return int(kit.state(game)["seq"])


@promise("time.ready", "A full table waits for a player who is still starting up; a request says: here I am.")
def ready(kit: Kit) -> str:
    """One opens a table and goes; another fills it later."""
    second = kit.second
    if second is None:
        raise Skipped("it takes --second-token")
    game = kit.open_game("open", clock={"pick": 20, "ready": 2})
    time.sleep(2.2)
    joined = second.post(f"games/{game}/join", {})
    expect(joined.status == 200, f"joining was answered {joined}")
    expect(joined.body["status"] == "open", "the game began without its first player")
    expect(joined.body["ready_by"], "the table does not tell until when it waits")
    expect(second.post(f"games/{game}/ready", {}).body["status"] == "open", "one was ready for both")
    question = kit.asked(game)
    left = (moment(question["deadline"]) - moment(question["server_time"])).total_seconds()
    expect(left > 15, f"being started cost thinking time: {left:.1f} s of 20 s are left")
    return ""
