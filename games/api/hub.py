"""One hub per web process: it learns what is new once, and hands ready-made bytes to every open stream.

A doorbell (`wakeups.py`) says that something was committed; the hub reads the rows after the last event it
knows of each watched game (`news.py`, in a small executor), masks each event once per kind of viewer, and
queues it for the clients. So five hundred streams cost no query of their own and no thread. Long polls for
questions wait here, too. Nothing here decides what a viewer may see: that is `engine.mask_json`.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, close_old_connections

from games.api import news, timekeeping
from games.api.boards import TableBoard
from games.api.farewell import before_signals
from games.api.news import Line
from games.api.served import Channel, Client, Waiter
from games.api.wakeups import Doorbell, doorbell
from games.engine import Viewer

log = logging.getLogger("kaiten.hub")

P = ParamSpec("P")
T = TypeVar("T")

#: Threads for reading on behalf of streams; each keeps one database connection. They share one interpreter
#: lock with those of Django: with two, bots that wait and play get a tenth more done than with four.
THREADS = 2
#: Bells of this long are answered by one reading.
GATHER_SECONDS = 0.003
#: Inboxes are looked at this often at most, however much is played; a turn is told by the game that moved.
INBOX_SECONDS = 0.1


class Hub:
    """The clients and waiters of one process, and the task that serves them."""

    def __init__(self) -> None:
        self._channels: dict[int, Channel] = {}
        self._waiters: dict[int, set[Waiter]] = {}
        self._bell: Doorbell | None = None
        self._task: asyncio.Task[None] | None = None
        self._timekeeper: asyncio.Task[None] | None = None
        self._executor: ThreadPoolExecutor | None = None
        self._rung = asyncio.Event()
        #: How often the bell was rung so far: who finds it unchanged has missed nothing meanwhile.
        self.rings = 0
        self._everything = False
        self._games: set[int] = set()
        self._players: set[int] = set()
        #: The games in play that a player was told of, by an answer to a long poll for questions.
        self.told: dict[int, frozenset[int]] = {}
        self.board = TableBoard(self.call)
        self._inboxes_looked = 0.0
        self.closing = False

    async def start(self) -> None:
        """Start the doorbell and the task, in the running loop."""
        self._executor = ThreadPoolExecutor(THREADS, thread_name_prefix="kaiten-streams")
        self._bell = doorbell()
        self._task = asyncio.create_task(self._run(), name="kaiten-hub")
        self._timekeeper = asyncio.create_task(timekeeping.run(self), name="kaiten-timekeeper")
        await self._bell.start(self.ring)
        before_signals(self.close)

    async def stop(self) -> None:
        """Let every client go and leave no task, thread or connection."""
        self.close()
        if self._bell is not None:
            await self._bell.stop()
        for task in (self._task, self._timekeeper):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        if self._executor is not None:
            await asyncio.to_thread(self._executor.shutdown, wait=True, cancel_futures=True)

    def close(self) -> None:
        """Let everybody go: streams end cleanly, long polls answer at once."""
        self.closing = True
        for channel in self._channels.values():
            for client in channel.clients:
                client.let_go()
        for waiters in self._waiters.values():
            for waiter in waiters:
                waiter.rung.set()
        self.board.let_go()

    async def call(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job that reads the database in the hub's own few threads."""

        def run() -> T:
            # Also resets the health check, so that a connection that died since the last job is replaced.
            close_old_connections()
            try:
                return job(*args, **kwargs)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._executor, run)

    def watched(self) -> tuple[list[int], list[int]]:
        """The games that are watched and the players who wait, just now."""
        return list(self._channels), list(self._waiters)

    def ring(self, game_id: int | None) -> None:
        """Something was committed: in this game, or anywhere."""
        self.rings += 1
        if game_id is None:
            self._everything = True
        else:
            self._games.add(game_id)
        self._rung.set()

    def again(self) -> None:
        """Look once more, though nothing was committed: what was looked at a moment ago had to wait."""
        self._rung.set()

    @contextmanager
    def watching(self, game_id: int, viewer: Viewer) -> Iterator[Client]:
        """A client of a game. Call `caught_up` after each backfill, until it says yes; then read `lines`."""
        client = Client(game_id, viewer)
        channel = self._channels.setdefault(game_id, Channel())
        channel.clients.add(client)
        self._heed()
        if self.closing:
            client.let_go()
        try:
            yield client
        finally:
            channel.clients.discard(client)
            if not channel.clients and self._channels.get(game_id) is channel:
                del self._channels[game_id]
            self._heed()

    def caught_up(self, client: Client, seq: int) -> bool:
        """The client has every line up to seq: True when all later ones are sure to reach its queue.

        False when the channel went on before the client joined it: read once more. A client that was let go
        finds that out from its queue.
        """
        if client.lost:
            return True
        channel = self._channels[client.game_id]
        if channel.seq is None:
            channel.seq = seq
            self.ring(client.game_id)
        return channel.seq <= seq

    @contextmanager
    def waiting(self, player_id: int) -> Iterator[Waiter]:
        """A long poll of a player; its `rung` is set when there is news for the player."""
        waiter = Waiter()
        self._waiters.setdefault(player_id, set()).add(waiter)
        self._heed()
        if self.closing:
            waiter.rung.set()
        try:
            yield waiter
        finally:
            waiters = self._waiters[player_id]
            waiters.discard(waiter)
            if not waiters:
                del self._waiters[player_id]
            self._heed()

    def tell(self, player_id: int, games: frozenset[int]) -> None:
        """Remember which games in play a player heard of last, while there are any."""
        if games:
            self.told[player_id] = games
        else:
            self.told.pop(player_id, None)

    def looked(self, player_id: int, rings: int) -> None:
        """A waiter put down what it read after so many rings: look for its player again if there were more.

        What is committed later rings later. To look each time, or for everybody, would cost all the others'
        reading, too.
        """
        if self.rings != rings:
            self._players.add(player_id)
            self._rung.set()

    @contextmanager
    def at_board(self) -> Iterator[asyncio.Event]:
        """A watcher of the open tables; the event is set when they changed."""
        with self.board.watching() as rung:
            self._heed()
            try:
                yield rung
            finally:
                self._heed()
        self._heed()

    def _heed(self) -> None:
        if self._bell is not None:
            self._bell.heed(bool(self._channels or self._waiters or self.board))

    async def _run(self) -> None:
        """Answer bells for ever; a failed reading is tried again."""
        while True:
            await self._rung.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._rung.clear()
            games: frozenset[int] | None = None if self._everything else frozenset(self._games)
            players = frozenset(self._players)
            self._everything = False
            self._games.clear()
            self._players.clear()
            try:
                await self._look(games, players)
            except (DatabaseError, InterfaceError) as error:
                log.warning("Cannot read the news (%s); trying again.", type(error).__name__)
                await asyncio.sleep(0.5)
                self.ring(None)
            except Exception:
                log.exception("The hub failed on a reading; trying again.")
                await asyncio.sleep(1)
                self.ring(None)

    async def _look(self, games: frozenset[int] | None, players: frozenset[int]) -> None:
        """Read what is new in these games, or in all, and for these players, and hand it out."""
        await self.board.look(self.again)
        if games is None or games or players:
            await self._look_at_games(games, players)
        await self._look_at_inboxes()

    async def _look_at_games(self, games: frozenset[int] | None, players: frozenset[int]) -> None:
        watched = {
            game_id: (channel.seq, frozenset(client.viewer for client in channel.clients))
            for game_id, channel in self._channels.items()
            if channel.seq is not None and (games is None or game_id in games)
        }
        waiting = [
            player_id
            for player_id, waiters in self._waiters.items()
            if any(waiter.seen is not None and not waiter.rung.is_set() for waiter in waiters)
        ]
        if not watched and not waiting:
            return
        found = await self.call(news.read, watched, waiting, games, players)
        for game_id, lines in found.lines.items():
            self._deliver(game_id, lines)
        for game_id in found.gone:
            if game_id in self._channels:
                for client in self._channels[game_id].clients:
                    client.let_go()
        for player_id in waiting:
            asked = found.asked.get(player_id, frozenset())
            for waiter in self._waiters.get(player_id, ()):
                # Of a player who was looked for all games were read, else only those that rang.
                whole = games is None or player_id in players
                over = {at for at in waiter.games - found.in_play if whole or at in (games or ())}
                if waiter.seen is not None and (over or not asked <= waiter.seen):
                    waiter.rung.set()

    async def _look_at_inboxes(self) -> None:
        """Wake the readers of inboxes in which there is something after what they know."""
        reading = {
            player_id
            for player_id, waiters in self._waiters.items()
            if any(waiter.inbox is not None and not waiter.rung.is_set() for waiter in waiters)
        }
        if not reading:
            return
        loop = asyncio.get_running_loop()
        since = loop.time() - self._inboxes_looked
        if since < INBOX_SECONDS:
            loop.call_later(INBOX_SECONDS - since, self.again)
            return
        self._inboxes_looked = loop.time()
        heads = await self.call(news.inboxes, reading)
        for player_id, head in heads.items():
            for waiter in self._waiters.get(player_id, ()):
                if waiter.inbox is not None and (head is None or head > waiter.inbox):
                    waiter.rung.set()

    def _deliver(self, game_id: int, lines: list[dict[Viewer, Line]]) -> None:
        """Queue the lines of one game for its clients; a kind of viewer not read for rereads by itself."""
        channel = self._channels.get(game_id)
        if channel is None or channel.seq is None:
            return
        for line_of in lines:
            seq = next(iter(line_of.values())).seq
            if seq <= channel.seq:
                continue
            channel.seq = seq
            for client in list(channel.clients):
                line = line_of.get(client.viewer) or Line(seq, None, False)  # joined while we read
                if not client.put(line):
                    channel.clients.discard(client)


#: The hub of this process; made when the server starts.
HUB = Hub()


async def start() -> None:
    """Start this process's hub; called by the ASGI lifespan."""
    global HUB
    HUB = Hub()
    await HUB.start()


async def stop() -> None:
    """Stop this process's hub."""
    await HUB.stop()
