"""A small club for the pages' stories: house players, finished games, a table in play."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import engine, services, store
from games.models import Game, Player
from games.store.cache import states


@pytest.fixture(autouse=True)
def _no_states_left() -> Iterator[None]:
    """A rolled-back test may leave ids to the next one."""
    states.clear()
    yield
    states.clear()


def play(seats: int, seed: str) -> Game:
    """A finished, unrated game between house bots, its deal known."""
    strategies = ("greedy", "drafter", "random", "greedy", "drafter")
    return services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("house", strategies[number]) for number in range(seats)],
        shuffle_seed=seed,
    )


@pytest.fixture
def finished(db: None) -> Game:
    """Four house bots have played."""
    return play(4, "pages")


@pytest.fixture
def bot(db: None) -> Player:
    """A remote bot that has not answered yet."""
    return services.create_player("Ada", "bot")


@pytest.fixture
def live(bot: Player) -> Game:
    """Ada and three house bots in their first turn; the house has picked, Ada has not."""
    return services.open_game(
        opened_by=bot.pk,
        edition="classic",
        seats=[("player", bot.pk), ("house", "greedy"), ("house", "drafter"), ("house", "random")],
        pick_seconds=600,
        shuffle_seed="live",
    )


def answer(game: Game, player: Player, times: int = 1) -> None:
    """Let the player take the first card of the hand, so many times."""
    for _ in range(times):
        state = store.load(game.pk).state
        seat = next(seat.number for seat in game.seats.all() if seat.player_id == player.pk)
        options = engine.options(state, seat)
        assert options is not None
        services.submit_pick(game.pk, player.pk, options.question, options.faces[:1])


@pytest.fixture
def mika(db: None) -> Player:
    """A person with an account."""
    user = User.objects.create_user("mika", password="open sesame, please")
    return services.create_player("Mika", "person", owner_id=user.pk)


@pytest.fixture
def mikas(client: Client, mika: Player) -> Client:
    """Mika's browser, logged in."""
    client.force_login(User.objects.get(username="mika"))
    return client
