"""What each kind of case asks of the engine, and what it answers with.

A case has `edition`, `players`, perhaps `config` (options; also `variant`, `golf`, `menu`) and its
`situation`. Answers have canonical faces; cases.py spells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from games import engine
from games.sheet import party_turns, sheets, strawberry_turns
from games.sheet.desserts import score_cards
from games.sheet.table import Table, read_head

ROLLS: Final[Mapping[str, str]] = {"classic": "maki", "tenth": "futomaki", "party": "maki"}
VARIANTS: Final[Mapping[str, str]] = {"golf": "sushi_golf"}
"""What a config calls by another name."""
NO_VARIANT: Final = frozenset({"golf", "variant"})
NOT_OF_A_GAME: Final = "any seed"


@dataclass(frozen=True)
class Case:
    """A case, its config sorted into options and a variant."""

    edition: str
    players: int
    situation: Mapping[str, Any]
    options: Mapping[str, engine.OptionValue] = field(default_factory=dict)
    variant: str = ""

    @classmethod
    def read(cls, case: Mapping[str, Any]) -> Case:
        """The case. Raises KeyError, TypeError or ValueError when it is none."""
        edition, situation = case["edition"], case["situation"]
        config = {**(case.get("options") or {}), **(case.get("config") or {})}
        variant = case.get("variant") or config.get("variant") or situation.get("variant") or ""
        if config.get("golf"):
            variant = VARIANTS["golf"]
        options = {name: value for name, value in config.items() if name not in NO_VARIANT}
        menu = case.get("menu") or situation.get("menu")
        if menu:
            options["menu"] = menu
        players = case.get("players")
        if type(players) is not int:
            raise ValueError("players is how many play")
        return cls(edition, players, situation, _known(edition, options), variant)

    def table(self) -> Table:
        """Its rules. Raises a RuleError."""
        return read_head(self.sheet(), None)

    def sheet(self, **more: object) -> dict[str, object]:
        """The head of a score sheet, with more fields."""
        return {
            "edition": self.edition,
            "players": self.players,
            "variant": self.variant,
            "options": dict(self.options),
            **more,
        }


def _known(edition: str, options: dict[str, engine.OptionValue]) -> dict[str, engine.OptionValue]:
    """Options as given. A limit that the edition fixes (one chopsticks a turn) may be named all the same."""
    found = engine.EDITIONS.get(edition)
    fixed = {"max_bonus_per_turn": 1}
    return {
        name: value
        for name, value in options.items()
        if not (found and name not in found.options and fixed.get(name) == value)
    }


def round_score(case: Case) -> dict[str, object]:
    """`tables`, perhaps `roll` and `uramaki_places_taken` -> `scores`, `by_card`."""
    taken = {name: case.situation[name] for name in sheets.OF_A_ROUND if name in case.situation}
    scored = sheets.score(case.sheet(**taken))
    return {"scores": scored["points"], "by_card": scored["by_card"]}


def roll_counts(case: Case) -> dict[str, object]:
    """`icons` per seat, perhaps `roll` -> `scores`: the same as cards with so many icons."""
    table = case.table()
    roll = engine.read_face(case.situation.get("roll", ROLLS[table.edition]))
    faces = table.rules.faces_of[roll]
    rows = [_with_icons(faces, icons) for icons in case.situation["icons"]]
    markers = {"uramaki_places": case.situation.get("uramaki_places_taken", 0)}
    by_card = engine.score_round(
        case.edition, rows, table.rules.options, table.rules.variant, markers=markers
    )
    return {"scores": [mine.get(roll, 0) for mine in by_card]}


def _with_icons(faces: tuple[engine.Face, ...], icons: int) -> list[engine.Face]:
    """Cards with so many icons together, as few as there are. Raises ValueError when there are none."""
    worth = {int(face.rpartition("-")[2]) if "-" in face else 1: face for face in faces}
    best: list[list[engine.Face] | None] = [[]]
    for total in range(1, icons + 1):
        ways = [
            [*before, face]
            for number, face in worth.items()
            if number <= total and (before := best[total - number]) is not None
        ]
        best.append(min(ways, key=len, default=None))
    found = best[icons] if icons >= 0 else None
    if found is None:
        raise ValueError(f"no cards show {icons} icons together")
    return found


def dessert(case: Case) -> dict[str, object]:
    """`dessert` with `values` or `cards` -> `scores`."""
    sheet = case.sheet(
        **{name: case.situation[name] for name in sheets.OF_DESSERTS if name in case.situation}
    )
    table, name, cards, _ = sheets.read_desserts(sheet)
    return {"scores": [sum(mine.values()) for mine in score_cards(table, name, cards)]}


def winner(case: Case) -> dict[str, object]:
    """`totals`, perhaps `tiebreak` -> `winners`, `places`."""
    totals = case.situation["totals"]
    rules = case.table().rules
    tie_break = case.situation.get("tiebreak", [0] * len(totals))
    if not all(type(number) is int for number in (*totals, *tie_break)) or len(totals) != case.players:
        raise ValueError("totals and tiebreak are a number per player")
    if rules.edition.lowest_wins or rules.options.get("tenth_tiebreak") == "shared":
        tie_break = [0] * len(totals)
    places = engine.places(totals, tie_break, rules.edition.lowest_wins)
    return {"winners": [seat for seat, place in enumerate(places) if place == 1], "places": places}


def _setup(case: Case) -> engine.Setup:
    return engine.Setup(case.edition, case.players, NOT_OF_A_GAME, case.variant, case.options)


def _play_out(setup: engine.Setup) -> tuple[engine.State, list[engine.Event]]:
    state, log = engine.open_game(setup)
    while not state.over:
        question = engine.open_questions(state)[0]
        offered = engine.options(state, question.seat)
        assert offered is not None
        chosen = offered.only[0] if offered.only else tuple(offered.faces[: offered.least])
        log += engine.play(state, engine.Pick(question.seat, question.id, chosen))
    return state, log


def hand_size(case: Case) -> dict[str, object]:
    """Nothing more -> `cards`, `dealt`, `deck`, `left` of the first deal; `undealt_after_3_rounds`."""
    setup = _setup(case)
    state, _ = engine.open_game(setup)
    sizes = {len(hand) for hand in state.hands[: case.players]}
    dealt = sum(map(len, state.hands)) + sum(map(len, state.piles))
    # A card of a layout that lies face-down is in a pile, too.
    dealt += sum(face in state.rules.card_of for face in state.layout)
    over, _ = _play_out(setup)
    return {
        "cards": sizes.pop() if len(sizes) == 1 else sorted(sizes),
        "deck": dealt + len(state.deck),
        "dealt": dealt,
        "left": len(state.deck),
        "undealt_after_3_rounds": len(over.deck),
    }


def dessert_deal(case: Case) -> dict[str, object]:
    """Nothing more -> `added`: desserts that come into the deck before each round."""
    state, log = _play_out(_setup(case))
    desserts = state.rules.keeps
    added: list[int] = []
    in_game = kept = 0
    for event in log:
        if isinstance(event, engine.RoundDealt):
            cards = [face for hand in event.hands for face in hand] + list(event.left)
            in_deck = sum(face in desserts for face in cards)
            added.append(in_deck + kept - in_game)
            in_game = in_deck + kept
        elif isinstance(event, engine.Revealed):
            kept += sum(face in desserts for faces in event.plays for face in faces)
    return {"added": added}


def party_turn(case: Case) -> dict[str, object]:
    """Tables, hands, picks and bonus cards of a turn -> see party_turns.py."""
    situation = cast("party_turns.Situation", case.situation)
    return party_turns.play_turn(situation, case.options)


def strawberry(case: Case) -> dict[str, object]:
    """Symbols, holder and turns -> see strawberry_turns.py."""
    return strawberry_turns.play_turns(case.situation, case.players, case.options)
