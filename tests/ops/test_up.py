"""`manage.py up` as a visitor meets it: one command, everything runs, and nothing is left when it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service import Template, forget_messages

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 90.0

pytestmark = [
    pytest.mark.services,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes in /proc"),
]


class Club:
    """One data directory, and the runs of `manage.py up` on it, one after the other."""

    def __init__(self, directory: Path, environment: dict[str, str]) -> None:
        self.directory = directory
        self._environment = {**os.environ, **environment, "KAITEN_VAR": str(directory)}
        self._run: subprocess.Popen[bytes] | None = None
        self._output = directory / "output"
        self.url = ""

    def up(self, *arguments: str) -> str:
        """Start it and wait for the welcome; returns all it said until then."""
        with self._output.open("wb") as output:
            self._run = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", "0", *arguments],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        wait(lambda: "to stop" in self.said() or self._ended(), START_SECONDS)
        found = re.search(r"Kaiten is ready: +(http://\S+)/", self.said())
        assert found, self.said()
        self.url = found[1]
        return self.said()

    def said(self) -> str:
        """The output of the present run so far."""
        return self._output.read_text(errors="replace")

    def send(self, number: signal.Signals) -> int:
        """Send a signal to the supervisor alone, and wait for it; its exit code."""
        assert self._run is not None
        self._run.send_signal(number)
        return self._run.wait(30)

    def processes(self) -> dict[int, str]:
        """Every process that works on this directory, by id, with its command line."""
        mark = f"KAITEN_VAR={self.directory}".encode()
        found: dict[int, str] = {}
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    if command:
                        found[int(entry.name)] = command
            except OSError:
                continue
        return found

    def process(self, words: str) -> int:
        """The id of the one process with these words in its command line."""
        found = [pid for pid, command in self.processes().items() if words in command]
        assert len(found) == 1, (words, self.processes())
        return found[0]

    def get(self, path: str) -> tuple[int, str]:
        """Status and body of a page."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def sql(self, statement: str) -> str:
        """One value from the database, through Django, whichever it is."""
        code = (
            "from django.db import connection; c = connection.cursor(); "
            f"c.execute({statement!r}); print(c.fetchone()[0])"
        )
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def _ended(self) -> bool:
        return self._run is not None and self._run.poll() is not None

    def close(self) -> None:
        """End what a failed test left running."""
        if self._run is not None and self._run.poll() is None:
            self._run.terminate()
            self._run.wait(30)
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)


def wait(met: Callable[[], object], seconds: float) -> None:
    """Until the condition holds; fails when it does not in time."""
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.1)


@pytest.fixture
def club(service_template: Template, tmp_path: Path) -> Iterator[Club]:
    """A club on an empty directory; on PostgreSQL, on an empty database of its own."""
    with service_template.copy(tmp_path) as url:
        environment = {"KAITEN_BROKER_PREFIX": f"{tmp_path.name}:"}
        if url.startswith("postgres"):
            environment["DATABASE_URL"] = url
        else:
            (tmp_path / "kaiten.sqlite3").unlink()
            environment["DATABASE_URL"] = ""
        club = Club(tmp_path, environment)
        try:
            yield club
        finally:
            club.close()
            forget_messages(os.environ.get("CELERY_BROKER_URL", ""), environment["KAITEN_BROKER_PREFIX"])


def test_one_command_runs_a_seeded_club_and_ctrl_c_leaves_nothing(club: Club) -> None:
    said = club.up()

    demo = json.loads((club.directory / "demo.json").read_text())
    assert (club.directory / "demo.json").stat().st_mode & 0o777 == 0o600
    for secret in (demo["login"], demo["password"], demo["bot_token"]):
        assert secret in said
    assert club.get("/")[0] == 200
    assert club.get("/api/v1/schema")[0] == 200
    request = urllib.request.Request(
        f"{club.url}/api/v1/questions", headers={"Authorization": f"Bearer {demo['bot_token']}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 200, "the printed token is good"
    # Games between house bots come in by themselves: worker and beat are at work.
    before = int(club.sql("SELECT count(*) FROM games_game"))
    wait(lambda: int(club.sql("SELECT count(*) FROM games_game")) > before, 60)

    assert club.send(signal.SIGINT) == 0
    assert club.processes() == {}
    assert "Everything is kept" in club.said()
    assert "Traceback" not in club.said()


def test_what_crashes_is_started_again_and_a_second_start_keeps_the_data(club: Club) -> None:
    club.up("--no-demo")
    web = club.process("config.serve")
    os.kill(web, signal.SIGKILL)
    # The socket is the supervisor's: a request made now waits instead of being refused.
    assert club.get("/healthz")[0] == 200
    assert club.process("config.serve") != web
    worker = club.process(" worker ")
    os.kill(worker, signal.SIGKILL)
    wait(lambda: "worker ended by itself (killed by SIGKILL); starting it again" in club.said(), 10)
    club.sql("INSERT INTO auth_group (name) VALUES ('kept') RETURNING name")

    # The supervisor is given no chance to stop its children.
    club.send(signal.SIGKILL)
    wait(lambda: club.processes() == {}, 15)

    said = club.up("--no-demo")
    assert "Preparing the database" not in said
    assert club.sql("SELECT count(*) FROM auth_group WHERE name = 'kept'") == "1"
    assert club.send(signal.SIGTERM) == 0
    assert club.processes() == {}
