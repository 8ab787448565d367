"""`greedy`: takes what pays most at once, and half the worth of a set begun. Also the house's substitute.

It looks at its own tableau only, never at the others', throws no dice, and breaks ties by the order of the
options: the same view always gives the same pick, so that a substitute can be predicted and checked.
"""

from random import Random

from games.bots.appetite import KIN, KNOWN, ROLLS, Plate, immediate, plate_of
from games.bots.base import Bot, plainest
from games.bots.tasting import taste
from games.engine import Options, View

CHOPSTICKS_KEPT = 1.5
"""Points a second card must bring before the chopsticks are worth giving up."""


def choose(view: View, options: Options, rng: Random) -> tuple[str, ...]:
    """The answer whose cards, laid in order, add most; the first such in the order of the options."""
    answers = options.choices()
    if options.kind != "pick" or not answers or view.lowest_wins or not KNOWN.issuperset(options.faces):
        return taste(view, options) or plainest(options)
    if view.seat is None:
        return plainest(options)
    plate, left = plate_of(view.tableaus[view.seat]), view.turns - view.turn
    alone = {face: _worth(face, plate, left) for face in set(options.faces)}
    return max(answers, key=lambda answer: _sum(answer, plate, left, alone))


def _sum(answer: tuple[str, ...], plate: Plate, left: int, alone: dict[str, float]) -> float:
    first = alone[answer[0]]
    if len(answer) == 1:
        return first
    total = (-CHOPSTICKS_KEPT if left > 1 else 0.0) + first
    if KIN[answer[0]] != KIN[answer[1]]:
        return total + alone[answer[1]]
    plate = plate.copy()
    plate.add(answer[0])
    return total + _worth(answer[1], plate, left)


def _worth(face: str, plate: Plate, left: int) -> float:
    """Points at once, or half of what one card of a set begun is worth, while turns remain to finish it."""
    now = immediate(face, plate)
    if now or face == "dumpling":
        return now
    if face in ROLLS:
        return 0.8 * ROLLS[face]
    if face == "tempura":
        return 1.25 if left >= 1 else 0.0
    if face == "sashimi":
        missing = 2 - plate.count(face) % 3
        return 5.0 / 3 / missing if left >= missing else 0.0
    if face == "wasabi":
        return 2.0 if left > plate.free_wasabi else 0.0
    if face == "chopsticks":
        return 1.0 if left > 1 else 0.0
    return 1.5


BOT = Bot("greedy", "takes what pays most at once", choose, dice=False)
