"""The cache of folded states: never an advanced state of a failed transaction, never one state for two."""

import pytest

from games import engine, store
from games.models import Game, Player
from games.store.cache import Entry, StateCache, states
from tests.games.conftest import START, first_choice, play_turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]


def test_a_transaction_that_fails_leaves_the_cache_at_what_is_stored(
    duel: Game, ada: Player, ben: Player
) -> None:
    before = store.load(duel.pk)
    question, chosen = first_choice(ada.pk)

    def append_and_fail() -> None:
        with store.locked(duel.pk) as live:
            live.append(engine.play(live.state, engine.Pick(0, question, chosen)), START)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        append_and_fail()
    after = store.load(duel.pk)
    assert (after.seq, after.state) == (before.seq, before.state)
    play_turn(duel, [ada, ben])
    assert store.verify(duel.pk).ok


def test_what_a_reader_does_to_a_state_does_not_reach_the_next_reader(duel: Game, ada: Player) -> None:
    mine = store.load(duel.pk)
    question, chosen = first_choice(ada.pk)
    engine.play(mine.state, engine.Pick(0, question, chosen))
    assert store.load(duel.pk).state != mine.state


def test_a_kept_state_is_carried_on_by_what_another_process_wrote(
    duel: Game, ada: Player, ben: Player
) -> None:
    started = store.load(duel.pk).game.started_at
    assert started is not None
    old = states.take(duel.pk, started, 10**6)
    assert old is not None
    play_turn(duel, [ada, ben])
    states.clear()
    states.put(duel.pk, old)
    carried = store.load(duel.pk)
    states.clear()
    folded = store.load(duel.pk)
    assert carried.seq > old.seq
    assert (carried.seq, carried.state) == (folded.seq, folded.state)


def test_the_cache_keeps_the_newest_and_no_more_than_its_size(duel: Game) -> None:
    loaded = store.load(duel.pk)
    started = loaded.game.started_at
    assert started is not None
    cache = StateCache(2)

    def entry(seq: int) -> Entry:
        return Entry(started, seq, "", loaded.state, loaded.seats)

    cache.put(1, entry(5))
    cache.put(1, entry(3))
    kept = cache.take(1, started, 9)
    assert kept is not None
    assert kept.seq == 5
    assert cache.take(1, started, 4) is None, "newer than the reader's transaction may see"
    assert cache.take(1, START.replace(year=2020), 9) is None, "another game under the same id"
    cache.put(2, entry(1))
    cache.take(1, started, 9)
    cache.put(3, entry(1))
    assert len(cache) == 2
    assert cache.take(2, started, 9) is None
