"""The supervisor's promises, on small commands: no orphans however it ends, restarts, and giving up."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: Says who it is and what it started, then waits; its own child must end with it, too.
FAMILY = (
    "import os,subprocess,sys,time;"
    "c=subprocess.Popen([sys.executable,'-c','import time;time.sleep(99)']);"
    "print('pids',os.getpid(),c.pid,flush=True);time.sleep(99)"
)
ALONE = "import os,time;print('pids',os.getpid(),flush=True);time.sleep(99)"
STUBBORN = f"import signal;signal.signal(signal.SIGTERM,signal.SIG_IGN);{ALONE}"


class Keeper:
    """A running keeper.py, read line by line."""

    def __init__(self, *plans: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ops.keeper", *plans],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._queue: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip())

    def wait_for(self, words: str, times: int = 1, seconds: float = 20) -> None:
        """Read until so many lines with these words have come."""
        end = time.monotonic() + seconds
        while sum(words in line for line in self.lines) < times:
            try:
                self.lines.append(self._queue.get(timeout=max(0.0, end - time.monotonic())))
            except Empty:
                pytest.fail(f"{words!r} did not come {times} times; so far: {self.lines}")

    def pids(self) -> list[int]:
        """Every process id that was printed."""
        return [int(number) for line in self.lines if "pids" in line for number in re.findall(r"\d+", line)]


@pytest.fixture
def keep() -> Iterator[list[Keeper]]:
    """Keepers to be killed at the end, whatever the test did."""
    started: list[Keeper] = []
    yield started
    for keeper in started:
        keeper.process.kill()
        keeper.process.wait()


def gone(pids: list[int], seconds: float = 5) -> bool:
    """Whether all of these processes have ended within the time."""
    end = time.monotonic() + seconds
    while any(alive(pid) for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive(pid: int) -> bool:
    """Whether a process runs, zombies aside."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_signal_ends_children_and_grandchildren_and_exits_cleanly(
    keep: list[Keeper], number: signal.Signals
) -> None:
    keeper = Keeper(f"one={FAMILY}", f"two={ALONE}")
    keep.append(keeper)
    keeper.wait_for("all started")
    keeper.wait_for("pids", times=2)
    assert len(keeper.pids()) == 3

    keeper.process.send_signal(number)

    assert keeper.process.wait(15) == 0
    assert gone(keeper.pids())


def test_a_supervisor_killed_outright_leaves_no_child(keep: list[Keeper]) -> None:
    keeper = Keeper(f"one={ALONE}", f"two={STUBBORN}")
    keep.append(keeper)
    keeper.wait_for("pids", times=2)

    keeper.process.kill()

    assert gone(keeper.pids())


def test_a_crashed_child_is_started_again_and_the_others_stay(keep: list[Keeper]) -> None:
    keeper = Keeper(f"one={ALONE}", f"two={ALONE}")
    keep.append(keeper)
    keeper.wait_for("pids", times=2)
    first, second = keeper.pids()

    os.kill(second, signal.SIGKILL)
    keeper.wait_for("ended by itself (killed by SIGKILL); starting it again")
    keeper.wait_for("pids", times=3)

    assert alive(first)
    assert alive(keeper.pids()[2])
    assert keeper.process.poll() is None


def test_a_child_that_keeps_crashing_is_given_up_and_nothing_is_left_behind(keep: list[Keeper]) -> None:
    keeper = Keeper(f"one={ALONE}", "two=raise SystemExit('no such table: dinner')")
    keep.append(keeper)
    keeper.wait_for("giving up", seconds=30)

    assert keeper.process.wait(15) == 1
    assert sum("starting it again" in line for line in keeper.lines) == 4
    assert any("no such table: dinner" in line for line in keeper.lines), "its own words are shown"
    assert gone(keeper.pids())


def test_a_second_ctrl_c_does_not_wait_for_a_stubborn_child(keep: list[Keeper]) -> None:
    keeper = Keeper(f"one={STUBBORN}")
    keep.append(keeper)
    keeper.wait_for("pids")

    keeper.process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert keeper.process.poll() is None, "the first signal waits for an orderly end"
    keeper.process.send_signal(signal.SIGINT)

    assert keeper.process.wait(5) == 0
    keeper.wait_for("is killed")
    assert gone(keeper.pids())


def test_children_stop_in_the_reverse_order_of_their_start(keep: list[Keeper]) -> None:
    polite = (
        "import signal,sys,time;"
        "signal.signal(signal.SIGTERM,lambda *a:(print('stops',flush=True),sys.exit(0)));"
        "print('pids',flush=True);time.sleep(99)"
    )
    keeper = Keeper(*(f"{name}={polite}" for name in ("broker", "web", "worker", "beat")))
    keep.append(keeper)
    keeper.wait_for("pids", times=4)

    keeper.process.send_signal(signal.SIGTERM)
    assert keeper.process.wait(15) == 0
    keeper.wait_for("stops", times=4)

    order = [line.split("|")[0].strip() for line in keeper.lines if "stops" in line]
    assert order == ["beat", "worker", "web", "broker"]


def test_where_the_kernel_cannot_help_a_pipe_ends_the_child_with_its_parent(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    note = tmp_path / "pids"
    code = f"import os,time;open({str(note)!r},'w').write(str(os.getpid()));time.sleep(99)"
    tie = subprocess.Popen(
        [sys.executable, "config/child.py", str(os.getpid()), str(reading), sys.executable, "-c", code],
        cwd=ROOT,
        pass_fds=(reading,),
        start_new_session=True,
    )
    os.close(reading)
    end = time.monotonic() + 15
    while not (note.exists() and note.read_text()):
        assert time.monotonic() < end
        time.sleep(0.05)

    os.close(writing)  # what the death of the parent does

    assert tie.wait(10) != 0
    assert gone([int(note.read_text())])
