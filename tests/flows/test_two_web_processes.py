"""Two web processes on one database: what is answered at one is told at the other, once and in order."""

import http.client
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from tests.flows.wire import Wire, open_games, roster, stream
from tests.service import Service

pytestmark = pytest.mark.services


@pytest.fixture
def pair(cold_service: Service) -> Service:
    """A service with both its web processes and nothing else."""
    cold_service.start("web")
    cold_service.start("web-2")
    return cold_service


def question_of(port: int, token: str) -> dict[str, Any]:
    """What waits for a bot, asked at one of the two."""
    (found,) = Wire(port, token).get("questions").body["questions"]
    assert isinstance(found, dict)
    return found


def answer_to(question: dict[str, Any]) -> dict[str, Any]:
    """The first choice."""
    return {"question": question["question"], "chosen": question["options"]["choices"][0]}


def test_what_is_played_at_one_is_heard_at_the_other(pair: Service) -> None:
    one, two = pair.port, pair.second_port
    bots = roster(pair, 3)
    tokens = [token for _, token in bots]
    (game,) = open_games(pair, [[player for player, _ in bots]])
    path = f"games/{game}/picks"

    # The same answer at both in the same moment: one is recorded, the other is told so.
    first = answer_to(question_of(one, tokens[0]))
    together = threading.Barrier(2)

    def post(port: int) -> int:
        together.wait()
        return Wire(port, tokens[0]).post(path, first).status

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(post, (one, two))) == [200, 201]

    # Who waits at the second is woken by the last pick of the turn at the first.
    Wire(two, tokens[1]).post(path, answer_to(question_of(two, tokens[1])))
    last = answer_to(question_of(one, tokens[2]))
    timer = threading.Timer(0.5, lambda: Wire(one, tokens[2]).post(path, last))
    timer.start()
    begun = time.monotonic()
    (asked,) = Wire(two, tokens[0]).get("questions?wait=25").body["questions"]
    assert asked["question"] == "1.2-pick"
    assert time.monotonic() - begun < 15
    timer.join()

    # A stream at the second, cut by its death, goes on at the first; all of it once and in order.
    lines: list[dict[str, Any]] = []
    heard = threading.Event()

    def read() -> None:
        with suppress(OSError, http.client.HTTPException):
            for line in stream(two, f"games/{game}/events", tokens[0]):
                if line:
                    lines.append(json.loads(line))
                    if lines[-1]["kind"] == "round_scored":
                        heard.set()

    reader = threading.Thread(target=read)
    reader.start()
    for turn in range(200):
        port = (one, two)[turn % 2]
        if heard.is_set() or Wire(one).get(f"games/{game}").body["status"] != "playing":
            break
        for token in tokens:
            for question in Wire(port, token).get("questions").body["questions"]:
                assert Wire(port, token).post(path, answer_to(question)).status == 201
    assert heard.wait(15), "the picks at both were told at the second"
    pair.kill("web-2")
    reader.join(15)
    while Wire(one).get(f"games/{game}").body["status"] == "playing":
        for token in tokens:
            for question in Wire(one, token).get("questions").body["questions"]:
                assert Wire(one, token).post(path, answer_to(question)).status == 201
    rest = stream(one, f"games/{game}/events", tokens[0], after=lines[-1]["seq"])
    lines += [json.loads(line) for line in rest if line]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[-1]["kind"] == "game_ended"
