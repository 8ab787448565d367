"""Why a sheet is refused: one code for each thing a person may have written wrong.

The engine refuses a position with one code, bad_setup; whoever fills in a form needs to know which line."""

from __future__ import annotations

from typing import Final

from games.engine import BadSetup, RuleError


class BadSheet(RuleError):
    """The sheet does not have the shape of a sheet: a field is missing, unknown, or of the wrong kind."""

    code = "bad_sheet"


class UnknownEdition(RuleError):
    """There is no such edition."""

    code = "unknown_edition"


class UnknownFace(RuleError):
    """No card in use here has such a face."""

    code = "unknown_face"


class BadCard(RuleError):
    """The card exists and cannot lie as it is said to."""

    code = "bad_card"


class WrongSeats(RuleError):
    """The edition is not played by so many, or there are not as many tables as players."""

    code = "wrong_seats"


class BadMenu(RuleError):
    """The menu is none, or not for so many players."""

    code = "illegal_menu"


class BadOption(RuleError):
    """A variant, option or combination of them that does not exist."""

    code = "illegal_option"


def named(refused: BadSetup) -> RuleError:
    """What the engine refuses as a setup, by what on the sheet is wrong."""
    fields = refused.fields
    kind: type[RuleError] = BadOption
    if "least" in fields:
        kind = WrongSeats
    elif fields.get("option") == "menu":
        kind = BadMenu
    return kind(refused.detail, **fields)


MEANINGS: Final = {
    kind.code: (kind.__doc__ or "")
    for kind in (BadSheet, UnknownEdition, UnknownFace, BadCard, WrongSeats, BadMenu, BadOption)
}
"""Code -> what it means, for the API's table of problems."""
