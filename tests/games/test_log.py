"""The log only grows, on both databases, and tells of every attempt to change it."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations.state import ProjectState

from games import append_only, engine, services, store
from games.models import Event, Game, Player, SealedSeed
from tests.games.conftest import START, play_out, play_turn

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def refused(statement: str, *parameters: str | int) -> bool:
    """Whether the database refuses a statement as against the log's integrity."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, parameters or None)
    except IntegrityError:
        return True
    return False


def rewrite(statement: str, *parameters: str | int) -> None:
    """What somebody with the database's password could do: take the triggers off and change the log."""
    with connection.cursor() as cursor:
        for drop in append_only.drop_statements("games_event", connection.vendor):
            cursor.execute(drop)
        cursor.execute(statement, parameters or None)
    append_only.install(connection)


def test_the_log_is_protected_by_triggers() -> None:
    assert append_only.missing_triggers(connection) == []


def test_the_check_warns_when_a_trigger_is_gone_and_install_brings_it_back(duel: Game) -> None:
    with connection.cursor() as cursor:
        for drop in append_only.drop_statements("games_event", connection.vendor):
            cursor.execute(drop)
    assert len(append_only.missing_triggers(connection)) == 3
    (warning,) = append_only.check_triggers(None, databases=["default"])
    assert warning.id == "games.W001"
    append_only.install(connection)
    assert append_only.check_triggers(None, databases=["default"]) == []
    assert refused("UPDATE games_event SET kind = 'picked'")


@pytest.mark.django_db(transaction=True)
def test_the_migration_operation_can_be_taken_back_and_repeated() -> None:
    """Repeated after each migration that makes SQLite rebuild the table, which drops triggers silently."""
    operation = append_only.AppendOnly("games_event", ("game_id", "seq"))
    state = ProjectState()
    with connection.schema_editor() as editor:
        operation.database_backwards("games", editor, state, state)
    assert len(append_only.missing_triggers(connection)) == 3
    for _ in range(2):
        with connection.schema_editor() as editor:
            operation.database_forwards("games", editor, state, state)
        assert append_only.missing_triggers(connection) == []


def test_an_event_cannot_be_updated_or_deleted_by_any_road(duel: Game) -> None:
    event = Event.objects.filter(game=duel).latest("seq")
    event.data = "{}"
    roads = (
        event.save,
        event.delete,
        lambda: Event.objects.filter(game=duel).update(kind="picked"),
        lambda: Event.objects.filter(game=duel)._raw_delete("default"),
        lambda: Event.objects.bulk_create(
            [event], update_conflicts=True, unique_fields=["id"], update_fields=["data"]
        ),
    )
    for road in roads:
        with pytest.raises(IntegrityError), transaction.atomic():
            road()
    assert store.verify(duel.pk).ok


@pytest.mark.django_db(transaction=True)
def test_insert_or_replace_and_truncate_are_refused(duel: Game) -> None:
    if connection.vendor == "sqlite":
        columns = "game_id, seq, kind, data, hash, at"
        for verb in ("INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"):
            assert refused(f"{verb} INTO games_event ({columns}) SELECT {columns} FROM games_event LIMIT 1")
            assert refused(
                f"{verb} INTO games_event (id, {columns}) SELECT id, game_id, seq + 999, 'x', 'x', 'x', at "
                "FROM games_event LIMIT 1"
            )
    else:
        assert refused("TRUNCATE games_event")
        assert refused("TRUNCATE games_game CASCADE")
    assert store.verify(duel.pk).ok


def test_a_sequence_number_is_used_once(duel: Game) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(game=duel, seq=1, kind="picked", data="{}", hash="", at=START)


def test_a_game_with_a_log_cannot_be_deleted(duel: Game) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Game.objects.filter(pk=duel.pk).delete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_event WHERE game_id = %s", [duel.pk])
        assert cursor.fetchone()[0] == duel.seq
    assert store.verify(duel.pk).ok


def test_every_line_is_chained_to_the_one_before_from_the_commitment_on(
    duel: Game, ada: Player, ben: Player
) -> None:
    play_turn(duel, [ada, ben])
    previous = duel.commitment
    for expected, line in enumerate(store.read(duel.pk), 1):
        assert line.seq == expected
        assert line.hash == store.link(previous, line.seq, line.kind, line.data)
        previous = line.hash


def test_events_summary_and_results_agree_after_a_whole_game(duel: Game, ada: Player, ben: Player) -> None:
    play_out(duel, [ada, ben])
    lines = store.read(duel.pk)
    duel.refresh_from_db()
    ended = engine.decode(lines[-1].kind, lines[-1].data)
    assert isinstance(ended, engine.GameEnded)
    assert duel.seq == len(lines) == Event.objects.filter(game=duel).count()
    assert (duel.status, duel.deadline, duel.finished_at) == ("finished", None, START)
    seats = list(duel.seats.order_by("number"))
    assert [seat.points for seat in seats] == list(ended.totals)
    assert [seat.place for seat in seats] == list(ended.places)
    assert store.verify(duel.pk).ok


def test_verification_finds_a_changed_line_a_missing_line_and_a_changed_result(
    duel: Game, ada: Player, ben: Player
) -> None:
    play_out(duel, [ada, ben])
    seat = duel.seats.get(number=0)
    seat.points = (seat.points or 0) + 1
    seat.save()
    assert any("Seat 0" in problem for problem in store.verify(duel.pk).problems)

    rewrite("UPDATE games_event SET data = %s WHERE game_id = %s AND seq = 3", '{"x":1}', duel.pk)
    assert any("Event 3 does not match" in problem for problem in store.verify(duel.pk).problems)

    rewrite("DELETE FROM games_event WHERE game_id = %s AND seq = 5", duel.pk)
    assert any("Event 5 is missing" in problem for problem in store.verify(duel.pk).problems)


def test_verification_finds_a_log_that_was_chained_anew_around_another_deal(
    ada: Player, ben: Player, duel: Game
) -> None:
    """Whoever rewrites the deal and every hash after it still contradicts the seed."""
    play_out(duel, [ada, ben])
    _, events = engine.open_game(engine.Setup("classic", 2, "another deal"))
    lines = store.read(duel.pk)
    kind, data = engine.encode(events[1])
    previous = lines[0].hash
    statements: list[tuple[str, str, int]] = []
    for line in lines[1:]:
        text = data if line.seq == 2 else line.data
        previous = store.link(previous, line.seq, line.kind, text)
        statements.append((text, previous, line.seq))
    with connection.cursor() as cursor:
        for drop in append_only.drop_statements("games_event", connection.vendor):
            cursor.execute(drop)
        cursor.executemany(
            f"UPDATE games_event SET data = %s, hash = %s WHERE game_id = {duel.pk} AND seq = %s", statements
        )
    append_only.install(connection)
    assert kind == lines[1].kind
    assert not store.verify(duel.pk).ok


def test_the_seed_waits_sealed_until_the_start_and_then_lies_in_the_log_alone(
    ada: Player, ben: Player
) -> None:
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("open", None)], now=START
    )
    sealed = SealedSeed.objects.get(game=game)
    assert engine.commitment_of(sealed.shuffle_seed) == game.commitment
    seed = sealed.shuffle_seed
    services.join_game(game.pk, ben.pk, now=START)
    assert not SealedSeed.objects.filter(game=game).exists()
    opened = store.read(game.pk)[0]
    assert seed in opened.data
    for row in Game.objects.filter(pk=game.pk).values():
        assert seed not in str(row)


def test_no_repr_tells_a_secret(duel: Game, ada: Player) -> None:
    event = Event.objects.filter(game=duel, kind="round_dealt").get()
    line = store.read(duel.pk)[1]
    token, clear = services.issue_token(ada.pk, "laptop")
    for thing in (event, line, token, store.load(duel.pk)):
        for text in (repr(thing), str(thing)):
            assert "tempura" not in text
            assert event.hash not in text
            assert clear not in text
            assert token.digest not in text
