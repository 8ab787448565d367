"""A view and options read back from JSON, for whoever plays from another machine.

What `View.to_json` and `Options.to_json` write comes in here; nothing is added, and nothing hidden can be
in it. The rules of the table are found by its edition, variant and options, so both ends must know them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from games.engine import plugins
from games.engine.cards.base import Laid
from games.engine.commands import Options, OptionValue, Question
from games.engine.editions.base import rules_for
from games.engine.errors import BadSetup
from games.engine.state import RoundPoints
from games.engine.view import View

_Row = Mapping[str, object]


def read_view(data: Mapping[str, object]) -> View:
    """The view that `to_json` wrote. Raises BadSetup for rules that are not known here, KeyError and
    TypeError for data of another shape."""
    edition = plugins.EDITIONS.get(str(data["edition"]))
    if edition is None:
        raise BadSetup(f"There is no edition {data['edition']!r} here.", edition=str(data["edition"]))
    view = View.__new__(View)
    view._rules = rules_for(
        edition,
        str(data["variant"]),
        _int(data["seats"]),
        cast("Mapping[str, OptionValue]", data["options"]),
    )
    view._asked = None
    view._questions = tuple(
        [Question(str(row["id"]), str(row["kind"]), _int(row["seat"])) for row in _rows(data["questions"])]
    )
    view.rules_version, view.commitment = str(data["rules_version"]), str(data["commitment"])
    view.round, view.turn = _int(data["round"]), _int(data["turn"])
    view.over = bool(data["over"])
    view.seat = None if data["seat"] is None else _int(data["seat"])
    view.hand, view.aside = _words(data["hand"] or ()), _words(data["aside"])
    view.hands = None if data["hands"] is None else _many(data["hands"])
    view.my_pick = None if data["my_pick"] is None else _words(data["my_pick"])
    view.hand_sizes, view.pile_sizes = _numbers(data["hand_sizes"]), _numbers(data["pile_sizes"])
    view.layout, view.discards = _words(data["layout"]), _words(data["discards"])
    view.tableaus = tuple(
        [tuple([_laid(row) for row in _rows(tableau)]) for tableau in _list(data["tableaus"])]
    )
    view.keeps = _many(data["keeps"])
    view.picked = tuple([bool(answered) for answered in _list(data["picked"])])
    view.points = _numbers(data["points"])
    view.round_points = tuple(
        [
            RoundPoints(_numbers(row["points"]), tuple([_counts(mine) for mine in _rows(row["by_card"])]))
            for row in _rows(data["round_points"])
        ]
    )
    view.end_points = tuple([_counts(mine) for mine in _rows(data["end_points"])])
    view.tie_break, view.places = _numbers(data["tie_break"]), _numbers(data["places"])
    view.markers = _counts(cast("_Row", data["markers"]))
    view.shuffle_seed = str(data["shuffle_seed"])
    return view


def read_options(data: Mapping[str, object]) -> Options:
    """The options that `to_json` wrote. Raises KeyError and TypeError for data of another shape."""
    only = data["only"]
    return Options(
        str(data["question"]),
        str(data["kind"]),
        _words(data["faces"]),
        _int(data["least"]),
        _int(data["most"]),
        bool(data["ordered"]),
        None if only is None else _many(only),
    )


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"A list was expected, not {type(value).__name__}.")
    return value


def _rows(value: object) -> Sequence[_Row]:
    return cast("Sequence[_Row]", _list(value))


def _int(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"A whole number was expected, not {type(value).__name__}.")
    return value


def _words(value: object) -> tuple[str, ...]:
    return tuple([str(word) for word in _list(value)])


def _numbers(value: object) -> tuple[int, ...]:
    return tuple([_int(number) for number in _list(value)])


def _many(value: object) -> tuple[tuple[str, ...], ...]:
    return tuple([_words(words) for words in _list(value)])


def _counts(row: _Row) -> dict[str, int]:
    return {key: _int(value) for key, value in row.items()}


def _laid(row: _Row) -> Laid:
    on = row["on"]
    return Laid(
        str(row["face"]),
        str(row["printed"]),
        None if on is None else _int(on),
        _int(row["turn"]),
        bool(row["down"]),
    )
