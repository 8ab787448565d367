"""Key moments of a turn, so that a reviewer can jump: what is worth a mark on the scrub bar.

They are read off the picks and the standing points, never off a card's name, so a new card needs nothing
here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import engine
from games.queries.deeds import Deed

#: Points that a card of the seat's own play must add to count as a set completed.
SET_POINTS = 5
#: Points that one turn must move a seat by to count as a big swing.
SWING_POINTS = 9


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to jump to: kind is "two-cards", "set", "lead" (alone), "tie" (for the lead), "timeout",
    "swing", or of a turn with actions "award" (points given at once), "gift" (a card asked of another),
    "spill" (cards thrown away).

    `card` is the card it is about ("" for none), `points` what it brought; `equals` are all seats of a tie,
    whose `seat` has just come up; `before` are those who were ahead a turn ago.
    """

    kind: str
    seat: int
    card: str = ""
    points: int = 0
    equals: tuple[int, ...] = ()
    before: tuple[int, ...] = ()


def moments_of(
    record: engine.TurnRecord,
    standing: Sequence[Mapping[str, int]],
    previous: Sequence[Mapping[str, int]],
    deeds: Sequence[Deed] = (),
) -> tuple[Moment, ...]:
    """The moments of one turn; `standing` and `previous` are points by card per seat after and before it."""
    card_of = record.after.rules.card_of
    found: list[Moment] = []
    for seat, (now, before) in enumerate(zip(standing, previous, strict=True)):
        if seat < len(record.causes) and record.causes[seat] == "timeout":
            found.append(Moment("timeout", seat))
        if len(record.chosen[seat]) > 1:
            found.append(Moment("two-cards", seat))
        for card in sorted({card_of[face].key for face in record.chosen[seat]}):
            gain = now.get(card, 0) - before.get(card, 0)
            if gain >= SET_POINTS and card not in _contested(record):
                found.append(Moment("set", seat, card, gain))
        swing = sum(now.values()) - sum(before.values())
        if swing >= SWING_POINTS:
            found.append(Moment("swing", seat, "", swing))
    for card in sorted(_contested(record)):
        ahead, was_ahead = _leaders(card, standing), _leaders(card, previous)
        new = [seat for seat in ahead if seat not in was_ahead]
        if len(ahead) == 1 and ahead != was_ahead:
            found.append(Moment("lead", ahead[0], card, standing[ahead[0]][card], before=tuple(was_ahead)))
        elif new:
            points = standing[new[0]][card]
            found.append(Moment("tie", new[0], card, points, tuple(ahead), tuple(was_ahead)))
    found += [_of_deed(deed, card_of) for deed in deeds if deed.kind in _MARKED]
    return tuple(found)


#: Deeds worth a jump, and what the moment is called.
_MARKED = {"extra": "two-cards", "gift": "gift", "awarded": "award", "discarded": "spill"}


def _of_deed(deed: Deed, card_of: Mapping[str, engine.Card]) -> Moment:
    card = deed.card or card_of[deed.faces[0]].key
    return Moment(_MARKED[deed.kind], deed.seat, card, deed.points)


def _contested(record: engine.TurnRecord) -> set[str]:
    """The cards that seats compete for: rolls, of which most icons pay most."""
    return {card.key for card in record.after.rules.card_of.values() if card.course == "roll"}


def _leaders(card: str, standing: Sequence[Mapping[str, int]]) -> list[int]:
    """The seats that the card pays most."""
    most = max((points.get(card, 0) for points in standing), default=0)
    return [seat for seat, points in enumerate(standing) if most and points.get(card, 0) == most]
