"""A turn of the party edition written down as a case (picks, bonus cards, what menus drew), played through
the engine's door as the questions come.

Indexes of a case count the table at the moment they are used, when the card that acts has already left it;
the engine's words count the tableau with that card still there. Here one becomes the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypedDict

from games import engine


class Choice(TypedDict, total=False):
    """What a case says of one card: what is played or asked for, and all that goes with it."""

    play: str
    copy: int
    boost: bool
    draw: list[str]
    then: Choice
    flip: list[int]
    ask: str
    give: str


class Bonus(TypedDict):
    """A bonus card used in the turn."""

    player: int
    card: str
    choice: Choice


class Situation(TypedDict, total=False):
    """The table before the turn and everything its players do."""

    tables: list[list[str]]
    hands: list[list[str]]
    picks: list[Choice]
    bonus: list[Bonus]
    uramaki_places_taken: int


NOTHING: Final[Choice] = {}
EDITION: Final = "party"
SHUFFLES: Final = 500


def play_turn(
    situation: Situation, options: Mapping[str, engine.OptionValue] | None = None
) -> dict[str, object]:
    """What the turn leads to, in the notation of the cases: tables, hands before they are passed, discards,
    points awarded during the turn, uramaki places taken.

    Raises RuleError when the case asks for something that is not allowed, BadSetup when its table cannot
    be."""
    # What a menu returns is shuffled in, so a further menu draws what its case says only by some shuffle.
    for attempt in range(SHUFFLES):
        try:
            return _Turn(situation, options or {}, f"turn {attempt}").result()
        except _DrawnOtherwise:
            continue
    raise engine.BadSetup("No shuffle was found by which the menus draw what the case says.")


class _DrawnOtherwise(Exception):
    """A menu drew other cards than the case says."""


class _Turn:
    def __init__(
        self, situation: Situation, options: Mapping[str, engine.OptionValue], shuffle_seed: str
    ) -> None:
        self.picks = situation["picks"]
        self.bonus = situation.get("bonus", [])
        self.state, self.log = engine.table_from(
            EDITION,
            engine.read_table(EDITION, situation["tables"], options),
            [[engine.read_face(text) for text in hand] for hand in situation["hands"]],
            options=options,
            deck=self._drawn(),
            markers={"uramaki_places": situation.get("uramaki_places_taken", 0)},
        )
        self.state.shuffle_seed = shuffle_seed
        # The turn is over when its hands are passed, or with the game, of which it may be the last turn.
        while not self.state.over and not self._passed():
            question = engine.open_questions(self.state)[0]
            answer = self._answer(question)
            self.log += engine.play(self.state, engine.Pick(question.seat, question.id, answer))

    def _passed(self) -> bool:
        return any(isinstance(event, engine.HandsPassed) for event in self.log)

    def _answer(self, question: engine.Question) -> tuple[str, ...]:
        seat, kind = question.seat, question.kind
        if kind == "pick":
            return self._pick(seat)
        if kind == "gift":
            owner, used = self._acting()
            return self._gift(seat, self._bonus(owner, used))
        owner, acting = self._acting()
        played = self.state.tableaus[owner][acting].face
        if kind == "takeout":
            return tuple([f"flip:{index}" for index in self._said_of(owner, played).get("flip", [])])
        if kind == "menu":
            said = self._said_of(owner, played)
            drawn = sorted(map(engine.read_face, said.get("draw", [])))
            if drawn and drawn != sorted(self.state.aside[seat]):
                raise _DrawnOtherwise
            return self._chosen(seat, said.get("then", NOTHING), acting)
        return self._chosen(seat, self._bonus(owner, acting), acting)

    def _gift(self, seat: int, choice: Choice) -> tuple[str, ...]:
        """What is given; a case need not say it where there is no choice."""
        offered = engine.options(self.state, seat)
        if "give" not in choice and offered is not None and len(set(offered.faces)) == 1:
            return offered.faces[:1]
        return (engine.read_face(choice.get("give", "")),)

    def _choices(self, seat: int) -> Iterator[Choice]:
        """All that a seat says in this turn, in the order in which it says it."""
        said = [self.picks[seat], *[bonus["choice"] for bonus in self.bonus if bonus["player"] == seat]]
        for choice in said:
            found: Choice | None = choice
            while found:
                yield found
                found = found.get("then")

    def _said_of(self, seat: int, face: engine.Face) -> Choice:
        """What goes with a card that a seat played this turn, however it came by it."""
        for choice in self._choices(seat):
            if engine.read_face(choice.get("play") or choice.get("ask", "")) == face:
                return choice
        # A spoon that asked for a kind was given a card that the case does not name.
        return next(
            (choice for choice in self._choices(seat) if "then" in choice or "flip" in choice), NOTHING
        )

    def _drawn(self) -> list[engine.Face]:
        """The top of the deck: what menus draw, in the order of their numbers."""
        menus = [
            (engine.read_face(choice.get("play") or choice.get("ask", "")), choice["draw"])
            for seat in range(len(self.picks))
            for choice in self._choices(seat)
            if "draw" in choice
        ]
        return [
            engine.read_face(text) for _, drawn in sorted(menus, key=lambda menu: menu[0]) for text in drawn
        ]

    def _acting(self) -> tuple[int, int]:
        asked = next(asked for asked in self.state.acting if asked is not None)
        return asked.owner, asked.at

    def _bonus(self, owner: int, index: int) -> Choice:
        used = engine.write_card(self.state.tableaus[owner][index])
        for bonus in self.bonus:
            if bonus["player"] == owner and _canonical(bonus["card"]) == used:
                return bonus["choice"]
        raise engine.BadSetup(f"Seat {owner} uses {used}, and the case does not say for what.")

    def _pick(self, seat: int) -> tuple[str, ...]:
        chosen = self._chosen(seat, self.picks[seat], None)
        written = [engine.write_card(laid) for laid in self.state.tableaus[seat]]
        uses: list[str] = []
        for bonus in self.bonus:
            if bonus["player"] == seat:
                card = _canonical(bonus["card"])
                if card not in written:
                    raise engine.BadSetup(f"Seat {seat} has no {bonus['card']} in front to use.")
                uses.append(f"use:{written.index(card)}")
        return (*chosen, *uses)

    def _chosen(self, seat: int, choice: Choice, leaving: int | None) -> tuple[str, ...]:
        face = engine.read_face(choice.get("play") or choice.get("ask", ""))
        if "copy" not in choice:
            return (face,)
        index = choice["copy"]
        if leaving is not None and index >= leaving:
            index += 1
        words = (face, f"copy:{index}")
        if not choice.get("boost"):
            return words
        offered = engine.options(self.state, seat)
        answers: Sequence[tuple[str, ...]] = (offered.only if offered else None) or ()
        for answer in answers:
            if answer[:2] == words and len(answer) > 2 and answer[2].startswith("on:"):
                return answer[:3]
        raise engine.BadSetup(f"The copy of card {index} before seat {seat} finds no free card to lie on.")

    def result(self) -> dict[str, object]:
        """See `play_turn`."""
        state = self.state
        awarded = [0] * state.rules.seats
        for event in self.log:
            if isinstance(event, engine.PointsAwarded):
                awarded = [have + more for have, more in zip(awarded, event.points, strict=True)]
        hands = [list(hand) for hand in state.hands]
        if self._passed():
            hands = [*hands[1:], hands[0]]
        return {
            "tables": [[engine.write_card(laid) for laid in tableau] for tableau in state.tableaus],
            "hands": [sorted(hand) for hand in hands],
            "discard": sorted(state.discards),
            "immediate_points": awarded,
            "uramaki_places_taken": state.markers.get("uramaki_places", 0),
        }


def expected_turn(expected: Mapping[str, object]) -> dict[str, object]:
    """What a case expects, in the same shape as `play_turn` answers: canonical faces, hands and discards
    sorted."""
    shaped: dict[str, object] = {}
    for key, value in expected.items():
        if key == "tables" and isinstance(value, list):
            shaped[key] = [[_canonical(text) for text in row] for row in value]
        elif key == "hands" and isinstance(value, list):
            shaped[key] = [sorted(map(engine.read_face, hand)) for hand in value]
        elif key == "discard" and isinstance(value, list):
            shaped[key] = sorted(map(engine.read_face, value))
        else:
            shaped[key] = value
    return shaped


def _canonical(text: str) -> str:
    """A card in front, its marks kept, its faces canonical."""
    name, slash, down = text.partition("/")
    name, at, raised = name.partition("@")
    before, equals, copied = name.partition("=")
    face = f"order={engine.read_face(copied)}" if equals else engine.read_face(before)
    return f"{face}{at}{raised}{slash}{down}"
