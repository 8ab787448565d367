"""Tables, players and hands that the stories of games begin with."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from games import queries, services
from games.models import Game, Player
from games.store.cache import states

#: The moment at which the stories' tables open; the clock is an argument, so nothing sleeps.
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

NewPlayer = Callable[..., Player]
Table = Callable[..., Game]


@pytest.fixture(autouse=True)
def _no_states_left() -> Iterator[None]:
    """A rolled-back test may leave ids to the next one."""
    states.clear()
    yield
    states.clear()


@pytest.fixture
def player(db: None) -> NewPlayer:
    """Make a player: `player("Ada")`, a remote bot unless told otherwise."""

    def make(name: str, kind: str = "bot", owner_id: int | None = None, strategy: str = "") -> Player:
        return services.create_player(name, kind, owner_id, strategy)

    return make


@pytest.fixture
def ada(player: NewPlayer) -> Player:
    """A remote bot."""
    return player("Ada")


@pytest.fixture
def ben(player: NewPlayer) -> Player:
    """Another one."""
    return player("Ben")


@pytest.fixture
def duel(ada: Player, ben: Player) -> Game:
    """Ada and Ben at a table of two, ten seconds a pick, the deal known."""
    return services.open_game(
        opened_by=ada.pk,
        edition="classic",
        seats=[("player", ada.pk), ("player", ben.pk)],
        pick_seconds=10,
        shuffle_seed="duel",
        now=START,
    )


def first_choice(player_id: int, game_id: int | None = None) -> tuple[str, tuple[str, ...]]:
    """The question open for a player, in one game if told, and a legal answer to it."""
    for question in queries.open_questions(player_id):
        if game_id is None or question["game"] == game_id:
            options = question["options"]
            assert isinstance(options, dict)
            return str(question["question"]), tuple(options["choices"][0])
    raise AssertionError("nothing is asked")


def play_turn(game: Game, players: list[Player], now: datetime = START) -> None:
    """Everybody who is asked answers once."""
    for one in players:
        question, chosen = first_choice(one.pk, game.pk)
        services.submit_pick(game.pk, one.pk, question, chosen, now=now)


def play_out(game: Game, players: list[Player], now: datetime = START) -> Game:
    """The whole game, everybody answering at once."""
    while True:
        game.refresh_from_db()
        if game.status == "finished":
            return game
        play_turn(game, players, now)
