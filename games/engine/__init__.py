"""The door of the rules engine: everything the rest of Kaiten may use, and nothing else.

A plain Python package on the standard library alone. Commands come in, events come out, a fold of events is the
state, a view is a state as one viewer may see it. No clock, no dice, no database, no identity.
"""

from collections.abc import Mapping, Sequence

from games.engine import plugins
from games.engine.audience import OPEN, SPECTATOR, Viewer
from games.engine.cards.base import Laid
from games.engine.codec import decode, decode_parsed, encode, load, mask, mask_json, view_log
from games.engine.commands import Face, Options, OptionValue, Pick, Question, Setup
from games.engine.decide import (
    RULES_VERSION,
    decide,
    open_game,
    open_questions,
    options,
    play,
    play_all,
    question_known,
)  # fmt: skip
from games.engine.editions.base import Edition, Option, Variant, rules_for
from games.engine.errors import (
    AlreadyAnswered,
    BadSetup,
    CorruptLog,
    GameOver,
    IllegalChoice,
    QuestionClosed,
    RuleError,
    UnknownQuestion,
)  # fmt: skip
from games.engine.events import (
    Event,
    GameEnded,
    GameOpened,
    HandsPassed,
    Picked,
    Revealed,
    RoundDealt,
    RoundScored,
)  # fmt: skip
from games.engine.evolve import evolve, fold
from games.engine.plugins import EDITIONS
from games.engine.replay import TurnRecord, turns
from games.engine.scoring import dessert_awards, lay, places, roll_awards, score_tables
from games.engine.shuffle import commitment_of
from games.engine.state import RoundPoints, State, copy
from games.engine.view import View, standing_points, view

plugins.load()


def score_round(
    edition: str, tables: Sequence[Sequence[Face]], options: Mapping[str, OptionValue] | None = None
) -> list[dict[str, int]]:
    """What rows of faces, each in the order it was played, are worth at the end of a round: per seat, card ->
    points (zeroes left out). Raises BadSetup for an edition, number of seats or option that does not exist, and
    for a face the edition does not have."""
    printed = EDITIONS.get(edition)
    if printed is None:
        raise BadSetup(f"There is no edition {edition!r}; choose one of: {', '.join(EDITIONS)}.")
    rules = rules_for(printed, "", len(tables), options or {})
    tableaus: list[list[Laid]] = []
    for row in tables:
        tableau: list[Laid] = []
        for turn, face in enumerate(row, 1):
            if face not in rules.card_of:
                raise BadSetup(f"{printed.name} has no card {face!r}; it has: {', '.join(printed.faces)}.")
            placed = lay(rules, tableau, (face,), len(tableau))
            tableau.append(Laid(face, face, placed[0][1] if placed else None, turn))
        tableaus.append(tableau)
    return score_tables(rules, tableaus)


__all__ = [
    "EDITIONS", "OPEN", "RULES_VERSION", "SPECTATOR", "AlreadyAnswered", "BadSetup", "CorruptLog", "Edition",
    "Event", "Face", "GameEnded", "GameOpened", "GameOver", "HandsPassed", "IllegalChoice", "Laid", "Option",
    "OptionValue", "Options", "Pick", "Picked", "Question", "QuestionClosed", "Revealed", "RoundDealt",
    "RoundPoints", "RoundScored", "RuleError", "Setup", "State", "TurnRecord", "UnknownQuestion", "Variant", "View",
    "Viewer", "commitment_of", "copy", "decide", "decode", "decode_parsed", "dessert_awards", "encode", "evolve",
    "fold", "load", "mask", "mask_json", "open_game", "open_questions", "options", "places", "play", "play_all",
    "question_known", "roll_awards", "score_round", "standing_points", "turns", "view", "view_log",
]  # fmt: skip
