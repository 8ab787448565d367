"""The score sheet: tables played with real cards, and worked cases, put through the engine's door.

`score` takes a sheet as plain JSON-able data and answers points per seat and per card. What is refused raises
an `engine.RuleError` with a code and a sentence; what only looks odd is among the sheet's warnings."""

from games.sheet.cases import CaseRun, run_case, run_file
from games.sheet.printing import as_text
from games.sheet.refusals import BadSheet
from games.sheet.sheets import score

__all__ = ["BadSheet", "CaseRun", "as_text", "run_case", "run_file", "score"]
