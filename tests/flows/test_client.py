"""The typed client: what it sends again and what not, how long it waits, streams that outlive a server."""

import json
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from games.client import Client, Event, Problem, Unreachable
from tests.flows.wire import Wire, broken_promises, open_games, roster
from tests.service import Service

RECEIPT = {
    "game": 7, "seat": 0, "question": "1.1-pick", "chosen": ["egg"], "created": True, "seq": 3, "view": {}
}  # fmt: skip
LIMITED = {"code": "too_many_requests", "detail": "Slow down.", "retry_after": 7}


class Script:
    """A server that answers by heart, and a clock that moves only when the client pauses."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        self.now = 0.0
        self.pauses: list[float] = []

    def client(self, patience: float = 60) -> Client:
        """A client of this server."""
        return Client(
            "http://house", "kt_secret", patience, 5, httpx.MockTransport(self), self.pause, lambda: self.now
        )

    def pause(self, seconds: float) -> None:
        """Time goes by."""
        self.pauses.append(seconds)
        self.now += seconds

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_a_pick_without_an_answer_is_sent_again_the_same() -> None:
    server = Script(
        httpx.ReadTimeout("lost"),
        httpx.RemoteProtocolError("cut"),
        httpx.Response(201, text='{"game": 7, "se'),
        httpx.Response(502),
        httpx.Response(200, json=RECEIPT),
    )
    receipt = server.client().pick(7, "1.1-pick", ["egg"])
    assert (receipt.chosen, receipt.seq) == (["egg"], 3)
    assert len({request.content for request in server.asked}) == 1
    assert json.loads(server.asked[0].content) == {"question": "1.1-pick", "chosen": ["egg"]}
    assert server.asked[0].headers["Authorization"] == "Bearer kt_secret"


def test_it_waits_as_long_as_it_is_told() -> None:
    server = Script(
        httpx.Response(429, json=LIMITED, headers={"Retry-After": "7"}), httpx.Response(200, json=RECEIPT)
    )
    server.client().pick(7, "1.1-pick", ["egg"])
    assert 7 <= server.pauses[0] <= 9
    # An hour is more than it has patience for: it says so at once instead of sleeping.
    server = Script(httpx.Response(429, json=LIMITED, headers={"Retry-After": "3600"}))
    with pytest.raises(Problem, match="Slow down") as refused:
        server.client().pick(7, "1.1-pick", ["egg"])
    assert refused.value.fields == {"retry_after": 7}
    assert server.pauses == []


def test_a_refusal_is_not_argued_with() -> None:
    said = {"code": "illegal_choice", "detail": "Choose one of: egg.", "options": {"faces": ["egg"]}}
    server = Script(httpx.Response(422, json=said))
    with pytest.raises(Problem) as refused:
        server.client().pick(7, "1.1-pick", ["squid"])
    assert (refused.value.code, refused.value.fields["options"]) == ("illegal_choice", {"faces": ["egg"]})
    assert len(server.asked) == 1
    assert "kt_secret" not in repr(server.client()) + str(refused.value)


def test_a_table_is_not_opened_twice() -> None:
    server = Script(httpx.ReadTimeout("lost"), httpx.Response(201, json={"id": 8}))
    with pytest.raises(Unreachable, match="must not be sent twice"):
        server.client().open_table("classic", ["me", "house:greedy"])
    assert len(server.asked) == 1
    # What surely never arrived may be sent again.
    server = Script(httpx.ConnectError("refused"), httpx.Response(201, json={"id": 8}))
    assert server.client().open_table("classic", ["me", "house:greedy"]) == {"id": 8}


def test_patience_ends() -> None:
    server = Script(httpx.ConnectError("refused"))
    with pytest.raises(Unreachable, match="no answer in 60 s"):
        server.client().me()
    assert 60 <= server.now <= 70
    assert max(server.pauses) < 7
    with Client("nonsense") as client, pytest.raises(Unreachable, match="protocol"):
        client.me()


def lines(*numbers: int) -> str:
    """A stream's text: so many events, with a heartbeat before each."""
    return "".join(
        "\n" + json.dumps({"seq": number, "kind": "picked", "at": "", "data": {}}) + "\n"
        for number in numbers
    )


def test_a_stream_goes_on_where_it_was_cut_without_gap_or_double() -> None:
    last = json.dumps({"seq": 6, "kind": "game_ended", "at": "", "data": {}})
    server = Script(
        httpx.Response(200, text=lines(1, 2) + '{"seq": 3, "ki'),
        httpx.ReadTimeout("silent"),
        httpx.Response(200, text=lines(2, 3, 5)),
        httpx.Response(503, headers={"Retry-After": "1"}),
        httpx.Response(200, text=lines(4, 5) + last + "\n"),
    )
    events = list(server.client().events(7))
    assert [event.seq for event in events] == [1, 2, 3, 4, 5, 6]
    assert [request.url.params["after"] for request in server.asked] == ["0", "2", "2", "3", "3"]


def player(url: str, token: str, games: list[int], trouble: Callable[[int], None]) -> threading.Thread:
    """A bot that plays the first choice until its games are over."""

    def run() -> None:
        with Client(url, token) as client:
            over: set[int] = set()
            picks = 0
            while not over.issuperset(games):
                for question in client.questions(wait=1):
                    assert question.choices
                    receipt = client.pick(question.game, question.id, question.choices[0])
                    picks += 1
                    trouble(picks)
                    if receipt.view["over"]:
                        over.add(receipt.game)
                over |= {game for game in games if client.game(game)["status"] == "finished"}

    return threading.Thread(target=run, daemon=True)


@pytest.mark.services
def test_a_game_and_its_stream_outlive_a_killed_server(module_service: Service) -> None:
    service = module_service
    bots = roster(service, 2)
    (game,) = open_games(service, [[number for number, _ in bots]])
    heard: list[Event] = []

    def listen() -> None:
        with Client(service.url, bots[0][1]) as client:
            heard.extend(client.events(game))

    underway = threading.Event()

    def trouble(picks: int) -> None:
        if picks == 8:
            underway.set()

    threads = [
        threading.Thread(target=listen, daemon=True),
        player(service.url, bots[0][1], [game], trouble),
        player(service.url, bots[1][1], [game], lambda _: None),
    ]
    for thread in threads:
        thread.start()
    assert underway.wait(60)
    # Here and not in a thread of a bot: the server is tied to the thread that starts it.
    service.kill("web")
    time.sleep(0.3)
    service.start("web")
    for thread in threads:
        thread.join(90)
        assert not thread.is_alive()
    assert [event.seq for event in heard] == list(range(1, len(heard) + 1))
    assert heard[-1].kind == "game_ended"
    assert len(heard) == Wire(service.port).get(f"games/{game}").body["seq"]
    assert broken_promises(service, [game]) == []


@pytest.fixture
def stranger(module_service: Service) -> Iterator[Client]:
    """A client without a token."""
    with Client(module_service.url, patience=10) as client:
        yield client


@pytest.mark.services
def test_a_stranger_is_told_what_is_missing(stranger: Client) -> None:
    with pytest.raises(Problem) as refused:
        stranger.questions(wait=0)
    assert (refused.value.status, refused.value.code) == (401, "not_authenticated")
    with pytest.raises(Problem) as refused:
        next(stranger.events(404))
    assert refused.value.status == 404
