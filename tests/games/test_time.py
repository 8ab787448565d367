"""Banks, and seats that are away: who has how much time, and what happens without them."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clock, engine, queries, services, store
from games.models import Game, Player
from games.refusals import BadTable
from tests.games.clockwork import answer, ask, at, causes, lines
from tests.games.conftest import START, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def banked(ada: Player, ben: Player) -> Game:
    """Ada and Ben, ten seconds a pick and twenty in the bank."""
    return services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("player", ben.pk)],
        pick_seconds=10,
        bank_seconds=20,
        shuffle_seed="banked",
        now=START,
    )


# --- the bank


def test_time_beyond_the_pick_is_drawn_from_the_bank_of_that_seat_alone(
    banked: Game, ada: Player, ben: Player
) -> None:
    receipt = answer(banked, ben, at(9))
    assert (receipt.elapsed_ms, receipt.bank_ms) == (9_000, 20_000)
    receipt = answer(banked, ada, at(14.5))
    assert (receipt.elapsed_ms, receipt.bank_ms) == (14_500, 15_500)
    seats = lines(banked)
    assert [seat.bank_ms for seat in seats] == [15_500, 20_000]
    # A new turn from the last answer on; each seat has its own deadline and the game the first of them.
    assert [seat.deadline for seat in seats] == [at(14.5 + 25.5), at(14.5 + 30)]
    assert banked.deadline == at(40)


def test_a_seat_without_a_bank_left_is_late_while_the_other_still_thinks(
    banked: Game, ada: Player, ben: Player
) -> None:
    answer(banked, ben, at(1))
    answer(banked, ada, at(30))
    assert [seat.bank_ms for seat in lines(banked)] == [0, 20_000]
    assert services.enforce_deadline(banked.pk, at(41)) == 1
    assert (causes(banked, 0), causes(banked, 1)) == (["", "timeout"], [""])
    banked.refresh_from_db()
    assert banked.deadline == at(60), "the seat that still has a bank decides now"
    answer(banked, ben, at(55))
    banked.refresh_from_db()
    assert banked.turn == 3


def test_a_bank_is_used_up_by_a_time_out_and_does_not_come_back(banked: Game) -> None:
    assert services.enforce_deadline(banked.pk, at(30)) == 0
    assert services.enforce_deadline(banked.pk, at(31)) == 2
    seats = lines(banked)
    assert [seat.bank_ms for seat in seats] == [0, 0]
    assert banked.deadline == at(41)


def test_the_question_tells_its_own_deadline_and_bank(banked: Game, ada: Player, ben: Player) -> None:
    answer(banked, ada, at(12))
    answer(banked, ben, at(13))
    (question,) = queries.open_questions(ada.pk)
    assert question["deadline"] == "2026-03-01T12:00:41.000Z"
    assert question["bank_ms"] == 18_000
    assert question["clock"] == {"pick": 10, "bank": 20, "ready": 0}
    assert (question["timeouts"], question["timeouts_in_row"]) == (0, 0)


@pytest.mark.parametrize("seconds", [-1, services.tables.LONGEST_BANK_SECONDS + 1])
def test_an_impossible_bank_or_ready_time_is_refused(ada: Player, seconds: int) -> None:
    for name in ("bank_seconds", "ready_seconds"):
        with pytest.raises(BadTable):
            services.open_game(
                opened_by=ada.pk,
                edition="classic",
                seats=[("player", ada.pk), ("house", "greedy")],
                **{name: seconds},  # type: ignore[arg-type]  # one of the two
            )


@given(
    bank=st.integers(0, 30),
    thoughts=st.lists(st.tuples(st.integers(0, 1), st.floats(0, 60)), min_size=1, max_size=40),
)
def test_a_bank_is_never_negative_and_all_time_is_accounted_for(
    bank: int, thoughts: list[tuple[int, float]]
) -> None:
    """Whatever is thought and however long: bank spent is exactly the time beyond the picks, none is lost."""
    clocks = clock.Clocks.read("", 2, 10, bank)
    moment, used, beyond = START, [0, 0], [0, 0]
    for seat, seconds in thoughts:
        clocks.ask(seat, moment)
        deadline = clocks.deadline_of(seat)
        assert deadline is not None
        moment += timedelta(seconds=seconds)
        limit = deadline - (moment - timedelta(seconds=seconds))
        late = moment > deadline
        taken = clocks.timed_out(seat, moment) if late else clocks.answered(seat, moment)
        assert taken == (limit if late else timedelta(seconds=seconds)) // timedelta(microseconds=1)
        used[seat] += taken
        beyond[seat] += max(0, taken - 10_000_000)
        if clocks.seats[seat].away:
            clocks.back(seat, moment)
        clocks = clock.Clocks.read(clocks.text(), 2, 10, bank)
        for number, each in enumerate(clocks.seats):
            assert 0 <= each.bank == bank * 1_000_000 - beyond[number]
            assert each.used == used[number]


# --- away


@pytest.fixture
def forsaken(duel: Game, ada: Player, ben: Player) -> Game:
    """Ben has missed three questions in a row; Ada plays on."""
    for turn in range(3):
        answer(duel, ada, at(turn * 11 + 1))
        assert services.enforce_deadline(duel.pk, at(turn * 11 + 11)) == 1
    return duel


def test_after_three_time_outs_in_a_row_the_house_plays_the_seat_at_once(
    forsaken: Game, ada: Player, ben: Player
) -> None:
    assert causes(forsaken, 1) == ["timeout"] * 3 + ["away"], "the fourth is picked as soon as it is asked"
    assert [(seat.away, seat.timeouts) for seat in lines(forsaken)] == [(False, 0), (True, 3)]
    answer(forsaken, ada, at(34))
    forsaken.refresh_from_db()
    assert forsaken.turn == 5, "Ada waits for nobody"
    play_out(forsaken, [ada], at(35))
    assert set(causes(forsaken, 1)[3:]) == {"away"}
    assert [seat.timeouts for seat in forsaken.seats.order_by("number")] == [0, 3]
    assert store.verify(forsaken.pk).ok


def test_an_answer_in_between_begins_the_count_anew(duel: Game, ada: Player, ben: Player) -> None:
    moment = START
    for turn in range(5):
        answer(duel, ada, moment)
        if turn == 2:
            answer(duel, ben, moment)
        else:
            moment += timedelta(seconds=11)
            services.enforce_deadline(duel.pk, moment)
    assert causes(duel, 1) == ["timeout", "timeout", "", "timeout", "timeout"]
    assert not lines(duel)[1].away


def test_a_request_for_questions_gives_the_seat_back_from_the_next_turn_on(
    forsaken: Game, ada: Player, ben: Player
) -> None:
    assert ask(ben, at(34))
    assert not ask(ben, at(34)), "once is enough"
    assert not lines(forsaken)[1].away
    answer(forsaken, ada, at(35))
    receipt = answer(forsaken, ben, at(36))
    assert receipt.created
    assert causes(forsaken, 1) == ["timeout"] * 3 + ["away", ""]


def test_any_answer_gives_the_seat_back_and_hears_what_the_house_picked(
    forsaken: Game, ada: Player, ben: Player
) -> None:
    with pytest.raises(engine.QuestionClosed) as refusal:
        services.submit_pick(forsaken.pk, ben.pk, "1.4-pick", ("egg",), now=at(34))
    assert refusal.value.fields["cause"] == "away"
    assert "you were away" in refusal.value.detail
    assert not lines(forsaken)[1].away
    answer(forsaken, ada, at(35))
    assert answer(forsaken, ben, at(36)).created


def test_who_is_late_a_third_time_and_asks_at_that_moment_is_not_away(
    duel: Game, ada: Player, ben: Player
) -> None:
    for turn in range(2):
        answer(duel, ada, at(turn * 11 + 1))
        services.enforce_deadline(duel.pk, at(turn * 11 + 11))
    answer(duel, ada, at(23))
    assert ask(ben, at(40))
    assert causes(duel, 1) == ["timeout"] * 3
    answer(duel, ada, at(41))
    assert answer(duel, ben, at(49)).created


def test_when_nobody_is_there_a_game_goes_slowly_so_that_who_returns_finds_it(
    ada: Player, ben: Player
) -> None:
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("player", ben.pk), ("house", "greedy")],
        pick_seconds=24 * 3600,
        shuffle_seed="days",
        now=START,
    )
    day = timedelta(days=1, seconds=1)
    for turn in range(3):
        services.sweep(START + (turn + 1) * day)
    game.refresh_from_db()
    gone = START + 3 * day
    assert (game.turn, game.deadline) == (4, gone + timedelta(seconds=clock.AWAY_PACE_SECONDS))
    services.sweep(gone + timedelta(seconds=11))
    game.refresh_from_db()
    assert game.turn == 5
    # Ada is back: her question is open, and she has all of a day for it; the house plays Ben's seat at once.
    back = gone + timedelta(seconds=15)
    assert ask(ada, back)
    (question,) = queries.open_questions(ada.pk)
    assert question["question"] == "1.5-pick"
    game.refresh_from_db()
    assert game.deadline == back + timedelta(days=1)
    assert causes(game, 1)[-2:] == ["away", "away"]
    answer(game, ada, back + timedelta(hours=23))
    game.refresh_from_db()
    assert game.turn == 6


def test_a_table_that_everybody_left_ends_and_is_rated(ada: Player, ben: Player) -> None:
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("player", ben.pk)],
        pick_seconds=60,
        bank_seconds=60,
        rated=True,
        now=START,
    )
    moment = START
    for _ in range(27):
        moment += timedelta(seconds=121)
        services.sweep(moment)
    game.refresh_from_db()
    assert (game.status, game.rated) == ("finished", True)
    assert causes(game, 0)[:4] == ["timeout", "timeout", "timeout", "away"]
    assert store.verify(game.pk).ok


def test_a_game_begun_before_seats_had_clocks_goes_on(duel: Game, ada: Player, ben: Player) -> None:
    Game.objects.filter(pk=duel.pk).update(clocks="")
    assert answer(duel, ada, at(4)).elapsed_ms == 4_000
    assert services.enforce_deadline(duel.pk, at(11)) == 1
    assert causes(duel, 1) == ["timeout"]


def test_a_sweep_after_an_hour_of_silence_leaves_no_game_stuck(ada: Player, ben: Player) -> None:
    games = [
        services.open_game(
            opened_by=ada.pk,
            edition="classic",
            seats=[("player", ada.pk), ("player", ben.pk), ("house", "random")],
            pick_seconds=seconds,
            bank_seconds=seconds,
            now=START,
        )
        for seconds in range(1, 13)
    ]
    hour = START + timedelta(hours=1)
    assert services.sweep(hour) == len(games)
    for game in games:
        game.refresh_from_db()
        assert game.turn == 2
        assert game.deadline is not None
        assert game.deadline > hour
    assert services.sweep(hour) == 0
