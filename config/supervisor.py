"""Keeps a few processes running as one: starts them, restarts what crashes, ends them all.

Knows nothing of Django or Kaiten; `manage.py up` says which processes. No child survives: each lives in a
session of its own (so Ctrl-C reaches only the supervisor, which stops them in order), a stop that is not
obeyed is followed by SIGKILL to the whole group, and should the supervisor itself be killed, `child.py` has
tied each child's life to it.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO

#: A child that ends this often within a minute will not be helped by another start.
MOST_CRASHES = 5
CRASH_WINDOW = 60.0
#: Seconds before the second restart, twice as many before the third, and so on; the first is at once.
RESTART_SECONDS = 0.5
#: Seconds a child has to obey SIGTERM.
PATIENCE = 10.0
#: Seconds a child has to become ready before its successor is started anyway.
READY_SECONDS = 60.0
#: Seconds in which what an ended child has said is still shown.
LAST_WORDS_SECONDS = 1.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """One process to keep: its name in the output, its command line, how to see that it is ready."""

    name: str
    command: Sequence[str]
    ready: Callable[[], bool] | None = None
    keep_fds: tuple[int, ...] = ()
    #: Lines of its output with one of these in them are not worth showing.
    drop: tuple[str, ...] = ()


class Child:
    """A planned process while it runs."""

    def __init__(self, plan: Plan, environment: dict[str, str], say: Say) -> None:
        self.plan = plan
        self.crashes: deque[float] = deque()
        self._environment = environment
        self._say = say
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: int | None = None
        self._speaker: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The process id, while there is a process."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start it in a session of its own, its output prefixed with its name."""
        reading = -1
        keep = list(self.plan.keep_fds)
        if sys.platform != "linux":
            reading, self._pipe = os.pipe()
            keep.append(reading)
        tie = Path(__file__).with_name("child.py")
        self._process = subprocess.Popen(
            [sys.executable, str(tie), str(os.getpid()), str(reading), *self.plan.command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=keep,
            env=self._environment,
        )
        if reading >= 0:
            os.close(reading)
        assert self._process.stdout is not None
        self._speaker = threading.Thread(target=self._relay, args=(self._process.stdout,), daemon=True)
        self._speaker.start()

    def _relay(self, stream: IO[bytes]) -> None:
        """Copy the child's lines to ours; runs until the child closes its output."""
        with stream:
            for raw in stream:
                line = raw.decode(errors="replace").rstrip()
                if line and not any(words in line for words in self.plan.drop):
                    self._say(f"{self.plan.name:<7}| {line}")

    def ended(self) -> int | None:
        """The exit code once it has ended, else None."""
        return self._process.poll() if self._process else None

    def ask_to_stop(self) -> None:
        """Send SIGTERM to its whole group."""
        self._signal(signal.SIGTERM)

    def wait(self, seconds: float) -> bool:
        """Whether it ended within so many seconds."""
        if self._process is None:
            return True
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def finish(self) -> None:
        """Kill whatever is left of its group, and forget it."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
            self._process = None
        if self._speaker is not None:
            # Its last words; a grandchild that keeps the output open must not keep us.
            self._speaker.join(LAST_WORDS_SECONDS)
            self._speaker = None
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None

    def _signal(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        # The group may be gone already; macOS says so with PermissionError.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


class Supervisor:
    """Runs plans in order until a stop signal or until one of them cannot be kept up."""

    def __init__(self, plans: Sequence[Plan], say: Say, environment: dict[str, str] | None = None) -> None:
        variables = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self._say = _one_at_a_time(say)
        self._children = [Child(plan, variables, self._say) for plan in plans]
        self._stop = threading.Event()
        self._hurry = False

    def run(self, when_ready: Callable[[], None]) -> int:
        """Start all, call `when_ready` once, watch, stop in reverse order; returns 0, or 1 after giving up.

        Must be called in the main thread: on Linux a child is tied to the thread that started it.
        """
        before = {number: signal.signal(number, self._on_signal) for number in STOP_SIGNALS}
        code = 0
        try:
            for child in self._children:
                child.start()
                code = code or self._until_ready(child)
                if code or self._stop.is_set():
                    break
            else:
                when_ready()
                code = self._watch()
        finally:
            self._stop_all()
            for number, handler in before.items():
                signal.signal(number, handler)
        return code

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """The first signal asks for an orderly stop, the second for a quick one."""
        self._hurry = self._stop.is_set()
        self._stop.set()

    def _until_ready(self, child: Child) -> int:
        """Wait until the child says it is ready, minding all that already run; 1 when given up."""
        if child.plan.ready is None:
            return 0
        end = time.monotonic() + READY_SECONDS
        while not self._stop.is_set() and not child.plan.ready():
            if not self._revive():
                return 1
            if time.monotonic() > end:
                self._say(
                    f"{child.plan.name} is not ready after {READY_SECONDS:.0f} s; going on without waiting."
                )
                break
            self._stop.wait(0.1)
        return 0

    def _watch(self) -> int:
        """Until a stop is asked for (0) or a child crashes too often (1)."""
        while not self._stop.wait(0.25):
            if not self._revive():
                return 1
        return 0

    def _revive(self) -> bool:
        """Restart every child that has ended; False when one of them has ended too often."""
        for child in self._children:
            code = child.ended()
            if code is None:
                continue
            now = time.monotonic()
            child.finish()
            child.crashes.append(now)
            while child.crashes[0] < now - CRASH_WINDOW:
                child.crashes.popleft()
            if len(child.crashes) >= MOST_CRASHES:
                self._say(
                    f"{child.plan.name} ended {MOST_CRASHES} times within a minute ({_how(code)}); "
                    "giving up. Its last lines above say why."
                )
                return False
            self._say(f"{child.plan.name} ended by itself ({_how(code)}); starting it again.")
            # Longer each time: what it needs may be on its way back.
            if not self._stop.wait(RESTART_SECONDS * (len(child.crashes) - 1)):
                child.start()
        return True

    def _stop_all(self) -> None:
        """End the children, the last started first, so that nobody loses what it depends on."""
        for child in reversed(self._children):
            child.ask_to_stop()
            end = time.monotonic() + PATIENCE
            while not self._hurry and time.monotonic() < end and not child.wait(0.1):
                pass
            if child.ended() is None and child.pid is not None:
                self._say(f"{child.plan.name} did not stop by itself and is killed.")
            child.finish()


def _one_at_a_time(say: Say) -> Say:
    """Children speak from threads of their own; their lines must not run into each other."""
    lock = threading.Lock()

    def in_turn(line: str) -> None:
        with lock:
            say(line)

    return in_turn


def _how(code: int) -> str:
    """An exit code in words."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
