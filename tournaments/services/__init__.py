"""Every write of tournaments: one verb, one transaction, ids in, model out.

`entry` makes tournaments, enters and drops players and starts the event; `progress` carries it from round to
round; `cups` keeps the club's house bots in play. How rounds are paired is in `formats/`, what a result is
worth in `tiebreaks.py`.
"""

from tournaments.services.cups import create_bot_tournament, ensure_bot_cup
from tournaments.services.entry import add_entrant, create_tournament, drop_entrant, start_tournament
from tournaments.services.progress import advance, advance_all

__all__ = [
    "add_entrant",
    "advance",
    "advance_all",
    "create_bot_tournament",
    "create_tournament",
    "drop_entrant",
    "ensure_bot_cup",
    "start_tournament",
]
