"""Games as text that a person can read and type: what PGN is to chess. The form is described in NOTATION.md.

A game is its set-up and the picks in the order in which they were made; everything else follows from them, so
a text that is played again gives the very log it was written from. Events are made by `open_game` and `play`
alone: nothing here knows a rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine.commands import Pick, Setup
from games.engine.decide import RULES_VERSION, open_game, play
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.notation_text import (
    NotationError,
    Tag,
    Token,
    Value,
    read_quoted,
    read_tag,
    tokens,
)
from games.engine.notation_writing import FORMAT, NOTHING, Word, log_digest, read_word
from games.engine.state import State

_TURN: Final = re.compile(r"[1-9][0-9]?\.[1-9][0-9]?")
_SEAT: Final = re.compile(r"([0-9])(?:\.([a-z][a-z0-9_.-]*))?:")
_PART: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[^+!"]+|[+!]')
_ABOUT: Final = {"option": "options", "least": "seats", "variants": "variant"}
"""Field of a refused set-up -> the tag that it is about."""
_KNOWN: Final = (
    "kaiten", "edition", "seats", "variant", "rules", "options", "seed", "nonces", "players", "points",
    "places", "log",
)  # fmt: skip


class Said(NamedTuple):
    """A pick as it is written. `question` is "" where the text leaves it out."""

    turn: str
    seat: int
    question: str
    words: tuple[Word, ...]
    cause: str
    at: Token


@dataclass(frozen=True)
class Record:
    """A game as it is written down, not played yet."""

    setup: Setup
    rules_version: str
    said: tuple[Said, ...] = field(repr=False)
    players: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    log: str = ""
    notes: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    tags: Mapping[str, Tag] = field(default_factory=dict, repr=False)


def read_game(text: str) -> Record:
    """The game that is written in a text. Raises NotationError with line and column."""
    tags: dict[str, Tag] = {}
    said: list[Said] = []
    turn = ""
    stream = tokens(text)
    for token in stream:
        if token.kind == "open":
            tag = read_tag(token, stream)
            if not tags and (tag.name != "kaiten" or tag.values != (FORMAT,)):
                raise token.refuse(f"A game begins with [kaiten {FORMAT}].")
            if tag.name in tags:
                raise token.refuse(f"There are two tags {tag.name}.")
            if said or turn:
                raise token.refuse("Tags stand before the first turn.")
            tags[tag.name] = tag
        elif token.kind == "close":
            raise token.refuse("This closes a tag that was not opened.")
        elif _TURN.fullmatch(token.text):
            turn = token.text
        else:
            said.append(_read_said(token, turn))
    if not tags:
        raise NotationError(f"A game begins with [kaiten {FORMAT}].", 1, 1)
    return _record(tags, said)


def _read_said(token: Token, turn: str) -> Said:
    head = _SEAT.match(token.text)
    if head is None:
        raise token.refuse(
            f"{token.text!r} is neither a turn, such as 1.4, nor a pick, such as 0:egg or 1:maki3+squid."
        )
    if not turn:
        raise token.refuse("A pick stands after its turn, such as 1.1.")
    words: list[Word] = []
    cause, glue, position = "", "+", head.end()
    while position < len(token.text):
        part = _PART.match(token.text, position)
        if part is None:
            raise token.refuse(f"{token.text!r} cannot be read.")
        position = part.end()
        if part[0] in "+!":
            if glue or cause:
                raise token.refuse(f"In {token.text!r} a word is missing before {part[0]!r}.")
            glue = part[0]
        elif not glue:
            raise token.refuse(f"In {token.text!r} a + is missing.")
        elif glue == "!":
            cause, glue = part[0], ""
        else:
            literal = part[0].startswith('"')
            words.append(Word(read_quoted(part[0], token) if literal else part[0], literal))
            glue = ""
    if glue:
        raise token.refuse(f"{token.text!r} ends too soon; write {NOTHING} for an answer of nothing.")
    if words == [Word(NOTHING, False)]:
        words = []
    return Said(turn, int(head[1]), head[2] or "", tuple(words), cause, token)


def _record(tags: Mapping[str, Tag], said: Sequence[Said]) -> Record:
    start = tags["kaiten"]
    for name in ("edition", "seats", "seed"):
        if name not in tags:
            raise start.at.refuse(f"The tag {name} is missing.")
    options = tags.get("options")
    if options is not None and options.values:
        raise options.at.refuse("Options are written name=value.")
    setup = Setup(
        _one(tags, "edition"),
        _numbers(tags["seats"], 1)[0],
        _one(tags, "seed"),
        _one(tags, "variant") if "variant" in tags else "",
        {} if options is None else options.keyed,
        _words(tags.get("nonces")),
    )
    return Record(
        setup,
        _one(tags, "rules") if "rules" in tags else RULES_VERSION,
        tuple(said),
        _words(tags.get("players")),
        _numbers(tags["points"]) if "points" in tags else (),
        _numbers(tags["places"]) if "places" in tags else (),
        _one(tags, "log") if "log" in tags else "",
        {name: tag.values for name, tag in tags.items() if name not in _KNOWN},
        tags,
    )


def _words(tag: Tag | None) -> tuple[str, ...]:
    # A word that looks like a number is one all the same, so a person may leave the quotation marks out.
    if tag is None:
        return ()
    if tag.keyed:
        raise tag.at.refuse(f"{tag.name} has values without a name.")
    return tuple([value if isinstance(value, str) else _spelled(value) for value in tag.values])


def _spelled(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _one(tags: Mapping[str, Tag], name: str) -> str:
    words = _words(tags[name])
    if len(words) != 1:
        raise tags[name].at.refuse(f"{name} has one value.")
    return words[0]


def _numbers(tag: Tag, count: int | None = None) -> tuple[int, ...]:
    found = tuple([value for value in tag.values if type(value) is int])
    if tag.keyed or len(found) != len(tag.values) or (count is not None and len(found) != count):
        raise tag.at.refuse(f"{tag.name} has {'a number' if count == 1 else 'numbers'}.")
    return found


def replay_game(record: Record) -> tuple[State, list[Event]]:
    """Play a record: the state it ends in and its log. Raises NotationError at the pick that is refused, or
    at the tag (points, places, log) that says something else than what came out."""
    tags = record.tags
    try:
        state, log = open_game(record.setup)
    except RuleError as refused:
        about = next(
            (tag for field, tag in _ABOUT.items() if field in refused.fields and tag in tags), "edition"
        )
        raise tags[about].at.refuse(refused.detail) from refused
    for said in record.said:
        try:
            log += play(state, Pick(said.seat, _question(state, said), _chosen(state, said), said.cause))
        except NotationError:
            raise
        except RuleError as refused:
            raise said.at.refuse(refused.detail) from refused
    _compare(record, state, log)
    return state, log


def _chosen(state: State, said: Said) -> tuple[str, ...]:
    return tuple([read_word(state.rules, word) for word in said.words])


def _question(state: State, said: Said) -> str:
    asked = state.asked.get(said.seat)
    if asked is None or asked.partition("-")[0] != said.turn:
        now = ", ".join(f"seat {seat}: {question}" for seat, question in state.asked.items())
        raise said.at.refuse(
            f"Seat {said.seat} is not asked anything in {said.turn}. "
            + (f"Asked are {now}." if now else "The game is over.")
        )
    return f"{said.turn}-{said.question}" if said.question else asked


def _compare(record: Record, state: State, log: Sequence[Event]) -> None:
    came_out = {"points": tuple(state.points), "places": tuple(state.places)}
    for name, written in (("points", record.points), ("places", record.places)):
        if written and not state.over:
            raise record.tags[name].at.refuse(f"{name} are given, and the picks do not end the game.")
        if written and written != came_out[name]:
            found = " ".join(map(str, came_out[name]))
            raise record.tags[name].at.refuse(f"Played again, the {name} are {found}.")
    if record.log and log_digest(log) != record.log:
        version = "" if record.rules_version == RULES_VERSION else f" by rules {RULES_VERSION}"
        raise record.tags["log"].at.refuse(f"Played again{version}, the game has another log.")
