"""Starts one command that must not outlive its supervisor: `python child.py PARENT PIPE COMMAND...`.

Run as a plain script, before anything is imported. On Linux the kernel kills the command when the parent dies
(PR_SET_PDEATHSIG survives exec): nothing of Kaiten needs a goodbye, and a polite request could be put off by
a long task. Elsewhere this process stays between the two and watches a pipe whose other end only the parent
holds.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
#: Seconds between asking a process group to end and making it.
PATIENCE = 10.0


def main() -> None:
    """Bind the command's life to the parent's, then become it (Linux) or wait for it (elsewhere)."""
    parent, pipe, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    if sys.platform == "linux" and pipe < 0:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            sys.exit("The supervisor ended before its child began.")
        os.execvp(command[0], command)  # noqa: S606 - the command is the supervisor's own
    sys.exit(watch(pipe, command))


def watch(pipe: int, command: list[str]) -> int:
    """Run the command in this process group, end the group when the pipe closes; returns its exit code."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # sent to the group: meant for the command
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    child = subprocess.Popen(command, preexec_fn=_default_signals)  # no thread yet

    def end_with_parent() -> None:
        while os.read(pipe, 1024):
            pass
        child.terminate()
        time.sleep(PATIENCE)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=end_with_parent, daemon=True).start()
    code = child.wait()
    return code if code >= 0 else 128 - code


def _default_signals() -> None:
    """Undo, in the command, what this process ignores."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
