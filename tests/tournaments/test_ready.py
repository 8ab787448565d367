"""Tables of a round ask their players to be ready: start-up is no thinking time, and no table waits long."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from rest_framework.test import APIClient

from games import services as games
from games.accounts import services as accounts
from games.api import limits
from games.models import Game, GameStatus, InboxLine, Player, Seat
from games.refusals import TableClosed
from tests.tournaments.club import START, answer_everything, ask, house, remote, running
from tournaments import queries, services
from tournaments.models import Result, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("quick")]


def at(seconds: float) -> datetime:
    """So many seconds after the round was published."""
    return START + timedelta(seconds=seconds)


def opened(*guests: Player, beside: int = 1, created_by: int | None = None) -> tuple[Tournament, Game]:
    """A round with these guests and so many house players, just published, and the guests' table."""
    tournament = running([*house(beside), *guests], rounds=1, pick_seconds=10, created_by=created_by)
    services.advance(tournament.pk, START)
    return tournament, Game.objects.get(status=GameStatus.OPEN)


def the_table(tournament: Tournament) -> queries.TableLine:
    """The one table of the one round."""
    ((table,),) = [one.tables for one in queries.rounds(tournament.pk)]
    return table


def test_a_table_begins_when_the_last_of_its_guests_is_heard_of() -> None:
    ada, ben = remote("Ada"), remote("Ben")
    tournament, game = opened(ada, ben)
    assert (game.ready_by, game.seq, game.started_at) == (at(30), 0, None)
    shown = the_table(tournament)
    assert (shown.game_id, shown.game_status, shown.ready_by) == (game.pk, "open", at(30))
    assert {seat.name: seat.ready for seat in shown.seats} == {"Ada": False, "Ben": False, "House 00": True}
    ask(ada, at(4))
    assert {seat.name for seat in the_table(tournament).seats if not seat.ready} == {"Ben"}
    ask(ben, at(21))
    game.refresh_from_db()
    assert (game.status, game.started_at, game.deadline) == ("playing", at(21), at(31))
    shown = the_table(tournament)
    assert (shown.ready_by, {seat.ready for seat in shown.seats}) == (None, {None})
    paired = [seat.player_id for seat in shown.seats]
    assert paired == list(
        Seat.objects.filter(game=game).order_by("number").values_list("player_id", flat=True)
    )
    assert game.rated


def test_who_never_comes_is_played_by_the_clock_and_the_tournament_ends() -> None:
    ada, gone = remote("Ada"), remote("Gone")
    tournament, game = opened(ada, gone)
    ask(ada, at(1))
    games.sweep(at(29))
    assert Game.objects.get(pk=game.pk).status == GameStatus.OPEN
    assert not services.advance(tournament.pk, at(29))
    games.sweep(at(30))
    game.refresh_from_db()
    assert (game.status, game.started_at, game.deadline) == ("playing", at(30), at(40))
    moment = at(30)
    while game.status == GameStatus.PLAYING:
        answer_everything(ada, moment)
        moment += timedelta(seconds=11)
        games.sweep(moment)
        game.refresh_from_db()
    assert services.advance(tournament.pk, moment)
    tournament.refresh_from_db()
    assert (tournament.status, Result.objects.count()) == ("finished", 3)
    assert Seat.objects.get(game=game, player=gone).timeouts == 3
    assert Seat.objects.get(game=game, player=ada).timeouts == 0


def test_house_players_wait_for_nobody() -> None:
    tournament = running([*house(6), remote("Ada")], rounds=1)
    services.advance(tournament.pk, START)
    tables = [table for one in queries.rounds(tournament.pk) for table in one.tables]
    assert sorted(table.game_status for table in tables) == ["finished", "open"]
    assert sorted(table.finished for table in tables) == [False, True]
    assert set(Game.objects.filter(status="finished").values_list("ready_seconds", flat=True)) == {0}


def test_nobody_gets_up_and_no_table_is_withdrawn_or_expires() -> None:
    organiser, ada = remote("Organiser"), remote("Ada")
    _, game = opened(organiser, ada, created_by=organiser.pk)
    assert game.opened_by == organiser
    for player in (organiser, ada):
        with pytest.raises(TableClosed):
            games.leave_table(game.pk, player.pk, at(1))
    with pytest.raises(TableClosed):
        games.withdraw_table(game.pk, organiser.pk, at(1))
    with pytest.raises(TableClosed):
        games.join_game(game.pk, remote("Late").pk, now=at(31))
    # Nor does it end for the others when somebody leaves the club for good.
    assert [games.leave_lobby(player.pk, at(2)) for player in (organiser, ada)] == [0, 0]
    assert Game.objects.get(pk=game.pk).status == GameStatus.OPEN
    games.expire_tables(at(7 * 24 * 3600))
    game.refresh_from_db()
    assert (game.status, game.expired_reason) == ("playing", "")
    assert Seat.objects.filter(game=game, player=None).count() == 0


def test_the_organiser_who_plays_is_asked_like_everybody_else() -> None:
    organiser = remote("Organiser")
    tournament, game = opened(organiser, beside=2, created_by=organiser.pk)
    assert [seat.name for seat in the_table(tournament).seats if not seat.ready] == ["Organiser"]
    ask(organiser, at(2))
    game.refresh_from_db()
    assert game.status == "playing"


def test_a_table_that_waits_is_opened_once_and_outlives_crashes_and_a_suspension() -> None:
    ada, ben = remote("Ada"), remote("Ben")
    tournament, game = opened(ada, ben)
    for seconds in range(0, 28, 2):
        assert not services.advance(tournament.pk, at(seconds))
    assert (Game.objects.count(), Table.objects.count()) == (1, 1)
    Player.objects.filter(pk=ben.pk).update(active=False)
    ask(ada, at(28))
    games.sweep(at(30))
    game.refresh_from_db()
    assert game.status == "playing", "a pairing stands once it is published"


def test_the_asked_are_told_in_their_inbox_and_the_game_is_told_when_it_begins() -> None:
    ada, ben = remote("Ada"), remote("Ben")
    _, game = opened(ada, ben)
    seat = Seat.objects.get(game=game, player=ben).number
    line = InboxLine.objects.get(player=ben)
    assert (line.kind, line.game_id) == ("ready_asked", game.pk)
    assert line.data == {"seat": seat, "rated": True, "ready_by": "2026-03-01T12:00:30.000Z"}
    for one in (ada, ben):
        ask(one, at(3))
    told = InboxLine.objects.filter(player=ben).order_by("id").values_list("kind", flat=True)
    assert list(told) == ["ready_asked", "game_started"]
    assert not InboxLine.objects.filter(player__kind="house").exists()


def test_over_http_a_request_for_questions_or_a_word_makes_ready() -> None:
    limits.forget()
    bots = [remote("Ada"), remote("Ben")]
    tournament = running([*house(1), *bots], rounds=1)
    services.advance(tournament.pk)

    def client(player: Player) -> APIClient:
        made = APIClient()
        _, clear = games.issue_token(player.pk, "test", ("read", "play"))
        made.credentials(HTTP_AUTHORIZATION=f"Bearer {clear}")
        return made

    ada, ben = map(client, bots)

    def table() -> dict[str, object]:
        found = APIClient().get(f"/api/v1/tournaments/{tournament.slug}/rounds").json()
        one: dict[str, object] = found["rounds"][0]["tables"][0]
        return one

    def ready() -> dict[str, bool | None]:
        seats = table()["seats"]
        assert isinstance(seats, list)
        return {seat["name"]: seat["ready"] for seat in seats}

    assert table()["status"] == "open"
    assert str(table()["ready_by"]).endswith("Z")
    assert ready() == {"Ada": False, "Ben": False, "House 00": True}
    assert ada.get("/api/v1/questions").json()["questions"] == []
    assert ready() == {"Ada": True, "Ben": False, "House 00": True}
    number = table()["game"]
    by_itself = APIClient().get(f"/api/v1/games/{number}").json()["ready_by"]
    assert str(table()["ready_by"])[:23] == by_itself[:23]
    said = ben.post(f"/api/v1/games/{number}/ready", {}, format="json")
    assert (said.status_code, said.json()["status"]) == (200, "playing")
    assert (table()["status"], table()["ready_by"]) == ("playing", None)
    assert set(ready().values()) == {None}
    for one in (ada, ben):
        (question,) = one.get("/api/v1/questions").json()["questions"]
        assert (question["game"], question["question"]) == (number, "1.1-pick")


def test_the_page_says_who_is_missing_and_a_person_is_asked_there() -> None:
    user = get_user_model().objects.create_user("mika", password="seaweed-and-rice-9")
    mika = accounts.create_person(user.pk, "Mika")
    tournament = running([*house(1), mika, remote("Ben")], rounds=1)
    services.advance(tournament.pk)
    game = Game.objects.get()
    page = f"/tournaments/{tournament.slug}/"
    stranger, browser = Client(), Client()
    browser.force_login(user)
    seen = stranger.get(page).content.decode()
    assert "Waiting for players to be ready: " in seen
    assert "House 00" not in seen.partition("Waiting for players to be ready: ")[2].partition("</p>")[0]
    assert f'href="/games/{game.pk}/"' in seen
    assert "I am ready" not in seen
    at_table = stranger.get(f"/games/{game.pk}/").content.decode()
    assert "Everybody has a seat. Waiting for players to be ready: " in at_table
    assert "kept for invited players" not in at_table
    assert f'action="/games/{game.pk}/ready/"' in browser.get(page).content.decode()
    assert "I am ready" in browser.get(f"/games/{game.pk}/").content.decode()
    sent = browser.post(f"/games/{game.pk}/ready/")
    assert (sent.status_code, sent.headers["Location"]) == (302, f"/games/{game.pk}/")
    assert "You are ready" in browser.get(sent.headers["Location"]).content.decode()
    seen = browser.get(page).content.decode()
    assert "Waiting for players to be ready: Ben." in seen
    assert "I am ready" not in seen
    ask(Player.objects.get(name="Ben"), game.created_at + timedelta(seconds=1))
    seen = browser.get(page).content.decode()
    assert "Waiting for players" not in seen
    assert 'name="question"' in browser.get(f"/games/{game.pk}/").content.decode()


def test_the_page_of_a_waiting_round_takes_one_query_more_however_many_wait(
    django_assert_max_num_queries: object,
) -> None:
    tournament = running([remote(f"Bot {number:02}") for number in range(16)], rounds=1)
    services.advance(tournament.pk, START)
    assert Game.objects.filter(status="open").count() == 4
    with django_assert_max_num_queries(8):  # type: ignore[operator]  # a fixture without a type
        shown = queries.rounds(tournament.pk)
    assert all(seat.ready is False for table in shown[0].tables for seat in table.seats)
