"""`manage.py play_bot`: house bots over HTTP, in whole games of every edition; and two at one table."""

import json
import re
import subprocess
import sys

import pytest

from tests.flows.wire import Wire, broken_promises, roster
from tests.service import ROOT, Service

pytestmark = pytest.mark.services

Bots = list[tuple[int, str]]


@pytest.fixture(scope="module")
def bots(module_service: Service) -> Bots:
    """Two bots of two owners: player id and token."""
    return roster(module_service, 2)


_FINISHED = re.compile(r"Game (\d+): 1\. .*/games/\d+/replay/")


def start(service: Service, token: str, *arguments: str) -> "subprocess.Popen[str]":
    """The command as a person types it, without the service's database."""
    env = {**service.env, "KAITEN_TOKEN": token, "DATABASE_URL": "sqlite:////nonexistent/none.sqlite3"}
    return subprocess.Popen(
        [sys.executable, "manage.py", "play_bot", "--url", service.url, *arguments],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finished(bot: "subprocess.Popen[str]", service: Service) -> int:
    """The game that it played to the end, kept and unbroken."""
    try:
        output, _ = bot.communicate(timeout=100)
    finally:
        bot.kill()
    assert bot.returncode == 0, output
    told = _FINISHED.search(output)
    assert told, output
    assert "Not taken" not in output
    game = int(told[1])
    seen = Wire(service.port).get(f"games/{game}").body
    assert seen["status"] == "finished"
    assert all(seat["timeouts"] == 0 for seat in seen["seats"])
    assert broken_promises(service, [game]) == []
    return game


@pytest.mark.parametrize(
    ("edition", "bot"), [("classic", "greedy"), ("tenth", "drafter"), ("party", "greedy")]
)
def test_a_house_bot_plays_a_whole_game_over_http(
    module_service: Service, bots: Bots, edition: str, bot: str
) -> None:
    (player, token), service = bots[0], module_service
    table = ("--open", edition, "--seats", "house:random", "house:greedy")
    game = finished(start(service, token, "--bot", bot, *table), service)
    seen = Wire(service.port).get(f"games/{game}").body
    assert (seen["edition"], seen["seats"][0]["player"]) == (edition, player)


def test_it_decides_far_away_as_it_would_in_the_house(module_service: Service, bots: Bots) -> None:
    (_, token), service = bots[0], module_service
    game = finished(start(service, token, "--open", "party", "--seats", "house:greedy"), service)
    check = (
        "import json; from games import bots, engine, store\n"
        f"state, different = None, 0\n"
        f"for stored in store.read({game}):\n"
        "    event = engine.decode(stored.kind, stored.data)\n"
        "    if stored.kind == 'picked':\n"
        "        options = engine.options(state, event.seat)\n"
        f"        dice = bots.rng_for({game}, event.seat, event.question)\n"
        "        mine = bots.choose('greedy', engine.view(state, event.seat), options, dice)\n"
        "        different += options.settled(mine) != event.chosen\n"
        "    state = engine.fold([event], state)\n"
        "print(json.dumps(different))"
    )
    assert json.loads(service.manage("shell", "--no-imports", "-v", "0", "-c", check)) == 0


def test_two_of_them_meet_at_one_table(module_service: Service, bots: Bots) -> None:
    ((_, first), (_, second)), service = bots, module_service
    host = start(service, first, "--open", "classic", "--seats", "open", "--rated")
    assert host.stdout is not None
    told = re.search(r"game (\d+)", host.stdout.readline())
    assert told
    guest = start(service, second, "--bot", "random", "--join", told[1])
    assert finished(guest, service) == finished(host, service) == int(told[1])


def test_what_is_wrong_is_said_in_a_sentence(module_service: Service, bots: Bots) -> None:
    (_, token), service = bots[0], module_service
    for wrong, said in (
        (start(service, "kt_wrong"), "The token is not known"),
        (start(service, ""), "Which token"),
        (start(service, token, "--join", "999"), "not_found"),
        (start(service, token, "--open", "classic", "--seats", "house:nobody"), "nobody"),
    ):
        output, _ = wrong.communicate(timeout=60)
        assert (wrong.returncode, said in output, "Traceback" in output) == (1, True, False), output
