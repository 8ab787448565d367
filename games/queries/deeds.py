"""What happened in a turn beside the cards everybody turned up: copies, actions, dice, points given, in
order.

Read off the log as a spectator may read it, so nothing hidden can get in; which card an index means is looked
up on the table as it lay at that moment. No card is asked its name here: sentences.py finds the words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import engine

#: The turn that needs nothing here: everybody plays a card, hands are passed.
PLAIN = frozenset({"picked", "revealed", "hands_passed", "round_scored", "round_dealt", "game_ended"})

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that happened. `seat` did it, or had it happen to it.

    kind: "copied" (a special card became a copy of `faces[0]`), "wasted" (it had nothing to copy), "became"
    (`faces` from, to: a die, a value), "handed" (to a tableau of nobody), "extra" (one more card from the own
    hand), "called" (a name), "gift" (from `other`), "refused" (nobody had it), "drawn" (a card off the deck),
    "flipped", "kept-up" (an action that might flip turned nothing), "discarded", "awarded" (`points` for
    `card`), "took" and "put" (a card of the layout), "turned-up", "late" (time ran out on a question of an
    action). `printed` is what moved, where it differs from what it acts as. `card` is a card's key.
    """

    kind: str
    seat: int
    faces: tuple[str, ...] = ()
    other: int = -1
    printed: str = ""
    card: str = ""
    points: int = 0


def deeds_of(
    before: engine.State, events: Sequence[engine.Event], lines: Sequence[tuple[str, str]]
) -> tuple[Deed, ...]:
    """The deeds of one turn. `events` follow from `before`; `lines` are the same as (kind, data) of the
    log."""
    if all(kind in PLAIN for kind, _ in lines):
        return ()
    telling = _Telling(before)
    for event, (kind, data) in zip(events, lines, strict=True):
        if kind in ("round_dealt", "game_ended"):
            break
        telling.hear(event, kind, data)
    return tuple(telling.deeds)


class _Telling:
    """The table at every event of a turn, and the deeds so far."""

    def __init__(self, before: engine.State) -> None:
        self.state = before
        self.rules = before.rules
        self.deeds: list[Deed] = []
        self._acting: tuple[int, int] | None = None
        self._called = False
        self._awarded: dict[int, str] = {}

    def hear(self, event: engine.Event, kind: str, data: str) -> None:
        """Take in the next event: told first, while the table still lies as it did."""
        tell: Callable[[Data], None] | None = getattr(self, f"_{kind}", None)
        if tell is not None:
            shown = engine.mask_json(kind, data, engine.SPECTATOR)
            if shown is not None:
                tell(shown)
        self.state = engine.evolve(self.state, event)

    def _say(self, kind: str, seat: int, *faces: str, **more: Any) -> None:
        self.deeds.append(Deed(kind, seat, faces, **more))

    def _laid(self, seat: int, at: int) -> engine.Laid:
        return self.state.tableaus[seat][at]

    def _picked(self, data: Data) -> None:
        if data["cause"] and not str(data["question"]).endswith("-pick"):
            self._say("late", data["seat"])

    def _card_handed(self, data: Data) -> None:
        self._say("handed", data["receiver"], data["face"], other=data["giver"])

    def _card_changed(self, data: Data) -> None:
        laid = self._laid(data["seat"], data["at"])
        kind = "copied" if laid.printed in self.rules.entrances else "became"
        self._say(kind, data["seat"], data["face"] if kind == "copied" else laid.face, data["face"])

    def _question_asked(self, data: Data) -> None:
        self._acting = (data["owner"], data["at"])

    def _name_called(self, data: Data) -> None:
        self._called = True
        self._say("called", data["seat"], card=data["name"])

    def _card_played(self, data: Data) -> None:
        giver, seat = data["giver"], data["seat"]
        kind = "drawn" if giver < 0 else "extra" if giver == seat else "gift"
        self._called = False
        self._say(kind, seat, data["face"], other=giver, printed=data["printed"])

    def _cards_flipped(self, data: Data) -> None:
        faces = [self._laid(data["seat"], at).face for at in data["indexes"]]
        # A copy of a face-down card enters face-down: that is told with the copy.
        if self.deeds and self.deeds[-1].kind == "copied" and self.deeds[-1].seat == data["seat"]:
            return
        self._say("flipped", data["seat"], *faces)

    def _cards_discarded(self, data: Data) -> None:
        seat = data["seat"]
        laid = [self._laid(seat, at) for at in data["indexes"]]
        keys = {self.rules.card_of[card.face].key for card in laid}
        if self._called and (seat, data["indexes"][0]) == self._acting:
            self._called = False
            self._say("refused", seat)
        elif self._awarded.get(seat) in keys:
            return
        elif all(card.face in self.rules.entrances for card in laid):
            self._say("wasted", seat, *[card.face for card in laid])
        elif all(card.face in self.rules.actions and card.face not in self.rules.bonus for card in laid):
            if (
                not self.deeds
                or self.deeds[-1].seat != seat
                or self.deeds[-1].kind not in ("drawn", "flipped")
            ):
                self._say("kept-up", seat, *[card.face for card in laid])
        else:
            self._say("discarded", seat, *[card.face for card in laid])

    def _points_awarded(self, data: Data) -> None:
        self._awarded = {seat: data["card"] for seat, points in enumerate(data["points"]) if points}
        for seat in self._awarded:
            self._say("awarded", seat, card=data["card"], points=data["points"][seat])

    def _layout_taken(self, data: Data) -> None:
        self._say("took", data["seat"], data["face"])

    def _layout_turned(self, data: Data) -> None:
        self._say("turned-up", -1, data["face"])

    def _layout_put(self, data: Data) -> None:
        self._say("put", data["seat"], data["face"])
