"""The letters of the notation (NOTATION.md): words, tags and values, each with the line and column it stands
at. What they mean is in notation.py."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from games.engine.commands import OptionValue
from games.engine.errors import RuleError

Value: TypeAlias = OptionValue

MOST_LETTERS: Final = 1_000_000
_TOKEN: Final = re.compile(
    r"""(?P<space>\s+) | (?P<comment>;[^\n]*) | (?P<open>\[) | (?P<close>\])
      | (?P<word>(?: "(?:[^"\\\n]|\\.)*" | [^\s\[\]";] )+)""",
    re.VERBOSE,
)
_KEYED: Final = re.compile(r"([a-z][a-z0-9_]*)=(.*)", re.DOTALL)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,8}")
_BARE: Final = re.compile(r"[A-Za-z0-9_.,:-]+")
_FLAGS: Final[Mapping[str, bool]] = {"true": True, "false": False}


class NotationError(RuleError):
    """A game that is written down cannot be read or played; line and column say where."""

    code = "bad_notation"

    def __init__(self, detail: str, line: int, column: int) -> None:
        super().__init__(f"Line {line}, column {column}: {detail}", line=line, column=column)


class Token(NamedTuple):
    """A word, or "[" or "]", and where it begins, counted from 1."""

    kind: str
    text: str
    line: int
    column: int

    def refuse(self, why: str) -> NotationError:
        """An error at this place."""
        return NotationError(why, self.line, self.column)


class Tag(NamedTuple):
    """What stands in brackets: a name, values, and values by key."""

    name: str
    values: tuple[Value, ...]
    keyed: Mapping[str, Value]
    at: Token


def tokens(text: str) -> Iterator[Token]:
    """The words of a text, comments and blanks left out. Raises NotationError."""
    if len(text) > MOST_LETTERS:
        raise NotationError("The text is longer than any game.", 1, 1)
    line, start, position = 1, 0, 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        end = found.end() if found else position
        if found is None or (found["word"] and text[end : end + 1] == '"'):
            raise NotationError("A quotation mark is missing.", line, end - start + 1)
        kind = found.lastgroup or ""
        if kind not in ("space", "comment"):
            yield Token(kind, found[0], line, position - start + 1)
        elif "\n" in found[0]:
            line += found[0].count("\n")
            start = position + found[0].rindex("\n") + 1
        position = end


def read_tag(opening: Token, rest: Iterator[Token]) -> Tag:
    """A tag whose "[" was just read. Raises NotationError."""
    inside: list[Token] = []
    for token in rest:
        if token.kind == "close":
            break
        if token.kind == "open":
            raise token.refuse("A tag is not closed before the next one begins; write ].")
        inside.append(token)
    else:
        raise opening.refuse("The tag is not closed; write ].")
    if not inside or not _NAME.fullmatch(inside[0].text):
        raise opening.refuse("A tag begins with its name, such as [seats 3].")
    values: list[Value] = []
    keyed: dict[str, Value] = {}
    for token in inside[1:]:
        pair = _KEYED.fullmatch(token.text)
        if pair is None:
            values.append(read_value(token.text, token))
        elif pair[1] in keyed:
            raise token.refuse(f"{pair[1]} is given twice.")
        else:
            keyed[pair[1]] = read_value(pair[2], token)
    return Tag(inside[0].text, tuple(values), keyed, opening)


def read_value(text: str, at: Token) -> Value:
    """A number, true, false, a plain word or text in quotation marks. Raises NotationError."""
    if text.startswith('"'):
        return read_quoted(text, at)
    if text in _FLAGS:
        return _FLAGS[text]
    if _NUMBER.fullmatch(text):
        return int(text)
    if _BARE.fullmatch(text):
        return text
    raise at.refuse(f"{text!r} has to stand in quotation marks.")


def read_quoted(text: str, at: Token) -> str:
    """Text in quotation marks, with the escapes of JSON. Raises NotationError."""
    try:
        found = json.loads(text)
    except ValueError:
        raise at.refuse(f"{text} is no text in quotation marks with the escapes of JSON.") from None
    if not isinstance(found, str):
        raise at.refuse(f"{text} is no text.")
    return found


def write_value(value: Value) -> str:
    """The text that `read_value` reads."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if _BARE.fullmatch(value) and value not in _FLAGS and not _NUMBER.fullmatch(value):
        return value
    return write_quoted(value)


def write_quoted(text: str) -> str:
    """Text in quotation marks; what does not print is escaped."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def write_tag(name: str, /, *values: Value, **keyed: Value) -> str:
    """The tag that `read_tag` reads."""
    words = [name, *map(write_value, values)]
    words += [f"{key}={write_value(value)}" for key, value in keyed.items()]
    return f"[{' '.join(words)}]"
