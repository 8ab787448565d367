"""Tables: they start whole or expire with a reason, and nobody sits where they should not."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games import engine, refusals, services, store
from games.models import Game, Player, SealedSeed, Seat
from tests.games.conftest import START, NewPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def table(*seats: services.SeatSpec, **further: object) -> Game:
    arguments: dict[str, object] = {"opened_by": None, "edition": "classic", "now": START, **further}
    return services.open_game(seats=seats, **arguments)  # type: ignore[arg-type]


def test_a_full_table_starts_at_once_with_its_first_questions_open(ada: Player, ben: Player) -> None:
    game = table(("player", ada.pk), ("player", ben.pk), rated=True)
    assert (game.status, game.round, game.turn, game.started_at) == ("playing", 1, 1, START)
    assert (game.rated, game.unrated_reason) == (True, "")
    assert len(engine.open_questions(store.load(game.pk).state)) == 2


def test_an_open_table_waits_and_starts_with_the_last_seat(
    ada: Player, ben: Player, player: NewPlayer
) -> None:
    game = table(("player", ada.pk), ("open", None), ("open", None))
    assert (game.status, game.seq) == ("open", 0)
    with pytest.raises(refusals.NotStarted):
        store.load(game.pk)
    assert services.join_game(game.pk, ben.pk, now=START).status == "open"
    game = services.join_game(game.pk, player("Cleo").pk, now=START + timedelta(seconds=5))
    assert (game.status, game.started_at) == ("playing", START + timedelta(seconds=5))
    assert store.verify(game.pk).ok


def test_house_players_fill_seats_and_answer_when_the_game_starts(ada: Player) -> None:
    game = table(("house", "greedy"), ("open", None), ("house", "greedy"))
    names = [seat.player.name for seat in game.seats.order_by("number") if seat.player]
    assert names == ["Greedy", "Greedy 2"]
    game = services.join_game(game.pk, ada.pk, now=START)
    assert [question.seat for question in engine.open_questions(store.load(game.pk).state)] == [1]


def test_the_house_player_that_rested_longest_sits_down(ada: Player) -> None:
    first = table(("house", "greedy"), ("house", "greedy"), ("player", ada.pk))
    second = table(("house", "greedy"), ("player", ada.pk))
    third = table(("house", "greedy"), ("player", ada.pk))
    sat = [game.seats.get(number=0).player_id for game in (first, second, third)]
    assert second.seats.get(number=0).player_id == sat[0]
    assert third.seats.get(number=0).player_id == first.seats.get(number=1).player_id
    assert Player.objects.filter(kind="house").count() == 2


def test_a_table_of_house_players_plays_to_the_end_at_once(db: None) -> None:
    game = table(("house", "greedy"), ("house", "random"), ("house", "drafter"), rated=True)
    assert game.status == "finished"
    assert sorted(seat.place or 0 for seat in game.seats.all())[0] == 1
    assert store.verify(game.pk).ok


def test_a_table_nobody_came_to_expires_with_a_reason(ada: Player, ben: Player) -> None:
    game = table(("player", ada.pk), ("open", None), ("open", None))
    assert services.expire_tables(START + timedelta(minutes=9, seconds=59)) == 0
    assert services.expire_tables(START + timedelta(minutes=10)) == 1
    game.refresh_from_db()
    assert game.status == "expired"
    assert game.expired_reason == "Nobody took 2 of 3 seats within 10 minutes."
    assert not SealedSeed.objects.exists()
    with pytest.raises(refusals.TableClosed):
        services.join_game(game.pk, ben.pk, now=START + timedelta(minutes=11))


def test_who_comes_a_moment_after_the_time_finds_the_table_closed_for_good(ada: Player, ben: Player) -> None:
    """Even if no sweep has run: the table ends with the refusal, and stays ended."""
    game = table(("player", ada.pk), ("open", None))
    with pytest.raises(refusals.TableClosed):
        services.join_game(game.pk, ben.pk, now=START + timedelta(minutes=10))
    game.refresh_from_db()
    assert game.status == "expired"


def test_a_player_cannot_sit_twice(ada: Player, ben: Player) -> None:
    with pytest.raises(refusals.AlreadySeated):
        table(("player", ada.pk), ("player", ada.pk))
    game = table(("player", ada.pk), ("open", None))
    with pytest.raises(refusals.AlreadySeated):
        services.join_game(game.pk, ada.pk, now=START)
    services.join_game(game.pk, ben.pk, now=START)
    with pytest.raises(refusals.TableClosed):
        services.join_game(game.pk, ben.pk, now=START)


def test_only_players_who_exist_and_are_active_are_seated(ada: Player, ben: Player) -> None:
    Player.objects.filter(pk=ben.pk).update(active=False)
    for seat in (("player", ben.pk), ("player", 10**9), ("player", "Ada"), ("house", "nobody")):
        with pytest.raises(refusals.NoSuchPlayer):
            table(("player", ada.pk), seat)
    game = table(("player", ada.pk), ("open", None))
    with pytest.raises(refusals.NoSuchPlayer):
        services.join_game(game.pk, ben.pk, now=START)
    with pytest.raises(refusals.NotFound):
        services.join_game(game.pk + 99, ada.pk, now=START)


def test_two_players_of_one_owner_never_meet_in_a_rated_game(player: NewPlayer) -> None:
    owner = get_user_model().objects.create_user("olga")
    one, two = player("One", owner_id=owner.pk), player("Two", owner_id=owner.pk)
    with pytest.raises(refusals.SameOwner) as refusal:
        table(("player", one.pk), ("player", two.pk), rated=True)
    assert refusal.value.code == "same_owner"
    waiting = table(("player", one.pk), ("open", None), rated=True)
    with pytest.raises(refusals.SameOwner):
        services.join_game(waiting.pk, two.pk, now=START)
    assert table(("player", one.pk), ("player", two.pk)).unrated_reason == "asked"


def test_a_known_deal_is_for_practice_only(ada: Player, ben: Player) -> None:
    seats: tuple[services.SeatSpec, ...] = (("player", ada.pk), ("player", ben.pk))
    with pytest.raises(refusals.BadTable):
        table(*seats, rated=True, shuffle_seed="known")
    one, two = (table(*seats, shuffle_seed="known") for _ in range(2))
    assert one.unrated_reason == "own_seed"
    hands = [engine.view(store.load(game.pk).state, 0).hand for game in (one, two)]
    assert hands[0] == hands[1]


@pytest.mark.parametrize(
    ("edition", "house_rule"),
    [
        ("classic", {"variant": "pass_both_ways"}),
        ("classic", {"options": {"zero_rolls_count": True}}),
        ("tenth", {"variant": "sushi_golf"}),
    ],
)
def test_a_rated_game_is_played_by_the_editions_own_rules(edition: str, house_rule: dict[str, Any]) -> None:
    seats = (("house", "greedy"), ("house", "random"), ("house", "drafter"))
    with pytest.raises(refusals.BadTable, match="own rules"):
        table(*seats, edition=edition, rated=True, **house_rule)
    assert not table(*seats, edition=edition, **house_rule).rated
    assert table(*seats, edition="party", rated=True, options={"menu": "sushi_go"}).rated


def test_a_nonce_changes_the_deal_that_was_committed_to_before(ada: Player, ben: Player) -> None:
    deals = []
    for nonce in ("", "my dice"):
        game = table(("player", ada.pk), ("open", None), shuffle_seed="same")
        commitment = game.commitment
        game = services.join_game(game.pk, ben.pk, nonce, now=START)
        assert game.commitment == commitment
        deals.append(engine.view(store.load(game.pk).state, 0).hand)
        assert store.verify(game.pk).ok
    assert deals[0] != deals[1]
    game = table(("player", ada.pk), ("open", None))
    for bad in ("x" * 65, "a|b", "a\nb"):
        with pytest.raises(refusals.BadTable):
            services.join_game(game.pk, ben.pk, bad, now=START)


def test_what_the_rules_do_not_know_is_refused_when_the_table_opens(ada: Player) -> None:
    for seats, further in (
        ([("player", ada.pk)], {}),
        ([("player", ada.pk), *[("open", None)] * 8], {}),
        ([("player", ada.pk), ("open", None)], {"edition": "poker"}),
        ([("player", ada.pk), ("open", None)], {"variant": "upside down"}),
        ([("player", ada.pk), ("open", None)], {"options": {"no such": 1}}),
    ):
        with pytest.raises(engine.BadSetup):
            table(*seats, **further)
    for seconds in (0, -1, 10**7):
        with pytest.raises(refusals.BadTable):
            table(("player", ada.pk), ("open", None), pick_seconds=seconds)
    with pytest.raises(refusals.BadTable):
        table(("player", ada.pk), ("bench", None))
    assert not Game.objects.exists()


def test_the_database_itself_refuses_impossible_rows(duel: Game, ada: Player) -> None:
    impossible = (
        lambda: Game.objects.filter(pk=duel.pk).update(status="paused"),
        lambda: Game.objects.filter(pk=duel.pk).update(finished_at=START),
        lambda: Game.objects.filter(pk=duel.pk).update(status="open"),
        lambda: Game.objects.filter(pk=duel.pk).update(seats_count=9),
        lambda: Game.objects.filter(pk=duel.pk).update(pick_seconds=0),
        lambda: Seat.objects.create(game=duel, number=1),
        lambda: Seat.objects.create(game=duel, number=2, player=ada),
        lambda: Seat.objects.filter(game=duel, number=0).update(points=3),
        lambda: Player.objects.filter(pk=ada.pk).update(kind="ghost"),
        lambda: Player.objects.filter(pk=ada.pk).update(strategy="greedy"),
    )
    for attempt in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()


def test_the_club_sets_how_long_a_pick_and_a_table_wait(ada: Player, settings: Any) -> None:
    settings.KAITEN_PICK_SECONDS, settings.KAITEN_TABLE_MINUTES = 7, 3
    game = table(("player", ada.pk), ("open", None))
    assert (game.pick_seconds, game.expires_at) == (7, START + timedelta(minutes=3))
    services.expire_tables(START + timedelta(minutes=3))
    game.refresh_from_db()
    assert game.expired_reason == "Nobody took 1 of 2 seats within 3 minutes."


def test_every_edition_and_size_is_played_and_verified_from_the_log(db: None) -> None:
    for edition in engine.EDITIONS.values():
        for size in {edition.least_seats, edition.most_seats}:
            game = table(*[("house", "greedy")] * size, edition=edition.key)
            verdict = store.verify(game.pk)
            assert verdict.ok, (edition.key, size, verdict.problems)
