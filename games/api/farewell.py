"""A server that is told to stop lets its clients go first.

The server waits for open answers before it ends its lifespan, so without this every stop with an open stream
would take the server's whole patience.
"""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any


def before_signals(close: Callable[[], None]) -> None:
    """Call `close` in the running loop as soon as the process is told to stop; then what was there before."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if not callable(before):
            continue

        def handle(number: int, frame: FrameType | None, before: Any = before) -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(close)
            before(number, frame)

        with suppress(ValueError):  # not the main thread: the server runs inside something else
            signal.signal(number, handle)
