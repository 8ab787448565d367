"""Every write of games: one verb, one transaction, ids in, model or receipt out.

`players` holds the register and its tokens, `tables` opens, fills and starts games, `invitations` and `seeks`
bring players to them, `leaving` takes a player off them, `picks` takes answers and keeps the clock,
`presence` knows who is there, `matches` plays whole games between house bots, `imports` stores games written
down elsewhere, `inbox` tells players. Rules of the card game are in the engine, SQL on the log in the store.
"""

from games.services.imports import import_game
from games.services.inbox import RatingNote, deliver, tell_rating_changes
from games.services.invitations import (
    accept_invitation,
    decline_invitation,
    leave_table,
    withdraw_table,
)
from games.services.leaving import leave_for_departed, leave_lobby
from games.services.matches import BotMatch, play_bot_games, schedule_bot_matches
from games.services.once import once
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
from games.services.presence import heard_of, show_up
from games.services.pruning import prune
from games.services.seating import SeatSpec
from games.services.seeks import beat_seek, beat_seeks, cancel_seek, cancel_seeks, match_seeks, seek
from games.services.tables import expire_tables, join_game, open_game, settle_table

__all__ = [
    "BotMatch",
    "PickReceipt",
    "RatingNote",
    "SeatSpec",
    "accept_invitation",
    "beat",
    "beat_seek",
    "beat_seeks",
    "cancel_seek",
    "cancel_seeks",
    "create_player",
    "decline_invitation",
    "deliver",
    "enforce_deadline",
    "expire_tables",
    "heard_of",
    "house_player",
    "import_game",
    "issue_token",
    "join_game",
    "leave_for_departed",
    "leave_lobby",
    "leave_table",
    "match_seeks",
    "once",
    "open_game",
    "play_bot_games",
    "prune",
    "revoke_token",
    "schedule_bot_matches",
    "seek",
    "settle_table",
    "show_up",
    "submit_pick",
    "sweep",
    "tell_rating_changes",
    "token_digest",
    "touch",
    "touch_token",
    "withdraw_table",
]
