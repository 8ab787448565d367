"""What is said of cards and stakes: values in, words out."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import time_machine
from django.utils import timezone

from games import engine
from games.engine import Laid
from games.phrases import counted, listed
from games.queries import Replay
from games.templatetags.kaiten import ago, card, due, signed
from games.web.board import Board
from games.web.end_page import result
from games.web.faces import DRAWINGS, plain, spoken
from games.web.seats import hand_cards, pass_way, piles
from games.web.sentences import passing_sentence
from games.web.stakes import race, stakes


def laid(*faces: str) -> list[Laid]:
    return [Laid(face, face, None, turn) for turn, face in enumerate(faces, 1)]


def board(edition: str, *rows: list[Laid], **options: engine.OptionValue) -> Board:
    return Board.of(edition, "", options, rows, [()] * len(rows), {})


def texts(*rows: list[Laid], left: int = 3, edition: str = "classic") -> list[list[str]]:
    table = board(edition, *rows)
    marks = stakes(table, table.worth(), [{}] * len(rows), left)
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
    assert race(board("classic", *rows), ["Ada", "Ben", "Cleo"]) == "Maki race: Ada (3), Ben (2), Cleo (1)."


def test_stakes_are_told_for_every_edition_whatever_its_menu() -> None:
    for key, edition in engine.EDITIONS.items():
        rows = [laid("egg")] * edition.least_seats
        table = board(key, *rows)
        assert len(stakes(table, table.worth(), [{}] * len(rows), 1)) == len(rows)


def test_face_down_cards_and_losses_are_told_as_what_they_are() -> None:
    down = Laid("eel", "eel", None, 1, down=True)
    first, second, third = texts([down], laid("eel"), laid("tofu"), edition="party", left=0)
    assert "face down: 2" in first
    assert "eel: −3" in second
    assert "tofu: 2" in third


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


def faces_of(edition: engine.Edition) -> set[str]:
    """Every face a game of the edition may show, whatever its options."""
    return {face for card_ in edition.cards for face in card_.faces}


@time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False)
def test_what_is_to_come_is_not_told_as_past() -> None:
    def told(said: Callable[[datetime], str], **later: int) -> str:
        return re.sub("<[^>]*>", "", said(timezone.now() + timedelta(**later)))

    assert [told(ago, seconds=n) for n in (-90, -3, 0, 3, 90)] == [
        "1 min ago", "just now", "just now", "in a moment", "in 1 min",
    ]  # fmt: skip
    assert [told(due, seconds=n) for n in (-90, 0, 3, 90)] == ["now", "now", "in a moment", "in 1 min"]


def test_every_face_of_every_edition_is_drawn_and_named_unlike_any_other() -> None:
    for edition in engine.EDITIONS.values():
        faces = faces_of(edition)
        assert faces <= set(DRAWINGS), faces - set(DRAWINGS)
        assert len({spoken(face) for face in faces}) == len(faces)
        looks = {(*DRAWINGS[face][:2], *DRAWINGS[face][4:]) for face in faces}
        assert len(looks) == len(faces)
        assert all(plain(face) for face in faces)


def test_every_drawing_and_mark_is_in_its_sprite() -> None:
    static = Path(__file__).parents[2] / "config/static"
    wanted: dict[str, set[str]] = {}
    for drawing in DRAWINGS.values():
        marks = {drawing.mark} - {""}
        wanted.setdefault(drawing.sprite, set()).update({drawing.symbol, *drawing.fruits}, marks)
    for sprite, symbols in wanted.items():
        text = (static / sprite).read_text()
        assert symbols <= set(re.findall(r'<symbol id="([^"]+)"', text)), sprite
        assert not re.search(r"<style|style=|class=", text), "the content policy would refuse it"
        shared = set(re.findall(r'<use href="#([^"]+)"', text))
        assert shared <= set(re.findall(r' id="([^"]+)"', text)), sprite


def test_a_number_is_written_on_its_mark_and_read_aloud() -> None:
    drawn = card("uramaki-5")
    assert "cards/party.svg#uramaki" in drawn
    assert "#icons" in drawn
    assert ">5</text>" in drawn
    assert 'aria-label="uramaki, 5 icons"' in drawn
    assert card("fruit-wo").count("<use") == 3
    assert 'aria-label="fruit: watermelon and orange"' in card("fruit-wo")


def test_a_face_without_a_drawing_is_written_on_a_blank_card() -> None:
    written = card("dragon-roll")
    assert 'aria-label="dragon roll"' in written
    assert "#blank" in written
    assert ">dragon</text>" in written


def test_a_card_under_another_is_told_once() -> None:
    assert 'aria-hidden="true"' in card("wasabi", "small", "-")


def test_one_is_counted_as_one() -> None:
    assert [counted(number, "seat") for number in (0, 1, 2)] == ["0 seats", "1 seat", "2 seats"]
    assert counted(1, "rating differs", "ratings differ") == "1 rating differs"


def test_the_result_of_a_game_is_told_in_a_sentence_or_two() -> None:
    @dataclass
    class Last:
        totals: tuple[int, ...]
        places: tuple[int, ...]
        tie_break: tuple[int, ...] = (0, 0, 0)

    def told(*last: tuple[int, ...], lowest: bool = False) -> str:
        replay = cast(Replay, SimpleNamespace(turns=[Last(*last)]))
        return result(replay, ["Ada", "Ben", "Cleo"], lowest=lowest)

    assert told((9, 12, 1), (2, 1, 3)) == (
        "Ben wins with 12 points, 3 points ahead of Ada, who has 9; Cleo has 1."
    )
    assert told((12, 12, 1), (2, 1, 3), (1, 4, 0)) == (
        "Ben wins with 12 points. Ben and Ada have 12 points each; desserts break the tie, 4 against 1."
    )
    assert told((12, 12, 1), (1, 1, 3)).startswith("Ada and Ben share the win with 12 points. ")
    assert told((9, 12, 1), (2, 3, 1), lowest=True).startswith(
        "Cleo wins with 1 point, the lowest total, 8 points below Ada"
    )
