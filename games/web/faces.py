"""How a face looks and what it is called: which drawing of which sprite, the mark with its number, its names.

A face with a drawing of its own needs a `<symbol>`; faces that differ by a number alone share one drawing,
and the number is written on a mark. No rule lives here: a face of an edition that is not in the table is
written out in words on a blank card until somebody draws it.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

CLASSIC, PARTY, TENTH = "kaiten/cards.svg", "kaiten/cards/party.svg", "kaiten/cards/tenth.svg"


class Drawing(NamedTuple):
    """A face's picture and names.

    `said` is what a screen reader says of the card, `plain` what a sentence calls it. `mark` is the symbol
    that `number` is written on; `fruits` are small pictures laid on the card."""

    sprite: str
    symbol: str
    said: str
    plain: str
    mark: str = ""
    number: str = ""
    fruits: tuple[str, ...] = ()


def _own(sprite: str, names: Mapping[str, tuple[str, str]]) -> dict[str, Drawing]:
    """Faces with a drawing each: face -> what is said of it, what a sentence calls it."""
    return {face: Drawing(sprite, face, said, plain or said) for face, (said, plain) in names.items()}


def _numbered(
    sprite: str, stem: str, numbers: Iterable[int], mark: str, said: str, plain: str, symbol: str = ""
) -> dict[str, Drawing]:
    """Faces of one drawing that differ by their number, which `said` and `plain` have as {n}, and an s as
    {s}."""
    return {
        f"{stem}-{n}": Drawing(
            sprite,
            symbol or stem,
            said.format(n=n, s="" if n == 1 else "s"),
            plain.format(n=n, s="" if n == 1 else "s"),
            mark,
            str(n),
        )
        for n in numbers
    }


_FRUITS: Final = {"w": "watermelon", "p": "pineapple", "o": "orange"}


def _fruit(first: str, second: str) -> Drawing:
    one, other = _FRUITS[first], _FRUITS[second]
    words = f"two {one}s" if one == other else f"{one} and {other}"
    return Drawing(PARTY, "fruit", f"fruit: {words}", f"fruit ({words})", fruits=(one, other))


DRAWINGS: Final[Mapping[str, Drawing]] = {
    **_own(
        CLASSIC,
        {
            "tempura": ("tempura", ""),
            "sashimi": ("sashimi", ""),
            "dumpling": ("dumpling", ""),
            "maki-1": ("maki, one roll", "a single maki roll"),
            "maki-2": ("maki, two rolls", "two maki rolls"),
            "maki-3": ("maki, three rolls", "three maki rolls"),
            "egg": ("egg nigiri, 1 point", "egg nigiri"),
            "salmon": ("salmon nigiri, 2 points", "salmon nigiri"),
            "squid": ("squid nigiri, 3 points", "squid nigiri"),
            "wasabi": ("wasabi", ""),
            "chopsticks": ("chopsticks", ""),
            "pudding": ("pudding", ""),
            "back": ("a card face down", ""),
        },
    ),
    **_own(
        PARTY,
        {
            "temaki": ("temaki", ""),
            "onigiri-circle": ("round onigiri", ""),
            "onigiri-triangle": ("triangle onigiri", ""),
            "onigiri-square": ("square onigiri", ""),
            "onigiri-rectangle": ("rectangle onigiri", ""),
            "edamame": ("edamame", ""),
            "eel": ("eel", ""),
            "tofu": ("tofu", ""),
            "miso-soup": ("miso soup", ""),
            "soy-sauce": ("soy sauce", ""),
            "tea": ("tea", ""),
            "special-order": ("special order", "a special order"),
            "green-tea": ("green tea ice cream", ""),
        },
    ),
    **_numbered(PARTY, "uramaki", (3, 4, 5), "icons", "uramaki, {n} icons", "uramaki ({n})"),
    **_numbered(PARTY, "chopsticks", (1, 2, 3), "order", "chopsticks, number {n}", "chopsticks"),
    **_numbered(PARTY, "spoon", (4, 5, 6), "order", "spoon, number {n}", "a spoon"),
    **_numbered(PARTY, "menu", (7, 8, 9), "order", "menu, number {n}", "a menu"),
    **_numbered(PARTY, "takeout", (10, 11, 12), "order", "takeout box, number {n}", "a takeout box"),
    **{
        f"fruit-{first}{second}": _fruit(first, second)
        for first, second in ("ww", "pp", "oo", "wp", "wo", "po")
    },
    **_own(
        TENTH,
        {
            "gyoza": ("gyoza", ""),
            "futomaki-1": ("futomaki, one roll", "a single futomaki roll"),
            "futomaki-2": ("futomaki, two rolls", "two futomaki rolls"),
            "futomaki-3": ("futomaki, three rolls", "three futomaki rolls"),
            "old-school-pudding": ("old-school pudding", ""),
        },
    ),
    **_numbered(
        TENTH,
        "strawberry",
        range(1, 7),
        "berries",
        "strawberry pudding, {n} symbol{s}",
        "strawberry pudding ({n})",
    ),
    "frozen-yogurt": Drawing(
        TENTH, "yogurt", "frozen yogurt, its value not seen yet", "frozen yogurt", "value", "?"
    ),
    **_numbered(TENTH, "yogurt", range(1, 7), "value", "frozen yogurt, value {n}", "frozen yogurt ({n})"),
    **_numbered(TENTH, "bubble-tea", range(1, 6), "pearl", "bubble tea, number {n}", "bubble tea {n}"),
    "mochi": Drawing(TENTH, "mochi", "mochi, not rolled yet", "mochi", "die", "?"),
    **_numbered(TENTH, "mochi", range(1, 13), "die", "mochi, the die shows {n}", "mochi (rolled {n})"),
}

#: Cards that are called otherwise than their key with blanks for hyphens.
_CARDS: Final = {
    "green-tea": "green tea ice cream",
    "takeout": "takeout box",
    "strawberry": "strawberry pudding",
    "old-school-pudding": "old-school pudding",
}


def spoken(face: str) -> str:
    """What a screen reader says of a face; a face unknown here is read by its own code."""
    drawing = DRAWINGS.get(face)
    return drawing.said if drawing else face.replace("-", " ")


def plain(face: str) -> str:
    """A face as it is named inside a sentence."""
    drawing = DRAWINGS.get(face)
    return drawing.plain if drawing else face.replace("-", " ")


def card_name(key: str) -> str:
    """A card, whatever its faces, as it is named inside a sentence or above a column."""
    return _CARDS.get(key, key.replace("-", " "))
