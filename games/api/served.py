"""Who is served by the hub: the client of a stream, the waiter of a long poll, and a game that is watched."""

import asyncio
from contextlib import suppress

from games.api.news import Line
from games.engine import Viewer
from games.queries.standing import AskedSince

#: Lines that may wait for one client; a client further behind is dropped and resumes from its last line.
QUEUE = 512


class Client:
    """One open stream of one game. `lines` ends with None when the hub lets the client go."""

    __slots__ = ("game_id", "lines", "lost", "viewer")

    def __init__(self, game_id: int, viewer: Viewer) -> None:
        self.game_id = game_id
        self.viewer = viewer
        self.lines: asyncio.Queue[Line | None] = asyncio.Queue(QUEUE + 1)
        self.lost = False

    def put(self, line: Line) -> bool:
        """Queue a line; False when the client is too far behind and has been let go."""
        if self.lines.qsize() >= QUEUE:
            self.let_go()
            return False
        self.lines.put_nowait(line)
        return True

    def let_go(self) -> None:
        """No more lines will come."""
        self.lost = True
        with suppress(asyncio.QueueFull):
            self.lines.put_nowait(None)


class Waiter:
    """One long poll of one player; `seen` is what was asked of the player when it last looked, and `games`
    those the player was in.

    It is woken by what is asked of this player alone, for at a busy table the others answer all the time; and
    when one of `games` is over, since nothing will be asked there any more.
    A reader of the inbox says the last number it knows in `inbox`, and is woken by a line after it, too.
    """

    __slots__ = ("games", "inbox", "rung", "seen")

    def __init__(self) -> None:
        self.rung = asyncio.Event()
        self.seen: AskedSince | None = None
        self.games: frozenset[int] = frozenset()
        self.inbox: int | None = None


class Channel:
    """A watched game: its clients, and the last event that went to them (None before the first caught up)."""

    __slots__ = ("clients", "seq")

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.seq: int | None = None
