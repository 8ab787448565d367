"""Long polls and streams of a real server: what they say, when they wake, how they end and resume."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.flows.wire import Wire, open_games, roster, stream
from tests.service import Service

pytestmark = pytest.mark.services


@pytest.fixture
def four(service: Service) -> tuple[Service, list[tuple[int, str]]]:
    """A server and four bots."""
    return service, roster(service, 4)


def later(work: Callable[[], object], seconds: float = 0.5) -> threading.Timer:
    """Do something while somebody waits."""
    timer = threading.Timer(seconds, work)
    timer.start()
    return timer


def play_turn(service: Service, game: int, tokens: list[str]) -> None:
    """Everybody answers the question that is open in this game."""
    for token in tokens:
        wire = Wire(service.port, token)
        for question in wire.get("questions").body["questions"]:
            if question["game"] == game:
                pick = {"question": question["question"], "chosen": question["options"]["choices"][0]}
                assert wire.post(f"games/{game}/picks", pick).status == 201
        wire.close()


def finish(service: Service, game: int, tokens: list[str]) -> None:
    """Play to the end."""
    while Wire(service.port).get(f"games/{game}").body["status"] == "playing":
        play_turn(service, game, tokens)


def test_streams_and_long_polls(four: tuple[Service, list[tuple[int, str]]]) -> None:
    """One server for all of it, since starting one is what costs."""
    service, bots = four
    tokens = [token for _, token in bots]
    (game,) = open_games(service, [[player for player, _ in bots]])
    _a_question_that_is_there_is_told_at_once(service, tokens)
    _a_waiting_bot_is_woken_by_the_last_pick_of_a_turn(service, game, tokens)
    _a_waiting_bot_is_woken_by_a_game_that_starts(service, bots)
    _a_long_poll_for_events_ends_with_the_next_event(service, game, tokens)
    _what_waits_in_vain_gets_an_empty_answer(service, game)
    _errors_of_the_waiting_half_have_the_one_shape(service, game, tokens)
    _a_stream_is_live_masked_and_ends_with_the_game(service, game, tokens)
    _a_stream_resumes_after_any_line(service, game)
    _a_client_that_leaves_is_forgotten(service, tokens)


def _a_question_that_is_there_is_told_at_once(service: Service, tokens: list[str]) -> None:
    begun = time.monotonic()
    answer = Wire(service.port, tokens[0]).get("questions?wait=25")
    assert time.monotonic() - begun < 5
    assert [question["question"] for question in answer.body["questions"]] == ["1.1-pick"]


def _a_waiting_bot_is_woken_by_the_last_pick_of_a_turn(
    service: Service, game: int, tokens: list[str]
) -> None:
    play_turn(service, game, tokens[:1])
    timer = later(lambda: play_turn(service, game, tokens[1:]))
    begun = time.monotonic()
    answer = Wire(service.port, tokens[0]).get("questions?wait=25")
    assert time.monotonic() - begun < 15
    assert [question["question"] for question in answer.body["questions"]] == ["1.2-pick"]
    timer.join()


def _a_waiting_bot_is_woken_by_a_game_that_starts(service: Service, bots: list[tuple[int, str]]) -> None:
    # A fifth bot has no game at all.
    table = {"edition": "classic", "seats": ["open", "open"], "pick_seconds": 300}
    newcomer = roster_more(service)
    opened = Wire(service.port, bots[0][1]).post("games", table).body["id"]
    assert Wire(service.port, newcomer).post(f"games/{opened}/join", {}).body["status"] == "open"
    timer = later(lambda: Wire(service.port, bots[3][1]).post(f"games/{opened}/join", {}))
    answer = Wire(service.port, newcomer).get("questions?wait=25")
    assert [question["game"] for question in answer.body["questions"]] == [opened]
    timer.join()


def roster_more(service: Service) -> str:
    """The token of one more bot."""
    return service.manage("new_bot", "Newcomer").strip().splitlines()[-1]


def _a_long_poll_for_events_ends_with_the_next_event(service: Service, game: int, tokens: list[str]) -> None:
    spectator = Wire(service.port)
    seq = spectator.get(f"games/{game}/events").body["seq"]
    timer = later(lambda: play_turn(service, game, tokens[:1]))
    page = spectator.get(f"games/{game}/events?after={seq}&wait=25").body
    assert [event["seq"] for event in page["events"]] == [seq + 1]
    assert page["events"][0]["data"]["chosen"] is None
    timer.join()
    play_turn(service, game, tokens[1:])


def _what_waits_in_vain_gets_an_empty_answer(service: Service, game: int) -> None:
    page = Wire(service.port).get(f"games/{game}/events?after=100000&wait=1").body
    assert (page["events"], page["seq"], page["over"]) == ([], 100000, False)


def _errors_of_the_waiting_half_have_the_one_shape(service: Service, game: int, tokens: list[str]) -> None:
    cases: list[tuple[str, str, int, str]] = [
        ("questions?wait=1", "", 401, "not_authenticated"),
        ("questions?wait=1", "kt_unknown", 401, "invalid_token"),
        ("questions?wait=x", tokens[0], 400, "malformed"),
        ("questions?wait=61", tokens[0], 400, "malformed"),
        ("questions?wait=1&colour=red", tokens[0], 400, "malformed"),
        ("games/99999/events?wait=1", "", 404, "not_found"),
        (f"games/{game}/events?wait=1&after=-1", "", 400, "malformed"),
        (f"games/{game}/events?wait=1", "kt_unknown", 401, "invalid_token"),
    ]
    for path, token, status, code in cases:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
        connection.request(
            "GET", f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"} if token else {}
        )
        answer = connection.getresponse()
        body = json.loads(answer.read())
        assert (answer.status, body["code"], body["status"]) == (status, code, status), path
        assert answer.getheader("Content-Type") == "application/problem+json"
        assert (answer.getheader("WWW-Authenticate") is not None) == (status == 401)
        connection.close()


def _a_stream_is_live_masked_and_ends_with_the_game(service: Service, game: int, tokens: list[str]) -> None:
    told: dict[str, list[str]] = {"seat": [], "spectator": [], "browser": []}

    def follow(name: str, token: str, accept: str) -> None:
        told[name] += stream(service.port, f"games/{game}/events", token, accept=accept)

    threads = [
        threading.Thread(target=follow, args=arguments, daemon=True)
        for arguments in (
            ("seat", tokens[2], "application/x-ndjson"),
            ("spectator", "", "application/x-ndjson"),
            ("browser", "", "text/event-stream"),
        )
    ]
    for thread in threads:
        thread.start()
    finish(service, game, tokens)
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "a stream did not end with the game"
    seat = [json.loads(line) for line in told["seat"] if line]
    spectator = [json.loads(line) for line in told["spectator"] if line]
    for lines in (seat, spectator):
        assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
        assert lines[-1]["kind"] == "game_ended"
    for mine, theirs in zip(seat, spectator, strict=True):
        if mine["kind"] == "picked":
            assert (mine["data"]["chosen"] is not None) == (mine["data"]["seat"] == 2)
            assert theirs["data"]["chosen"] is None
        elif mine["kind"] == "round_dealt":
            assert [hand is not None for hand in mine["data"]["hands"]] == [False, False, True, False]
            assert theirs["data"]["hands"] == [None] * 4
            assert theirs["data"]["left"] is None
        elif mine["kind"] == "game_opened":
            assert theirs["data"]["shuffle_seed"] is None
    frames = "\n".join(told["browser"]).split("\n\n")
    events = [frame.split("\n") for frame in frames if frame.startswith("id: ")]
    assert [int(frame[0].removeprefix("id: ")) for frame in events] == [line["seq"] for line in spectator]
    assert [json.loads(frame[1].removeprefix("data: ")) for frame in events] == spectator
    assert any(frame.startswith("event: end") for frame in frames)


def _a_stream_resumes_after_any_line(service: Service, game: int) -> None:
    whole = [line for line in stream(service.port, f"games/{game}/events") if line]
    for after in (1, 40, len(whole) - 1):
        assert [line for line in stream(service.port, f"games/{game}/events", after=after) if line] == whole[
            after:
        ]
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(len(whole) - 1)}
    connection.request("GET", f"/api/v1/games/{game}/events?after=3", headers=headers)
    text = connection.getresponse().read().decode()
    assert f"id: {len(whole)}\n" in text
    assert f"id: {len(whole) - 1}\n" not in text
    connection.request(
        "GET", f"/api/v1/games/{game}/events", headers={**headers, "Last-Event-ID": str(len(whole))}
    )
    assert connection.getresponse().status == 204  # a browser's EventSource then stays away
    connection.close()


def _a_client_that_leaves_is_forgotten(service: Service, tokens: list[str]) -> None:
    game = (
        Wire(service.port, tokens[0])
        .post("games", {"edition": "classic", "seats": ["me", "open"]})
        .body["id"]
    )
    for path in (f"games/{game}/events?wait=25", "questions?wait=25"):
        leaver = socket.create_connection(("127.0.0.1", service.port))
        request = (
            f"GET /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {tokens[1]}\r\n\r\n"
        )
        leaver.sendall(request.encode())
        time.sleep(0.3)
        leaver.close()


def test_a_stop_lets_streams_and_long_polls_go_at_once(four: tuple[Service, list[tuple[int, str]]]) -> None:
    service, bots = four
    (game,) = open_games(service, [[player for player, _ in bots]])
    play_turn(service, game, [bots[0][1]])
    ended: list[Any] = []
    threads = [
        threading.Thread(
            target=lambda: ended.append(list(stream(service.port, f"games/{game}/events"))), daemon=True
        ),
        threading.Thread(
            target=lambda: ended.append(Wire(service.port, bots[0][1]).get("questions?wait=60").body),
            daemon=True,
        ),
    ]
    for thread in threads:
        thread.start()
    time.sleep(1)
    begun = time.monotonic()
    service.stop("web")
    took = time.monotonic() - begun
    for thread in threads:
        thread.join(5)
    assert took < 3, "open streams held up the stop"
    assert len(ended) == 2
    assert "Traceback" not in service.log("web")
