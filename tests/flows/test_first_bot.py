"""The promise to a stranger: one file, standard library only, and a first game in minutes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flows.wire import Wire, broken_promises, log_of, roster
from tests.service import Service

pytestmark = pytest.mark.services

#: The file of the page /bots/start, under the name that the README tells.
BOT = Path(__file__).with_name("first_bot.py")
SCRIPT = BOT.resolve().with_name("first_game.sh")


def start(service: Service, token: str, *arguments: str) -> "subprocess.Popen[str]":
    """The bot as a stranger starts it: alone, in an empty folder."""
    return subprocess.Popen(
        [sys.executable, "-I", str(BOT), service.url, token, *arguments],
        cwd=service.directory,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def told(bot: "subprocess.Popen[str]") -> str:
    """What the bot printed, once it has ended well."""
    try:
        output, _ = bot.communicate(timeout=60)
    finally:
        bot.kill()
    assert bot.returncode == 0, output
    return output


def replay_of(output: str) -> tuple[str, int]:
    """The replay's address, and the game in it."""
    found = re.search(r"replay: (http\S+/games/(\d+)/replay/)$", output.strip())
    assert found, output
    return found[1], int(found[2])


def test_the_bot_stays_short_and_imports_nothing_of_the_project() -> None:
    source = BOT.read_text()
    assert len([line for line in source.splitlines() if line.strip()]) < 42
    modules = {match[1].split(".")[0] for match in re.finditer(r"^(?:import|from) (\S+)", source, re.M)}
    assert modules <= sys.stdlib_module_names


def test_a_strangers_bot_plays_a_rated_game_against_house_bots(service: Service) -> None:
    ((player, token),) = roster(service, 1)
    address, game = replay_of(told(start(service, token)))
    assert address == f"{service.url}/games/{game}/replay/"
    seen = Wire(service.port).get(f"games/{game}").body
    assert (seen["status"], seen["rated"]) == ("finished", True)
    assert seen["seats"][0]["player"] == player
    assert sorted(seat["place"] for seat in seen["seats"])[0] == 1
    assert all(seat["timeouts"] == 0 for seat in seen["seats"])
    assert broken_promises(service, [game]) == []


def test_four_such_bots_of_four_owners_play_each_other(service: Service) -> None:
    bots = roster(service, 4)
    first = start(service, bots[0][1], "open", "open", "open")
    assert first.stdout is not None
    opened = re.search(r"playing game (\d+)", first.stdout.readline())
    assert opened
    others = [start(service, token, opened[1]) for _, token in bots[1:]]
    outputs = [told(bot) for bot in (first, *others)]
    assert {replay_of(output)[1] for output in outputs} == {int(opened[1])}
    seen = Wire(service.port).get(f"games/{opened[1]}").body
    assert seen["seats"][0]["player"] == bots[0][0]
    assert {seat["player"] for seat in seen["seats"]} == {player for player, _ in bots}
    assert (seen["status"], seen["rated"]) == ("finished", True)
    assert broken_promises(service, [int(opened[1])]) == []


def test_the_program_in_curl_plays_a_game_too(service: Service) -> None:
    ((player, token),) = roster(service, 1)
    done = subprocess.run(
        ["sh", str(SCRIPT), service.url, token],
        cwd=service.directory,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    _, game = replay_of(done.stdout)
    seen = Wire(service.port).get(f"games/{game}").body
    assert (seen["status"], seen["seats"][0]["player"]) == ("finished", player)
    assert seen["seats"][0]["timeouts"] == 0
    assert broken_promises(service, [game]) == []


#: A program, how it is run, and what is changed so that it is late with its first card.
SLOW = {
    "python": (
        BOT,
        [sys.executable, "-I"],
        [
            ('"rated": True}', '"rated": True, "clock": {"pick": 1, "bank": 0}}'),
            ("def choose(question):", "def choose(question, slept=[]):\n    slept or slept.append(SLEEP)"),
            ("SLEEP", "time.sleep(1.5)"),
        ],
    ),
    "shell": (
        SCRIPT,
        ["sh"],
        [
            ('"classic",', '"classic", "clock": {"pick": 1, "bank": 0},'),
            ("    told=", '    [ -n "$slept" ] || sleep 1.5; slept=yes\n    told='),
        ],
    ),
}


@pytest.mark.parametrize("language", SLOW)
def test_a_program_that_was_too_late_plays_on(service: Service, language: str) -> None:
    original, command, changes = SLOW[language]
    program, source = service.directory / f"slow-{language}", original.read_text()
    for before, after in changes:
        assert before in source
        source = source.replace(before, after, 1)
    program.write_text(source)
    ((_, token),) = roster(service, 1)
    done = subprocess.run(
        [*command, str(program), service.url, token], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    _, game = replay_of(done.stdout)
    seen = Wire(service.port).get(f"games/{game}").body
    assert seen["status"] == "finished"
    picks = [line["data"] for line in log_of(service, game) if line["kind"] == "picked"]
    causes = [pick["cause"] for pick in picks if pick["seat"] == 0]
    # On a slow machine it may be late again; what counts is that it went on answering.
    assert causes[0] == "timeout"
    assert "" in causes[1:]


def test_the_programs_say_what_is_wrong(service: Service) -> None:
    for command in (["sh", str(SCRIPT)], [sys.executable, "-I", str(BOT)]):
        done = subprocess.run(
            [*command, service.url, "kt_wrong"], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode == 1
        assert "The token is not known" in done.stdout + done.stderr
