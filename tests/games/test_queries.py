"""What pages and the API read: all that is needed, nothing that is hidden, in a fixed number of queries."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import access, engine, queries, services, store
from games.models import Game, Player
from games.store.cache import states
from tests.games.conftest import START, NewPlayer, first_choice, play_out, play_turn

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: api.md §2: what a question must carry.
PROMISED = {
    "game", "question", "kind", "seat", "hand", "options", "tableaus", "points", "edition", "menu",
    "round", "turn", "deadline", "server_time", "seq", "timeouts", "players",
}  # fmt: skip


def test_a_question_carries_all_it_takes_to_answer_it(duel: Game, ada: Player, ben: Player) -> None:
    play_turn(duel, [ada, ben])
    services.enforce_deadline(duel.pk, START + timedelta(seconds=11))
    (question,) = queries.open_questions(ada.pk)
    assert question.keys() >= PROMISED
    assert question["question"] == "1.3-pick"
    assert question["timeouts"] == 1
    options = question["options"]
    assert isinstance(options, dict)
    assert sorted({choice[0] for choice in options["choices"]}) == sorted(set(question["hand"]))  # type: ignore[call-overload]
    assert [seat["name"] for seat in question["players"]] == ["Ada", "Ben"]  # type: ignore[attr-defined]
    assert [len(tableau) for tableau in question["tableaus"]] == [2, 2]  # type: ignore[attr-defined]
    assert str(question["deadline"]).endswith("Z")
    json.dumps(question)


def test_a_question_vanishes_when_it_is_answered(duel: Game, ada: Player, ben: Player) -> None:
    play_turn(duel, [ada])
    assert queries.open_questions(ada.pk) == []
    assert len(queries.open_questions(ben.pk)) == 1


def test_the_most_urgent_question_comes_first(ada: Player, ben: Player) -> None:
    games = [
        services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", ada.pk), ("player", ben.pk)],
            pick_seconds=seconds,
            now=START,
        )
        for seconds in (60, 5, 30)
    ]
    order = [question["game"] for question in queries.open_questions(ada.pk)]
    assert order == [games[1].pk, games[2].pk, games[0].pk]


@pytest.mark.parametrize("warm", [True, False])
def test_questions_cost_the_same_queries_however_many_games(ada: Player, ben: Player, warm: bool) -> None:
    counts = []
    for _ in range(2):
        for _ in range(4):
            services.open_game(
                opened_by=None, edition="classic", seats=[("player", ada.pk), ("player", ben.pk)], now=START
            )
        if not warm:
            states.clear()
        with CaptureQueriesContext(connection) as captured:
            found = queries.open_questions(ada.pk)
        counts.append(len(captured))
    assert len(found) == 8
    assert counts[0] == counts[1] <= 5


def test_a_spectator_of_a_game_in_play_sees_no_hand_and_no_pick(duel: Game, ada: Player, ben: Player) -> None:
    play_turn(duel, [ada, ben])
    question, chosen = first_choice(ada.pk)
    services.submit_pick(duel.pk, ada.pk, question, chosen, now=START)
    seen = queries.game_view(duel.pk, engine.SPECTATOR)
    view = seen["view"]
    assert isinstance(view, dict)
    assert (view["hand"], view["hands"], view["my_pick"], view["shuffle_seed"]) == (None, None, None, "")
    assert view["picked"] == [True, False]
    seed = engine.decode(*store.read(duel.pk)[0][1:3])
    assert isinstance(seed, engine.GameOpened)
    text = json.dumps(seen)
    for hidden in ("hash", f'"{seed.shuffle_seed}"'):
        assert hidden not in text


def test_who_may_see_what(duel: Game, ada: Player, ben: Player, player: NewPlayer) -> None:
    stranger = player("Cleo")
    assert access.viewer_for(duel, ada) == 0
    assert access.viewer_for(duel, ben) == 1
    assert access.viewer_for(duel, stranger) is engine.SPECTATOR
    assert access.viewer_for(duel, None) is engine.SPECTATOR
    with pytest.raises(access.NotYours):
        access.allowed_viewer(duel, ada, 1)
    with pytest.raises(access.NotYours):
        access.allowed_viewer(duel, ada, engine.OPEN)
    assert access.allowed_viewer(duel, ada, engine.SPECTATOR) is engine.SPECTATOR
    over = play_out(duel, [ada, ben])
    assert access.viewer_for(over, None) is engine.OPEN
    assert access.allowed_viewer(over, None, 1) == 1


def test_a_table_that_waits_has_no_view(ada: Player) -> None:
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("open", None)], now=START
    )
    seen = queries.game_view(game.pk, engine.SPECTATOR)
    assert seen["view"] is None
    assert seen["expires_at"] == "2026-03-01T12:10:00.000Z"
    assert [seat["name"] for seat in seen["seats"]] == ["Ada", None]  # type: ignore[attr-defined]
    with pytest.raises(access.NotYours):
        queries.game_view(game.pk + 1, engine.SPECTATOR)


def test_a_replay_from_a_seat_shows_only_the_hands_that_seat_was_sent(
    duel: Game, ada: Player, ben: Player
) -> None:
    play_out(duel, [ada, ben])
    mine, opened, public = (queries.replay(duel.pk, viewer) for viewer in (1, engine.OPEN, engine.SPECTATOR))
    assert len(mine.turns) == len(opened.turns) == 30
    for seat_turn, open_turn, public_turn in zip(mine.turns, opened.turns, public.turns, strict=True):
        assert seat_turn.seats[0].hand is None
        assert seat_turn.seats[1].hand == open_turn.seats[1].hand
        assert open_turn.seats[0].hand is not None
        assert [seat.hand for seat in public_turn.seats] == [None, None]
        assert [seat.chosen for seat in public_turn.seats] == [seat.chosen for seat in open_turn.seats]
        for seat in open_turn.seats:
            assert seat.hand is not None
            assert len(seat.hand) == seat.hand_size
            assert set(seat.chosen) <= set(seat.hand)


def test_a_replay_ends_with_the_points_in_the_books(duel: Game, ada: Player, ben: Player) -> None:
    play_out(duel, [ada, ben])
    shown = queries.replay(duel.pk, engine.OPEN)
    last = shown.turns[-1]
    assert last.totals == tuple(line.points for line in shown.seats)
    assert last.places == tuple(line.place for line in shown.seats)
    ends = [turn for turn in shown.turns if turn.round_points is not None]
    assert [turn.key for turn in ends] == ["1.10", "2.10", "3.10"]
    for turn in ends:
        assert turn.round_points == tuple(sum(seat.standing.values()) for seat in turn.seats)
    assert shown.turn(2, 3) is shown.turns[12]
    assert shown.turn(4, 1) is None


def test_a_replay_of_a_game_in_play_shows_no_turn_that_is_not_revealed(
    duel: Game, ada: Player, ben: Player
) -> None:
    play_turn(duel, [ada, ben])
    play_turn(duel, [ada])
    shown = queries.replay(duel.pk, engine.SPECTATOR)
    assert [turn.key for turn in shown.turns] == ["1.1"]
    assert (shown.over, shown.shuffle_seed) == (False, "")


def test_a_replay_marks_time_outs_and_the_time_each_pick_took(duel: Game, ada: Player, ben: Player) -> None:
    play_turn(duel, [ada], START + timedelta(seconds=4))
    services.enforce_deadline(duel.pk, START + timedelta(seconds=11))
    (turn,) = queries.replay(duel.pk, engine.SPECTATOR).turns
    assert [seat.seconds for seat in turn.seats] == [4.0, 11.0]
    assert [seat.cause for seat in turn.seats] == ["", "timeout"]
    assert [moment.seat for moment in turn.moments if moment.kind == "timeout"] == [1]


def test_key_moments_mark_completed_sets_and_roll_leads(db: None) -> None:
    kinds = set()
    for _ in range(4):
        game = services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("house", "drafter"), ("house", "greedy"), ("house", "random")],
        )
        for turn in queries.replay(game.pk, engine.OPEN).turns:
            for moment in turn.moments:
                kinds.add(moment.kind)
                if moment.kind in ("set", "lead"):
                    gained = turn.seats[moment.seat].standing[moment.card]
                    assert gained >= moment.points > 0
    assert kinds >= {"set", "lead"}


def test_a_replay_takes_three_queries_and_a_list_two(duel: Game, ada: Player, ben: Player) -> None:
    play_turn(duel, [ada, ben])
    lengths = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            queries.replay(duel.pk, engine.SPECTATOR)
        lengths.append(len(captured))
        play_out(duel, [ada, ben])
    assert lengths == [3, 3]
    services.schedule_bot_matches(4)
    with CaptureQueriesContext(connection) as captured:
        shown = [queries.seat_lines(game) for game in queries.game_list()[:5]]
    assert len(captured) == 2
    assert len(shown) == 5


def test_the_list_filters_by_what_a_page_asks(duel: Game, ada: Player) -> None:
    services.schedule_bot_matches(2)
    assert list(queries.game_list({"player": ada.pk})) == [duel]
    assert queries.game_list({"status": "finished", "rated": True}).count() == 2
    assert queries.game_list({"origin": "schedule", "edition": "classic"}).count() == 2
    assert list(queries.game_list({"date": START.date()})) == [duel]
    assert list(queries.game_list({"since": START.date(), "until": START.date()})) == [duel]
    assert queries.game_list({"seats": 8}).count() == 0
    assert queries.games_in_play() == [duel]
    assert queries.tables_open() == []
    with pytest.raises(KeyError):
        queries.game_list({"colour": "red"})
