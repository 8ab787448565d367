"""Named refusals of tournaments: each has a stable code and a sentence that says what to do.

They extend the engine's `RuleError`, so one handler in `config/api.py` answers them; their HTTP statuses are
declared in `tournaments/api/`.
"""

from games.engine import RuleError


class BadTournament(RuleError):
    """A tournament cannot be made as asked."""

    code = "bad_tournament"


class CannotPair(RuleError):
    """The field is too small, or the table size does not suit the format."""

    code = "cannot_pair"


class UnknownFormat(BadTournament):
    """No file in `formats/` has this key."""

    code = "unknown_format"


class BadTieBreaks(BadTournament):
    """The list of tie-breaks cannot be used."""

    code = "bad_tie_breaks"


class EntryRefused(RuleError):
    """The player cannot enter, or cannot drop out."""

    code = "entry_refused"


class WrongStatus(RuleError):
    """The tournament has started already, or is over, or has not begun."""

    code = "wrong_status"


class NoSuchTournament(RuleError):
    """There is no tournament of this id or name."""

    code = "not_found"


class NotOrganiser(RuleError):
    """Only whoever made the tournament, or the club's staff, may do this."""

    code = "not_organiser"
