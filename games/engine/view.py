"""A state as one viewer may see it.

A View is a snapshot: it does not change when the game goes on, and it shares nothing mutable with the state.
Every field that is not public to all goes through the audience marker it carries in state.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.audience import EACH_OWN, OPEN, PUBLIC, Viewer, seen_each
from games.engine.cards.base import Laid
from games.engine.commands import Face, Question
from games.engine.decide import open_questions
from games.engine.scoring import score_tables
from games.engine.state import AUDIENCES, OVER, PICKING, RoundPoints, State

_READ_OPENLY = (
    "rules",
    "rules_version",
    "commitment",
    "phase",
    "round",
    "turn",
    "asked",
    "tableaus",
    "keeps",
    "layout",
    "discards",
    "markers",
    "points",
    "round_points",
    "end_points",
    "tie_break",
    "places",
)
# Counting the cards of a hand or a pile, and whether a seat has answered, are public, the values are not.
if any(AUDIENCES[name] is not PUBLIC for name in _READ_OPENLY):
    raise TypeError("view.py reads a field of the state openly that is no longer PUBLIC.")
_HANDS, _SEED = AUDIENCES["hands"], AUDIENCES["shuffle_seed"]
if any(AUDIENCES[name] is not EACH_OWN for name in ("hands", "answers", "aside")):
    raise TypeError("view.py shows a seat its own hand, answer and cards aside; they are no longer EACH_OWN.")


class View:
    """What one viewer sees. Attributes are values or tuples; see `to_json` for the shape on the wire."""

    __slots__ = (
        "_asked",
        "_questions",
        "_rules",
        "aside",
        "commitment",
        "discards",
        "end_points",
        "hand",
        "hand_sizes",
        "hands",
        "keeps",
        "layout",
        "markers",
        "my_pick",
        "over",
        "picked",
        "pile_sizes",
        "places",
        "points",
        "round",
        "round_points",
        "rules_version",
        "seat",
        "shuffle_seed",
        "tableaus",
        "tie_break",
        "turn",
    )

    def __init__(self, state: State, viewer: Viewer) -> None:
        rules = state.rules
        self._rules = rules
        self.rules_version = state.rules_version
        self.commitment = state.commitment
        self.round = state.round
        self.turn = state.turn
        self.over = state.phase == OVER
        self.seat: int | None = None
        self.hand: tuple[Face, ...] = ()
        self.my_pick: tuple[str, ...] | None = None
        self.aside: tuple[Face, ...] = ()
        self.hands: tuple[tuple[Face, ...], ...] | None = None
        self.shuffle_seed = state.shuffle_seed if viewer is OPEN or _SEED is PUBLIC else ""
        if viewer is OPEN:
            self.hands = tuple([tuple(hand or ()) for hand in seen_each(_HANDS, state.hands, viewer)])
        elif isinstance(viewer, int):
            if not 0 <= viewer < rules.seats:
                raise IndexError(f"There is no seat {viewer} in this game of {rules.seats}.")
            self.seat = viewer
            # Of what is per seat a seat sees its own: checked above, so that nothing is asked per view.
            self.hand = tuple(state.hands[viewer])
            answer = state.answers[viewer]
            if answer is not None:
                self.my_pick = answer.chosen
            if aside := state.aside[viewer]:
                self.aside = tuple(aside)
        self.hand_sizes: tuple[int, ...] = tuple(map(len, state.hands))
        self.pile_sizes: tuple[int, ...] = tuple(map(len, state.piles))
        self.layout: tuple[Face, ...] = tuple(state.layout)
        self.tableaus: tuple[tuple[Laid, ...], ...] = tuple(map(tuple, state.tableaus))
        self.keeps: tuple[tuple[Face, ...], ...] = tuple(map(tuple, state.keeps))
        self.discards: tuple[Face, ...] = tuple(state.discards)
        picking = state.phase == PICKING
        self.picked: tuple[bool, ...] = (
            tuple([answer is not None for answer in state.answers]) if picking else (False,) * rules.seats
        )
        self.points: tuple[int, ...] = tuple(state.points)
        self.round_points: tuple[RoundPoints, ...] = tuple(state.round_points)
        self.end_points: tuple[Mapping[str, int], ...] = state.end_points
        self.tie_break = state.tie_break
        self.places = state.places
        self.markers: Mapping[str, int] = state.markers.copy()
        # While all are asked the same, a tuple of seats says it; questions are made when looked at.
        self._asked = (state.question, tuple(state.asked)) if picking else None
        self._questions = () if picking else tuple(open_questions(state))

    @property
    def questions(self) -> tuple[Question, ...]:
        """Who is asked what."""
        if self._asked is None:
            return self._questions
        question, seats = self._asked
        return tuple([Question(question, "pick", seat) for seat in seats])

    @property
    def edition(self) -> str:
        """Key of the edition."""
        return self._rules.edition.key

    @property
    def variant(self) -> str:
        """Key of the variant, "" for none."""
        return self._rules.variant

    @property
    def options(self) -> Mapping[str, str | int | bool]:
        """The table's options."""
        return dict(self._rules.options)

    @property
    def menu(self) -> list[str]:
        """Keys of the cards in use."""
        return list(self._rules.faces_of)

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return self._rules.seats

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return self._rules.edition.rounds

    @property
    def turns(self) -> int:
        """How many turns a round has."""
        return self._rules.turns

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins."""
        return self._rules.edition.lowest_wins

    @property
    def companions(self) -> tuple[str, ...]:
        """What the tableaus after those of the seats are called, such as "dummy"."""
        return self._rules.edition.companions

    @property
    def passes_to(self) -> list[int]:
        """Per seat, the seat its hand goes to in this round."""
        step = {"L": 1, "R": -1}.get(self._rules.directions[max(self.round, 1) - 1], 0)
        return [(seat + step) % self.seats for seat in range(self.seats)]

    def __repr__(self) -> str:
        return f"View(seat={self.seat}, round={self.round}, turn={self.turn}, over={self.over})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]  # holds mappings

    def to_json(self) -> dict[str, object]:
        """The view as JSON-able data; null where there is nothing to see."""
        return {
            "edition": self.edition,
            "variant": self.variant,
            "options": self.options,
            "menu": self.menu,
            "rules_version": self.rules_version,
            "commitment": self.commitment,
            "seats": self.seats,
            "round": self.round,
            "rounds": self.rounds,
            "turn": self.turn,
            "turns": self.turns,
            "companions": list(self.companions),
            "lowest_wins": self.lowest_wins,
            "over": self.over,
            "seat": self.seat,
            "hand": list(self.hand) if self.seat is not None else None,
            "aside": list(self.aside),
            "hands": None if self.hands is None else [list(hand) for hand in self.hands],
            "hand_sizes": list(self.hand_sizes),
            "pile_sizes": list(self.pile_sizes),
            "layout": list(self.layout),
            "tableaus": [[laid._asdict() for laid in tableau] for tableau in self.tableaus],
            "keeps": [list(cards) for cards in self.keeps],
            "discards": list(self.discards),
            "picked": list(self.picked),
            "my_pick": None if self.my_pick is None else list(self.my_pick),
            "points": list(self.points),
            "round_points": [
                {"points": list(scored.points), "by_card": [dict(mine) for mine in scored.by_card]}
                for scored in self.round_points
            ],
            "end_points": [dict(mine) for mine in self.end_points],
            "tie_break": list(self.tie_break),
            "places": list(self.places),
            "markers": dict(self.markers),
            "questions": [question._asdict() for question in self.questions],
            "passes_to": self.passes_to,
            "shuffle_seed": self.shuffle_seed,
        }


def view(state: State, viewer: Viewer) -> View:
    """The state as `viewer` (a seat, SPECTATOR or OPEN) may see it. Raises IndexError for a seat not
    there."""
    return View(state, viewer)


def standing_points(state: State) -> list[dict[str, int]]:
    """Per seat, card -> what the cards in front would be worth if the round ended now (zeroes left out)."""
    return score_tables(state.rules, state.tableaus, state.markers)
