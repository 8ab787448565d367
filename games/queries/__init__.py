"""Every read of games for pages, the API and other apps, each with a fixed number of database queries.

`games` shows rows and views, `questions` what waits for a player, `replay` a game turn by turn, `notation` a
whole game as text. Who may see what is decided in `access.py`, what a viewer sees by the engine.
"""

from games.queries.deeds import Deed
from games.queries.games import (
    SeatLine,
    add_filter,
    game_list,
    game_view,
    games_in_play,
    house_players,
    last_heartbeat,
    missing_of,
    seat_lines,
    tables_open,
)
from games.queries.inbox import AskedOf, asked, inbox, inbox_heads, inbox_line, unread
from games.queries.lobby import (
    Queue,
    invitations_of,
    invitations_waiting,
    invited_to,
    last_seek,
    open_tables,
    queues,
    seek_view,
    seeks_of,
    told_of_tables,
    unfinished,
    waiting_for,
)
from games.queries.moments import Moment
from games.queries.notation import NotOver, game_text
from games.queries.questions import open_questions
from games.queries.replay import Replay, ReplayTurn, TurnSeat, replay
from games.queries.seat import SeatView, is_invited, seat_view

__all__ = [
    "AskedOf",
    "Deed",
    "Moment",
    "NotOver",
    "Queue",
    "Replay",
    "ReplayTurn",
    "SeatLine",
    "SeatView",
    "TurnSeat",
    "add_filter",
    "asked",
    "game_list",
    "game_text",
    "game_view",
    "games_in_play",
    "house_players",
    "inbox",
    "inbox_heads",
    "inbox_line",
    "invitations_of",
    "invitations_waiting",
    "invited_to",
    "is_invited",
    "last_heartbeat",
    "last_seek",
    "missing_of",
    "open_questions",
    "open_tables",
    "queues",
    "replay",
    "seat_lines",
    "seat_view",
    "seek_view",
    "seeks_of",
    "tables_open",
    "told_of_tables",
    "unfinished",
    "unread",
    "waiting_for",
]
