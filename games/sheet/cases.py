"""Worked cases: a file in the format of tests/golden, each case put through the engine's door, what comes out
written in the case's own spelling.

What a case may say is documented with the kinds below. A case that cannot be read or asks for what is not
allowed fails with a sentence; it does not stop the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games import engine
from games.sheet import case_kinds
from games.sheet.case_kinds import Case
from games.sheet.spelling import Spelling, like

PROSE: Final = "prose"
Kind: TypeAlias = Callable[[Case], "dict[str, object]"]

KINDS: Final[Mapping[str, Kind]] = {
    "round_score": case_kinds.round_score,
    "roll_counts": case_kinds.roll_counts,
    "dessert": case_kinds.dessert,
    "winner": case_kinds.winner,
    "hand_size": case_kinds.hand_size,
    "dessert_deal": case_kinds.dessert_deal,
    "party_turn": case_kinds.party_turn,
    "strawberry_turns": case_kinds.strawberry,
}


@dataclass(frozen=True)
class CaseRun:
    """A case that was run. `got` has the keys that `expected` has; `error` says why there is nothing."""

    id: str
    got: object
    expected: object
    error: str = ""

    @property
    def ok(self) -> bool:
        """Whether everything expected came out."""
        return not self.error and self.got == self.expected

    def line(self) -> str:
        """One line of JSON."""
        told: dict[str, object] = {"id": self.id, "got": self.got, "expected": self.expected, "ok": self.ok}
        if self.error:
            told["error"] = self.error
        return json.dumps(told, ensure_ascii=False)


def run_file(text: str) -> Iterator[CaseRun]:
    """Every case of a file but those in prose. Raises ValueError with a sentence when it is no such file."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"This is no JSON: {error}.") from None
    cases = found.get("cases") if isinstance(found, dict) else found
    if not isinstance(cases, list):
        raise ValueError('A file of cases is {"cases": [...]}, or the list alone.')
    for number, case in enumerate(cases, 1):
        if isinstance(case, dict) and case.get("kind") == PROSE:
            continue
        yield run_case(case, f"case {number}")


def run_case(case: object, name: str = "?") -> CaseRun:
    """One case. Never raises: what is wrong with it is in `error`."""
    if not isinstance(case, dict):
        return CaseRun(name, None, None, "A case is an object with id, edition, kind, situation, expected.")
    name, expected = str(case.get("id", name)), case.get("expected")
    kind = KINDS.get(case["kind"]) if isinstance(case.get("kind"), str) else None
    if kind is None:
        return CaseRun(
            name, None, expected, f"There is no kind {case.get('kind')!r}; there are: {', '.join(KINDS)}."
        )
    if not isinstance(expected, dict) or not isinstance(case.get("situation"), dict):
        return CaseRun(name, None, expected, "A case has a situation and what is expected, both objects.")
    try:
        whole = kind(Case.read(case))
    except engine.RuleError as refused:
        return CaseRun(name, None, expected, f"{refused.code}: {refused.detail}")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        # What a case leaves out or has the wrong way round shows where it is used.
        return CaseRun(name, None, expected, f"The case cannot be read: {type(error).__name__}: {error}.")
    if missing := [key for key in expected if key not in whole]:
        return CaseRun(
            name,
            None,
            expected,
            f"Nothing of this kind is called {missing[0]!r}; there are: {', '.join(whole)}.",
        )
    spelling = Spelling.of(case)
    got: dict[str, Any] = {key: like(whole[key], expected[key], spelling, key) for key in expected}
    return CaseRun(name, got, expected)
