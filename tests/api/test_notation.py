"""The game as text over HTTP: for everybody when it is over, for nobody before."""

import orjson
import pytest
from django.test import Client

from games import engine, queries, services, store
from tests.api.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def test_a_finished_game_is_given_as_text_that_plays_to_its_log() -> None:
    players = [services.create_player(f"House {number}", "house", strategy="random").pk for number in (1, 2)]
    (game_id,) = services.play_bot_games([services.BotMatch(players=tuple(players), rated=False)])
    answer = Client().get(f"/api/v1/games/{game_id}/notation")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    assert text == queries.game_text(game_id)
    _, log = engine.replay_game(engine.read_game(text))
    assert [engine.encode(event) for event in log] == [(line.kind, line.data) for line in store.read(game_id)]


def test_before_the_end_nobody_gets_it_not_even_those_who_play(table: Table) -> None:
    for client in (Client(), table.bots[0].client):
        answer = client.get(f"/api/v1/games/{table.game.pk}/notation")
        assert answer.status_code == 403
        assert answer.json()["code"] == "game_running"
    assert Client().get("/api/v1/games/99999/notation").status_code == 404


def test_the_document_names_it() -> None:
    document = orjson.loads(
        Client().get("/api/v1/schema", headers={"accept": "application/vnd.oai.openapi+json"}).content
    )
    shown = document["paths"]["/api/v1/games/{game_id}/notation"]["get"]["responses"]
    assert "text/plain" in shown["200"]["content"]
