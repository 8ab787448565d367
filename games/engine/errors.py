"""What a player can do wrong, each with a stable code and a sentence a player should read.

The web turns a code into a status; nothing here knows of HTTP. `CorruptLog` is not a player's error: it says
that a log cannot have been written by this engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.commands import Options


class RuleError(Exception):
    """Base of every refusal. `code` is stable, `detail` is for people, `fields` are details for programs."""

    code = "rule_error"

    def __init__(self, detail: str, **fields: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.fields = fields


class BadSetup(RuleError):
    """The game cannot be opened as asked."""

    code = "bad_setup"


class UnknownQuestion(RuleError):
    """No such question was ever asked in this game (or no such seat exists)."""

    code = "unknown_question"


class QuestionClosed(RuleError):
    """The question is no longer open: its turn is past, it is settled, or the game is over."""

    code = "question_closed"


class GameOver(QuestionClosed):
    """The question is closed because the game has ended."""


class AlreadyAnswered(RuleError):
    """The seat has answered this question. `recorded` is the answer on record, `same` whether this one
    equals it."""

    code = "already_answered"

    def __init__(self, detail: str, recorded: tuple[str, ...], same: bool, cause: str = "") -> None:
        super().__init__(detail, recorded=recorded, same=same, cause=cause)
        self.recorded = recorded
        self.same = same
        self.cause = cause


class IllegalChoice(RuleError):
    """The answer is not among the options. `options` says what is."""

    code = "illegal_choice"

    def __init__(self, detail: str, options: Options) -> None:
        super().__init__(detail, options=options)
        self.options = options


class CorruptLog(Exception):
    """An event that does not follow from the events before it, or cannot be read at all."""
