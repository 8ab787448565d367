"""What a tableau is worth now and what the next card would bring, as short marks under a seat.

Every number is asked of the engine's door: the tableaus are scored as they lie, then once more with one card
added. So a new card needs nothing here but, if it is a roll or a dessert, how its count is read off its face.
"""

from collections.abc import Mapping, Sequence

from games import engine
from games.web.seats import Stake

#: A next card that brings at least so much is worth a mark.
NEAR_POINTS = 5
#: So many next cards are named at most; more would hide the first.
MOST_NEAR = 2


def rolls_of(face: str) -> int:
    """How many rolls are printed on a face such as "maki-2"; 0 for a card that is no roll."""
    name, _, number = face.partition("-")
    return int(number) if name == "maki" and number.isdigit() else 0


def roll_counts(tableaus: Sequence[Sequence[engine.Laid]]) -> list[int]:
    """Per seat, the rolls on the table."""
    return [sum(rolls_of(card.face) for card in tableau) for tableau in tableaus]


def dessert_counts(
    tableaus: Sequence[Sequence[engine.Laid]], keeps: Sequence[Sequence[engine.Face]]
) -> list[int]:
    """Per seat, the puddings of this round and of those before."""
    return [
        sum(card.face == "pudding" for card in tableau) + sum(face == "pudding" for face in kept)
        for tableau, kept in zip(tableaus, keeps, strict=True)
    ]


def standing(
    edition: str, options: Mapping[str, engine.OptionValue], tableaus: Sequence[Sequence[engine.Laid]]
) -> list[dict[str, int]]:
    """Per seat, card -> what lies there is worth if the round ended now."""
    return engine.score_round(edition, tableaus, options)


def stakes(
    edition: str,
    options: Mapping[str, engine.OptionValue],
    tableaus: Sequence[Sequence[engine.Laid]],
    keeps: Sequence[Sequence[engine.Face]],
    standing: Sequence[Mapping[str, int]],
    turns_left: int,
) -> list[list[Stake]]:
    """Per seat: points by card as things lie (`standing`), what one more card brings, how dessert stands."""
    printed = engine.EDITIONS[edition]
    rolls = roll_counts(tableaus)
    shown: list[list[Stake]] = []
    for seat, points in enumerate(standing):
        marks = [_worth(card, number, rolls[seat]) for card, number in points.items()]
        if rolls[seat] and "maki" not in points:
            marks.append(Stake(f"{rolls[seat]} maki, behind"))
        if turns_left:
            marks += _near(edition, options, tableaus, seat, sum(points.values()), printed.faces)
        shown.append(marks)
    for marks, mark in zip(shown, _desserts(tableaus, keeps, "pudding" in printed.faces), strict=True):
        marks += mark
    return shown


def _worth(card: str, points: int, rolls: int) -> Stake:
    name = f"{rolls} maki" if card == "maki" else card
    return Stake(f"{name}: {points}", "won")


def _near(
    edition: str,
    options: Mapping[str, engine.OptionValue],
    rows: Sequence[Sequence[engine.Laid]],
    seat: int,
    points: int,
    faces: Sequence[engine.Face],
) -> list[Stake]:
    """The next cards that would bring the seat most, best first; of one card's faces the best alone."""
    gains: dict[str, tuple[int, str]] = {}
    for face in faces:
        # A roll is no set one is short of; its race is told above the table.
        if rolls_of(face):
            continue
        tables: list[list[engine.Face | engine.Laid]] = [list(row) for row in rows]
        tables[seat].append(face)
        try:
            gain = sum(engine.score_round(edition, tables, options)[seat].values()) - points
        except engine.BadSetup:
            continue  # a card of the edition that is not on this game's menu
        kind = "nigiri" if face in ("egg", "salmon", "squid") else face
        if gain >= NEAR_POINTS and gain > gains.get(kind, (0, ""))[0]:
            gains[kind] = (gain, face)
    best = sorted(gains.values(), key=lambda entry: -entry[0])[:MOST_NEAR]
    return [Stake(f"next {face}: +{gain}", "near") for gain, face in best]


def _desserts(
    tableaus: Sequence[Sequence[engine.Laid]], keeps: Sequence[Sequence[engine.Face]], any_: bool
) -> list[list[Stake]]:
    """How the desserts would be paid if the game ended now; nothing while nobody has one."""
    held = dessert_counts(tableaus, keeps)
    if not any_ or not any(held):
        return [[] for _ in held]
    marks = []
    for count, points in zip(held, engine.dessert_awards(held), strict=True):
        name = f"{count} pudding" if count == 1 else f"{count} puddings"
        if points > 0:
            marks.append([Stake(f"{name}: +{points} at the end", "won")])
        elif points < 0:
            marks.append([Stake(f"{name}: −{-points} at the end", "lost")])
        else:
            marks.append([Stake(name)] if count else [])
    return marks


def race(tableaus: Sequence[Sequence[engine.Laid]], names: Sequence[str]) -> str:
    """The race for most rolls in words; empty while nobody has one."""
    rolls = roll_counts(tableaus)
    if not any(rolls):
        return ""
    order = sorted(range(len(rolls)), key=lambda seat: -rolls[seat])
    return "Maki race: " + ", ".join(f"{names[seat]} {rolls[seat]}" for seat in order if rolls[seat]) + "."
