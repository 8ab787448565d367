"""Invitations: a table starts with those it was opened for, or not at all, and the opener hears why."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games import engine, queries, refusals, services, store
from games.models import Game, Player, SealedSeed, Seat
from tests.games.conftest import START, NewPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def invite(opener: Player, *others: Player, **further: Any) -> Game:
    """A table of the opener and players they invite."""
    seats: list[services.SeatSpec] = [("player", opener.pk), *[("invited", one.pk) for one in others]]
    return services.open_game(opened_by=opener.pk, edition="classic", seats=seats, now=START, **further)


def told(player: Player) -> list[tuple[str, dict[str, Any]]]:
    """What the player's inbox says, turns aside."""
    services.deliver(player.pk)
    return [(line.kind, line.data) for line in queries.inbox(player.pk) if line.kind != "my_turn"]


def test_an_invited_player_is_told_and_the_game_starts_when_all_have_accepted(
    player: NewPlayer, ada: Player, ben: Player
) -> None:
    cleo = player("Cleo")
    game = invite(ada, ben, cleo)
    assert game.status == "open"
    ((kind, data),) = told(ben)
    assert (kind, data["by"]["name"], data["seat"], data["seats_count"]) == ("invited", "Ada", 1, 3)
    assert services.accept_invitation(game.pk, cleo.pk, "salt", now=START).status == "open"
    started = services.accept_invitation(game.pk, ben.pk, now=START)
    assert started.status == "playing"
    assert [seat.player for seat in started.seats.order_by("number")] == [ada, ben, cleo]
    opened = engine.decode(store.read(game.pk)[0].kind, store.read(game.pk)[0].data)
    assert isinstance(opened, engine.GameOpened)
    assert tuple(opened.nonces) == ("", "", "salt")
    assert [kind for kind, _ in told(ada)] == ["invitation_answered", "invitation_answered", "game_started"]
    assert [(data["name"], data["accepted"]) for _, data in told(ada)[:2]] == [("Cleo", True), ("Ben", True)]
    assert store.verify(game.pk).ok


def test_a_decline_closes_the_table_and_tells_the_opener_alone_why(
    player: NewPlayer, ada: Player, ben: Player
) -> None:
    cleo = player("Cleo")
    game = invite(ada, ben, cleo)
    services.accept_invitation(game.pk, cleo.pk, now=START)
    closed = services.decline_invitation(game.pk, ben.pk, "too_fast", now=START)
    closed.refresh_from_db()
    assert (closed.status, closed.expired_reason) == ("expired", "An invited player declined.")
    answer = [data for kind, data in told(ada) if kind == "invitation_answered"][1]
    assert (answer["name"], answer["accepted"], answer["reason"]) == ("Ben", False, "too_fast")
    assert [kind for kind, _ in told(cleo)] == ["invited", "table_expired"]
    assert "too_fast" not in str(told(cleo))
    assert [kind for kind, _ in told(ben)] == ["invited"]
    for reader, reason in ((ada, "too_fast"), (ben, "too_fast"), (cleo, "")):
        found = queries.invitations_of(game.pk, reader.pk)
        assert found is not None
        assert [(one["status"], one["reason"]) for one in found] == [("declined", reason), ("accepted", "")]
    assert queries.invitations_of(game.pk, player("Stranger").pk) is None
    assert not SealedSeed.objects.filter(game=game).exists()


def test_answers_may_be_repeated_and_not_be_changed(ada: Player, ben: Player, player: NewPlayer) -> None:
    cleo, dora = player("Cleo"), player("Dora")
    game = invite(ada, ben, cleo, dora)
    for _ in range(2):
        services.accept_invitation(game.pk, ben.pk, now=START)
    with pytest.raises(refusals.InvitationAnswered):
        services.decline_invitation(game.pk, ben.pk, now=START)
    for _ in range(2):
        services.decline_invitation(game.pk, cleo.pk, now=START)
    with pytest.raises(refusals.InvitationAnswered):
        services.accept_invitation(game.pk, cleo.pk, now=START)
    with pytest.raises(refusals.TableClosed):
        services.accept_invitation(game.pk, dora.pk, now=START)
    with pytest.raises(refusals.TableClosed):
        services.decline_invitation(game.pk, dora.pk, now=START)
    with pytest.raises(refusals.BadTable):
        services.decline_invitation(game.pk, dora.pk, "bored", now=START)
    assert len([kind for kind, _ in told(ada) if kind == "invitation_answered"]) == 2


def test_a_kept_seat_is_taken_by_nobody_else(ada: Player, ben: Player, player: NewPlayer) -> None:
    cleo = player("Cleo")
    game = invite(ada, ben)
    with pytest.raises(refusals.TableClosed):
        services.join_game(game.pk, cleo.pk, now=START)
    with pytest.raises(refusals.NotFound):
        services.accept_invitation(game.pk, cleo.pk, now=START)
    with pytest.raises(refusals.NotFound):
        services.decline_invitation(game.pk, cleo.pk, now=START)
    assert services.join_game(game.pk, ben.pk, now=START).status == "playing"


def test_an_open_seat_beside_a_kept_one_is_anybodys(ada: Player, ben: Player, player: NewPlayer) -> None:
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("invited", ben.pk), ("open", None)],
        now=START,
    )
    cleo = player("Cleo")
    assert services.join_game(game.pk, cleo.pk, now=START).status == "open"
    services.accept_invitation(game.pk, ben.pk, now=START)
    assert list(Seat.objects.filter(game=game).order_by("number").values_list("player_id", flat=True)) == [
        ada.pk,
        ben.pk,
        cleo.pk,
    ]


def test_nobody_who_does_not_answer_holds_a_table_for_ever(ada: Player, ben: Player) -> None:
    game = invite(ada, ben)
    later = START + timedelta(minutes=11)
    assert [one["game"] for one in queries.invitations_waiting(ben.pk, START)] == [game.pk]
    assert queries.invitations_waiting(ben.pk, later) == []
    services.expire_tables(now=later)
    game.refresh_from_db()
    assert game.status == "expired"
    assert "1 was kept for an invited player." in game.expired_reason
    assert [kind for kind, _ in told(ben)] == ["invited", "table_expired"]
    assert [data["cause"] for kind, data in told(ada)] == ["time"]
    with pytest.raises(refusals.TableClosed):
        services.accept_invitation(game.pk, ben.pk, now=later)


def test_the_opener_may_withdraw_and_nobody_else(ada: Player, ben: Player, player: NewPlayer) -> None:
    cleo = player("Cleo")
    game = invite(ada, ben, cleo)
    services.accept_invitation(game.pk, ben.pk, now=START)
    with pytest.raises(refusals.NotYourTable):
        services.withdraw_table(game.pk, ben.pk, now=START)
    for _ in range(2):
        services.withdraw_table(game.pk, ada.pk, now=START)
    game.refresh_from_db()
    assert (game.status, game.expired_reason) == ("expired", "Withdrawn by the player who opened it.")
    for one in (ada, ben, cleo):
        assert ("table_expired", "withdrawn") in [(kind, data.get("cause")) for kind, data in told(one)]
    playing = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("house", "greedy")], now=START
    )
    with pytest.raises(refusals.TableClosed):
        services.withdraw_table(playing.pk, ada.pk, now=START)


def test_a_player_may_leave_an_open_table_and_the_seat_is_open_again(
    ada: Player, ben: Player, player: NewPlayer
) -> None:
    game = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("open", None), ("open", None)],
        now=START,
    )
    services.join_game(game.pk, ben.pk, "mine", now=START)
    services.leave_table(game.pk, ben.pk, now=START)
    game.refresh_from_db()
    assert game.status == "open"
    assert list(Seat.objects.filter(game=game, player=None).values_list("nonce", flat=True)) == ["", ""]
    with pytest.raises(refusals.NotFound):
        services.leave_table(game.pk, ben.pk, now=START)
    services.join_game(game.pk, player("Cleo").pk, now=START)
    assert services.join_game(game.pk, ben.pk, now=START).status == "playing"
    with pytest.raises(refusals.TableClosed):
        services.leave_table(game.pk, ben.pk, now=START)


@pytest.mark.parametrize("who", ["opener", "invited"])
def test_when_somebody_leaves_whom_the_table_was_for_it_closes(
    ada: Player, ben: Player, player: NewPlayer, who: str
) -> None:
    game = invite(ada, ben, player("Cleo"))
    services.accept_invitation(game.pk, ben.pk, now=START)
    services.leave_table(game.pk, (ada if who == "opener" else ben).pk, now=START)
    game.refresh_from_db()
    assert game.status == "expired"
    assert "left" in game.expired_reason


def test_nobody_gets_up_from_a_table_that_is_full_and_asks_who_is_ready(ada: Player, ben: Player) -> None:
    game = invite(ada, ben, ready_seconds=30)
    services.accept_invitation(game.pk, ben.pk, now=START + timedelta(seconds=90))
    game.refresh_from_db()
    assert (game.status, game.ready_by is None) == ("open", False)
    for one in (ada, ben):
        with pytest.raises(refusals.TableClosed):
            services.leave_table(game.pk, one.pk, now=START)
    with pytest.raises(refusals.TableClosed):
        services.withdraw_table(game.pk, ada.pk, now=START)


def test_two_players_of_one_owner_are_not_even_invited_to_a_rated_table(player: NewPlayer) -> None:
    owner = get_user_model().objects.create_user("owner")
    mine, other = player("Mine", owner_id=owner.pk), player("Other", owner_id=owner.pk)
    with pytest.raises(refusals.SameOwner):
        invite(mine, other, rated=True)
    assert Game.objects.count() == 0
    assert told(other) == []


def test_a_house_bot_or_the_same_player_twice_is_not_invited(ada: Player, ben: Player) -> None:
    with pytest.raises(refusals.BadTable):
        invite(ada, services.house_player("greedy"))
    with pytest.raises(refusals.AlreadySeated):
        invite(ada, ben, ben)
    with pytest.raises(refusals.AlreadySeated):
        invite(ada, ada)


def test_a_player_cannot_flood_the_lobby(ada: Player, ben: Player) -> None:
    for _ in range(25):
        invite(ada, ben)
    with pytest.raises(refusals.TooManyTables):
        invite(ada, ben)
    assert Game.objects.count() == 25


def test_what_a_player_holds_who_was_shut_out_is_given_back(
    player: NewPlayer, ada: Player, ben: Player
) -> None:
    owner = get_user_model().objects.create_user("owner")
    bot = services.create_player("Bot of the owner", "bot", owner.pk)
    theirs = invite(bot, ada)
    asked = invite(ben, bot)
    joined = services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("open", None), ("open", None)],
        now=START,
    )
    services.join_game(joined.pk, bot.pk, now=START)
    sought, _ = services.seek(bot.pk, "classic-3-5", now=START)
    assert services.leave_for_departed(START) == 0, "everybody is there"
    owner.is_active = False
    owner.save()
    assert services.leave_for_departed(START) == 3
    for each in (theirs, asked, joined, sought):
        each.refresh_from_db()
    assert [theirs.status, asked.status, joined.status, sought.status] == [
        "expired", "expired", "open", "cancelled"
    ]  # fmt: skip
    assert [seat.player for seat in joined.seats.order_by("number")] == [ada, None, None]
    assert services.leave_for_departed(START) == 0, "again is harmless"
