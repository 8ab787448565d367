"""`drafter`: weighs what a card may still become, who else is racing for it, and what the hand passed on is
worth next door.

Sets begun are worth their points times the chance to finish them in the turns left; rolls and puddings are
worth the change in the odds of the race; wasabi is worth the nigiri it may carry, and a nigiri laid on one
pays for the wasabi it uses up. Weights were set by self-play against `greedy` on the classic edition; where
other cards are in play, only the chance of finishing what is begun is weighed (tasting.py): there denial cost
more than it brought. No dice: ties go by the order of the options.
"""

from functools import cache, lru_cache
from math import exp
from random import Random

from games.bots.appetite import KIN, KNOWN, NIGIRI, ROLLS, Plate, immediate, plate_of
from games.bots.base import Bot, plainest
from games.bots.tasting import taste
from games.engine import Options, View

SHARE = {"tempura": 14 / 108, "sashimi": 14 / 108, "dumpling": 14 / 108, "nigiri": 20 / 108}
"""How much of the classic deck a kind is: the odds that a card not yet seen is one."""

# Weights, in points unless said otherwise, set by self-play at tables of two to five.
CONTESTED = 0.41  # how often a wanted card in a coming hand is still there and not worth less than another
DENIAL = 0.25  # worth to us of a point kept from the left neighbour at a table of two; shared among opponents
TEMPURA_SECOND = 4.2
TEMPURA_FIRST = 2.2  # times the chance to meet the second
SASHIMI_THIRD = 6.0
SASHIMI_SECOND = 3.9  # times the chance to meet the third
SASHIMI_FIRST = 2.9  # times the chance to meet two more
DUMPLING_MORE = 0.5  # a dumpling makes the next one dearer, as often as one comes
WASABI_MOST = 4.0
WASABI_PER_NIGIRI = 2.2  # per nigiri still expected to come by
CHOPSTICKS_MOST = 3.4
CHOPSTICKS_PER_TURN = 0.6
ROLL_SPREAD = 0.42  # icons by which a lead in rolls may still move, per turn left
MOST_KEPT = 10_000
PUDDING_SPREAD = 0.3  # puddings by which a lead may still move, per round left


def choose(view: View, options: Options, rng: Random) -> tuple[str, ...]:
    """The answer with the greatest worth to this seat less what it leaves for the neighbour."""
    answers = options.choices()
    if view.seat is None:
        return plainest(options)
    if options.kind != "pick" or not answers or view.lowest_wins or not KNOWN.issuperset(options.faces):
        return taste(view, options, _odds) or plainest(options)
    thought = _Thought(view)
    return max(answers, key=thought.worth_of)


def _odds(left: int) -> float:
    """Early on what is begun is often finished, and more than once; late it is not."""
    return min(1.5, left / 4)


class _Thought:
    """One decision: everything about the table that the worth of an answer depends on, looked at once."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        seat = view.seat
        self.left = view.turns - view.turn
        self.chances = (_chance("tempura", self.left), _chance("nigiri", self.left))
        plates = [plate_of(tableau) for tableau in view.tableaus]
        neighbour = plates[(seat + 1) % view.seats]
        puddings = [
            len(keep) + plate.count("pudding") for keep, plate in zip(view.keeps, plates, strict=True)
        ]
        self.plate, self.mine = plates.pop(seat), puddings.pop(seat)
        self.rivals = tuple(sorted([plate.icons for plate in plates]))
        self.roll_spread = 1.0 + ROLL_SPREAD * self.left
        self.theirs = tuple(sorted(puddings))
        self.pudding_spread = 0.6 + PUDDING_SPREAD * (view.rounds - view.round + self.left / view.turns)
        self.denial = DENIAL / (view.seats - 1)
        self.cache: dict[str, float] = {}
        # What each face of the hand would bring the neighbour at once, the dearest first, and how many there
        # are.
        held = {face: view.hand.count(face) for face in set(view.hand)}
        self.wanted = sorted(
            [(immediate(face, neighbour), face, number) for face, number in held.items()], reverse=True
        )

    def worth_of(self, answer: tuple[str, ...]) -> float:
        first = self._alone(answer[0])
        if len(answer) == 1:
            return first - self.denial * self._left_behind(answer)
        total = first - self._chopsticks()
        if KIN[answer[0]] != KIN[answer[1]]:
            total += self._alone(answer[1])
        else:
            plate = self.plate.copy()
            plate.add(answer[0])
            total += self._weigh(answer[1], plate)
        return total - self.denial * self._left_behind(answer)

    def _alone(self, face: str) -> float:
        if face not in self.cache:
            self.cache[face] = self._weigh(face, self.plate)
        return self.cache[face]

    def _weigh(self, face: str, plate: Plate) -> float:
        sets, nigiri = self.chances
        if face in NIGIRI:
            return immediate(face, plate) - (self._wasabi(nigiri) if plate.free_wasabi else 0.0)
        if face in ROLLS:
            return self._rolls(plate.icons + ROLLS[face]) - self._rolls(plate.icons)
        if face == "tempura":
            return TEMPURA_SECOND if plate.count(face) % 2 else TEMPURA_FIRST * min(1.0, sets)
        if face == "sashimi":
            missing = 2 - plate.count(face) % 3
            if not missing:
                return SASHIMI_THIRD
            weight = SASHIMI_SECOND if missing == 1 else SASHIMI_FIRST
            return weight * min(1.0, sets / missing) ** missing
        if face == "dumpling":
            return immediate(face, plate) + DUMPLING_MORE * min(1.5, sets)
        if face == "wasabi":
            return self._wasabi(nigiri) if self.left > plate.free_wasabi else 0.0
        if face == "chopsticks":
            return self._chopsticks()
        if face == "pudding":
            held = self.mine + plate.count(face)
            return self._puddings(held + 1) - self._puddings(held)
        return 1.0

    def _wasabi(self, nigiri: float) -> float:
        return min(WASABI_MOST, WASABI_PER_NIGIRI * nigiri)

    def _chopsticks(self) -> float:
        return min(CHOPSTICKS_MOST, CHOPSTICKS_PER_TURN * (self.left - 1)) if self.left > 1 else 0.0

    def _rolls(self, icons: int) -> float:
        return _race(icons, self.rivals, self.roll_spread)

    def _puddings(self, count: int) -> float:
        return _pudding_race(count, self.theirs, self.pudding_spread)

    def _left_behind(self, answer: tuple[str, ...]) -> float:
        for worth, face, number in self.wanted:
            if number > answer.count(face):
                return worth
        return 0.0


# Tables come to the same numbers again and again, so what an exponential was paid for is kept.


@lru_cache(MOST_KEPT)
def _race(icons: int, rivals: tuple[int, ...], spread: float) -> float:
    """What so many roll icons are worth against those of the others."""
    ahead = [1 / (1 + exp((rival - icons) / spread)) for rival in rivals]
    first = 1.0
    for chance in ahead:
        first *= chance
    second = sum(first / chance * (1 - chance) for chance in ahead if chance > 0)
    return (6 * first + 3 * min(second, 1 - first)) * (icons > 0)


@lru_cache(MOST_KEPT)
def _pudding_race(count: int, rivals: tuple[int, ...], spread: float) -> float:
    """What so many puddings are worth against those of the others."""
    most = fewest = 1.0
    for rival in rivals:
        chance = 1 / (1 + exp((rival - count) / spread))
        most *= chance
        fewest *= 1 - chance
    return 6 * most - (6 * fewest if len(rivals) > 1 else 0.0)


@cache
def _chance(kind: str, left: int) -> float:
    """How many of the coming hands are expected to offer a card of a kind, in so many turns left."""
    return CONTESTED * sum(1 - (1 - SHARE[kind]) ** size for size in range(1, left + 1))


BOT = Bot("drafter", "weighs odds, races and the neighbour's hand", choose, dice=False)
