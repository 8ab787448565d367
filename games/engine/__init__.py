"""The door of the rules engine: everything the rest of Kaiten may use, and nothing else.

A plain Python package on the standard library alone. Commands come in, events come out, a fold of events is
the state, a view is a state as one viewer may see it. No clock, no dice, no database, no identity.
"""

from games.engine import plugins
from games.engine.audience import EACH_OWN, OPEN, PUBLIC, SPECTATOR, Audience, Viewer
from games.engine.cards.base import Card, Laid
from games.engine.cards.desserts import fruit_points
from games.engine.cards.rolls import maki_awards
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
    play_turn,
    question_known,
)
from games.engine.editions.base import Edition, Option, Rules, Variant
from games.engine.errors import (
    AlreadyAnswered,
    BadSetup,
    CorruptLog,
    GameOver,
    IllegalChoice,
    QuestionClosed,
    RuleError,
    UnknownQuestion,
)
from games.engine.events import (
    Event,
    GameEnded,
    GameOpened,
    HandsPassed,
    Picked,
    PointsAwarded,
    Revealed,
    RoundDealt,
    RoundScored,
)
from games.engine.evolve import evolve, fold
from games.engine.kinds import AUDIENCES as EVENT_AUDIENCES
from games.engine.kinds import KINDS as EVENT_KINDS
from games.engine.notation import Record, read_game, replay_game
from games.engine.notation_text import NotationError
from games.engine.notation_writing import log_digest, write_face, write_game, write_pick
from games.engine.plugins import EDITIONS
from games.engine.positions import (
    rules_of_position,
    score_desserts,
    score_round,
    table_from,
    tableau_of,
    tie_break_of,
)
from games.engine.received import read_options, read_view
from games.engine.replay import TurnRecord, turns
from games.engine.scoring import dessert_awards, places, roll_awards, score_tables
from games.engine.shorthand import Written, read_face, read_table, read_written, write_card
from games.engine.shuffle import commitment_of
from games.engine.state import RoundPoints, State, copy
from games.engine.view import View, standing_points, view

plugins.load()


__all__ = [
    "EACH_OWN",
    "EDITIONS",
    "EVENT_AUDIENCES",
    "EVENT_KINDS",
    "OPEN",
    "PUBLIC",
    "RULES_VERSION",
    "SPECTATOR",
    "AlreadyAnswered",
    "Audience",
    "BadSetup",
    "Card",
    "CorruptLog",
    "Edition",
    "Event",
    "Face",
    "GameEnded",
    "GameOpened",
    "GameOver",
    "HandsPassed",
    "IllegalChoice",
    "Laid",
    "NotationError",
    "Option",
    "OptionValue",
    "Options",
    "Pick",
    "Picked",
    "PointsAwarded",
    "Question",
    "QuestionClosed",
    "Record",
    "Revealed",
    "RoundDealt",
    "RoundPoints",
    "RoundScored",
    "RuleError",
    "Rules",
    "Setup",
    "State",
    "TurnRecord",
    "UnknownQuestion",
    "Variant",
    "View",
    "Viewer",
    "Written",
    "commitment_of",
    "copy",
    "decide",
    "decode",
    "decode_parsed",
    "dessert_awards",
    "encode",
    "evolve",
    "fold",
    "fruit_points",
    "load",
    "log_digest",
    "maki_awards",
    "mask",
    "mask_json",
    "open_game",
    "open_questions",
    "options",
    "places",
    "play",
    "play_all",
    "play_turn",
    "question_known",
    "read_face",
    "read_game",
    "read_options",
    "read_table",
    "read_view",
    "read_written",
    "replay_game",
    "roll_awards",
    "rules_of_position",
    "score_desserts",
    "score_round",
    "score_tables",
    "standing_points",
    "table_from",
    "tableau_of",
    "tie_break_of",
    "turns",
    "view",
    "view_log",
    "write_card",
    "write_face",
    "write_game",
    "write_pick",
]
