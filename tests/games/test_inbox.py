"""The inbox: everything once, numbered without a gap, and never a card."""

import threading
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games import queries, services
from games.models import Game, InboxLine, Player
from tests.games.conftest import START, NewPlayer, first_choice, play_out
from tests.games.test_concurrency import at_once, failures

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def lines(player: Player, after: int = 0) -> list[InboxLine]:
    services.deliver(player.pk, START)
    return queries.inbox(player.pk, after)


def test_a_game_is_told_from_its_start_to_its_end_once(duel: Game, ada: Player, ben: Player) -> None:
    assert [line.kind for line in lines(ada)] == ["game_started", "my_turn"]
    play_out(duel, [ada, ben])
    for one in (ada, ben):
        told = lines(one)
        assert [line.kind for line in told][-1] == "game_over"
        assert [line.seq for line in told] == list(range(1, len(told) + 1))
        seat = duel.seats.get(player=one)
        assert told[-1].data == {"seat": seat.number, "place": seat.place, "points": seat.points}
        assert lines(one) == told


def test_a_turn_is_a_doorbell_that_names_the_question_and_no_card(duel: Game, ada: Player) -> None:
    (turn,) = [line for line in lines(ada) if line.kind == "my_turn"]
    assert turn.data.keys() == {"question", "seat", "deadline"}
    assert (turn.data["question"], turn.data["seat"], turn.game_id) == ("1.1-pick", 0, duel.pk)
    question, chosen = first_choice(ada.pk)
    services.submit_pick(duel.pk, ada.pk, question, chosen, now=START)
    assert [line.kind for line in lines(ada, after=2)] == []


def test_house_players_have_no_inbox(ada: Player) -> None:
    services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("house", "greedy")], now=START
    )
    assert set(InboxLine.objects.values_list("player_id", flat=True)) == {ada.pk}


def test_reading_again_changes_nothing_and_writes_nothing(
    duel: Game, ada: Player, django_assert_max_num_queries: Any
) -> None:
    told = lines(ada)
    with django_assert_max_num_queries(8) as asked:
        assert lines(ada) == told
    assert not [query for query in asked.captured_queries if query["sql"].startswith(("INSERT", "UPDATE"))]


def test_ratings_tell_people_and_not_the_house(ada: Player, duel: Game) -> None:
    house = services.house_player("greedy")
    note = services.RatingNote(ada.pk, duel.pk, "classic-2", 1500, 1512)
    for _ in range(2):
        services.tell_rating_changes([note, note._replace(player_id=house.pk)], START)
    told = [line for line in lines(ada) if line.kind == "rating_changed"]
    assert [line.data for line in told] == [
        {"pool": "classic-2", "before": 1500, "after": 1512, "change": 12}
    ]
    assert lines(house) == []


def test_old_lines_go_and_the_numbers_go_on(duel: Game, ada: Player) -> None:
    last = lines(ada)[-1].seq
    services.prune(START + timedelta(days=31))
    assert queries.inbox(ada.pk) == []
    services.tell_rating_changes([services.RatingNote(ada.pk, duel.pk, "classic-2", 1, 2)], START)
    told = lines(ada)
    assert last is not None
    assert [line.seq for line in told] == [last + 1, last + 2]  # the open turn is told again


@pytest.mark.django_db(transaction=True)
def test_readers_and_writers_at_once_leave_no_gap_and_no_double(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("player", ben.pk)], pick_seconds=600
    )
    stop = threading.Event()
    seen: list[list[int | None]] = []

    def read() -> None:
        after = 0
        mine: list[int | None] = []
        while not stop.is_set():
            services.deliver(ada.pk)
            for line in queries.inbox(ada.pk, after):
                mine.append(line.seq)
                after = line.seq or after
        seen.append(mine)

    def write(number: int) -> None:
        for step in range(10):
            services.tell_rating_changes([services.RatingNote(ada.pk, game.pk, f"{number}-{step}", 1, 2)])

    def writers() -> None:
        try:
            assert failures(at_once([partial(write, number) for number in range(3)])) == []
        finally:
            stop.set()

    assert failures(at_once([read, read, writers])) == []
    services.deliver(ada.pk)
    whole = [line.seq for line in queries.inbox(ada.pk)]
    assert whole == list(range(1, 33))  # thirty changes, the start of the game and the first turn
    for mine in seen:
        assert mine == whole[: len(mine)]
