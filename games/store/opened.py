"""Verifying a log that left the house: the NDJSON of `GET /games/{id}/log`, as a stranger holds it.

No database is asked. A line's `data` is taken letter by letter as it stands in the text, since that is what
was hashed; the chain must hold, the seed must be the one committed to, and the engine must make the same
events again from the seed and the picks.
"""

from datetime import datetime

from orjson import JSONDecodeError, loads

from games.store.chain import Verdict, chain_problems
from games.store.replaying import replay_problems
from games.store.rows import StoredEvent

_DATA = '"data":'


def verify_text(text: str, commitment: str = "") -> Verdict:
    """Check an opened log.

    `commitment` is the one that was shown before the deal; without it the log's own is used, which proves
    that the log is whole, not that it is the one promised. Raises nothing: what is wrong, a line that cannot
    be read included, is a sentence in the verdict.
    """
    lines: list[StoredEvent] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            lines.append(_line(line.strip()))
        except (JSONDecodeError, KeyError, TypeError, ValueError):
            problem = f"Line {number} is no line of a log: it needs seq, kind, at, hash and, last, data."
            return Verdict(0, len(lines), (problem,))
    if not lines:
        return Verdict(0, 0, ("The log is empty.",))
    promised = commitment or str(_field(lines[0], "commitment"))
    problems = chain_problems(promised, ((line.seq, line.kind, line.data, line.hash) for line in lines))
    if commitment and _field(lines[0], "commitment") != commitment:
        problems.append("The log is of another game: it names another commitment.")
    problems += replay_problems(promised, True, lines)
    return Verdict(0, len(lines), tuple(problems))


def _line(line: str) -> StoredEvent:
    found = loads(line)
    # As it was hashed: cut out of the line, not written anew.
    data = line[line.index(_DATA) + len(_DATA) : -1]
    if loads(data) != found["data"]:
        raise ValueError(line)
    return StoredEvent(
        int(found["seq"]), str(found["kind"]), data, str(found["hash"]), datetime.fromisoformat(found["at"])
    )


def _field(line: StoredEvent, name: str) -> object:
    data = loads(line.data)
    return data.get(name, "") if isinstance(data, dict) else ""
