"""The benchmarks of many clients: their small HTTP client reads what the server writes, their tables add up.

What they measure is not tested here; `manage.py bench crowd` and `bench streams` fail on any wrong answer.
"""

import asyncio

import pytest

from games.benchmarks import deal
from games.benchmarks.crowd import Tally
from games.benchmarks.streams import event_numbers
from games.benchmarks.wire import Answer, Wire, percentile
from tests.loops import run_apart


def _wire(raw: bytes) -> Wire:
    reader = asyncio.StreamReader()
    reader.feed_data(raw)
    reader.feed_eof()
    return Wire(reader, None)


def test_answers_on_one_connection_are_read_one_after_the_other() -> None:
    async def read() -> list[Answer]:
        wire = _wire(
            b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}"
            b"HTTP/1.1 409 Conflict\r\ncontent-length: 3\r\n\r\nabc"
        )
        return [await wire.answer(), await wire.answer()]

    assert run_apart(read()) == [Answer(201, b"{}"), Answer(409, b"abc")]


def test_a_stream_is_read_chunk_by_chunk_to_its_end() -> None:
    async def read() -> list[bytes]:
        wire = _wire(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            b'1b\r\n{"seq":1}\n{"seq":2,"at":0}\n\r\n1\r\n\n\r\n0\r\n\r\n'
        )
        assert await wire.answer() == Answer(200, b"")
        return [await wire.chunk() for _ in range(3)]

    first, heartbeat, end = run_apart(read())
    assert event_numbers(first) == [1, 2]
    assert event_numbers(heartbeat) == []
    assert end == b""


def test_a_broken_connection_and_a_wrong_status_count_as_errors() -> None:
    async def ask(tally: Tally) -> None:
        wire = _wire(
            b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
        )
        for _ in range(3):
            await tally.time(wire.answer())

    tally = Tally("pick", 201)
    run_apart(ask(tally))
    tally.seconds = 1.0
    assert len(tally.waits) == 1
    assert len(tally.faults) == 2
    assert "2 errors of 3" in tally.line()


def test_a_percentile_is_a_measured_value() -> None:
    values = [float(value) for value in range(200, 0, -1)]
    assert (percentile(values, 50), percentile(values, 99)) == (101.0, 199.0)
    assert percentile([7.0], 99) == 7.0
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 50)


def test_the_known_game_asks_each_seat_once_a_turn_until_it_ends() -> None:
    turns = deal.turns()
    assert [play.seat for turn in turns for play in turn] == [0, 1, 2, 3] * len(turns)
    assert (
        len({(play.seat, play.question) for turn in turns for play in turn}) == 4 * len(turns) == 84 - 84 % 4
    )
