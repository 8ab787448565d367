"""A turn, a moment, a result in one sentence each: what a screen reader says and a hurried reader reads."""

from collections.abc import Sequence

from games.phrases import listed
from games.queries import Deed, Moment, ReplayTurn, TurnSeat
from games.web.faces import card_name, plain

__all__ = ["moment_sentence", "passing_sentence", "turn_sentence", "worth_a_jump"]


def turn_sentence(turn: ReplayTurn, names: Sequence[str]) -> str:
    """Who took what in this turn and what came of it, in order, and who did not pick in time."""
    parts = []
    alone = sum(bool(seat.chosen) for seat in turn.seats) == 1
    for seat, name in zip(turn.seats, names, strict=True):
        if seat.chosen or not alone:
            parts.append(_taken(seat, name, turn))
    parts += [said for said in (_deed(deed, names, turn) for deed in turn.deeds) if said]
    return "; ".join(parts) + "."


def _taken(seat: TurnSeat, name: str, turn: ReplayTurn) -> str:
    """A seat's card of this turn, with what it became as it was turned up."""
    own = [deed for deed in turn.deeds if deed.seat == seat.number]
    became = {deed.faces[0]: deed.faces[1] for deed in own if deed.kind == "became"}
    cards = [plain(became.get(face, face)) for face in seat.chosen]
    if not cards:
        return f"{name} plays nothing"
    if any(deed.kind == "handed" for deed in own):
        return f"{name} gets {listed(cards)}"
    copied = next((deed.faces[-1] for deed in own if deed.kind == "copied"), "")
    what = f"a special order and copies {plain(copied)}" if copied else cards[0]
    if any(deed.kind == "wasted" for deed in own):
        what += ", with nothing to copy"
    if seat.cause:
        why = "is away" if seat.cause == "away" else "runs out of time"
        return f"{name} {why} and the house picks {listed([what, *cards[1:]])}"
    if len(cards) > 1:
        return f"{name} takes {what}, then {listed(cards[1:])} with chopsticks"
    return f"{name} takes {what}"


def _card(deed: Deed) -> str:
    """The card that came, and whose copy it is."""
    face = plain(deed.faces[0])
    copy = deed.printed and deed.printed != deed.faces[0]
    return f"a special order as a copy of {face}" if copy else face


def _deed(deed: Deed, names: Sequence[str], turn: ReplayTurn) -> str:
    """A deed in words; empty for those told with the card itself."""
    name = names[deed.seat] if deed.seat >= 0 else ""
    match deed.kind:
        case "extra":
            return f"{name} uses chopsticks to play {_card(deed)}"
        case "gift":
            asked = _called(deed, turn)
            return f"{name} asks with a spoon for {asked} and gets {_card(deed)} from {names[deed.other]}"
        case "refused":
            return (
                f"{name} asks with a spoon for {_called(deed, turn)}, which nobody has, and loses the spoon"
            )
        case "drawn":
            return f"{name} plays {_card(deed)} from the menu"
        case "flipped":
            each = " each" if len(deed.faces) > 1 else ""
            return f"{name} turns {listed([plain(face) for face in deed.faces])} face down for 2 points{each}"
        case "kept-up":
            return f"{name} throws {listed([plain(face) for face in deed.faces])} away unused"
        case "discarded" if set(deed.faces) == {"miso-soup"}:
            return f"{name} spills {'both miso soups' if len(deed.faces) > 1 else 'miso soup'}"
        case "discarded":
            return f"{name} loses {listed([plain(face) for face in deed.faces])}"
        case "awarded":
            return f"{name} scores {deed.points} for {_award(deed.card)}"
        case "put":
            return f"{name} puts the {plain(deed.faces[0])} back in its place"
        case "turned-up":
            return f"{plain(deed.faces[0])} is turned up"
        case "late":
            return f"{name} runs out of time and the house answers"
        case _:
            return ""


def _called(deed: Deed, turn: ReplayTurn) -> str:
    """What was asked for before this deed."""
    called = ""
    for earlier in turn.deeds:
        if earlier is deed:
            break
        if earlier.kind == "called" and earlier.seat == deed.seat:
            called = earlier.card
    name = plain(called)
    return name if name != called else card_name(called)


def _award(card: str) -> str:
    """What points were given for at once."""
    if card == "strawberry":
        return "the lead in strawberries"
    return f"ten icons of {card_name(card)}" if card == "uramaki" else card_name(card)


def worth_a_jump(turns: Sequence[ReplayTurn]) -> dict[str, list[Moment]]:
    """Per turn the moments that are marked: of the swings the first of the biggest, unless a set tells it
    already; and who comes up to the lead or takes it from another, each time once."""
    swings = [(turn, moment) for turn in turns for moment in turn.moments if moment.kind == "swing"]
    biggest = max(swings, key=lambda found: found[1].points, default=None)
    leads = _changes_of_lead(turns)
    return {
        turn.key: [
            moment
            for moment in turn.moments
            if (moment.kind != "swing" or ((turn, moment) == biggest and not _told_as_a_set(turn, moment)))
            and (moment.kind not in ("lead", "tie") or (turn.key, moment) in leads)
        ]
        for turn in turns
    }


def _changes_of_lead(turns: Sequence[ReplayTurn]) -> list[tuple[str, Moment]]:
    """Per round and card every tie for the lead and every lead that was another's, not the first of all. Who
    leads, is caught up and leads again has led all the time."""
    found: list[tuple[str, Moment]] = []
    alone: dict[tuple[int, str], int] = {}
    for turn in turns:
        for moment in turn.moments:
            if moment.kind not in ("lead", "tie"):
                continue
            at = (turn.round, moment.card)
            kept = alone.get(at) == moment.seat and moment.seat in moment.before
            if moment.kind == "lead":
                alone[at] = moment.seat
            elif alone.get(at) not in moment.equals:
                alone.pop(at, None)
            if moment.before and (moment.kind == "tie" or not kept):
                found.append((turn.key, moment))
    return found


def _told_as_a_set(turn: ReplayTurn, swing: Moment) -> bool:
    """Whether one completed set is all there is to the swing."""
    return any(
        (moment.kind, moment.seat, moment.points) == ("set", swing.seat, swing.points)
        for moment in turn.moments
    )


def moment_sentence(moment: Moment, names: Sequence[str]) -> str:
    """What makes this moment worth a jump."""
    name, card = names[moment.seat], card_name(moment.card)
    match moment.kind:
        case "two-cards":
            return f"{name} uses chopsticks to play two cards"
        case "set":
            if moment.card == "nigiri":
                return f"{name} lays nigiri on wasabi (+{moment.points})"
            return f"{name} completes {card} (+{moment.points})"
        case "lead":
            return f"{name} takes the lead in {card}"
        case "tie":
            return f"{listed([names[seat] for seat in moment.equals])} tie for the lead in {card}"
        case "award":
            return f"{name} scores at once for {_award(moment.card)} (+{moment.points})"
        case "gift":
            return f"{name} gets {card} with a spoon"
        case "spill":
            return f"{name} {'spills' if moment.card == 'miso-soup' else 'loses'} {card}"
        case "timeout":
            return f"{name} runs out of time"
        case "swing":
            return f"{name} gains {moment.points} points at once, and no turn brings anybody more"
        case _:
            return f"{name}: {moment.kind}"


def passing_sentence(passes_to: Sequence[int], last_turn: bool, *, layout: bool = False) -> str:
    """Where the hands go after this turn."""
    if layout:
        return "cards are taken from the middle by turns"
    if last_turn:
        return "last turn of the round, no hand is passed on"
    if len(passes_to) == 2:
        return "the two hands are swapped"
    left = (passes_to[0] - 0) % len(passes_to) == 1
    return "hands pass to the left, one row down" if left else "hands pass to the right, one row up"
