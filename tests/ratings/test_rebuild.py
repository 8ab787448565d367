"""Folding anew: the same numbers as live, late games in their place, and never half a board."""

import random
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Seat
from ratings import ledger, queries, services
from ratings.models import Change, Rating, Skipped
from ratings.systems import multiplayer_elo
from tests.ratings.club import START, finished, finished_games, in_order, players, pool

pytestmark = [pytest.mark.django_db, pytest.mark.services]

KEY = "classic-3-5"
LATER = START + timedelta(minutes=40)
LEDGER = (
    "rating_seq", "game_id", "player_id", "place", "seats", "k", "games_before", "idle_seconds",
    "before_milli", "delta_milli", "sigma_before_milli", "sigma_after_milli", "algorithm",
)  # fmt: skip


def absorb() -> int:
    return services.absorb_finished_games(now=LATER)


def current() -> list[tuple[Any, ...]]:
    return list(Change.objects.current().order_by("rating_seq", "player_id").values_list(*LEDGER))


def held() -> dict[int, Any]:
    return ledger.holdings(pool(KEY))


def season(games: int = 60) -> list[int]:
    """A season of tables of 3 to 5 with ties, absorbed in uneven batches; the players."""
    dice = random.Random(7)
    club = players(9)
    for start in range(0, games, 20):
        tables = []
        for _ in range(20):
            seated = dice.sample(club, dice.randint(3, 5))
            tables.append([(player_id, dice.randint(1, 3)) for player_id in seated])
        finished_games(tables, [start * 700 + at * 611 + dice.random() for at in range(20)])
        services.absorb_finished_games(dice.randint(3, 9), everything=True)
        services.absorb_finished_games(everything=True)
    return club


def test_a_rebuild_gives_what_live_rating_gave() -> None:
    season()
    ledger_before, held_before = current(), held()
    assert len(ledger_before) > 180
    found = services.rebuild(KEY)
    assert (found.games, found.ratings, found.restated) == (60, 9, ())
    assert current() == ledger_before
    assert held() == held_before
    assert Change.objects.count() == len(ledger_before), "the old fold is gone"
    assert (pool(KEY).generation, pool(KEY).last_seq) == (2, 60)


def test_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    season()
    whole = current()
    monkeypatch.setattr(services, "REBUILD_CHUNK", 7)
    services.rebuild(KEY)
    assert current() == whole


def test_a_dry_run_tells_the_difference_and_makes_none() -> None:
    four = players(4)
    games = finished_games([in_order(four)] * 3)
    absorb()
    # The first game is put right: its last was in truth its winner.
    Seat.objects.filter(game=games[0], player=four[3]).update(place=1)
    before = (current(), held(), pool(KEY).generation)
    told = services.rebuild(KEY, dry_run=True)
    assert (current(), held(), pool(KEY).generation) == before
    done = services.rebuild(KEY)
    assert done.restated == told.restated
    moved = {row.player_id: row for row in done.restated}
    assert moved[four[3]].before == before[1][four[3]]
    assert moved[four[3]].after == held()[four[3]]
    assert held()[four[3]].milli > before[1][four[3]].milli
    assert "ratings differ" in done.summary()


def test_a_late_game_moves_to_its_place_and_the_difference_says_so() -> None:
    four = players(4)
    finished_games([in_order(four)] * 2, [10, 20])
    absorb()
    late = finished(in_order(four[::-1]), 15)
    absorb()
    assert Change.objects.filter(game=late, rating_seq=3).count() == 4
    found = services.rebuild(KEY)
    assert Change.objects.filter(game=late, rating_seq=2).count() == 4
    assert {row.player_id for row in found.restated} == set(four)


def test_live_games_go_on_while_a_rebuild_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    four = players(4)
    finished_games([in_order(four)] * 6)
    absorb()
    true_append = ledger.append
    seen: list[list[tuple[Any, ...]]] = []

    def append(*args: Any) -> None:
        true_append(*args)
        if args[1] != pool(KEY).generation and not seen:
            seen.append(current())
            finished(in_order(four[::-1]), 100)
            assert absorb() == 1

    monkeypatch.setattr(ledger, "append", append)
    found = services.rebuild(KEY)
    assert len(seen[0]) == 24, "readers saw the old fold meanwhile"
    assert found.games == 7
    assert found.restated == ()
    assert len(current()) == 28


def test_a_rebuild_that_fails_leaves_the_ratings_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    season()
    before = (current(), held())

    def fail(*_: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "store", fail)
        with pytest.raises(OSError, match="disk"):
            services.rebuild(KEY)
    assert (current(), held()) == before
    assert Change.objects.count() == len(before[0]), "nothing of the attempt is left"
    assert services.rebuild(KEY).restated == ()


def test_of_two_rebuilds_the_later_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    season(20)
    true_append = ledger.append
    inner: list[int] = []

    def append(*args: Any) -> None:
        true_append(*args)
        if not inner:
            inner.append(1)
            services.rebuild(KEY)

    before = current()
    monkeypatch.setattr(ledger, "append", append)
    with pytest.raises(services.RebuildOvertaken, match="later rebuild"):
        services.rebuild(KEY)
    assert current() == before
    assert Change.objects.count() == len(before)


def test_a_new_version_of_the_formula_rates_everything_again(monkeypatch: pytest.MonkeyPatch) -> None:
    season(20)
    monkeypatch.setattr(multiplayer_elo, "VERSION", 2)
    monkeypatch.setattr(multiplayer_elo, "FALLING_K", ((0, 20),))
    absorb()
    assert pool(KEY).algorithm == "multiplayer-elo/2"
    assert set(Change.objects.values_list("k", "algorithm")) == {(20, "multiplayer-elo/2")}
    assert absorb() == 0
    assert pool(KEY).generation == 2


def test_a_player_whose_games_are_gone_leaves_the_board() -> None:
    four = players(4)
    game = finished(in_order(four))
    other = finished(in_order([*four[:2], *players(1, prefix="Guest")]), 1)
    absorb()
    assert Rating.objects.count() == 5
    Game.objects.filter(pk=other).update(rated=False)
    found = services.rebuild(KEY)
    assert Rating.objects.count() == 4
    assert found.restated[0].after is None
    assert set(Change.objects.values_list("game_id", flat=True)) == {game}


def test_an_incomplete_game_that_was_put_right_is_rated_by_the_rebuild() -> None:
    four = players(4)
    game = finished([*in_order(four[:3]), (four[3], None)])
    absorb()
    assert Skipped.objects.count() == 1
    assert services.rebuild(KEY).games == 0
    assert Skipped.objects.count() == 1
    Seat.objects.filter(game=game, player=four[3]).update(place=4, points=3)
    assert services.rebuild(KEY).games == 1
    assert Skipped.objects.count() == 0


def test_the_command_prints_the_difference() -> None:
    four = players(4)
    games = finished_games([in_order(four)] * 2)
    absorb()
    out = StringIO()
    call_command("rebuild_ratings", KEY, stdout=out)
    assert out.getvalue() == f"Done: 2 games, 4 ratings in pool {KEY}: every rating is as it was.\n"
    Seat.objects.filter(game=games[1], player=four[0]).update(place=5)
    out = StringIO()
    call_command("rebuild_ratings", "--dry-run", stdout=out)
    assert "Would be: 0 games, 0 ratings in pool classic-2: every rating is as it was." in out.getvalue()
    assert f"Would be: 2 games, 4 ratings in pool {KEY}: 4 ratings differ." in out.getvalue()
    assert "Bot 000  1,5" in out.getvalue()
    with pytest.raises(CommandError, match="no pool called 'chess'; there are: classic-2, classic-3-5"):
        call_command("rebuild_ratings", "chess")
    assert queries.board(KEY)[0].games == 2
