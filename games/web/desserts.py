"""Desserts in words: what a seat's desserts amount to, and why they were paid what they were.

How much is asked of the engine; here is only what the units are called.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from games.phrases import counted, listed
from games.web.board import icons_on
from games.web.faces import card_name

_FRUITS = {"w": "watermelon", "p": "pineapple", "o": "orange"}


def _fruit(faces: Sequence[str]) -> str:
    icons = Counter("".join(face.removeprefix("fruit-") for face in faces))
    found = [counted(icons[letter], name) for letter, name in _FRUITS.items() if icons[letter]]
    return listed(found) or "no fruit"


def _tea(faces: Sequence[str]) -> str:
    numbers = sorted(icons_on(face) for face in faces)
    return "bubble tea " + ", ".join(map(str, numbers)) if numbers else "no bubble tea"


def _die(faces: Sequence[str]) -> str:
    return f"a die that shows {icons_on(faces[-1]) if faces else 1}"


#: Card -> what its faces amount to. Where a card is not here, cards are counted.
_AMOUNTS: dict[str, Callable[[Sequence[str]], str]] = {
    "fruit": _fruit,
    "bubble-tea": _tea,
    "mochi": _die,
    "strawberry": lambda faces: counted(sum(map(icons_on, faces)), "strawberry", "strawberries"),
    "frozen-yogurt": lambda faces: f"frozen yogurt of {sum(map(icons_on, faces))}",
}

#: Cards that are paid by comparing what they amount to.
COMPARED = {
    "pudding": "puddings",
    "old-school-pudding": "puddings",
    "strawberry": "strawberries",
    "frozen-yogurt": "value in yogurt",
    "mochi": "on the die",
}


def amount(card: str, faces: Sequence[str]) -> str:
    """What a seat's desserts amount to, such as "2 puddings", "2 watermelons and 1 orange"."""
    make = _AMOUNTS.get(card)
    return make(faces) if make else counted(len(faces), card_name(card))


def why(card: str, names: Sequence[str], held: Sequence[Sequence[str]], points: Sequence[int]) -> str:
    """Why the desserts paid what they paid, in a sentence or two."""
    if not any(held) and not any(points):
        return f"Nobody kept any {card_name(card)}, so dessert paid nothing."
    if card not in COMPARED:
        paid = [
            f"{name} {more:+d}".replace("-", "−") for name, more in zip(names, points, strict=True) if more
        ]
        return f"Everybody is paid for their own {card_name(card)}: {listed(paid) or 'nobody has a set'}."
    if not any(points):
        same = len({amount(card, mine) for mine in held}) == 1
        return (
            f"Everybody has the same, {amount(card, held[0])}: then dessert pays nobody."
            if same
            else "Dessert paid nobody."
        )
    return " ".join(
        told
        for told in (
            _side(card, names, held, points, max(points), "most"),
            _side(card, names, held, points, min(points), "fewest"),
            "At a table of two nobody loses points for fewest."
            if len(names) == 2 and min(points) == 0
            else "",
        )
        if told
    )


def _side(
    card: str,
    names: Sequence[str],
    held: Sequence[Sequence[str]],
    points: Sequence[int],
    paid: int,
    word: str,
) -> str:
    """Who had most, or fewest, and what for; empty when that side was not paid."""
    if (paid <= 0) if word == "most" else (paid >= 0):
        return ""
    seats = [seat for seat, more in enumerate(points) if more == paid]
    who, each = listed([names[seat] for seat in seats]), " each" if len(seats) > 1 else ""
    verb = {"most": "earned", "fewest": "lost"}[word]
    has = "had" if card in ("mochi", "frozen-yogurt") else "kept"
    return (
        f"{who} {has} {word} {COMPARED[card]}, {amount(card, held[seats[0]])}{each}, "
        f"and {verb} {'+' if paid > 0 else '−'}{abs(paid)}{each}."
    )
