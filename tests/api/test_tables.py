"""Opening, joining and finding games over HTTP."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games import clock, services
from games.models import Game, Player
from tests.api.table import bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def test_a_rated_game_against_house_bots_starts_at_once(db: None) -> None:
    anna = bot("Annabot")
    answer = anna.post(
        "games", {"edition": "classic", "seats": ["house:greedy", "me", "house:drafter"], "rated": True}
    )
    body = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/games/{body['id']}"
    assert (body["status"], body["rated"], body["view"]["seat"]) == ("playing", True, 1)
    assert body["view"]["shuffle_seed"] == ""
    (question,) = anna.get("questions").json()["questions"]
    assert question["game"] == body["id"]


def test_a_table_with_open_seats_starts_when_the_last_one_is_taken(db: None) -> None:
    anna, ben, cleo = bot("Annabot"), bot("Benbot"), bot("Cleobot")
    table = {"edition": "classic", "seats": ["me", "open", "open"], "pick_seconds": 30}
    opened = anna.post("games", table).json()
    assert (opened["status"], opened["view"]) == ("open", None)
    path = f"games/{opened['id']}/join"
    first = ben.post(path, {"nonce": "my own salt"})
    assert (first.status_code, first.json()["status"]) == (200, "open")
    last = cleo.post(path, {})
    assert (last.json()["status"], last.json()["view"]["seat"]) == ("playing", 2)
    for late in (anna, bot("Latebot")):
        answer = late.post(path, {})
        assert (answer.status_code, answer.json()["code"]) == (409, "table_closed")
    assert ben.get("questions").json()["questions"][0]["game"] == opened["id"]


def test_nobody_sits_twice_at_one_table(db: None) -> None:
    anna = bot("Annabot")
    game = anna.post("games", {"edition": "classic", "seats": ["me", "open"]}).json()["id"]
    answer = anna.post(f"games/{game}/join", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_seated")


def test_nobody_is_seated_by_a_stranger_but_invited_and_ones_own_bots_are_seated(db: None) -> None:
    owner = get_user_model().objects.create_user("olga")
    mine, also_mine = bot("Annabot"), bot("Benbot")
    Player.objects.filter(pk__in=[mine.player.pk, also_mine.player.pk]).update(owner=owner)
    strange = bot("Stranger")
    table: dict[str, Any] = {"edition": "classic", "seats": ["me", f"player:{strange.player.pk}"]}
    asked = mine.post("games", table)
    assert (asked.status_code, asked.json()["status"]) == (201, "open")
    assert [seat["player"] for seat in asked.json()["seats"]] == [mine.player.pk, None]
    assert asked.json()["invitations"][0]["player"] == strange.player.pk
    table["seats"] = ["me", f"player:{also_mine.player.pk}"]
    assert mine.post("games", table).status_code == 201
    rated = mine.post("games", {**table, "rated": True})
    assert (rated.status_code, rated.json()["code"]) == (409, "same_owner")


@pytest.mark.parametrize(
    ("change", "status", "code", "word"),
    [
        ({"edition": "chess"}, 422, "bad_setup", "edition"),
        ({"seats": ["me"]}, 422, "bad_setup", ""),
        ({"seats": ["me"] + ["open"] * 7}, 422, "bad_setup", ""),
        ({"seats": ["me", "house:nobody"]}, 422, "no_such_player", "nobody"),
        ({"seats": ["me", "throne"]}, 400, "malformed", "throne"),
        ({"seats": ["me", 7]}, 400, "malformed", "player:7, and not 7"),
        ({"seats": ["me", "player:x"]}, 400, "malformed", "player:ID"),
        ({"seats": "me"}, 400, "malformed", "seats"),
        ({"variant": "upside-down"}, 422, "bad_setup", "variant"),
        ({"pick_seconds": 0}, 422, "bad_table", "seconds"),
        ({"pick_seconds": 10**9}, 422, "bad_table", "seconds"),
        ({"pick_seconds": 1.5}, 400, "malformed", "pick_seconds"),
        ({"pick_seconds": True}, 400, "malformed", "pick_seconds"),
        ({"rated": "yes"}, 400, "malformed", "rated"),
        ({"rated": True, "shuffle_seed": "mine"}, 422, "bad_table", "rated"),
        ({"shuffle_seed": 7}, 400, "malformed", "shuffle_seed"),
        ({"options": []}, 201, "", ""),
        ({"options": [1]}, 400, "malformed", "options"),
        ({"colour": "red", "size": 4}, 400, "malformed", "colour"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_with_a_reason(
    db: None, change: dict[str, Any], status: int, code: str, word: str
) -> None:
    answer = bot("Annabot").post("games", {"edition": "classic", "seats": ["me", "house:greedy"], **change})
    body = answer.json()
    assert (answer.status_code, body.get("code", "")) == (status, code)
    assert word in body.get("detail", "")
    assert Game.objects.count() == (status == 201)


def house_games(count: int) -> list[int]:
    """Games that are over, oldest first."""
    specs = [("house", "greedy"), ("house", "random")]
    return [services.open_game(opened_by=None, edition="classic", seats=specs).pk for _ in range(count)]


def test_lists_go_on_by_cursor_without_gap_or_double_while_games_are_added(db: None) -> None:
    ids = house_games(5)
    page = Client().get("/api/v1/games?limit=2").json()
    seen = [game["id"] for game in page["results"]]
    house_games(1)
    while page["next"]:
        page = Client().get(page["next"]).json()
        seen += [game["id"] for game in page["results"]]
    assert seen == ids[::-1]
    back = Client().get(page["previous"]).json()
    assert [game["id"] for game in back["results"]] == seen[-3:-1]


def test_filters_choose_by_player_status_edition_rated_and_day(db: None) -> None:
    finished = house_games(1)[0]
    anna = bot("Annabot")
    playing = anna.post(
        "games", {"edition": "classic", "seats": ["me", "house:greedy"], "rated": True}
    ).json()["id"]
    Game.objects.filter(pk=finished).update(created_at=clock.now() - dt.timedelta(days=3))
    today, then = clock.now().date(), clock.now().date() - dt.timedelta(days=3)

    def found(query: str) -> list[int]:
        return [game["id"] for game in Client().get(f"/api/v1/games?{query}").json()["results"]]

    assert found(f"player={anna.player.pk}") == [playing]
    assert found("status=finished") == [finished]
    assert found("rated=true&edition=classic") == [playing]
    assert found("rated=false") == [finished]
    assert found(f"date={then}") == [finished]
    assert found(f"since={today}") == [playing]
    assert found(f"until={then}") == [finished]
    assert found("player=999999") == []


@pytest.mark.parametrize(
    "query",
    [
        "player=ann", "player=-1", "player=0.5", "status=done", "edition=chess", "rated=1", "date=yesterday",
        "date=0001-01-01", "since=2026-02-30", "date=2026-01-01&since=2026-01-01", "limit=0", "limit=201",
        "limit=x", "cursor=nonsense", "cursor=cD1hYmM%3D", "colour=red",
    ],
)  # fmt: skip
def test_a_filter_that_means_nothing_is_refused_and_named(db: None, query: str) -> None:
    answer = Client().get(f"/api/v1/games?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert query.split("=")[0] in answer.json()["detail"]


def test_a_page_of_games_costs_the_same_queries_however_long_it_is(
    db: None, django_assert_num_queries: Any
) -> None:
    house_games(2)
    with django_assert_num_queries(2):
        Client().get("/api/v1/games")
    house_games(6)
    with django_assert_num_queries(2):
        assert len(Client().get("/api/v1/games").json()["results"]) == 8


def test_questions_cost_the_same_queries_in_one_game_and_in_many(
    db: None, django_assert_max_num_queries: Any
) -> None:
    anna = bot("Annabot")
    table = {"edition": "classic", "seats": ["me", "house:greedy"]}
    anna.post("games", table)
    anna.get("questions")
    with django_assert_max_num_queries(9) as one:
        anna.get("questions")
    for _ in range(5):
        anna.post("games", table)
    with django_assert_max_num_queries(9) as many:
        assert len(anna.get("questions").json()["questions"]) == 6
    assert len(one) == len(many)
