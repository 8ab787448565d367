"""A person's game and what their page says: for the stories of the table and of its door."""

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client

from games import engine, services, store
from games.models import Game, Player


def table(
    player: Player, *house: str, edition: str = "classic", seed: str = "sitting", **more: object
) -> Game:
    """A game of the player and house bots."""
    return services.open_game(
        opened_by=player.pk,
        edition=edition,
        seats=[("player", player.pk), *[("house", name) for name in house]],
        pick_seconds=600,
        shuffle_seed=seed,
        **more,  # type: ignore[arg-type]  # options and variant, as the test gives them
    )


def page_of(mikas: Client, game: Game, status: int = 200) -> str:
    answer = mikas.get(f"/games/{game.pk}/")
    assert answer.status_code == status
    return unescape(answer.content.decode())


def have_on(page: str) -> str:
    """What the reader of this page shows, as their browser sends it back."""
    found = re.search(r'name="have" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def renewed(client: Client, path: str, page: str) -> HttpResponse:
    """What htmx gets that asks for news of a page it has."""
    answer = client.get(path, {"have": have_on(page)}, headers={"HX-Request": "true"})
    assert isinstance(answer, HttpResponse)
    return answer


def regions_in(answer: HttpResponse) -> list[str]:
    """The regions that an answer to htmx changes."""
    return re.findall(r'<div id="([^"]+)" hx-swap-oob="innerHTML">', answer.content.decode())


def question_on(page: str) -> str:
    found = re.search(r'data-question="([^"]+)"', page)
    assert found is not None
    return found[1]


def values_on(page: str, name: str = "c0") -> list[str]:
    return re.findall(rf'name="{name}" value="([^"]+)"', page)


def send(mikas: Client, game: Game, question: str, **fields: object) -> tuple[int, str]:
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    answer = mikas.post(f"/games/{game.pk}/pick/", {"question": question, **named})
    return answer.status_code, unescape(answer.content.decode())


def picks_on_record(game: Game, seat: int = 0) -> list[tuple[str, tuple[str, ...]]]:
    events = [engine.decode(line.kind, line.data) for line in store.read(game.pk)]
    return [(e.question, e.chosen) for e in events if isinstance(e, engine.Picked) and e.seat == seat]
