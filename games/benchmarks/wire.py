"""The client of the crowd benchmarks: HTTP/1.1 on one kept connection, as little of it as the server speaks.

Hundreds of these run in one event loop on the cores of the server they measure, so a real client's comfort
would show in the server's figures. Also what their tables share: order statistics, and what /proc says.
"""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple, Self

NDJSON = "application/x-ndjson"
#: As many connections are opened at once as fit in a listener's queue.
_OPENING = 32


class Answer(NamedTuple):
    """Status and body; the body is empty for a stream, whose chunks follow."""

    status: int
    body: bytes


class Wire:
    """One kept connection with one token; one request at a time."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter | None, token: str = ""
    ) -> None:
        self._reader, self._writer = reader, writer
        self._who = f"Authorization: Bearer {token}\r\n" if token else ""

    @classmethod
    async def connect(cls, port: int, token: str = "") -> Self:
        """A connection to a server of this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port), token)

    async def ask(
        self, method: str, path: str, body: bytes = b"", accept: str = "application/json"
    ) -> Answer:
        """Send one request and read its answer. Raises OSError or EOFError when the connection breaks."""
        assert self._writer is not None
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\n{self._who}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        return await self.answer()

    async def answer(self) -> Answer:
        """The next answer on the connection: whole if it says its length, else its head."""
        lines = (await self._reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        status = int(lines[0].split(b" ", 2)[1])
        headers = dict(line.split(b": ", 1) for line in lines[1:] if line)
        if b"transfer-encoding" in headers:
            return Answer(status, b"")
        return Answer(status, await self._reader.readexactly(int(headers.get(b"content-length", b"0"))))

    async def chunk(self) -> bytes:
        """The next chunk of a stream; empty at its end."""
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        return (await self._reader.readexactly(size + 2))[:-2]

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()


async def open_wires(port: int, tokens: Collection[str]) -> list[Wire]:
    """A connection for each token, a few at a time."""
    turnstile = asyncio.Semaphore(_OPENING)

    async def one(token: str) -> Wire:
        async with turnstile:
            return await Wire.connect(port, token)

    return list(await asyncio.gather(*map(one, tokens)))


def allow_files(count: int) -> None:
    """Let this process and its children hold so many open files, as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def on_two_cores() -> int:
    """Keep this process, and the server it will start, to two cores where the system can; how many it has."""
    if not hasattr(os, "sched_setaffinity"):
        return os.cpu_count() or 1
    cores = sorted(os.sched_getaffinity(0))[:2]
    os.sched_setaffinity(0, cores)
    return len(cores)


def percentile(values: Collection[float], percent: int) -> float:
    """The value that so many in a hundred do not exceed. Raises ValueError when there is none."""
    if not values:
        raise ValueError("There is nothing to take a percentile of.")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def seconds_of(pid: int) -> float:
    """User and system time of a process so far, in seconds, from /proc (to a tick, 10 ms)."""
    # The name in parentheses may hold blanks; utime and stime are the 12th and 13th field after it.
    after = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after[11]) + int(after[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Resident memory of a process in MB (10^6 bytes), from /proc."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
