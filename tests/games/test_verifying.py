"""A stranger checks a game: the log that the API opens, on its own, without a database."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import engine, services, store
from games.models import Game, Player


@pytest.fixture
def opened(ada: Player, client: Client) -> tuple[Game, str]:
    """A finished party game and its log as the API gives it."""
    game = services.open_game(
        opened_by=ada.pk,
        edition="party",
        seats=[("house", "random"), ("house", "greedy"), ("house", "drafter")],
        options={"menu": "master_menu"},
    )
    answer = client.get(f"/api/v1/games/{game.pk}/log")
    assert answer.status_code == 200
    return game, answer.content.decode()


def test_an_opened_log_proves_itself_without_the_house(opened: tuple[Game, str]) -> None:
    game, text = opened
    verdict = store.verify_text(text, game.commitment)
    assert verdict.problems == ()
    assert verdict.events == game.seq == store.verify(game.pk).events


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (lambda text: text.replace('"cause":""', '"cause":"x"', 1), "does not match its hash"),
        (lambda text: "\n".join(text.splitlines()[:20] + text.splitlines()[21:]), "is missing"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "does not end it"),
        (lambda text: text + "nonsense\n", "is no line of a log"),
        (lambda _: "", "is empty"),
    ],
)
def test_a_log_that_was_touched_is_found_out(
    opened: tuple[Game, str], fault: Callable[[str], str], sentence: str
) -> None:
    assert any(sentence in problem for problem in store.verify_text(fault(opened[1])).problems)


def test_a_log_forged_with_a_fresh_chain_is_not_the_one_committed_to(opened: tuple[Game, str]) -> None:
    """Whoever owns the house can write any chain; the commitment seen before the deal is what binds."""
    _, text = opened
    other = engine.commitment_of("another seed")
    problems = store.verify_text(text, other).problems
    assert "The log is of another game: it names another commitment." in problems
    assert "The shuffle seed does not match the commitment." in problems


def test_the_command_checks_a_game_or_a_file(opened: tuple[Game, str], tmp_path: Path) -> None:
    game, text = opened
    file = tmp_path / "log.ndjson"
    file.write_text(text)
    said = StringIO()
    call_command("verify", str(game.pk), stdout=said)
    call_command("verify", file=str(file), commitment=game.commitment, stdout=said)
    assert said.getvalue().count("the chain holds") == 2
    file.write_text(text.replace('"cause":""', '"cause":"x"', 1))
    with pytest.raises(CommandError, match="does not match its hash"):
        call_command("verify", file=str(file))
    with pytest.raises(CommandError, match="Name a game"):
        call_command("verify")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify", file=str(tmp_path / "none"))
