"""Which moments of a replay are told, and how: each change of lead once, a tie as a tie."""

import re
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client

from games import engine, queries
from games.queries import Moment, ReplayTurn
from games.queries.moments import moments_of
from games.web.sentences import moment_sentence, worth_a_jump
from tests.web.conftest import play

NAMES = ["Ada", "Ben", "Cleo"]


def told(*paid: tuple[int, int, int]) -> list[str]:
    """The changes of lead in maki that are told when it pays these points turn by turn, with their turns."""
    rules = SimpleNamespace(card_of={"maki-1": SimpleNamespace(key="maki", course="roll")})
    turns = []
    before: list[dict[str, int]] = [{}, {}, {}]
    for number, points in enumerate(paid, 1):
        record = cast(
            engine.TurnRecord,
            SimpleNamespace(after=SimpleNamespace(rules=rules), causes=(), chosen=[(), (), ()]),
        )
        standing = [{"maki": each} if each else {} for each in points]
        moments = moments_of(record, standing, before)
        turns.append(SimpleNamespace(key=f"1.{number}", round=1, turn=number, moments=moments))
        before = standing
    kept = worth_a_jump(cast(list[ReplayTurn], turns))
    return [f"{key} {moment_sentence(moment, NAMES)}" for key, each in kept.items() for moment in each]


def test_who_comes_up_to_the_lead_ties_and_who_passes_takes_it() -> None:
    assert told((6, 0, 0), (6, 3, 0), (3, 3, 0), (3, 6, 0)) == [
        "1.3 Ada and Ben tie for the lead in maki",
        "1.4 Ben takes the lead in maki",
    ]


def test_two_who_pass_at_once_are_one_tie() -> None:
    assert told((6, 0, 0), (0, 3, 3), (2, 2, 2), (0, 6, 3)) == [
        "1.2 Ben and Cleo tie for the lead in maki",
        "1.3 Ada, Ben and Cleo tie for the lead in maki",
        "1.4 Ben takes the lead in maki",
    ]


def test_who_is_caught_up_and_goes_ahead_again_has_not_taken_the_lead_anew() -> None:
    assert told((6, 0, 0), (3, 3, 0), (6, 3, 0), (3, 6, 0), (6, 3, 0)) == [
        "1.2 Ada and Ben tie for the lead in maki",
        "1.4 Ben takes the lead in maki",
        "1.5 Ada takes the lead in maki",
    ]
    # Passed by two at once, it is taken back.
    assert told((6, 0, 0), (0, 3, 3), (2, 2, 2), (6, 3, 3))[-1] == "1.4 Ada takes the lead in maki"


def test_the_first_to_be_ahead_take_the_lead_from_nobody() -> None:
    assert told((0, 0, 0), (3, 3, 0), (6, 3, 0)) == ["1.3 Ada takes the lead in maki"]


@pytest.mark.django_db
@pytest.mark.services
def test_the_page_tells_of_each_card_and_turn_one_change_of_lead(client: Client) -> None:
    ties = 0
    for seed in ("moments 1", "moments 2", "moments 3"):
        game = play(5, seed)
        shown = queries.replay(game.pk, engine.OPEN)
        page = client.get(f"/games/{game.pk}/replay/end/").content.decode()
        lines = re.findall(r'<li[^>]*><a href="[^"]*">(\d\.\d+)</a><span>([^<]*)</span></li>', page)
        leads = [(turn, line) for turn, line in lines if "the lead in maki" in line]
        assert len({turn for turn, _ in leads}) == len(leads)
        for key, line in leads:
            turn = next(turn for turn in shown.turns if turn.key == key)
            paid = [seat.standing.get("maki", 0) for seat in turn.seats]
            ahead = [seat.name for seat, points in zip(shown.seats, paid, strict=True) if points == max(paid)]
            assert all(name in line for name in ahead)
            assert ("tie for" in line) == (len(ahead) > 1)
            ties += len(ahead) > 1
    assert ties


def test_of_equal_swings_none_is_called_the_biggest() -> None:
    assert "biggest" not in moment_sentence(Moment("swing", 0, points=12), NAMES)
