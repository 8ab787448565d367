"""The ready step: a full table waits for players who are still starting up, and then begins whole."""

import pytest

from games import access, queries, services, store
from games.models import Event, Game, Player, SealedSeed, Seat
from games.refusals import TableClosed
from games.services import inbox
from tests.games.clockwork import answer, ask, at, causes, lines
from tests.games.conftest import START, NewPlayer, play_out, play_turn

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def waiting(ada: Player, ben: Player) -> Game:
    """A table of two with thirty seconds to be ready; Ada opened it at the start, the second seat is open."""
    return services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("open", None)],
        pick_seconds=10,
        ready_seconds=30,
        now=START,
    )


def test_who_sat_down_a_moment_ago_is_ready(waiting: Game, ben: Player) -> None:
    game = services.join_game(waiting.pk, ben.pk, now=at(20))
    assert (game.status, game.deadline, game.ready_by) == ("playing", at(30), None)


def test_a_full_table_waits_for_a_player_who_was_not_heard_of_for_long(
    waiting: Game, ada: Player, ben: Player
) -> None:
    game = services.join_game(waiting.pk, ben.pk, now=at(200))
    assert (game.status, game.seq, game.ready_by) == ("open", 0, at(230))
    assert [seat.ready for seat in lines(game)] == [False, True]
    assert queries.open_questions(ada.pk) == []
    assert ask(ada, at(215))
    game.refresh_from_db()
    assert (game.status, game.deadline) == ("playing", at(225)), "start-up was not thinking time"
    assert not ask(ada, at(215))


def test_saying_ready_does_the_same_and_twice_is_harmless(waiting: Game, ada: Player, ben: Player) -> None:
    services.join_game(waiting.pk, ben.pk, now=at(200))
    assert services.show_up(waiting.pk, ben.pk, at(201)).status == "open"
    assert services.show_up(waiting.pk, ada.pk, at(202)).status == "playing"
    assert (
        services.show_up(waiting.pk, ada.pk, at(203)).seq == services.show_up(waiting.pk, ben.pk, at(203)).seq
    )


def test_a_ready_step_that_passes_starts_the_game_and_the_clock_picks_for_the_late(
    waiting: Game, ada: Player, ben: Player
) -> None:
    services.join_game(waiting.pk, ben.pk, now=at(200))
    services.sweep(at(229))
    waiting.refresh_from_db()
    assert waiting.status == "open"
    services.sweep(at(230))
    waiting.refresh_from_db()
    assert (waiting.status, waiting.deadline) == ("playing", at(240))
    answer(waiting, ben, at(231))
    services.sweep(at(241))
    assert causes(waiting, 0) == ["timeout"]


def test_a_reader_who_touches_a_table_starts_it_when_its_time_is_up(waiting: Game, ben: Player) -> None:
    services.join_game(waiting.pk, ben.pk, now=at(200))
    assert not services.touch(waiting.pk, at(210))
    assert services.touch(waiting.pk, at(231))
    waiting.refresh_from_db()
    assert waiting.status == "playing"


def test_a_full_table_takes_nobody_else_and_does_not_expire(
    waiting: Game, ben: Player, player: NewPlayer
) -> None:
    services.join_game(waiting.pk, ben.pk, now=at(200))
    with pytest.raises(TableClosed):
        services.join_game(waiting.pk, player("Cleo").pk, now=at(231))
    waiting.refresh_from_db()
    assert waiting.status != "expired"


def test_one_who_sits_alone_with_house_players_need_not_wait(ada: Player) -> None:
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("house", "greedy")],
        ready_seconds=30,
        now=START,
    )
    assert game.status == "playing"


def test_a_player_seated_by_somebody_else_is_asked_first(ada: Player, ben: Player) -> None:
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("player", ben.pk)],
        ready_seconds=30,
        shuffle_seed="asked first",
        now=START,
    )
    assert (game.status, game.ready_by) == ("open", at(30))
    assert ask(ben, at(3))
    game.refresh_from_db()
    assert game.status == "playing"
    play_turn(game, [ada, ben], at(4))
    assert store.load(game.pk).state.turn == 2


@pytest.mark.parametrize("way", ["join", "ready", "sweep"])
def test_a_start_that_breaks_leaves_the_table_as_it_was_and_the_next_try_starts_it_whole(
    waiting: Game, ada: Player, ben: Player, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever would deal: a crash after the first events leaves no seat taken, no event, and the seed."""

    def crash(*_: object) -> None:
        raise RuntimeError("the process was killed")

    def go() -> None:
        if way == "join":
            services.join_game(waiting.pk, ben.pk, now=at(20))
        elif way == "ready":
            services.show_up(waiting.pk, ada.pk, at(205))
        else:
            services.sweep(at(230))

    if way != "join":
        services.join_game(waiting.pk, ben.pk, now=at(200))
    before = list(Seat.objects.filter(game=waiting).values().order_by("number"))
    with monkeypatch.context() as broken:
        # The last step of a start: the log is written by then.
        broken.setattr(inbox, "tell_started", crash)
        if way == "sweep":
            go()  # logged, and tried again with the next
        else:
            with pytest.raises(RuntimeError):
                go()
    waiting.refresh_from_db()
    assert (waiting.status, waiting.seq, waiting.started_at) == ("open", 0, None)
    assert list(Seat.objects.filter(game=waiting).values().order_by("number")) == before
    assert SealedSeed.objects.filter(game=waiting).exists()
    assert not Event.objects.filter(game=waiting).exists()
    go()
    waiting.refresh_from_db()
    assert waiting.status == "playing"
    assert None not in [seat.player_id for seat in Seat.objects.filter(game=waiting)]
    assert not SealedSeed.objects.filter(game=waiting).exists()
    assert store.verify(waiting.pk).ok


def test_nobody_is_ready_for_another_and_nothing_is_ready_after_the_end(
    duel: Game, ada: Player, ben: Player, player: NewPlayer
) -> None:
    with pytest.raises(access.NotYours):
        services.show_up(duel.pk, player("Cleo").pk, START)
    play_out(duel, [ada, ben])
    with pytest.raises(TableClosed):
        services.show_up(duel.pk, ada.pk, START)
    assert Seat.objects.filter(game=duel, ready_at=None).count() == 1
