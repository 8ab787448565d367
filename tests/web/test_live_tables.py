"""Stories of a live table beyond the classic game: what everybody is seen to be doing, while it happens."""

import re

import pytest
from django.test import Client

from games import engine, services, store
from games.models import Game, Player

pytestmark = [pytest.mark.django_db]


def opened(bot: Player, edition: str, seats: int, variant: str = "", **options: engine.OptionValue) -> Game:
    """A table of one bot that has not answered and house players, who have."""
    return services.open_game(
        opened_by=bot.pk,
        edition=edition,
        variant=variant,
        seats=[("player", bot.pk), *[("house", "greedy")] * (seats - 1)],
        options=options,
        pick_seconds=600,
        shuffle_seed=f"live {edition} {variant}",
    )


def asked(game: Game) -> engine.Options | None:
    """What the bot is asked, if anything."""
    return engine.options(store.load(game.pk).state, 0)


def answer(game: Game, bot: Player, wanted: str = "") -> None:
    """Answer with the first choice that names `wanted`, else the first."""
    offered = asked(game)
    assert offered is not None
    choices = offered.choices() or [offered.faces[: offered.least]]
    chosen = next((choice for choice in choices if any(wanted in word for word in choice)), choices[0])
    services.submit_pick(game.pk, bot.pk, offered.question, chosen)


def page(client: Client, game: Game) -> str:
    answered = client.get(f"/games/{game.pk}/")
    assert answered.status_code == 200
    return str(answered.content.decode())


def test_an_action_after_the_reveal_is_seen_as_what_it_is(client: Client, bot: Player) -> None:
    game = opened(bot, "party", 3, menu="party_sampler")
    for _ in range(40):
        html = page(client, game)
        offered = asked(game)
        if offered is None or offered.kind == "menu":
            break
        assert re.search(r"is choosing from \d+ cards?", html)
        answer(game, bot, "menu-")
    assert offered is not None, "the bot never met a menu"
    assert "is reading the menu" in html
    shown = store.load(game.pk).state
    lying = {card.face for row in shown.tableaus for card in row}
    assert set(re.findall(r'data-face="([^"]+)"', html)) <= lying, "a card that was drawn is on the page"


def test_a_live_battle_shows_its_layout_and_whose_turn_it_is(client: Client, bot: Player) -> None:
    game = opened(bot, "tenth", 2, "sushi_battle")
    html = page(client, game)
    assert "cards are taken from the middle by turns" in html
    assert 'aria-label="Cards in the middle"' in html
    assert html.count("is choosing") == 1
    answer(game, bot)
    assert "plays nothing" not in page(client, game)


def test_a_live_dummy_has_its_row(client: Client, bot: Player) -> None:
    game = opened(bot, "classic", 2, "two_player_dummy")
    answer(game, bot)
    html = page(client, game)
    assert 'aria-label="the dummy"' in html
    assert "the dummy gets" in html
