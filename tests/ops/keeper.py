"""A supervisor over small commands, a program for `test_supervisor.py`; an argument is `name=python code`."""

import sys

from config.supervisor import Plan, Supervisor

if __name__ == "__main__":
    plans = [
        Plan(name, [sys.executable, "-c", code])
        for name, code in (argument.split("=", 1) for argument in sys.argv[1:])
    ]
    sys.exit(
        Supervisor(plans, lambda line: print(line, flush=True)).run(lambda: print("all started", flush=True))
    )
