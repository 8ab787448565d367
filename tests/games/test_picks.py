"""The idempotent promise of picks: every row of the contract's table, told by the service."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import access, engine, queries, services, store
from games.models import Game, Player
from tests.games.conftest import START, NewPlayer, first_choice, play_out, play_turn

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def picks_on_record(game: Game) -> list[tuple[int, str, tuple[str, ...]]]:
    return [(pick.seat, pick.question, pick.chosen) for pick in store.recorded_picks(game.pk)]


def test_the_first_answer_is_created_and_shown_to_its_seat_alone(
    duel: Game, ada: Player, ben: Player
) -> None:
    question, chosen = first_choice(ada.pk)
    receipt = services.submit_pick(duel.pk, ada.pk, question, chosen, now=START)
    assert (receipt.created, receipt.seat, receipt.chosen) == (True, 0, chosen)
    assert receipt.view.my_pick == chosen
    assert receipt.seq == store.read(duel.pk)[-1].seq
    other = engine.view(store.load(duel.pk).state, 1)
    assert other.picked == (True, False)
    assert other.my_pick is None


def test_the_same_answer_again_is_answered_as_the_first_time_even_after_the_game(
    duel: Game, ada: Player, ben: Player
) -> None:
    question, chosen = first_choice(ada.pk)
    first = services.submit_pick(duel.pk, ada.pk, question, chosen, now=START)
    for moment in ("at once", "after the turn", "after the game"):
        if moment == "after the turn":
            play_turn(duel, [ben])
        if moment == "after the game":
            play_out(duel, [ada, ben])
        again = services.submit_pick(duel.pk, ada.pk, question, chosen, now=START)
        assert (again.created, again.seq, again.chosen) == (False, first.seq, chosen), moment
    assert [pick for pick in picks_on_record(duel) if pick[:2] == (0, question)] == [(0, question, chosen)]


def test_a_second_answer_to_a_question_is_refused_with_the_pick_on_record(
    duel: Game, ada: Player, ben: Player
) -> None:
    question, chosen = first_choice(ada.pk)
    services.submit_pick(duel.pk, ada.pk, question, chosen, now=START)
    before = len(store.read(duel.pk))
    for moment in ("at once", "later"):
        if moment == "later":
            play_turn(duel, [ben])
            before = len(store.read(duel.pk))
        other = ("egg",) if chosen != ("egg",) else ("squid",)
        with pytest.raises(engine.AlreadyAnswered) as refusal:
            services.submit_pick(duel.pk, ada.pk, question, other, now=START)
        assert refusal.value.recorded == chosen
        assert len(store.read(duel.pk)) == before


def test_a_card_that_is_not_an_option_is_refused_with_the_options(duel: Game, ada: Player) -> None:
    question, _ = first_choice(ada.pk)
    for nonsense in ((), ("pizza",), ("tempura", "tempura"), ("",), ("maki-4",)):
        with pytest.raises(engine.IllegalChoice) as refusal:
            services.submit_pick(duel.pk, ada.pk, question, nonsense, now=START)
        assert refusal.value.options.question == question
    assert picks_on_record(duel) == []


def test_a_question_that_never_was_is_unknown(duel: Game, ada: Player) -> None:
    for nonsense in ("1.2-pick", "9.9-pick", "", "pick", "1.1-pick ", "1.1-dance", "١.1-pick"):
        with pytest.raises(engine.UnknownQuestion):
            services.submit_pick(duel.pk, ada.pk, nonsense, ("egg",), now=START)


def test_after_the_end_an_answer_is_neither_changed_nor_added(duel: Game, ada: Player, ben: Player) -> None:
    """The last card of a hand is played without asking, so its question never was."""
    play_out(duel, [ada, ben])
    with pytest.raises(engine.AlreadyAnswered):
        services.submit_pick(duel.pk, ada.pk, "3.9-pick", ("egg", "egg", "egg"), now=START)
    for never in ("1.10-pick", "3.10-pick", "4.1-pick"):
        with pytest.raises(engine.UnknownQuestion):
            services.submit_pick(duel.pk, ada.pk, never, ("egg",), now=START)
    assert store.verify(duel.pk).ok


def test_a_stranger_and_a_game_that_is_not_there_look_the_same(duel: Game, player: NewPlayer) -> None:
    stranger = player("Cleo")
    for game_id in (duel.pk, duel.pk + 1000):
        with pytest.raises(access.NotYours) as refusal:
            services.submit_pick(game_id, stranger.pk, "1.1-pick", ("egg",), now=START)
        assert refusal.value.code == "not_found"


def test_a_table_that_has_not_started_has_asked_nothing(ada: Player, ben: Player) -> None:
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("open", None)], now=START
    )
    with pytest.raises(engine.UnknownQuestion):
        services.submit_pick(game.pk, ada.pk, "1.1-pick", ("egg",), now=START)
    with pytest.raises(access.NotYours):
        services.submit_pick(game.pk, ben.pk, "1.1-pick", ("egg",), now=START)


def test_five_seats_that_answer_at_once_all_succeed(player: NewPlayer) -> None:
    """Each judged by their own question: nobody is stale because somebody else was quicker."""
    five = [player(name) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil")]
    game = services.open_game(
        opened_by=None, edition="classic", seats=[("player", one.pk) for one in five], now=START
    )
    asked = [first_choice(one.pk) for one in five]
    for one, (question, chosen) in zip(five, asked, strict=True):
        assert services.submit_pick(game.pk, one.pk, question, chosen, now=START).created
    game.refresh_from_db()
    assert (game.round, game.turn) == (1, 2)


def test_two_cards_in_another_order_are_another_answer(ada: Player, ben: Player) -> None:
    """With chopsticks the order of the two cards is the order of play, so it counts."""
    for number in range(200):
        game = services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", ada.pk), ("player", ben.pk)],
            shuffle_seed=f"sticks {number}",
            now=START,
        )
        hand = engine.view(store.load(game.pk).state, 0).hand
        if "chopsticks" in hand:
            break
    services.submit_pick(game.pk, ada.pk, "1.1-pick", ("chopsticks",), now=START)
    play_turn(game, [ben])
    second = set(engine.view(store.load(game.pk).state, 0).hand)
    pair = tuple(sorted(second)[:2])
    receipt = services.submit_pick(game.pk, ada.pk, "1.2-pick", pair, now=START)
    assert receipt.chosen == pair
    assert not services.submit_pick(game.pk, ada.pk, "1.2-pick", list(pair), now=START).created
    with pytest.raises(engine.AlreadyAnswered):
        services.submit_pick(game.pk, ada.pk, "1.2-pick", pair[::-1], now=START)


def test_house_players_answer_in_the_same_transaction(ada: Player) -> None:
    """A game with one remote bot moves without a worker: after every pick the next question is open."""
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("house", "greedy"), ("player", ada.pk), ("house", "drafter"), ("house", "random")],
        now=START,
    )
    play_out(game, [ada])
    assert store.verify(game.pk).ok
    causes = {pick.cause for pick in store.recorded_picks(game.pk)}
    assert causes == {""}


def test_the_answer_tells_how_long_the_question_waited(duel: Game, ada: Player) -> None:
    question, chosen = first_choice(ada.pk)
    receipt = services.submit_pick(
        duel.pk, ada.pk, question, chosen, now=START + timedelta(milliseconds=1234)
    )
    assert receipt.elapsed_ms == 1234


def test_a_pick_takes_the_same_few_queries_in_the_first_turn_and_in_the_last(
    ada: Player,
    ben: Player,
    duel: Game,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    counts = []
    while queries.open_questions(ada.pk):
        for one in (ada, ben):
            question, chosen = first_choice(one.pk)
            with (
                CaptureQueriesContext(connection) as captured,
                django_capture_on_commit_callbacks(execute=True),
            ):
                services.submit_pick(duel.pk, one.pk, question, chosen, now=START)
            counts.append(len(captured))
    # Savepoint and release, the locked row, the insert, the summary; at the very end the seats' results.
    assert set(counts[1:-1]) == {4 if connection.vendor == "postgresql" else 5}, counts
    assert counts[-1] <= 7
