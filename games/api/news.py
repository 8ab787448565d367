"""What the hub and the streams read: masked lines of logs, where the games of waiting players stand.

Called in the hub's own threads. A line never carries the log's hash: whoever has the chain could try the
dozen faces of a hidden pick until one fits. A line is masked as the seat or the spectator for ever, also
after the game, so that what was sent once never changes; `/log` opens everything at the end.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from games import engine, queries, services, store
from games.api.bodies import dump
from games.engine import Viewer
from games.models import Game
from games.prepared import in_chunks
from games.queries.standing import AskedSince, Standing, asked_of, standings, standings_in
from games.store import StoredEvent


class Line(NamedTuple):
    """One event as one viewer may see it: JSON bytes, or None if the client must read it by itself."""

    seq: int
    payload: bytes | None
    last: bool


class News(NamedTuple):
    """New lines per game and viewer, games that will never go on, what is asked of players who wait, and
    which of the games looked at are in play."""

    lines: dict[int, list[dict[Viewer, Line]]]
    gone: list[int]
    asked: dict[int, AskedSince]
    in_play: frozenset[int]


def shown(event: StoredEvent, viewer: Viewer) -> dict[str, object]:
    """One event as it is sent: what the viewer may not see is null."""
    data = engine.mask_json(event.kind, event.data, viewer)
    return {"seq": event.seq, "kind": event.kind, "at": event.at, "data": data}


def line(event: StoredEvent, viewer: Viewer) -> Line:
    """One event as a line of a stream."""
    return Line(event.seq, dump(shown(event, viewer)), event.kind == "game_ended")


def lines_after(game_id: int, viewer: Viewer, after: int) -> list[Line]:
    """The log of a game after `after`, masked."""
    return [line(event, viewer) for event in store.read(game_id, after)]


def events_after(game_id: int, viewer: Viewer, after: int) -> list[dict[str, object]]:
    """The same as dicts, for one JSON answer."""
    return [shown(event, viewer) for event in store.read(game_id, after)]


def read(
    watched: Mapping[int, tuple[int | None, Collection[Viewer]]],
    waiting: Collection[int],
    games: Collection[int] | None,
    players: Collection[int] = (),
) -> News:
    """What is new in the watched games (last seq and viewers of each), and what is asked of players who wait.

    `games` are those that rang, None for all: what is asked is then complete, else only that of those games
    and of `players`, who may have missed a ring.
    """
    lines: dict[int, list[dict[Viewer, Line]]] = {}
    gone: list[int] = []
    for ids in in_chunks(watched):
        rows = Game.objects.filter(id__in=ids).values_list("id", "seq", "status")
        for game_id, seq, status in rows:
            last, viewers = watched[game_id]
            if status == "expired":
                gone.append(game_id)
            elif seq > (last or 0):
                lines[game_id] = [
                    {viewer: line(event, viewer) for viewer in viewers}
                    for event in store.read(game_id, last or 0)
                ]
    found = list(_standings(waiting, games, players)) if waiting else []
    return News(lines, gone, asked_of(found), frozenset(at.game_id for at in found))


def _standings(
    waiting: Collection[int], games: Collection[int] | None, players: Collection[int]
) -> Iterator[Standing]:
    """Where the waiting players stand: in these games and those of these players, or in all."""
    if games is None or len(games) + len(players) >= len(waiting):
        readings = [(standings, waiting)]
    else:
        readings = [(standings_in, games), (standings, players)]
    for reading, numbers in readings:
        for ids in in_chunks(numbers):
            yield from reading(*ids)


def inboxes(players: Collection[int]) -> dict[int, int | None]:
    """The last number of each inbox, None where a line has no number yet."""
    found: dict[int, int | None] = {}
    for ids in in_chunks(players):
        found.update(queries.inbox_heads(ids))
        found.update(dict.fromkeys(queries.unread(ids)))
    return found


def standing_of(player_id: int) -> list[Standing]:
    """Where the games that this player plays stand. The player is heard of, and those deadlines are kept."""
    found = standings(player_id)
    if services.heard_of(player_id, found):
        found = standings(player_id)
    return found
