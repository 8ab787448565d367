"""The only door to the log: lock a game and append, load its state, read its lines, verify it.

Nothing else touches the Event table, and raw SQL lives in this package alone. `live` is the hot path of one
pick, `bulk` writes whole games, `reading` reads without a lock, `chain` is the hash that ties the lines
together, `cache` keeps folded states in the process, `turns` lets its threads write one after the other.
"""

from games.store.bulk import WholeGame, append_whole, insert, reserve_game_ids
from games.store.chain import Verdict, link
from games.store.inbox import Note, tell
from games.store.live import LockedGame, begin, clocks_of, locked, ring
from games.store.opened import verify_text
from games.store.reading import Loaded, Recorded, load, load_many, read, recorded_picks, state_before, verify
from games.store.rows import GameRow, SeatRow, StoredEvent
from games.store.turns import writing

__all__ = [
    "GameRow",
    "Loaded",
    "LockedGame",
    "Note",
    "Recorded",
    "SeatRow",
    "StoredEvent",
    "Verdict",
    "WholeGame",
    "append_whole",
    "begin",
    "clocks_of",
    "insert",
    "link",
    "load",
    "load_many",
    "locked",
    "read",
    "recorded_picks",
    "reserve_game_ids",
    "ring",
    "state_before",
    "tell",
    "verify",
    "verify_text",
    "writing",
]
