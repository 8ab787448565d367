"""Named refusals of the services: each has a stable code and a sentence that a player should read.

They extend the engine's `RuleError`, so that one handler in `config/api.py` turns either kind into an answer.
What is against the rules of the card game itself is refused by the engine, not here.
"""

from games.engine import RuleError


class NotFound(RuleError):
    """No such thing, or none that this player may know of; the two are not told apart."""

    code = "not_found"


class NotStarted(RuleError):
    """The game has no log: its table still waits for players, or has expired."""

    code = "not_started"


class BadTable(RuleError):
    """A table cannot be opened or joined as asked."""

    code = "bad_table"


class SameOwner(BadTable):
    """Two players of one owner at a rated table."""

    code = "same_owner"


class NoSuchPlayer(BadTable):
    """A seat names a player who does not exist or no longer plays, or a house bot that is not there."""

    code = "no_such_player"


class AlreadySeated(BadTable):
    """The player already has a seat at this table."""

    code = "already_seated"


class TableClosed(BadTable):
    """The table is full, has started, or has expired."""

    code = "table_closed"


class BadName(RuleError):
    """A player's name that cannot be used."""

    code = "bad_name"


class BadToken(RuleError):
    """A token cannot be issued as asked."""

    code = "bad_token"


class TooManyTables(BadTable):
    """The player has opened as many tables as may wait at once."""

    code = "too_many_tables"


class NotYourTable(BadTable):
    """Only whoever opened a table may do this."""

    code = "not_your_table"


class InvitationAnswered(BadTable):
    """The invitation was answered otherwise before."""

    code = "invitation_answered"


class NoSuchPool(RuleError):
    """Nobody can look for a game in this pool."""

    code = "no_such_pool"


class KeyReused(RuleError):
    """An Idempotency-Key came again with another request."""

    code = "key_reused"
