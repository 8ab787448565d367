"""Whatever players, duplicates and clocks do in any order, the log stays whole and every answer stands."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine, queries, services, store
from games.models import Player
from games.queries.questions import asked_at
from games.queries.standing import standings
from tests.games.conftest import START

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: What may happen next: who acts (3 is the clock), which of their choices, and how many seconds have gone by.
HAPPENING = st.tuples(st.integers(0, 3), st.integers(0, 20), st.integers(0, 6), st.booleans())


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(HAPPENING, min_size=5, max_size=40), st.integers(0, 10**6))
def test_any_order_of_picks_repeats_and_time_outs_keeps_every_promise(
    ada: Player, ben: Player, happenings: list[tuple[int, int, int, bool]], seed: int
) -> None:
    game = services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("player", ada.pk), ("house", "random"), ("player", ben.pk)],
        pick_seconds=10,
        shuffle_seed=str(seed),
        now=START,
    )
    now = START
    acknowledged: dict[tuple[int, str], tuple[str, ...]] = {}
    for who, which, seconds, repeat in happenings:
        now += timedelta(seconds=seconds)
        if who == 3:
            services.sweep(now)
            assert_clocks_tell_who_is_asked(game.pk, {0: ada, 2: ben})
            continue
        player = (ada, ben, ada)[who]
        asked = queries.open_questions(player.pk)
        asked = [question for question in asked if question["game"] == game.pk]
        if asked:
            options = asked[0]["options"]
            assert isinstance(options, dict)
            question, chosen = (
                str(asked[0]["question"]),
                tuple(options["choices"][which % len(options["choices"])]),
            )
            closed: object = None
            try:
                receipt = services.submit_pick(game.pk, player.pk, question, chosen, now=now)
            except engine.QuestionClosed as refusal:
                closed = refusal.fields["cause"]
            else:
                assert receipt.created
                acknowledged[(receipt.seat, question)] = receipt.chosen
            assert closed in (None, "timeout")
        if repeat and acknowledged:
            (seat, question), chosen = list(acknowledged.items())[which % len(acknowledged)]
            owner = ada if seat == 0 else ben
            again = services.submit_pick(game.pk, owner.pk, question, chosen, now=now)
            assert (again.created, again.chosen) == (False, chosen)
        assert_clocks_tell_who_is_asked(game.pk, {0: ada, 2: ben})
    recorded = {
        (pick.seat, pick.question): pick.chosen
        for pick in store.recorded_picks(game.pk)
        if pick.seat != 1 and not pick.cause
    }
    assert recorded == acknowledged
    timeouts = [pick.seat for pick in store.recorded_picks(game.pk) if pick.cause == "timeout"]
    assert [seat.timeouts for seat in game.seats.order_by("number")] == [
        timeouts.count(0), 0, timeouts.count(2)
    ]  # fmt: skip
    assert store.verify(game.pk).ok


def assert_clocks_tell_who_is_asked(game_id: int, players: dict[int, Player]) -> None:
    """The clocks in the game's row say who is asked, as the engine does: they wake a player who waits."""
    asked = {question.seat for question in engine.open_questions(store.load(game_id).state)}
    for seat, player in players.items():
        here = [at for at in asked_at(standings(player.pk)) if at.game_id == game_id]
        assert bool(here) == (seat in asked)
