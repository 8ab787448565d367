"""What lies open on a table, with the rules that value it: for marks under a seat, races, desserts.

Public things only. Every number is asked of the engine's door, so a new card or edition needs nothing here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import engine

#: How a tableau of nobody is called on a page.
COMPANION = "the {}"


@dataclass(frozen=True, slots=True)
class Board:
    """The cards in front of every seat (and after the seats, of the tableaus of nobody), desserts kept from
    earlier rounds, the table's markers, and its rules."""

    rules: engine.Rules
    tableaus: Sequence[Sequence[engine.Laid]]
    keeps: Sequence[Sequence[engine.Face]]
    markers: Mapping[str, int]

    @classmethod
    def of(
        cls,
        edition: str,
        variant: str,
        options: Mapping[str, engine.OptionValue],
        tableaus: Sequence[Sequence[engine.Laid]],
        keeps: Sequence[Sequence[engine.Face]],
        markers: Mapping[str, int],
    ) -> "Board":
        """The board of a table with these settled options."""
        rules = engine.rules_of_position(edition, variant, len(tableaus), options)
        return cls(rules, tableaus, keeps, markers)

    def worth(self, seat: int | None = None, face: engine.Face = "") -> list[dict[str, int]]:
        """Per row, card -> what lies there is worth if the round ended now, with `face` added before
        `seat`."""
        rows: list[list[engine.Laid | engine.Face]] = [list(row) for row in self.tableaus]
        if seat is not None:
            rows[seat].append(face)
        rules = self.rules
        return engine.score_round(rules.edition.key, rows, rules.options, rules.variant, self.markers)

    def desserts(self) -> list[list[engine.Face]]:
        """Per row, the desserts of earlier rounds and of this one, in order."""
        keeps = self.rules.keeps
        return [
            [*kept, *[laid.face for laid in row if laid.face in keeps and not laid.down]]
            for kept, row in zip(self.keeps, self.tableaus, strict=True)
        ]

    def dessert_points(self) -> list[int]:
        """Per row, what its desserts would be paid if the game ended now."""
        rules = self.rules
        paid = engine.score_desserts(rules.edition.key, self.desserts(), rules.options, rules.variant)
        return [sum(mine.values()) for mine in paid]

    def rolls(self) -> tuple[str, list[int]]:
        """The roll that is played for, and the icons of every row; "" when there is none in use."""
        roll = next((card for card in self.rules.card_of.values() if card.course == "roll"), None)
        if roll is None:
            return "", [0 for _ in self.tableaus]
        icons = [
            sum(icons_on(laid.face) for laid in row if laid.face in roll.faces and not laid.down)
            for row in self.tableaus
        ]
        return roll.key, icons


def icons_on(face: engine.Face) -> int:
    """The number printed on a face such as "maki-2"; 1 where there is none."""
    number = face.rpartition("-")[2]
    return int(number) if number.isdigit() else 1


def row_names(seats: Sequence[str], companions: Sequence[str]) -> list[str]:
    """The names of all rows of a table."""
    return [*seats, *[COMPANION.format(name) for name in companions]]
