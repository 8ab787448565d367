"""The clock: who is late is substituted, everybody else plays on, and no hour of silence ruins a game."""

from datetime import timedelta

import pytest

from games import bots, engine, services, store
from games.models import Game, Player
from tests.games.conftest import START, first_choice, play_turn

pytestmark = [pytest.mark.django_db, pytest.mark.services]

LATE = START + timedelta(seconds=11)


def test_a_new_question_is_due_after_the_limit_of_the_table(duel: Game, ada: Player, ben: Player) -> None:
    assert duel.deadline == START + timedelta(seconds=10)
    later = START + timedelta(seconds=7)
    play_turn(duel, [ada], later)
    duel.refresh_from_db()
    assert duel.deadline == START + timedelta(seconds=10), "an answer gives the others no more time"
    play_turn(duel, [ben], later)
    duel.refresh_from_db()
    assert duel.deadline == later + timedelta(seconds=10)


def test_a_pick_on_the_deadline_counts_and_one_after_it_does_not(
    duel: Game, ada: Player, ben: Player
) -> None:
    question, chosen = first_choice(ada.pk)
    assert duel.deadline is not None
    assert services.submit_pick(duel.pk, ada.pk, question, chosen, now=duel.deadline).created

    question, chosen = first_choice(ben.pk)
    moment = duel.deadline + timedelta(microseconds=1)
    with pytest.raises(engine.QuestionClosed) as refusal:
        services.submit_pick(duel.pk, ben.pk, question, chosen, now=moment)
    record = store.recorded_picks(duel.pk, 1, question)[0]
    assert record.cause == "timeout"
    assert refusal.value.fields == {"recorded": list(record.chosen), "cause": "timeout"}
    assert "time" in refusal.value.detail


def test_the_substitute_of_a_late_pick_stays_though_the_pick_is_refused(duel: Game, ada: Player) -> None:
    """The refusal is raised after the commit: the game has moved on for everybody."""
    question, chosen = first_choice(ada.pk)
    with pytest.raises(engine.QuestionClosed):
        services.submit_pick(duel.pk, ada.pk, question, chosen, now=LATE)
    duel.refresh_from_db()
    assert (duel.round, duel.turn) == (1, 2)
    assert [seat.timeouts for seat in duel.seats.order_by("number")] == [1, 1]
    assert duel.deadline == LATE + timedelta(seconds=10)
    assert store.verify(duel.pk).ok


def test_only_who_is_late_is_substituted_and_with_the_documented_pick(
    duel: Game, ada: Player, ben: Player
) -> None:
    play_turn(duel, [ada])
    state = store.load(duel.pk).state
    options = engine.options(state, 1)
    assert options is not None
    expected = bots.choose("greedy", engine.view(state, 1), options, bots.rng_for(duel.pk, 1, "1.1-pick"))

    assert services.enforce_deadline(duel.pk, LATE) == 1
    picks = {pick.seat: pick for pick in store.recorded_picks(duel.pk, question="1.1-pick")}
    assert (picks[0].cause, picks[1].cause) == ("", "timeout")
    assert picks[1].chosen == expected
    assert [seat.timeouts for seat in duel.seats.order_by("number")] == [0, 1]


def test_nothing_happens_before_the_deadline_and_enforcing_twice_is_harmless(duel: Game) -> None:
    assert services.enforce_deadline(duel.pk, START + timedelta(seconds=10)) == 0
    assert services.enforce_deadline(duel.pk, LATE) == 2
    length = len(store.read(duel.pk))
    assert services.enforce_deadline(duel.pk, LATE) == 0
    assert len(store.read(duel.pk)) == length


def test_after_an_hour_of_silence_a_game_loses_one_turn_and_not_all(
    duel: Game, ada: Player, ben: Player
) -> None:
    """A worker that was down must not play a whole game for people who are back."""
    hour = START + timedelta(hours=1)
    assert services.sweep(hour) == 1
    duel.refresh_from_db()
    assert (duel.round, duel.turn) == (1, 2)
    assert duel.deadline == hour + timedelta(seconds=10)
    play_turn(duel, [ada, ben], hour + timedelta(seconds=9))
    duel.refresh_from_db()
    assert duel.turn == 3


def test_a_table_that_everybody_left_plays_to_its_end_by_sweeps(duel: Game) -> None:
    moment = START
    for _ in range(27):
        moment += timedelta(seconds=11)
        services.sweep(moment)
    duel.refresh_from_db()
    assert duel.status == "finished"
    assert duel.deadline is None
    assert [seat.timeouts for seat in duel.seats.all()] == [3, 3], "after three the seats are away, not late"
    assert services.sweep(moment + timedelta(days=1)) == 0
    assert store.verify(duel.pk).ok


def test_a_reader_who_touches_a_late_game_moves_it(duel: Game) -> None:
    assert not services.touch(duel.pk, START)
    assert services.touch(duel.pk, LATE)
    assert not services.touch(duel.pk, LATE)
    duel.refresh_from_db()
    assert duel.turn == 2


def test_a_house_player_is_never_late(ada: Player) -> None:
    game = services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("player", ada.pk), ("house", "greedy")],
        pick_seconds=10,
        now=START,
    )
    services.sweep(LATE)
    assert [seat.timeouts for seat in game.seats.order_by("number")] == [1, 0]


def test_a_table_of_house_players_on_show_moves_a_turn_at_each_deadline(db: None) -> None:
    game = services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("house", "greedy"), ("house", "drafter")],
        pick_seconds=10,
        play=False,
        now=START,
    )
    assert game.turn == 1
    services.sweep(LATE)
    game.refresh_from_db()
    assert (game.turn, game.status) == (2, "playing")
    assert {pick.cause for pick in store.recorded_picks(game.pk)} == {""}


def test_one_broken_game_does_not_stop_the_sweep(
    duel: Game, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("player", ada.pk), ("house", "random")],
        pick_seconds=10,
        now=START,
    )
    true_choose = bots.choose

    def failing(name: str, view: engine.View, options: engine.Options, rng: object) -> tuple[str, ...]:
        if view.commitment == duel.commitment:
            raise ZeroDivisionError
        return true_choose(name, view, options, rng)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "choose", failing)
    assert services.sweep(LATE) == 1
    duel.refresh_from_db()
    other.refresh_from_db()
    assert (duel.turn, other.turn) == (1, 2)
