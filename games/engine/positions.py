"""Positions: tables laid by hand, for tests, score sheets and puzzles. What cards in front are worth, and a
game that is in the middle of a turn without a log before it.

A position has the options a table has, so a menu may be named; without one the whole box is in use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from games.engine import plugins
from games.engine.cards.base import Laid
from games.engine.commands import Face, OptionValue
from games.engine.decide import RULES_VERSION
from games.engine.editions.base import Rules, rules_for
from games.engine.errors import BadSetup
from games.engine.events import Event, GameOpened
from games.engine.evolve import open_state, open_turn
from games.engine.laying import lay
from games.engine.scoring import score_tables
from games.engine.shuffle import commitment_of
from games.engine.state import State, tally
from games.engine.turn import advance

Row: TypeAlias = "Sequence[Face | Laid]"

SEED: Final = "position"


def score_round(
    edition: str,
    tables: Sequence[Row],
    options: Mapping[str, OptionValue] | None = None,
    variant: str = "",
    markers: Mapping[str, int] | None = None,
) -> list[dict[str, int]]:
    """What cards in front, each row in the order it was played, are worth at the end of a round: per seat,
    card -> points (zeroes left out).

    A face is laid as the rules lay it; a Laid stands as it is, for cards that were copied, turned or laid
    otherwise. `markers` are those of the state that scoring reads, such as "uramaki_places". Raises BadSetup
    for an edition, number of seats or option that does not exist, and for a face that is not in use."""
    rules = rules_of_position(edition, variant, len(tables), options)
    return score_tables(rules, [tableau_of(rules, row) for row in tables], markers)


def score_desserts(
    edition: str,
    cards: Sequence[Sequence[Face]],
    options: Mapping[str, OptionValue] | None = None,
    variant: str = "",
    dessert: str = "",
) -> list[dict[str, int]]:
    """What the desserts of the whole game are worth at its end: per seat, card -> points (zeroes left out).

    `dessert` is the key of the card; without it, every dessert in front of anybody counts, and where the
    options leave only one in use, that one. Raises BadSetup as `score_round` does."""
    rules = rules_of_position(edition, variant, len(cards), options)
    faces = {face for row in cards for face in row}
    known = {face for card, _ in rules.scoring_game for face in card.faces}
    if strange := sorted(faces - known):
        raise BadSetup(f"{strange[0]!r} is no dessert in use here; these are: {', '.join(sorted(known))}.")
    by_card: list[dict[str, int]] = [{} for _ in cards]
    for card, score in rules.scoring_game:
        if dessert and card.key != dessert:
            continue
        if not dessert and len(rules.scoring_game) > 1 and not faces & set(card.faces):
            continue
        held = [tally([face for face in row if face in card.faces]) for row in cards]
        for seat, points in enumerate(score(held, rules.options)):
            if points:
                by_card[seat][card.key] = points
    return by_card


def tie_break_of(
    edition: str,
    keeps: Sequence[Sequence[Face]],
    options: Mapping[str, OptionValue] | None = None,
    variant: str = "",
) -> list[int]:
    """What decides between equal totals of seats that hold these desserts at the end, in the order in which
    they were taken. Raises BadSetup as `score_round` does."""
    rules = rules_of_position(edition, variant, len(keeps), options)
    state = open_state(
        GameOpened(
            edition, variant, RULES_VERSION, rules.seats, rules.options, commitment_of(SEED), (), SEED
        ),
        rules,
    )
    state.keeps = [list(kept) for kept in keeps]
    return list(rules.edition.tie_break(state))


def table_from(
    edition: str,
    tables: Sequence[Row],
    hands: Sequence[Sequence[Face]],
    *,
    options: Mapping[str, OptionValue] | None = None,
    variant: str = "",
    deck: Sequence[Face] = (),
    keeps: Sequence[Sequence[Face]] | None = None,
    markers: Mapping[str, int] | None = None,
    points: Sequence[int] | None = None,
) -> tuple[State, list[Event]]:
    """A game at the beginning of a turn of its last round: the state, and the events up to its first
    questions.

    `tables` are the cards in front (as for `score_round`), all of earlier turns; `hands` what each seat picks
    from (of one size, if more than this turn is to be played); `deck` the rest of the deck from the top;
    `keeps` desserts of earlier rounds; `points` totals so far. Everything of the door works on the state but
    `fold`, which has no beginning to start from. Raises BadSetup."""
    rules = rules_of_position(edition, variant, len(tables), options)
    if rules.tableaus != rules.seats or rules.turns != rules.hand_size:
        raise BadSetup(f"No position of {variant} can be set up: not all of its cards are in hands.")
    if len(hands) != len(tables):
        raise BadSetup(f"There are {len(tables)} tables and {len(hands)} hands; every seat needs both.")
    if not all(hands):
        raise BadSetup("At the beginning of a turn every hand has at least one card.")
    for row in (*hands, deck, *(keeps or ())):
        for face in row:
            _known(rules, face)
    longest = max(map(len, tables))
    state = open_state(
        GameOpened(
            edition, variant, RULES_VERSION, rules.seats, rules.options, commitment_of(SEED), (), SEED
        ),
        rules,
    )
    state.round = rules.edition.rounds
    state.turn = min(longest, len(rules.flat) - 2)
    state.hands = [list(hand) for hand in hands]
    state.deck = list(deck)
    state.tableaus = [
        [laid._replace(turn=min(laid.turn, state.turn)) for laid in tableau_of(rules, row)] for row in tables
    ]
    if keeps is not None:
        state.keeps = [list(kept) for kept in keeps]
        state.kept_printed = [list(kept) for kept in keeps]
    state.markers = dict(markers or {})
    if points is not None:
        state.points = list(points)
    open_turn(state)
    log: list[Event] = []
    advance(state, log)
    return state, log


def tableau_of(rules: Rules, row: Row) -> list[Laid]:
    """A row of faces and cards as a tableau. Raises BadSetup for a face that is not in use."""
    tableau: list[Laid] = []
    for turn, card in enumerate(row, 1):
        if isinstance(card, Laid):
            _known(rules, card.face)
            if card.on is not None and not 0 <= card.on < len(tableau):
                raise BadSetup(
                    f"{card.face} cannot lie on card {card.on}: no such card was played before it."
                )
            tableau.append(card)
            continue
        _known(rules, card)
        placed = lay(rules, tableau, (card,), len(tableau))
        tableau.append(Laid(card, card, placed[0][1] if placed else None, turn))
    return tableau


def _known(rules: Rules, face: Face) -> None:
    if face not in rules.card_of:
        known = ", ".join(rules.edition.faces)
        raise BadSetup(f"{rules.edition.name} has no card {face!r} in use here; it has: {known}.")


def rules_of_position(
    edition: str, variant: str, seats: int, options: Mapping[str, OptionValue] | None
) -> Rules:
    """The rules of a position of so many tableaus: a table's, with the edition's own defaults for positions.
    Raises BadSetup."""
    printed = plugins.EDITIONS.get(edition)
    if printed is None:
        raise BadSetup(f"There is no edition {edition!r}; choose one of: {', '.join(plugins.EDITIONS)}.")
    known = printed.variants.get(variant)
    if known is not None:
        seats -= len(known.change(printed).companions)
    return rules_for(printed, variant, seats, {**printed.for_positions, **(options or {})})
