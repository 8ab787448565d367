"""Games written down in the notation (NOTATION.md). Reading is in notation.py."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.codec import encode
from games.engine.commands import Face, Pick
from games.engine.editions.base import Rules
from games.engine.errors import CorruptLog
from games.engine.events import Event, GameEnded, GameOpened
from games.engine.evolve import fold
from games.engine.notation_text import Value, write_quoted, write_tag
from games.engine.shorthand import read_face

FORMAT: Final = 1
NOTHING: Final = "-"
PICK: Final = "pick"
_PLAIN: Final = re.compile(r'[^\s+!"\[\];]+')
_NUMBERED: Final = re.compile(r"([a-z-]*[a-z])-([0-9]+)")


class Word(NamedTuple):
    """A word of an answer; `literal` when it stands in quotation marks."""

    text: str
    literal: bool


def log_digest(log: Sequence[Event]) -> str:
    """SHA-256, in hex, over kind and text of every event after game_opened, a line each.

    The first event is the set-up, which a text names itself: an option that a later version adds to it, at a
    default that changes nothing, leaves the digest as it is."""
    lines = "".join(f"{kind} {text}\n" for kind, text in map(encode, log[1:]))
    return hashlib.sha256(lines.encode()).hexdigest()


def write_face(face: Face) -> str:
    """A face or another word of an answer, short: "maki3" for "maki-3", "dummy:maki3" for "dummy:maki-3"."""
    verb, colon, rest = face.rpartition(":")
    numbered = _NUMBERED.fullmatch(rest)
    return f"{verb}{colon}{numbered[1]}{numbered[2]}" if numbered else face


def write_pick(rules: Rules, pick: Pick) -> str:
    """A pick, such as "0:egg", "1:maki3+squid", "2.spoon-4:nigiri" or "0:egg!timeout"."""
    asked = pick.question.partition("-")[2]
    answer = "+".join(_write_word(rules, word) for word in pick.chosen) or NOTHING
    return (
        f"{pick.seat}{'' if asked == PICK else f'.{asked}'}:{answer}{f'!{pick.cause}' if pick.cause else ''}"
    )


def _write_word(rules: Rules, word: str) -> str:
    for written in (write_face(word), word):
        if (
            written != NOTHING
            and _PLAIN.fullmatch(written)
            and read_word(rules, Word(written, False)) == word
        ):
            return written
    return write_quoted(word)


def read_word(rules: Rules, word: Word) -> str:
    """A word as the engine knows it: a canonical face or the key of a card where it is one, or where such
    stands after a colon; else as it is written."""
    if word.literal:
        return word.text
    verb, colon, rest = word.text.rpartition(":")
    for start, text in (("", word.text), (f"{verb}{colon}", rest)):
        face = read_face(text)
        if face in rules.card_of or face in rules.faces_of:
            return start + face
    return word.text


def write_game(
    log: Sequence[Event], players: Sequence[str] = (), notes: Mapping[str, Sequence[Value]] | None = None
) -> str:
    """A game as text, a line per turn. `notes` are tags of one's own. Raises CorruptLog for no log."""
    opened = log[0] if log else None
    if not isinstance(opened, GameOpened):
        raise CorruptLog("A log begins with game_opened.")
    rules = fold(log[:1]).rules
    lines = [" ".join(tags) for tags in _head(opened, players, notes or {}, log) if tags]
    lines.append("")
    turns: list[list[str]] = []
    for event in log:
        if isinstance(event, Pick):
            turn = event.question.partition("-")[0]
            if not turns or turns[-1][0] != turn:
                turns.append([turn])
            turns[-1].append(write_pick(rules, event))
    return "\n".join([*lines, *map(" ".join, turns)]) + "\n"


def _head(
    opened: GameOpened, players: Sequence[str], notes: Mapping[str, Sequence[Value]], log: Sequence[Event]
) -> Iterator[list[str]]:
    yield [write_tag("kaiten", FORMAT)]
    who = [write_tag("edition", opened.edition), write_tag("seats", opened.seats)]
    if opened.variant:
        who.append(write_tag("variant", opened.variant))
    yield [*who, write_tag("rules", opened.rules_version)]
    yield [write_tag("options", **opened.options)] if opened.options else []
    nonces = [write_tag("nonces", *opened.nonces)] if opened.nonces else []
    yield [write_tag("seed", opened.shuffle_seed), *nonces]
    yield [write_tag("players", *players)] if players else []
    for name, values in notes.items():
        yield [write_tag(name, *values)]
    ended = log[-1]
    if isinstance(ended, GameEnded):
        yield [write_tag("points", *ended.totals), write_tag("places", *ended.places)]
        yield [write_tag("log", log_digest(log))]
