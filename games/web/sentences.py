"""A turn, a moment, a result in one sentence each: what a screen reader says and a hurried reader reads."""

from collections.abc import Sequence

from games.queries import Moment, ReplayTurn
from games.web.faces import plain

def listed(parts: Sequence[str]) -> str:
    """Words as a list: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def turn_sentence(turn: ReplayTurn, names: Sequence[str]) -> str:
    """Who took what in this turn, and who did not pick in time."""
    parts = []
    for seat, name in zip(turn.seats, names, strict=True):
        cards = [plain(face) for face in seat.chosen]
        if not cards:
            parts.append(f"{name} plays nothing")
        elif seat.cause == "timeout":
            parts.append(f"{name} runs out of time and the house picks {listed(cards)}")
        elif len(cards) > 1:
            parts.append(f"{name} takes {cards[0]}, then {listed(cards[1:])} with chopsticks")
        else:
            parts.append(f"{name} takes {cards[0]}")
    return "; ".join(parts) + "."


def worth_a_jump(turns: Sequence[ReplayTurn]) -> dict[str, list[Moment]]:
    """Per turn the moments that are marked: of the swings the first of the biggest, unless a set tells it
    already, and a lead only when it is taken from somebody."""
    swings = [(turn, moment) for turn in turns for moment in turn.moments if moment.kind == "swing"]
    biggest = max(swings, key=lambda found: found[1].points, default=None)
    kept: dict[str, list[Moment]] = {}
    before: ReplayTurn | None = None
    for turn in turns:
        same_round = before if before is not None and before.round == turn.round else None
        kept[turn.key] = [
            moment
            for moment in turn.moments
            if (moment.kind != "swing" or ((turn, moment) == biggest and not _told_as_a_set(turn, moment)))
            and (moment.kind != "lead" or _had_a_leader(same_round, moment))
        ]
        before = turn
    return kept


def _told_as_a_set(turn: ReplayTurn, swing: Moment) -> bool:
    """Whether one completed set is all there is to the swing."""
    return any(
        (moment.kind, moment.seat, moment.points) == ("set", swing.seat, swing.points)
        for moment in turn.moments
    )


def _had_a_leader(before: ReplayTurn | None, lead: Moment) -> bool:
    """Whether somebody else was paid for the card a turn ago."""
    return before is not None and any(
        lead.card in seat.standing for seat in before.seats if seat.number != lead.seat
    )


def moment_sentence(moment: Moment, names: Sequence[str]) -> str:
    """What makes this moment worth a jump."""
    name = names[moment.seat]
    match moment.kind:
        case "two-cards":
            return f"{name} uses chopsticks to play two cards"
        case "set":
            if moment.card == "nigiri":
                return f"{name} lays nigiri on wasabi (+{moment.points})"
            return f"{name} completes {moment.card} (+{moment.points})"
        case "lead":
            return f"{name} takes the lead in {moment.card}"
        case "timeout":
            return f"{name} runs out of time"
        case "swing":
            return f"{name} gains {moment.points} points at once, the biggest swing"
        case _:
            return f"{name}: {moment.kind}"


def passing_sentence(passes_to: Sequence[int], last_turn: bool) -> str:
    """Where the hands go after this turn."""
    if last_turn:
        return "last turn of the round, no hand is passed on"
    if len(passes_to) == 2:
        return "the two hands are swapped"
    left = (passes_to[0] - 0) % len(passes_to) == 1
    return "hands pass to the left, one row down" if left else "hands pass to the right, one row up"
