"""Tournaments over HTTP: who may do what, answers in their documented shape, refusals with a sentence."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from games import services as games
from games.api import limits
from games.models import Player
from tests.tournaments.club import START, ask, draft, house, remote, running
from tournaments import services
from tournaments.api import shapes
from tournaments.models import Entrant, Round, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]

URL = "/api/v1/tournaments"


@pytest.fixture(autouse=True)
def _no_limit_left_over() -> None:
    limits.forget()


def client(player: Player | None = None, *scopes: str) -> APIClient:
    """A client with a token of this player, or a stranger's."""
    made = APIClient()
    if player is not None:
        _, clear = games.issue_token(player.pk, "test", scopes or ("read", "organise"))
        made.credentials(HTTP_AUTHORIZATION=f"Bearer {clear}")
    return made


@pytest.fixture
def organiser(db: None) -> Player:
    """A person who runs tournaments."""
    owner = get_user_model().objects.create_user("ann")
    return games.create_player("Ann", "person", owner.pk)


def send(to: APIClient, path: str, body: dict[str, Any] | None = None, status: int = 201) -> Any:
    answer = to.post(f"{URL}{path}", body or {}, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def get(path: str, expected: int = 200, /, **query: Any) -> Any:
    answer = client().get(f"{URL}{path}", query)
    assert answer.status_code == expected, answer.content
    return answer.json()


def same_shape(shape: Any, found: Any, where: str = "") -> None:
    """Hold a real answer against its documented shape, field by field."""
    child = getattr(shape, "child", None)
    if child is not None and isinstance(found, list):
        for one in found:
            same_shape(child, one, f"{where}[]")
    elif hasattr(shape, "fields"):
        assert set(found) == set(shape.fields), where
        for name, field in shape.fields.items():
            if found[name] is None:
                assert field.allow_null, f"{where}.{name}"
            else:
                same_shape(field, found[name], f"{where}.{name}")
    else:
        shape.run_validation(found)


def test_an_organiser_makes_fills_and_starts_a_tournament(organiser: Player) -> None:
    mine = client(organiser)
    made = send(mine, "", {"name": "Club night", "format": "pods_swiss", "rounds": 2, "pick_seconds": 30})
    same_shape(shapes.Tournament(), made)
    assert (made["slug"], made["status"], made["created_by"]) == ("club-night", "draft", organiser.pk)
    assert (made["least_seats"], made["most_seats"]) == (3, 4)
    players = house(7)
    for player in players:
        entered = send(mine, "/club-night/entrants", {"player": player.pk})
        same_shape(shapes.Entrant(), entered)
    out = mine.delete(f"{URL}/club-night/entrants/{entered['id']}")
    assert out.status_code == 204
    started = send(mine, "/club-night/start", status=200)
    assert (started["status"], started["entrants"], started["rounds_planned"]) == ("running", 6, 2)
    services.advance_all(START + timedelta(days=999))
    assert get("/club-night")["progress"] == "Over after 2 rounds; 6 entrants."


def test_standings_and_rounds_have_their_documented_shape(organiser: Player) -> None:
    bot = remote("Remote bot")
    tournament = running([*house(6), bot], round_seconds=60)
    services.advance(tournament.pk, START)
    ask(bot)
    listed = get("")
    same_shape(shapes.TournamentPage(), listed)
    standings = get(f"/{tournament.slug}/standings")
    same_shape(shapes.Standings(), standings)
    assert [one["key"] for one in standings["tie_breaks"]] == tournament.tie_breaks
    for line in standings["standings"]:
        assert [value["key"] for value in line["values"]] == tournament.tie_breaks
    rounds = get(f"/{tournament.slug}/rounds")
    same_shape(shapes.Rounds(), rounds)
    tables = rounds["rounds"][0]["tables"]
    assert sorted(table["status"] for table in tables) == ["finished", "playing"]
    for table in tables:
        assert all((seat["place"] is None) == (table["status"] == "playing") for seat in table["seats"])


def test_the_list_of_games_can_be_asked_for_one_tournaments(organiser: Player) -> None:
    tournament = running([*house(6), remote("Remote bot")], round_seconds=60)
    services.advance(tournament.pk, START)
    others = games.open_game(
        opened_by=organiser.pk, edition="classic", seats=[("player", organiser.pk), ("open", None)]
    )
    lines = client().get("/api/v1/games", {"event": tournament.slug, "limit": "200"}).json()["results"]
    played = set(Table.objects.filter(round__tournament=tournament).values_list("game_id", flat=True))
    assert {line["id"] for line in lines} == played - {None}
    assert lines
    assert others.pk not in played
    Round.objects.filter(tournament=tournament).update(published_at=None)
    assert client().get("/api/v1/games", {"event": tournament.slug}).json()["results"] == []


def test_an_unpublished_pairing_and_the_secret_leave_by_no_outlet(organiser: Player) -> None:
    tournament = running(house(6), round_seconds=60)
    services.advance(tournament.pk, START)
    assert Round.objects.get(number=2).published_at is None
    boss = get_user_model().objects.create_superuser("boss")
    staff = APIClient()
    staff.force_login(boss)
    answers = [
        staff.get(f"{URL}{path}").content.decode()
        for path in ("", f"/{tournament.slug}", f"/{tournament.slug}/standings", f"/{tournament.slug}/rounds")
    ]
    assert [one["number"] for one in get(f"/{tournament.slug}/rounds")["rounds"]] == [1]
    pages = [
        f"/admin/tournaments/tournament/{tournament.pk}/change/",
        "/admin/tournaments/round/",
        "/admin/tournaments/result/",
    ]
    for page in pages:
        shown = staff.get(page)
        assert shown.status_code == 200
        answers.append(shown.content.decode())
    hidden = Round.objects.get(number=2)
    assert staff.get(f"/admin/tournaments/round/{hidden.pk}/change/").status_code == 302
    assert all(tournament.shuffle_seed not in one for one in answers)
    assert tournament.shuffle_seed not in repr(tournament) + str(tournament)


def test_nothing_can_be_changed_on_the_admin_pages() -> None:
    tournament = draft(house(3))
    staff = APIClient()
    staff.force_login(get_user_model().objects.create_superuser("boss"))
    page = f"/admin/tournaments/tournament/{tournament.pk}"
    assert staff.post(f"{page}/change/", {"name": "Mine"}, format="multipart").status_code == 403
    assert staff.post(f"{page}/delete/", {"post": "yes"}, format="multipart").status_code == 403
    assert staff.get("/admin/tournaments/tournament/add/").status_code == 403


def test_only_the_organiser_and_staff_may_change_a_tournament(organiser: Player) -> None:
    owner = organiser.owner
    assert owner is not None
    tournament = draft(house(3), created_by=organiser.pk)
    path = f"/{tournament.slug}/entrants"
    newcomers = [remote(f"Newcomer {i}").pk for i in range(3)]
    refused = send(client(remote("Stranger")), path, {"player": newcomers[0]}, status=403)
    assert refused["code"] == "not_organiser"
    assert send(client(), path, {"player": newcomers[0]}, status=401)["code"] == "not_authenticated"
    no_scope = send(client(organiser, "play"), path, {"player": newcomers[0]}, status=403)
    assert no_scope["code"] == "scope_missing"
    assert Entrant.objects.count() == 3
    send(client(organiser), path, {"player": newcomers[0]})
    send(client(remote("Another of Ann", owner.pk)), path, {"player": newcomers[1]})
    staff = APIClient()
    staff.force_login(get_user_model().objects.create_user("sam", is_staff=True))
    send(staff, path, {"player": newcomers[2]})
    assert Entrant.objects.count() == 6


@pytest.mark.parametrize(
    ("body", "status", "code", "sentence"),
    [
        ({}, 400, "malformed", "name"),
        ({"name": "Cup", "format": "ladder"}, 400, "malformed", "format"),
        ({"name": "Cup", "format": "pods_swiss", "colour": "red"}, 400, "malformed", "colour"),
        ({"name": "Cup", "format": "pods_swiss", "least_seats": 3}, 400, "malformed", "most_seats"),
        ({"name": "Cup", "format": "pods_swiss", "rounds": "many"}, 400, "malformed", "rounds"),
        ({"name": "Cup", "format": "pods_swiss", "tie_breaks": ["WINS"]}, 422, "bad_tie_breaks", "PTS"),
        ({"name": "Cup", "format": "pods_swiss", "edition": "deluxe"}, 422, "bad_tournament", "deluxe"),
        ({"name": "Cup", "format": "pods_swiss", "least_seats": 4, "most_seats": 4}, 422, "cannot_pair", "3"),
    ],
)
def test_a_body_that_cannot_be_is_refused_with_a_code(
    body: dict[str, Any], status: int, code: str, sentence: str, organiser: Player
) -> None:
    refused = send(client(organiser), "", body, status)
    assert refused["code"] == code
    assert sentence in refused["detail"]
    assert not Tournament.objects.exists()


def test_refusals_of_entering_and_starting(organiser: Player) -> None:
    mine = client(organiser)
    players = house(3)
    tournament = draft(players[:2], created_by=organiser.pk)
    slug = f"/{tournament.slug}"
    assert send(mine, f"{slug}/start", status=422)["code"] == "cannot_pair"
    assert send(mine, f"{slug}/entrants", {"player": players[0].pk}, 422)["code"] == "entry_refused"
    assert send(mine, f"{slug}/entrants", {"player": 99_999_999}, 422)["code"] == "entry_refused"
    assert send(mine, f"{slug}/entrants", {"player": "one"}, 400)["code"] == "malformed"
    send(mine, f"{slug}/entrants", {"player": players[2].pk})
    send(mine, f"{slug}/start", status=200)
    assert send(mine, f"{slug}/start", status=409)["code"] == "wrong_status"
    assert mine.delete(f"{URL}{slug}/entrants/{10**17}").status_code == 422
    assert mine.delete(f"{URL}{slug}/entrants/{10**30}").status_code == 404
    assert send(mine, "/nowhere/start", status=404)["code"] == "not_found"
    for path in ("/nowhere", "/nowhere/standings", "/nowhere/rounds"):
        assert get(path, 404)["code"] == "not_found"


def test_who_is_out_is_out_and_a_tournament_that_is_over_stays_as_it_is(organiser: Player) -> None:
    mine = client(organiser)
    tournament = running(house(3), created_by=organiser.pk, rounds=1)
    services.advance_all(START)
    entrant = Entrant.objects.filter(tournament=tournament).first()
    assert entrant is not None
    late = mine.delete(f"{URL}/{tournament.slug}/entrants/{entrant.pk}")
    assert (late.status_code, late.json()["code"]) == (409, "wrong_status")
    body = {"player": remote("Late bot").pk}
    assert send(mine, f"/{tournament.slug}/entrants", body, 409)["code"] == "wrong_status"


def test_the_list_comes_in_pages_and_by_status() -> None:
    players = house(3)
    for number in range(3):
        draft(players, name=f"Cup {number}")
    running(players, name="Running cup")
    page = get("", limit=2)
    assert [one["name"] for one in page["results"]] == ["Running cup", "Cup 2"]
    following = client().get(page["next"]).json()
    assert [one["name"] for one in following["results"]] == ["Cup 1", "Cup 0"]
    assert [one["name"] for one in get("", status="running")["results"]] == ["Running cup"]
    assert get("", 400, status="lost")["code"] == "malformed"
    assert get("", 400, colour="red")["code"] == "malformed"


def test_the_number_of_queries_does_not_grow_with_the_tournament(
    django_assert_max_num_queries: Any,
) -> None:
    players = house(12)
    small = running(players[:3], name="Small", rounds=1)
    large = running(players, name="Large", rounds=3)
    services.advance_all(START)
    for tournament in (small, large):
        with django_assert_max_num_queries(7):
            get(f"/{tournament.slug}/standings")
        with django_assert_max_num_queries(7):
            get(f"/{tournament.slug}/rounds")
        with django_assert_max_num_queries(2):
            get("")


def test_the_schema_describes_every_endpoint() -> None:
    document = APIClient().get("/api/v1/schema", HTTP_ACCEPT="application/vnd.oai.openapi+json").json()
    paths = {path: set(found) for path, found in document["paths"].items() if "/tournaments" in path}
    assert paths == {
        "/api/v1/tournaments": {"get", "post"},
        "/api/v1/tournaments/{slug}": {"get"},
        "/api/v1/tournaments/{slug}/standings": {"get"},
        "/api/v1/tournaments/{slug}/rounds": {"get"},
        "/api/v1/tournaments/{slug}/entrants": {"post"},
        "/api/v1/tournaments/{slug}/entrants/{entrant_id}": {"delete"},
        "/api/v1/tournaments/{slug}/start": {"post"},
    }
    codes = document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert {"not_organiser", "cannot_pair", "wrong_status"} <= set(codes)
