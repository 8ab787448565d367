"""What is said of cards and stakes: values in, words out."""

import re
from pathlib import Path

from games import engine
from games.engine import Laid
from games.templatetags.kaiten import SPOKEN, card, signed
from games.web.seats import hand_cards, pass_way, piles
from games.web.sentences import listed, passing_sentence
from games.web.stakes import race, stakes, standing


def laid(*faces: str) -> list[Laid]:
    return [Laid(face, face, None, turn) for turn, face in enumerate(faces, 1)]


def texts(*rows: list[Laid], left: int = 3) -> list[list[str]]:
    marks = stakes("classic", {}, rows, [()] * len(rows), standing("classic", {}, rows), left)
    return [[mark.text for mark in row] for row in marks]


def test_one_card_short_of_a_set_is_said_with_what_it_would_bring() -> None:
    first, second = texts(laid("tempura", "sashimi", "sashimi"), laid("wasabi"))
    assert first == ["next sashimi: +10", "next tempura: +5"]
    assert second == ["next squid: +9"]


def test_nothing_is_near_when_no_card_follows() -> None:
    assert texts(laid("tempura"), laid("sashimi"), left=0) == [[], []]


def test_the_roll_race_and_the_desserts_are_told_as_they_stand() -> None:
    rows = laid("maki-3", "pudding"), laid("maki-2"), laid("maki-1")
    assert texts(*rows, left=0) == [
        ["3 maki: 6", "1 pudding: +6 at the end"],
        ["2 maki: 3", "0 puddings: −3 at the end"],
        ["1 maki, behind", "0 puddings: −3 at the end"],
    ]
    assert race(rows, ["Ada", "Ben", "Cleo"]) == "Maki race: Ada 3, Ben 2, Cleo 1."


def test_stakes_are_told_for_every_edition_whatever_its_menu() -> None:
    for key, edition in engine.EDITIONS.items():
        rows = [laid("egg")] * edition.least_seats
        assert len(stakes(key, {}, rows, [()] * len(rows), standing(key, {}, rows), 1)) == len(rows)


def test_a_hand_marks_its_chosen_cards_in_order() -> None:
    cards = hand_cards(("salmon", "wasabi", "salmon"), ("wasabi", "salmon"))
    assert [(held.face, held.order) for held in cards] == [("salmon", 2), ("wasabi", 1), ("salmon", 0)]
    assert cards[1].said == "wasabi, 1st"


def test_a_nigiri_lies_on_its_wasabi_and_fresh_cards_are_marked() -> None:
    tableau = [Laid("wasabi", "wasabi", None, 1), Laid("egg", "egg", None, 1), Laid("squid", "squid", 0, 2)]
    shown = piles(tableau, 2, ["pudding"])
    assert [pile.faces for pile in shown] == [("pudding",), ("wasabi", "squid"), ("egg",)]
    assert [pile.fresh for pile in shown] == [False, True, False]
    assert shown[1].said == "squid nigiri, 3 points on wasabi"


def test_the_arrow_follows_the_hand() -> None:
    assert [pass_way(seat, (seat + 1) % 3, 3) for seat in range(3)] == ["down"] * 3
    assert [pass_way(seat, (seat - 1) % 4, 4) for seat in range(4)] == ["up"] * 4
    assert pass_way(0, 1, 2) == "across"
    assert passing_sentence((1, 2, 0), False).startswith("hands pass to the left")
    assert passing_sentence((2, 0, 1), False).startswith("hands pass to the right")


def test_small_words() -> None:
    assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert [signed(number) for number in (3, 0, -2, None)] == ["+3", "±0", "−2", "–"]


def test_every_face_of_the_classic_edition_is_drawn_and_has_a_name() -> None:
    sprite = (Path(__file__).parents[2] / "config/static/kaiten/cards.svg").read_text()
    drawn = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    assert set(engine.EDITIONS["classic"].faces) <= drawn
    assert set(SPOKEN) <= drawn
    assert 'aria-label="maki, two rolls"' in card("maki-2")


def test_a_face_without_a_drawing_is_written_on_a_blank_card() -> None:
    written = card("dragon-roll")
    assert 'aria-label="dragon roll"' in written
    assert "#blank" in written
    assert ">dragon</text>" in written


def test_a_card_under_another_is_told_once() -> None:
    assert 'aria-hidden="true"' in card("wasabi", "small", "-")
