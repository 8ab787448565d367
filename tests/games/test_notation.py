"""Finished games as text: out of the log and back into it, by the commands and the services under them."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import engine, queries, services, store
from games.models import Game, Player
from tests.games.conftest import NewPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def run(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def lines(game_id: int) -> list[tuple[str, str]]:
    return [(line.kind, line.data) for line in store.read(game_id)]


@pytest.fixture
def finished(player: NewPlayer) -> int:
    """A game between house players, played to its end."""
    players = [player(f"House {number}", "house", strategy="greedy").pk for number in range(3)]
    (game_id,) = services.play_bot_games([services.BotMatch(players=tuple(players), rated=False)])
    return game_id


def test_a_finished_game_is_exported_and_imported_with_the_very_same_log(
    finished: int, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    run("export_game", str(finished), "--output", str(path))
    text = path.read_text()
    assert run("export_game", str(finished)) == text == queries.game_text(finished)
    assert '[players "House 0" "House 1" "House 2"]' in text
    assert f"[game {finished}]" in text
    _, log = engine.replay_game(engine.read_game(text))
    assert [engine.encode(event) for event in log] == lines(finished)

    told = run("import_game", str(path), "--store")
    again = Game.objects.latest("pk")
    assert f"Stored as game {again.pk}, unrated." in told
    assert (again.status, again.rated) == ("finished", False)
    assert lines(again.pk) == lines(finished)
    assert store.verify(again.pk).problems == store.verify(finished).problems
    assert [seat.points for seat in again.seats.order_by("number")] == [
        seat.points for seat in Game.objects.get(pk=finished).seats.order_by("number")
    ]


def test_without_store_nothing_is_written_and_the_result_is_told(finished: int, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(queries.game_text(finished))
    before = Game.objects.count()
    told = run("import_game", str(path))
    assert "Played again as the text says (points, places, log)." in told
    winner = Game.objects.get(pk=finished).seats.get(number=0)
    assert f"{winner.place}. House 0: {winner.points}" in told
    assert Game.objects.count() == before


def test_a_game_in_play_is_not_written_down(duel: Game) -> None:
    with pytest.raises(CommandError, match="when it is over"):
        run("export_game", str(duel.pk))
    with pytest.raises(CommandError, match="no game 999"):
        run("export_game", "999")


def test_a_game_is_stored_for_players_in_the_register_only(
    finished: int, tmp_path: Path, ada: Player, ben: Player, player: NewPlayer
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(queries.game_text(finished).replace("House 2", "Nobody Here"))
    before = Game.objects.count()
    with pytest.raises(CommandError, match="no player 'Nobody Here'"):
        run("import_game", str(path), "--store")
    with pytest.raises(CommandError, match="3 different players are needed"):
        run("import_game", str(path), "--store", "--player", "Ada")
    assert Game.objects.count() == before
    player("Cleo")
    names = [word for name in ("Ada", "Cleo", "Ben") for word in ("--player", name)]
    run("import_game", str(path), "--store", *names)
    seats = Game.objects.latest("pk").seats.order_by("number")
    assert list(seats.values_list("player__name", flat=True)) == ["Ada", "Cleo", "Ben"]


def test_a_text_that_does_not_play_is_refused_with_its_line(finished: int, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(queries.game_text(finished).replace("[points ", "[points 9"))
    with pytest.raises(CommandError, match=r"Line \d+, column \d+: Played again, the points are"):
        run("import_game", str(path))
    path.write_bytes(b"\xff")
    with pytest.raises(CommandError, match="not UTF-8"):
        run("import_game", str(path))
    with pytest.raises(CommandError, match="cannot be read"):
        run("import_game", str(tmp_path / "nothing"))


def test_only_a_finished_game_can_be_stored(tmp_path: Path, ada: Player, ben: Player) -> None:
    state, _ = engine.open_game(engine.Setup("classic", 2, "s"))
    path = tmp_path / "game.txt"
    path.write_text(f"[kaiten 1] [edition classic] [seats 2] [seed s]\n1.1 0:{state.hands[0][0]}")
    assert "The game is not over: it stands at 1.1." in run("import_game", str(path))
    with pytest.raises(CommandError, match="do not end the game"):
        run("import_game", str(path), "--store", "--player", "Ada", "--player", "Ben")
