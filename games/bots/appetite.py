"""What a card is worth to a seat: the arithmetic that `greedy` and `drafter` share. Not a bot itself.

Worth is in points. `Plate` is a seat's tableau boiled down to what future cards depend on: how many of
each kind, how many wasabi lie free, how many roll icons. Facts of scoring: rulebook section "Scoring"
(classic).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.engine import Laid

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}
ROLLS = {"maki-1": 1, "maki-2": 2, "maki-3": 3}
DUMPLING_STEPS = (1, 2, 3, 4, 5)
KNOWN = frozenset({*NIGIRI, *ROLLS, "tempura", "sashimi", "dumpling", "wasabi", "chopsticks", "pudding"})
"""The cards this arithmetic is for; where others are in play tasting.py weighs them."""
KIN = {face: "wasabi" if face in NIGIRI else "roll" if face in ROLLS else face for face in KNOWN}
"""A card changes what another is worth only if they are kin."""


@dataclass(slots=True)
class Plate:
    """A seat's cards of this round in the shape in which later cards depend on them."""

    counts: dict[str, int] = field(default_factory=dict)
    free_wasabi: int = 0
    icons: int = 0

    def add(self, face: str) -> None:
        """Lay one more card: a nigiri goes on the oldest free wasabi, as the rules force it to."""
        if face in NIGIRI:
            self.free_wasabi -= self.free_wasabi > 0
        elif face == "wasabi":
            self.free_wasabi += 1
        elif face in ROLLS:
            self.icons += ROLLS[face]
        self.counts[face] = self.counts.get(face, 0) + 1

    def count(self, face: str) -> int:
        """How many of this face lie here."""
        return self.counts.get(face, 0)

    def copy(self) -> "Plate":
        """A plate to lay cards on in thought."""
        return Plate(dict(self.counts), self.free_wasabi, self.icons)


def plate_of(tableau: Iterable[Laid]) -> Plate:
    """The plate of a tableau; cards turned face down count for nothing here."""
    plate = Plate()
    for face, _, _, _, down in tableau:
        if not down:
            plate.add(face)
    return plate


def immediate(face: str, plate: Plate) -> float:
    """Points that laying `face` now is sure to add by itself; 0 for a set that stays unfinished."""
    if face in NIGIRI:
        return NIGIRI[face] * (3 if plate.free_wasabi else 1)
    if face == "tempura":
        return 5.0 if plate.count(face) % 2 == 1 else 0.0
    if face == "sashimi":
        return 10.0 if plate.count(face) % 3 == 2 else 0.0
    if face == "dumpling":
        held = plate.count(face)
        return DUMPLING_STEPS[held] if held < len(DUMPLING_STEPS) else 0.0
    return 0.0
