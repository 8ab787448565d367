"""What an edition is: its deck, hand sizes, cards, steps of a turn, options and variants; and `Rules`, an
edition made ready for one table.

A variant is a function from edition to edition, nearly always one `dataclasses.replace`. No rule of play is
written here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.engine.cards.base import Action, Card, Entrance, Flat, GameScore, Score, Watch
from games.engine.commands import Face, Options, OptionValue, Pick
from games.engine.counting import one_pass
from games.engine.errors import BadSetup

if TYPE_CHECKING:
    from games.engine.events import Event
    from games.engine.state import State

StepRun: TypeAlias = "Callable[[State], Sequence[Event]]"
PickOptions: TypeAlias = "Callable[[State, int], Options]"
DeckForRound: TypeAlias = "Callable[[State], Sequence[Face]]"
Shortcut: TypeAlias = "Callable[[State, list[Event], tuple[tuple[Face, ...], ...] | None], bool]"
Arrange: TypeAlias = "Callable[[Edition, int, Mapping[str, OptionValue]], Edition]"
Settle: TypeAlias = (
    "Callable[[Mapping[str, OptionValue], Mapping[str, OptionValue], int], Mapping[str, OptionValue]]"
)


@dataclass(frozen=True)
class Step:
    """A step of a turn: in `phase` (state.py), `run` returns the events that are due, or nothing."""

    phase: str
    run: StepRun


class Steps(NamedTuple):
    """A turn: its steps, and perhaps a faster way through them as far as no card acts (fast.py), which
    belongs to exactly these steps and to `asks`, the way of asking it counts on. A variant with other steps
    leaves it out."""

    steps: tuple[Step, ...]
    shortcut: Shortcut | None = None
    asks: Callable[[State], Sequence[int]] | None = None

    def exchanging(self, runs: Mapping[StepRun, StepRun]) -> Steps:
        """The same turn with other functions for some steps, and without the faster way."""
        return Steps(tuple([Step(step.phase, runs.get(step.run, step.run)) for step in self.steps]))


@dataclass(frozen=True)
class Option:
    """A rule a table may set: its default and what is allowed, with a sentence for whoever opens tables.

    Where not every value can be listed, `read` turns a value into its settled form or raises BadSetup;
    `allowed` then lists only what to suggest."""

    default: OptionValue
    allowed: tuple[OptionValue, ...]
    sentence: str
    read: Callable[[OptionValue], OptionValue] | None = None


@dataclass(frozen=True, eq=False)
class Variant:
    """A house rule: `change` turns the edition into the one played."""

    key: str
    name: str
    sentence: str
    change: Callable[[Edition], Edition]


@dataclass(frozen=True, eq=False)
class Edition:
    """A printed product.

    `deck` maps faces to copies, in the canonical order that shuffles start from and lists are sorted by.
    `hand_sizes` maps seats to cards per hand; `turns` is how many turns a round has, 0 for one per card of a
    hand. `steps` is a turn: the first step with something to say speaks, again and again, until a seat is
    asked. `asks` names the seats asked when a turn opens; `last_asked`: with a single card, too.
    `pick_options` is what one may pick, None for the plain rule of turn.py; with `any_card` they are that and
    more. `deck_for_round` is the deck before a deal. `tie_break` counts, per seat, what decides between equal
    totals. `companions` names the tableaus of nobody that stand after the seats': they are played and scored,
    have no hand and cannot win.

    `settle(options, given, seats)` completes options that depend on each other (`options` has the defaults,
    `given` only what was asked for), or raises BadSetup; it leaves settled options as they are. `arrange`
    makes the edition ready for so many seats and these options (which menu, which deck), or raises BadSetup.

    `reshuffles`: what is cleared away after a round is in the next deck. `for_positions` are the options a
    position has that leaves them out (positions.py); no game may be opened with them."""

    key: str
    name: str
    rounds: int
    hand_sizes: Mapping[int, int]
    deck: Mapping[Face, int]
    cards: tuple[Card, ...]
    options: Mapping[str, Option]
    steps: Steps
    asks: Callable[[State], Sequence[int]]
    deck_for_round: DeckForRound
    tie_break: Callable[[State], Sequence[int]]
    pick_options: PickOptions | None = None
    any_card: bool = False
    lowest_wins: bool = False
    arrange: Arrange | None = None
    settle: Settle | None = None
    turns: int = 0
    last_asked: bool = False
    companions: tuple[str, ...] = ()
    reshuffles: bool = False
    for_positions: Mapping[str, OptionValue] = field(default_factory=dict)
    variants: Mapping[str, Variant] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse an edition that contradicts itself, by name, when it is imported."""
        faces = [face for card in self.cards for face in card.faces]
        keys = [card.key for card in self.cards]
        if len(set(faces)) != len(faces) or len(set(keys)) != len(keys):
            raise ValueError(f"Edition {self.key!r} has two cards with the same key or face.")
        if unknown := set(self.deck) - set(faces):
            raise ValueError(f"Edition {self.key!r} counts faces no card has: {sorted(unknown)}.")
        cards = sum(self.deck.values())
        for seats, size in self.hand_sizes.items():
            if seats * size > cards:
                raise ValueError(f"Edition {self.key!r} cannot deal {size} cards to {seats} seats.")

    @property
    def least_seats(self) -> int:
        """The fewest seats it can be played with."""
        return min(self.hand_sizes)

    @property
    def most_seats(self) -> int:
        """The most seats it can be played with."""
        return max(self.hand_sizes)

    @property
    def faces(self) -> tuple[Face, ...]:
        """All faces, in canonical order."""
        return tuple(self.deck)


class Single(dict[Face, Pick]):
    """Picks of one card by one seat, made once and shared by all games: nearly all picks are such."""

    def __init__(self, seat: int, question: str) -> None:
        super().__init__()
        self.seat, self.question = seat, question

    def __missing__(self, face: Face) -> Pick:
        pick = self[face] = Pick(self.seat, self.question, (face,))
        return pick


class Turn(NamedTuple):
    """What a turn of a round opens with: the id of its pick, everybody being asked it (to be copied), and by
    seat the picks of a single card."""

    question: str
    asked: dict[int, str]
    picks: tuple[Single, ...]


class Rules:
    """An edition with its variant applied, for so many seats and these options. Shared by all states."""

    __slots__ = (
        "actions", "acts", "alone", "asks", "bases", "bonus", "card_of", "count", "deck", "directions",
        "edition", "entrances", "everybody", "extra", "faces_of", "flat", "hand_size", "keeps",
        "kinds", "last_asked", "lies_on", "negative", "options", "pick_options", "rank", "scoring",
        "scoring_game", "seats", "shortcut", "singles", "steps", "tableaus", "turn_of", "turns", "unbidden",
        "variant", "waits_a_turn", "watches",
    )  # fmt: skip

    def __init__(
        self, edition: Edition, variant: str, seats: int, options: Mapping[str, OptionValue]
    ) -> None:
        self.edition = edition
        self.variant = variant
        self.seats = seats
        self.options: Mapping[str, OptionValue] = dict(options)
        self.tableaus = seats + len(edition.companions)
        self.hand_size = edition.hand_sizes[seats]
        self.turns = edition.turns or self.hand_size
        self.deck: tuple[Face, ...] = tuple(
            face for face, copies in edition.deck.items() for _ in range(copies)
        )
        self.rank: dict[Face, int] = {face: number for number, face in enumerate(edition.deck)}
        self.steps: dict[str, tuple[StepRun, ...]] = {}
        for step in edition.steps.steps:
            self.steps[step.phase] = (*self.steps.get(step.phase, ()), step.run)
        # Faces that may be picked by themselves whenever they are in the hand, whatever the options.
        free = edition.pick_options is None or edition.any_card
        self.alone = frozenset(
            face for card in edition.cards if free and card.entrance is None for face in card.faces
        )
        # Whether cards have something to say at the reveal or after it: the shortcut then ends there.
        self.acts = edition.pick_options is not None or any(
            card.action or card.watch or card.entrance for card in edition.cards
        )
        self.shortcut = edition.steps.shortcut if free and edition.asks is edition.steps.asks else None
        self.count = one_pass(edition.cards, options)
        self.everybody = tuple(range(seats))
        self.flat = [Flat(turn) for turn in range(2 * self.turns + 1)]
        self.asks = edition.asks
        self.pick_options = edition.pick_options
        self.directions = str(options["pass_directions"])
        self.negative = options.get("allow_negative_total", True) is not False
        self.waits_a_turn = options.get("same_turn_wasabi") == "never"
        # By round and turn, from 0.
        self.turn_of: list[list[Turn]] = [
            [self._turn(f"{round_}.{turn}-pick") for turn in range(1, 2 * self.turns + 1)]
            for round_ in range(1, edition.rounds + 1)
        ]
        cards = edition.cards
        self.faces_of: dict[str, tuple[Face, ...]] = {card.key: card.faces for card in cards}
        self.card_of: dict[Face, Card] = {face: card for card in cards for face in card.faces}
        self.lies_on = {face: card.lies_on for card in cards if card.lies_on for face in card.faces}
        # Whole answers of one card, as they are compared by every pick: legal whenever the card is in the
        # hand.
        self.singles = frozenset((face,) for face in self.alone)
        self.bases = frozenset(base for under in self.lies_on.values() for base in under)
        self.extra = frozenset(face for card in cards if card.extra for face in card.faces)
        self.bonus = frozenset(face for card in cards if card.bonus for face in card.faces)
        self.entrances: dict[Face, Entrance] = {
            face: card.entrance for card in cards if card.entrance for face in card.faces
        }
        self.last_asked = edition.last_asked or bool(self.entrances)
        self.keeps = frozenset(face for card in cards if card.keeps for face in card.faces)
        self.actions: dict[Face, Action] = {
            face: card.action for card in cards if card.action for face in card.faces
        }
        # Those that need not be declared.
        self.unbidden = {face: action for face, action in self.actions.items() if face not in self.bonus}
        self.kinds = frozenset(kind for action in self.actions.values() for kind in action.kinds) | {"pick"}
        self.watches: tuple[Watch, ...] = tuple(card.watch for card in cards if card.watch)
        self.scoring: tuple[tuple[str, Score], ...] = tuple((c.key, c.score) for c in cards if c.score)
        self.scoring_game: tuple[tuple[Card, GameScore], ...] = tuple(
            (card, card.score_game) for card in cards if card.score_game
        )

    def _turn(self, question: str) -> Turn:
        asked = dict.fromkeys(self.everybody, question)
        return Turn(question, asked, tuple([Single(seat, question) for seat in self.everybody]))

    def __repr__(self) -> str:
        return f"Rules({self.edition.key!r}, {self.variant!r}, seats={self.seats}, {dict(self.options)!r})"


@lru_cache(maxsize=256)
def _compiled(
    edition: Edition, variant: str, seats: int, options: tuple[tuple[str, OptionValue], ...]
) -> Rules:
    changed = edition.variants[variant].change(edition) if variant else edition
    if changed.arrange is not None:
        changed = changed.arrange(changed, seats, dict(options))
    return Rules(changed, variant, seats, dict(options))


def rules_for(edition: Edition, variant: str, seats: int, options: Mapping[str, OptionValue]) -> Rules:
    """The rules of a table; options left out take their defaults. Raises BadSetup with a sentence."""
    if variant and variant not in edition.variants:
        known = ", ".join(edition.variants) or "none"
        several = [name for name in edition.variants if name in variant]
        if len(several) > 1:
            raise BadSetup(
                f"A game has one variant: {' and '.join(several)} cannot be combined.", variants=several
            )
        raise BadSetup(
            f"{edition.name} has no variant {variant!r}; it has: {known}.", variants=list(edition.variants)
        )
    played = edition.variants[variant].change(edition) if variant else edition
    if type(seats) is not int or seats not in played.hand_sizes:
        least, most = played.least_seats, played.most_seats
        number = f"{least} to {most}" if least < most else f"exactly {least}"
        named = edition.variants[variant].name if variant else edition.name
        raise BadSetup(
            f"{named} is played by {number}, not by {seats}.",
            least=least,
            most=most,
        )
    chosen = {name: option.default for name, option in played.options.items()}
    for name, value in options.items():
        option = played.options.get(name)
        if option is None:
            known = ", ".join(played.options)
            raise BadSetup(f"{edition.name} has no option {name!r}; it has: {known}.", option=name)
        if option.read is not None:
            chosen[name] = option.read(value)
            continue
        # bool is an int: compare types too, so that 1 is not taken for True.
        if type(value) not in [type(allowed) for allowed in option.allowed if allowed == value]:
            choices = ", ".join(repr(allowed) for allowed in option.allowed)
            raise BadSetup(f"{name} cannot be {value!r}; choose one of: {choices}.", option=name)
        chosen[name] = value
    if played.settle is not None:
        chosen.update(played.settle(chosen, options, seats))
    return _compiled(edition, variant, seats, tuple(chosen.items()))
