"""The table of the HTTP contract, section 3: what every kind of pick is answered."""

import datetime as dt
from typing import Any

import pytest

from games import clock, store
from games.models import Game
from tests.api.table import Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def picked(table: Table) -> list[Any]:
    """The picks in the log."""
    return [event for event in store.read(table.game.pk) if event.kind == "picked"]


def make_late(table: Table) -> None:
    """Let the time for the open question be over."""
    Game.objects.filter(pk=table.game.pk).update(deadline=clock.now() - dt.timedelta(seconds=1))


def test_a_first_answer_is_created_and_comes_with_my_view(table: Table) -> None:
    card = table.hand(0)[0]
    answer = table.bots[0].pick(table.game, "1.1-pick", card)
    body = answer.json()
    assert answer.status_code == 201
    assert (body["created"], body["seat"], body["question"], body["chosen"]) == (True, 0, "1.1-pick", [card])
    assert body["view"]["seat"] == 0
    assert body["view"]["my_pick"] == [card]
    assert body["view"]["picked"] == [True, False, False]
    assert body["elapsed_ms"] >= 0
    assert [event.seq for event in picked(table)] == [body["seq"]]


def test_the_same_answer_again_is_the_same_pick_however_often_it_comes(table: Table) -> None:
    card = table.hand(0)[0]
    first = table.bots[0].pick(table.game, "1.1-pick", card).json()
    for _ in range(3):
        again = table.bots[0].pick(table.game, "1.1-pick", card)
        assert again.status_code == 200
        assert {**again.json(), "created": True}.keys() == first.keys()
        assert [again.json()[name] for name in ("seq", "chosen", "seat")] == [first["seq"], [card], 0]
    assert len(picked(table)) == 1


def test_the_same_answer_is_known_after_the_turn_and_the_game_have_moved_on(table: Table) -> None:
    card = table.hand(1)[0]
    first = table.bots[1].pick(table.game, "1.1-pick", card).json()
    table.play_turn()
    assert table.bots[1].pick(table.game, "1.1-pick", card).status_code == 200
    table.finish()
    again = table.bots[1].pick(table.game, "1.1-pick", card)
    assert (again.status_code, again.json()["seq"]) == (200, first["seq"])


def test_a_different_answer_to_an_answered_question_is_refused_with_the_one_on_record(table: Table) -> None:
    first, other = list(dict.fromkeys(table.hand(0)))[:2]
    table.bots[0].pick(table.game, "1.1-pick", first)
    for _ in range(2):  # while the turn is open, and after it
        answer = table.bots[0].pick(table.game, "1.1-pick", other)
        assert (answer.status_code, answer.json()["code"]) == (409, "already_answered")
        assert answer.json()["recorded"] == [first]
        table.play_turn()
    assert len([event for event in picked(table) if '"1.1-pick"' in event.data]) == 3


def test_a_question_whose_time_ran_out_is_closed_and_the_substitute_is_told(table: Table) -> None:
    hand = table.hand(0)
    make_late(table)
    answer = table.bots[0].pick(table.game, "1.1-pick", hand[0])
    body = answer.json()
    assert (answer.status_code, body["code"], body["cause"]) == (409, "question_closed", "timeout")
    assert set(body["recorded"]) <= set(hand)
    assert table.question() == "1.2-pick"


def test_a_question_that_timed_out_stays_closed_when_the_game_is_over(table: Table) -> None:
    card = table.hand(0)[0]
    make_late(table)
    table.bots[1].get("questions")
    table.finish()
    answer = table.bots[0].pick(table.game, "1.1-pick", card)
    assert (answer.status_code, answer.json()["code"]) == (409, "question_closed")


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_card_not_on_offer_or_a_wrong_count_is_refused_with_the_options(table: Table, count: int) -> None:
    hand = table.hand(0)
    chosen = {0: [], 1: ["unheard-of"], 2: hand[:2], 3: hand[:3]}[count]
    answer = table.bots[0].pick(table.game, "1.1-pick", *chosen)
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_choice")
    assert set(answer.json()["options"]["faces"]) == set(hand)
    assert not picked(table)


@pytest.mark.parametrize(
    "question", ["9.9-pick", "1.2-pick", "nonsense", "1.1-menu", "0.0-pick", "1.1-pick\n"]
)
def test_a_question_that_was_never_asked_is_unknown(table: Table, question: str) -> None:
    answer = table.bots[0].pick(table.game, question, table.hand(0)[0])
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_question")


def test_a_game_in_which_i_do_not_sit_is_not_there_for_my_picks(table: Table) -> None:
    stranger = bot("Stranger")
    for game in (table.game.pk, 999_999):
        answer = stranger.pick(game, "1.1-pick", "tempura")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_seat_comes_from_the_token_and_never_from_the_body(table: Table) -> None:
    body = {"question": "1.1-pick", "chosen": [table.hand(0)[0]], "seat": 1}
    answer = table.bots[0].post(f"games/{table.game.pk}/picks", body)
    assert (answer.status_code, answer.json()["unknown"]) == (400, ["seat"])


def test_staleness_is_judged_by_my_own_question_and_not_by_the_game(table: Table) -> None:
    # Each picks knowing only what was there before the others picked.
    hands = [table.hand(seat)[0] for seat in range(3)]
    for seat in (2, 0, 1):
        assert table.bots[seat].pick(table.game, "1.1-pick", hands[seat]).status_code == 201
    assert table.question() == "1.2-pick"


def test_questions_carry_all_that_is_needed_to_answer_them(table: Table) -> None:
    body = table.bots[0].get("questions").json()
    (question,) = body["questions"]
    assert question.keys() >= {
        "game", "question", "kind", "seat", "hand", "options", "tableaus", "points", "edition", "menu",
        "round", "turn", "deadline", "server_time", "seq", "timeouts",
    }  # fmt: skip
    assert (question["game"], question["question"], question["seat"]) == (table.game.pk, "1.1-pick", 0)
    assert question["hand"] == table.hand(0)
    for chosen in question["options"]["choices"]:
        assert len(chosen) == 1
    assert (
        table.bots[0].pick(table.game, question["question"], *question["options"]["choices"][0]).status_code
        == 201
    )
    assert table.bots[0].get("questions").json()["questions"] == []


def test_looking_for_questions_enforces_a_deadline_that_has_passed(table: Table) -> None:
    make_late(table)
    (question,) = table.bots[1].get("questions").json()["questions"]
    assert question["question"] == "1.2-pick"
    assert question["timeouts"] == 1


def test_chopsticks_allow_an_ordered_pair_and_a_pair_sent_again_is_the_same_pick(table: Table) -> None:
    seat = _seat_with_chopsticks(table)
    if seat is None:
        pytest.skip("no chopsticks in this deal")
    me = table.bots[seat]
    (question,) = me.get("questions").json()["questions"]
    pairs = [choice for choice in question["options"]["choices"] if len(choice) == 2]
    assert question["options"]["most"] == 2
    assert pairs
    pair = next(pair for pair in pairs if pair[0] != pair[1])
    assert me.pick(table.game, question["question"], *pair).status_code == 201
    assert me.pick(table.game, question["question"], *pair).status_code == 200
    table.play_turn()
    assert me.pick(table.game, question["question"], *pair).status_code == 200


def _seat_with_chopsticks(table: Table) -> int | None:
    for _ in range(6):
        for seat in range(3):
            hand = table.hand(seat)
            card = "chopsticks" if "chopsticks" in hand else hand[0]
            table.bots[seat].pick(table.game, table.question(), card)
            if card == "chopsticks":
                for other in range(seat + 1, 3):
                    table.bots[other].pick(table.game, table.question(), table.hand(other)[0])
                return seat
    return None
