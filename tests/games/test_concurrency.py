"""Many at once, on real connections: every acknowledged pick exactly once, no gap, the chain whole."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction

from games import clock, engine, queries, refusals, services, store
from games.models import Event, Game, Player
from games.store import turns
from tests.games.conftest import START, NewPlayer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def at_once(jobs: Sequence[Callable[[], object]]) -> list[object]:
    """Run the jobs in as many threads, started together; results or exceptions in order."""
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        try:
            gate.wait(20)
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def failures(results: Sequence[object], *expected: type[BaseException]) -> list[object]:
    return [one for one in results if isinstance(one, Exception) and not isinstance(one, expected)]


def check(game: Game, acknowledged: Counter[tuple[int, str, tuple[str, ...]]]) -> None:
    """Every acknowledged pick is on record once, nothing else is, and the log is whole."""
    picks = Counter((pick.seat, pick.question, pick.chosen) for pick in store.recorded_picks(game.pk))
    assert set(picks) == set(acknowledged)
    assert set(picks.values()) == {1}
    seqs = list(Event.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    game.refresh_from_db()
    assert seqs == list(range(1, game.seq + 1))
    assert store.verify(game.pk).ok


def test_all_seats_at_once_with_duplicates_lose_nothing(player: NewPlayer) -> None:
    five = [player(name) for name in NAMES]
    game = services.open_game(
        opened_by=None, edition="classic", seats=[("player", one.pk) for one in five], pick_seconds=3600
    )
    acknowledged: Counter[tuple[int, str, tuple[str, ...]]] = Counter()
    created: Counter[tuple[int, str]] = Counter()

    for _ in range(6):
        asked = {one.pk: str(queries.open_questions(one.pk)[0]["question"]) for one in five}
        hands = {one.pk: queries.open_questions(one.pk)[0]["hand"] for one in five}

        def post(one: Player, asked: dict[int, str] = asked, hands: dict[int, object] = hands) -> object:
            hand = hands[one.pk]
            assert isinstance(hand, list)
            return services.submit_pick(game.pk, one.pk, asked[one.pk], (hand[0],))

        jobs = [partial(post, one) for one in five for _ in range(2)]
        results = at_once(jobs)
        assert failures(results) == []
        for receipt in results:
            assert isinstance(receipt, services.PickReceipt)
            acknowledged[(receipt.seat, receipt.question, receipt.chosen)] += 1
            created[(receipt.seat, receipt.question)] += receipt.created
    assert set(created.values()) == {1}
    assert set(acknowledged.values()) == {2}
    check(game, acknowledged)
    assert game.turn == 7 or game.round == 2


def test_two_different_answers_at_once_leave_one_on_record(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    for number in range(6):
        game = services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", ada.pk), ("player", ben.pk)],
            shuffle_seed=f"race {number}",
        )
        faces = sorted(set(engine.view(store.load(game.pk).state, 0).hand))[:4]
        results = at_once(
            [partial(services.submit_pick, game.pk, ada.pk, "1.1-pick", (face,)) for face in faces]
        )
        assert failures(results, engine.AlreadyAnswered) == []
        receipts = [one for one in results if isinstance(one, services.PickReceipt)]
        (recorded,) = store.recorded_picks(game.pk, 0)
        assert [receipt.chosen for receipt in receipts] == [recorded.chosen]
        for refusal in results:
            if isinstance(refusal, engine.AlreadyAnswered):
                assert refusal.recorded == recorded.chosen


def test_many_games_at_once_in_many_threads_end_whole(player: NewPlayer) -> None:
    players = [player(name) for name in NAMES[:4]]
    games = [
        services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", one.pk) for one in players],
            pick_seconds=3600,
        )
        for _ in range(3)
    ]
    acknowledged: dict[int, Counter[tuple[int, str, tuple[str, ...]]]] = {
        game.pk: Counter() for game in games
    }
    lock = threading.Lock()

    def bot(one: Player) -> None:
        """Answer whatever is asked, every third answer twice, until all games are over."""
        count = 0
        while Game.objects.filter(status="playing").exists():
            for question in queries.open_questions(one.pk):
                options = question["options"]
                assert isinstance(options, dict)
                game_id = int(str(question["game"]))
                chosen = options["choices"][0]
                for _ in range(2 if count % 3 == 0 else 1):
                    receipt = services.submit_pick(game_id, one.pk, str(question["question"]), chosen)
                    with lock:
                        acknowledged[game_id][(receipt.seat, receipt.question, receipt.chosen)] += 1
                count += 1

    assert failures(at_once([partial(bot, one) for one in players])) == []
    for game in games:
        check(game, acknowledged[game.pk])
        assert game.status == "finished"


def test_the_deadline_and_a_pick_race_without_harm(player: NewPlayer) -> None:
    """Whoever is first is on record; the other hears of it. Two sweeps substitute once."""
    ada, ben = player("Ada"), player("Ben")
    for number in range(6):
        game = services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", ada.pk), ("player", ben.pk)],
            pick_seconds=10,
            shuffle_seed=f"late {number}",
            now=START,
        )
        hand = engine.view(store.load(game.pk).state, 0).hand
        late, in_time = START + timedelta(seconds=11), START + timedelta(seconds=9)
        results = at_once(
            [
                partial(services.enforce_deadline, game.pk, late),
                partial(services.enforce_deadline, game.pk, late),
                partial(services.submit_pick, game.pk, ada.pk, "1.1-pick", (hand[0],), now=in_time),
            ]
        )
        assert failures(results, engine.QuestionClosed) == []
        picks = store.recorded_picks(game.pk, question="1.1-pick")
        assert sorted(pick.seat for pick in picks) == [0, 1]
        game.refresh_from_db()
        assert game.turn == 2
        assert sum(seat.timeouts for seat in game.seats.all()) == sum(
            pick.cause == "timeout" for pick in picks
        )
        assert store.verify(game.pk).ok


def test_the_last_seat_is_taken_once(player: NewPlayer) -> None:
    ada = player("Ada")
    others = [player(name) for name in NAMES[1:]]
    game = services.open_game(opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("open", None)])
    results = at_once([partial(services.join_game, game.pk, one.pk) for one in others])
    assert failures(results, refusals.TableClosed) == []
    assert sum(isinstance(one, Game) for one in results) == 1
    assert store.verify(game.pk).ok


def test_a_table_that_everybody_makes_ready_at_once_begins_once_and_whole(player: NewPlayer) -> None:
    """Five say that they are there while two sweeps find that the time is over."""
    five = [player(name) for name in NAMES]
    for _ in range(5):
        game = services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("player", one.pk) for one in five],
            ready_seconds=30,
            now=START,
        )
        assert game.status == "open"
        moment = START + timedelta(seconds=30)
        results = at_once(
            [
                *[partial(services.show_up, game.pk, one.pk, moment) for one in five],
                *[partial(services.settle_table, game.pk, moment)] * 2,
            ]
        )
        assert failures(results) == []
        game.refresh_from_db()
        assert (game.status, game.started_at, game.turn) == ("playing", moment, 1)
        kinds = [event.kind for event in store.read(game.pk)]
        assert kinds.count(kinds[0]) == 1
        assert [bool(queries.open_questions(one.pk)) for one in five] == [True] * 5
        assert store.verify(game.pk).ok


def test_house_players_and_matches_made_at_once_do_not_collide(db: None) -> None:
    results = at_once([partial(services.schedule_bot_matches, 2) for _ in range(4)])
    assert failures(results) == []
    ids = [game_id for one in results if isinstance(one, list) for game_id in one]
    assert len(set(ids)) == 8
    assert all(store.verify(game_id).ok for game_id in ids)
    names = list(Player.objects.values_list("name", flat=True))
    assert len(names) == len(set(names))


def test_what_is_done_after_a_pick_is_on_disk_holds_up_no_other_pick(
    player: NewPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_LONGEST_TURN", 60.0)
    ada, ben = player("Ada"), player("Ben")
    seats: list[services.SeatSpec] = [("player", ada.pk), ("player", ben.pk)]
    tables = [services.open_game(opened_by=None, edition="classic", seats=seats) for _ in range(2)]
    hands = [engine.view(store.load(game.pk).state, 0).hand for game in tables]
    receipts: list[object] = []

    def other() -> None:
        receipts.extend(
            at_once([partial(services.submit_pick, tables[1].pk, ada.pk, "1.1-pick", hands[1][:1])])
        )

    slow = threading.Thread(target=other)

    def ring() -> None:
        """What a broker may take: here as long as somebody else's pick."""
        slow.start()
        slow.join(20)
        assert not slow.is_alive(), "the other pick waits for what this one rings"

    try:
        with store.locked(tables[0].pk) as first:
            first.append(engine.play(first.state, engine.Pick(0, "1.1-pick", hands[0][:1])), clock.now())
            transaction.on_commit(ring)
    finally:
        slow.join()
    assert failures(receipts) == []
    assert [len(store.recorded_picks(game.pk, 0)) for game in tables] == [1, 1]
