"""Running a coroutine from a test that may share its process with a browser test."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(story: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread of its own: Playwright leaves its loop running in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
