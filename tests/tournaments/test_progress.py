"""A tournament from its start to its end: rounds, results, byes, drops, pauses, crashes."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games import services as games
from games.models import Game, GameStatus, Player
from tests.tournaments.club import START, answer_everything, ask, draft, house, remote, running
from tournaments import formats, queries, services
from tournaments.models import Bye, Entrant, Result, Round, Table, TableSeat
from tournaments.refusals import (
    BadTournament,
    CannotPair,
    EntryRefused,
    NoSuchTournament,
    UnknownFormat,
    WrongStatus,
)
from tournaments.services import progress

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]


@pytest.mark.services
def test_a_house_tournament_plays_to_its_end_by_itself() -> None:
    tournament = running(house(7))
    assert services.advance(tournament.pk, START)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert tournament.finished_at == START
    assert Round.objects.filter(tournament=tournament, finished_at__isnull=False).count() == 3
    assert Result.objects.count() == 3 * 7
    lines = queries.standings(tournament.pk)
    assert [line.rank for line in lines] == list(range(1, 8))
    assert all(line.tables == 3 for line in lines)
    # Half a win for each seat of each table, whatever happened.
    assert sum(line.pts for line in lines) == 3 * 7 * 420
    assert lines[0].pts == max(line.pts for line in lines)
    for game in Game.objects.all():
        assert (game.status, game.origin, game.rated) == ("finished", "tournament", True)


def test_results_are_those_of_the_games() -> None:
    tournament = running(house(6), rounds=1)
    services.advance(tournament.pk, START)
    for table in Table.objects.select_related("game"):
        assert table.game is not None
        seats = {seat.player_id: (seat.place, seat.points) for seat in table.game.seats.all()}
        results = table.results.select_related("entrant")
        assert {one.entrant.player_id: (one.place, one.points) for one in results} == seats
        paired = list(table.seats.order_by("number").values_list("entrant__player_id", flat=True))
        assert paired == [seat.player_id for seat in table.game.seats.order_by("number")]


def test_a_round_robin_of_five_gives_everybody_one_round_off() -> None:
    tournament = running(house(5), "round_robin")
    assert tournament.rounds_planned == 5
    services.advance(tournament.pk, START)
    lines = queries.standings(tournament.pk)
    assert [(line.tables, line.byes) for line in lines] == [(4, 1)] * 5
    assert sum(line.pts for line in lines) == 10 * 840
    assert Bye.objects.count() == 5


def test_the_strongest_by_rating_gets_the_first_seed() -> None:
    from ratings.models import Pool, Rating

    players = house(6)
    pool = Pool.objects.get(edition="classic", least_seats__lte=4, most_seats__gte=4)
    Rating.objects.create(
        pool=pool,
        player=players[4],
        milli=1_900_000,
        sigma_milli=50_000,
        games=60,
        wins=40,
        last_game_at=START,
    )
    tournament = running(players)
    assert Entrant.objects.get(tournament=tournament, seed=1).player == players[4]
    assert list(Entrant.objects.order_by("seed").values_list("seed", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_a_table_with_a_remote_bot_is_waited_for() -> None:
    bot = remote("Remote bot")
    tournament = running([*house(6), bot])
    services.advance(tournament.pk, START)
    shown = queries.rounds(tournament.pk)
    assert len(shown) == 1
    (waiting,) = [table for table in shown[0].tables if not table.finished]
    assert waiting.game_status == GameStatus.OPEN
    ask(bot)
    (waiting,) = [table for table in queries.rounds(tournament.pk)[0].tables if not table.finished]
    assert waiting.game_status == GameStatus.PLAYING
    assert bot.pk in [seat.player_id for seat in waiting.seats]
    # The others' results are in the standings already.
    assert sum(line.tables for line in queries.standings(tournament.pk)) == 7 - len(waiting.seats)
    assert not services.advance(tournament.pk, START)
    for number in (1, 2, 3):
        assert len(queries.rounds(tournament.pk)) == number
        assert answer_everything(bot) > 0
        assert services.advance(tournament.pk, START)
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_an_absent_bot_is_replaced_by_the_clock_of_the_game_and_the_round_goes_on() -> None:
    bot = remote("Absent bot")
    tournament = running([*house(2), bot], rounds=1, pick_seconds=5)
    services.advance(tournament.pk, START)
    moment = START + timedelta(seconds=30)
    games.sweep(moment)
    game = Game.objects.get()
    assert game.started_at == moment
    while game.status == GameStatus.PLAYING:
        moment += timedelta(seconds=6)
        games.enforce_deadline(game.pk, moment)
        game.refresh_from_db()
    services.advance(tournament.pk, moment)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert game.seats.get(player=bot).timeouts > 0


def test_a_pause_lies_between_rounds_and_the_next_pairing_is_seen_by_nobody() -> None:
    tournament = running(house(6), round_seconds=60)
    services.advance(tournament.pk, START)
    hidden = Round.objects.get(tournament=tournament, number=2)
    assert hidden.published_at is None
    assert hidden.due_at == START + timedelta(seconds=60)
    assert TableSeat.objects.filter(round=hidden).count() == 6
    assert [one.number for one in queries.rounds(tournament.pk)] == [1]
    assert not Table.objects.filter(round=hidden, game__isnull=False).exists()
    line = queries.tournaments()[0]
    assert (line.rounds_published, line.rounds_finished, line.next_round_at) == (1, 1, hidden.due_at)
    assert not services.advance(tournament.pk, START + timedelta(seconds=59))
    assert services.advance(tournament.pk, START + timedelta(seconds=60))
    assert [one.number for one in queries.rounds(tournament.pk)] == [1, 2]


def test_who_drops_out_between_rounds_is_in_no_later_pairing() -> None:
    tournament = running(house(7), round_seconds=60)
    services.advance(tournament.pk, START)
    gone = Entrant.objects.filter(tournament=tournament).order_by("seed")[2]
    services.drop_entrant(tournament.pk, gone.pk, START)
    services.drop_entrant(tournament.pk, gone.pk, START)  # a second time changes nothing
    for minute in (1, 2):
        services.advance(tournament.pk, START + timedelta(minutes=minute))
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    rounds = queries.rounds(tournament.pk)
    assert [sorted(len(table.seats) for table in one.tables) for one in rounds] == [[3, 4], [3, 3], [3, 3]]
    assert gone.pk not in [
        seat.entrant_id for one in rounds[1:] for table in one.tables for seat in table.seats
    ]
    left = next(line for line in queries.standings(tournament.pk) if line.entrant_id == gone.pk)
    assert left.dropped
    assert left.tables == 1


def test_who_comes_late_or_back_is_in_the_next_pairing() -> None:
    first = house(6)
    tournament = running(first, round_seconds=60)
    services.advance(tournament.pk, START)
    back = Entrant.objects.get(tournament=tournament, player=first[0])
    services.drop_entrant(tournament.pk, back.pk, START)
    assert services.add_entrant(tournament.pk, first[0].pk).pk == back.pk
    late = services.add_entrant(tournament.pk, remote("Late bot").pk)
    assert late.seed == 7
    services.advance(tournament.pk, START + timedelta(minutes=1))
    second = queries.rounds(tournament.pk)[1]
    seated = {seat.entrant_id for table in second.tables for seat in table.seats}
    assert {back.pk, late.pk} <= seated
    assert len(seated) == 7


def test_a_fixed_schedule_takes_nobody_late_and_gives_a_bye_for_who_dropped_out() -> None:
    tournament = running(house(4), "round_robin", round_seconds=60)
    services.advance(tournament.pk, START)
    with pytest.raises(WrongStatus, match="fixed at the start"):
        services.add_entrant(tournament.pk, remote("Late bot").pk)
    gone = Entrant.objects.filter(tournament=tournament).first()
    assert gone is not None
    services.drop_entrant(tournament.pk, gone.pk, START)
    for minute in (1, 2):
        services.advance(tournament.pk, START + timedelta(minutes=minute))
    byes = [bye for one in queries.rounds(tournament.pk) for bye in one.byes]
    assert [bye.share for bye in byes] == [420, 420]


def test_a_tournament_ends_early_when_too_few_are_left() -> None:
    tournament = running(house(3), round_seconds=60)
    services.advance(tournament.pk, START)
    gone = Entrant.objects.filter(tournament=tournament).first()
    assert gone is not None
    services.drop_entrant(tournament.pk, gone.pk, START)
    services.advance(tournament.pk, START + timedelta(minutes=1))
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert [one.number for one in queries.rounds(tournament.pk)] == [1]


def test_a_suspended_player_is_dropped_before_the_next_pairing() -> None:
    players = house(7)
    tournament = running(players, round_seconds=60)
    services.advance(tournament.pk, START)
    Player.objects.filter(pk=players[0].pk).update(active=False)
    Round.objects.filter(published_at=None).delete()
    services.advance(tournament.pk, START + timedelta(minutes=1))
    assert Entrant.objects.get(player=players[0]).dropped_at is not None
    assert sum(len(table.seats) for table in queries.rounds(tournament.pk)[1].tables) == 6


def test_two_of_one_owner_at_an_unavoidable_table_play_unrated() -> None:
    owner = get_user_model().objects.create_user("ann")
    tournament = running([remote("Ann one", owner.pk), remote("Ann two", owner.pk), *house(1)], rounds=1)
    services.advance(tournament.pk, START)
    assert Game.objects.get().rated is False


# Crashes and repeats


def test_advancing_again_changes_nothing() -> None:
    tournament = running(house(6), round_seconds=60)
    services.advance(tournament.pk, START)
    counts = [model.objects.count() for model in (Round, Table, TableSeat, Result, Game)]
    for _ in range(3):
        assert not services.advance(tournament.pk, START)
    assert [model.objects.count() for model in (Round, Table, TableSeat, Result, Game)] == counts


@pytest.mark.services
@pytest.mark.parametrize("broken_at", [1, 2])
def test_a_crash_between_publishing_and_opening_games_is_repaired(
    broken_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running(house(8), rounds=1)
    opened = 0
    real = games.open_game

    def crashing(**given: object) -> Game:
        nonlocal opened
        opened += 1
        if opened == broken_at:
            raise RuntimeError("the worker was killed")
        return real(**given)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(games, "open_game", crashing)
    with pytest.raises(RuntimeError):
        services.advance(tournament.pk, START)
    assert Round.objects.get().published_at == START
    assert Game.objects.count() == broken_at - 1
    services.advance(tournament.pk, START)
    assert Game.objects.count() == 2
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_one_broken_tournament_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    players = house(6)
    first, second = running(players, name="First"), running(players, name="Second")
    real = progress.advance

    def picky(tournament_id: int, now: object = None) -> bool:
        if tournament_id == first.pk:
            raise RuntimeError("broken")
        return real(tournament_id, START)

    monkeypatch.setattr(progress, "advance", picky)
    assert services.advance_all(START) == 1
    second.refresh_from_db()
    assert second.status == "finished"


def test_a_pairing_made_for_a_field_that_changed_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = running(house(7))
    leaver = Entrant.objects.filter(tournament=tournament).first()
    assert leaver is not None
    real = formats.format_of
    dropped: list[int] = []

    def while_pairing(key: str) -> object:
        if not dropped:
            dropped.append(leaver.pk)
            services.drop_entrant(tournament.pk, leaver.pk, START)
        return real(key)

    monkeypatch.setattr(formats, "format_of", while_pairing)
    assert not services.advance(tournament.pk, START)
    assert not Round.objects.exists()
    services.advance(tournament.pk, START)
    assert not TableSeat.objects.filter(entrant=leaver).exists()


@pytest.mark.services
def test_the_database_refuses_two_tables_a_round_and_two_rounds_at_once() -> None:
    tournament = running(house(6), round_seconds=60)
    services.advance(tournament.pk, START)
    seat = TableSeat.objects.filter(round__number=2).first()
    assert seat is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        TableSeat.objects.create(table=seat.table, round=seat.round, entrant=seat.entrant, number=7)
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(tournament=tournament, number=3, due_at=START)
    result = Result.objects.first()
    assert result is not None
    result.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        result.save(force_insert=True)


# Drafts


def test_a_draft_starts_by_itself_when_its_time_has_come() -> None:
    tournament = draft(house(4), rounds=1, starts_at=START)
    assert services.advance_all(START - timedelta(seconds=1)) == 0
    services.advance_all(START)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert tournament.started_at == START


def test_a_draft_that_cannot_start_loses_its_date_and_waits_for_the_organiser() -> None:
    tournament = draft(house(2), starts_at=START)
    services.advance_all(START)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.starts_at) == ("draft", None)


def test_starting_needs_a_field_and_works_once() -> None:
    tournament = draft(house(2))
    with pytest.raises(CannotPair, match="needs at least 3 entrants, and there are 2"):
        services.start_tournament(tournament.pk)
    services.add_entrant(tournament.pk, remote("Third").pk)
    services.start_tournament(tournament.pk)
    with pytest.raises(WrongStatus, match="started already"):
        services.start_tournament(tournament.pk)
    with pytest.raises(NoSuchTournament):
        services.start_tournament(tournament.pk + 1)


def test_a_player_enters_once_and_leaves_a_draft_without_a_trace() -> None:
    one, other = house(2)
    tournament = draft([one, other])
    with pytest.raises(EntryRefused, match="entered already"):
        services.add_entrant(tournament.pk, one.pk)
    with pytest.raises(EntryRefused, match="no active player"):
        services.add_entrant(tournament.pk, 0)
    services.drop_entrant(tournament.pk, Entrant.objects.get(player=one).pk)
    assert [entrant.player for entrant in Entrant.objects.all()] == [other]
    with pytest.raises(EntryRefused, match="no entrant"):
        services.drop_entrant(tournament.pk, 0)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"name": "x"}, BadTournament, "3 to 80"),
        ({"format": "ladder"}, UnknownFormat, "no format 'ladder'"),
        ({"edition": "deluxe"}, BadTournament, "no edition 'deluxe'"),
        ({"variant": "backwards"}, BadTournament, "no variant 'backwards'"),
        ({"variant": "pass_both_ways"}, BadTournament, "make it unrated"),
        ({"seats": (4, 4)}, CannotPair, "3 to 4, or of 3 to 5"),
        ({"seats": (3, 8)}, BadTournament, "for 2 to 5 players"),
        ({"rounds": -1}, BadTournament, "Rounds are 0"),
        ({"pick_seconds": 0}, BadTournament, "time for a pick"),
        ({"round_seconds": -1}, BadTournament, "pause between rounds"),
        ({"created_by": 0}, BadTournament, "no active player 0"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_with_a_sentence(
    options: dict[str, object], error: type[Exception], sentence: str
) -> None:
    given: dict[str, object] = {"name": "Cup", "format": "pods_swiss", **options}
    with pytest.raises(error, match=sentence):
        services.create_tournament(**given)  # type: ignore[arg-type]  # wrong on purpose


def test_names_may_repeat_and_addresses_do_not() -> None:
    made = [services.create_tournament(name="Ünder Cup", format="pods_swiss").slug for _ in range(3)]
    assert made == ["under-cup", "under-cup-2", "under-cup-3"]
    assert services.create_tournament(name="回転寿司杯", format="pods_swiss").slug == "tournament"
