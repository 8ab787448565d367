"""Every write of games: one verb, one transaction, ids in, model or receipt out.

`players` holds the register and its tokens, `tables` opens, fills and starts games, `picks` takes answers and
keeps the clock, `matches` plays whole games between house bots. Rules of the card game are in the engine,
SQL on the log in the store.
"""

from games.services.imports import import_game
from games.services.matches import BotMatch, play_bot_games, schedule_bot_matches
from games.services.picks import PickReceipt, enforce_deadline, submit_pick, sweep, touch
from games.services.players import (
    beat,
    create_player,
    house_player,
    issue_token,
    revoke_token,
    token_digest,
    touch_token,
)
from games.services.tables import SeatSpec, expire_tables, join_game, open_game

__all__ = [
    "BotMatch",
    "PickReceipt",
    "SeatSpec",
    "beat",
    "create_player",
    "enforce_deadline",
    "expire_tables",
    "house_player",
    "import_game",
    "issue_token",
    "join_game",
    "open_game",
    "play_bot_games",
    "revoke_token",
    "schedule_bot_matches",
    "submit_pick",
    "sweep",
    "token_digest",
    "touch",
    "touch_token",
]
