"""Words for questions and answers at the table: headings, what a choice is called, what was answered.

What may be chosen is the engine's business; a verb or a kind that is not known here is read as it is written.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games import engine
from games.phrases import listed
from games.web.faces import DRAWINGS, card_name, plain

#: Kind of question -> what the form is headed with. A pick has headings of its own.
HEADINGS = {
    "chopsticks": "Your chopsticks: play one more card",
    "spoon": "Your spoon: ask for a card",
    "gift": "A spoon asks you for a card: which one do you give?",
    "menu": "Your menu: play one of the cards you drew",
    "takeout": "Your takeout box: which cards do you turn face down?",
}
#: Kind of question -> what the button says.
BUTTONS = {"spoon": "Ask for it", "gift": "Give it", "takeout": "Turn them face down"}
#: Verb of a word -> what its group is headed with.
LEGENDS = {
    "use": "And after the reveal",
    "copy": "The special order becomes a copy of",
    "on": "The copy may lie on your wasabi",
    "flip": "Any number, or none: each is worth 2 points from then on, and nothing else",
}
#: Verb -> what to say when a word of it is missing.
MISSING = {
    "copy": "Say which card the special order copies.",
    "on": "The copy of that card cannot lie on wasabi like that; choose again.",
    "use": "So many cards cannot be used in one turn; untick some.",
}


class Words(NamedTuple):
    """How a choice is shown: the face drawn, its caption, whether it lies face down or is a copy."""

    face: str
    label: str
    down: bool = False
    copy: bool = False


def heading(kind: str, slots: int, hand: int) -> str:
    """What the seat is asked, in a line."""
    if kind != "pick":
        return HEADINGS.get(kind, f"Your {kind.replace('-', ' ')}: choose")
    if slots > 1:
        return f"Pick one of {hand} cards, or two with your chopsticks"
    return f"Pick one of {hand} cards" if hand > 1 else "Pick a card"


def legend_of(verb: str, companions: Sequence[str]) -> str:
    """What a group of words is headed with."""
    return f"A card for the {verb}" if verb in companions else LEGENDS.get(verb, verb.capitalize())


def missing_of(verb: str, companions: Sequence[str]) -> str:
    """What to say when an answer lacks a word of this verb, or has too many."""
    if verb in companions:
        return f"Choose a card for the {verb}, and another one for yourself."
    return MISSING.get(verb, f"Your answer needs “{verb}” as well; choose under it.")


def named(name: str) -> Words:
    """A face, or the name of a kind of card that has several faces: drawn as its first, said as "any …"."""
    if name in DRAWINGS:
        # Below a card that shows fruit, which fruit is enough.
        fruit = plain(name).partition("(")[2].rstrip(")") if DRAWINGS[name].fruits else ""
        return Words(name, fruit or plain(name))
    faces = [face for face in DRAWINGS if face.rpartition("-")[0] == name]
    return Words(faces[0] if faces else _sample(name), f"any {card_name(name)}")


def _sample(name: str) -> str:
    """A face to draw for a kind whose faces are not called after it."""
    return {"nigiri": "salmon", "fruit": "fruit-wp"}.get(name, name)


def word_shown(word: str, tableau: Sequence[engine.Laid]) -> Words:
    """A word such as "use:3" with the card it points at; of "dummy:egg" the card itself."""
    verb, _, at = word.partition(":")
    if not at.isdecimal():
        return Words(at, plain(at)) if at else Words("", word)
    if int(at) >= len(tableau):
        return Words("", f"{verb} {at}")
    laid = tableau[int(at)]
    name = plain(laid.face)
    copy = laid.printed == "special-order" and laid.face != laid.printed
    if verb == "use":
        does = "take another card" if laid.face.startswith("chopsticks") else "ask for a card"
        return Words(laid.face, f"use {name}: {does}")
    return Words(laid.face, f"lay it on {name}" if verb == "on" else name, laid.down, copy)


def answer_sentence(chosen: Sequence[str], tableau: Sequence[engine.Laid]) -> str:
    """An answer in words, such as "a special order as a copy of tempura, using chopsticks"."""
    cards = [_called(name) for name in chosen if ":" not in name]
    extra: list[str] = []
    flipped: list[str] = []
    for word in chosen:
        verb, _, at = word.partition(":")
        shown = word_shown(word, tableau) if at else None
        if shown is None or verb == "place":
            continue
        if verb == "copy":
            extra.append(f"as a copy of {shown.label}")
        elif verb == "on":
            extra.append("on wasabi")
        elif verb == "use":
            extra.append(f"using {plain(shown.face)}")
        elif verb == "flip":
            flipped.append(shown.label)
        else:
            extra.append(f"with {shown.label} for the {verb}")
    if not cards:
        return f"to turn {listed(flipped)} face down" if flipped else "no card"
    return ", ".join([_in_order(cards), *extra])


def _called(name: str) -> str:
    return plain(name) if name in DRAWINGS else card_name(name)


def _in_order(cards: Sequence[str]) -> str:
    return cards[0] if len(cards) == 1 else f"{cards[0]}, then {listed(cards[1:])}"
