"""Ratings over HTTP: shapes, exact numbers that can be computed again, and refusals with a sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from ratings import services
from ratings.models import Pool
from ratings.systems import Standing, by_name
from tests.ratings.club import START, finished, finished_games, in_order, players

pytestmark = pytest.mark.django_db

KEY = "classic-3-5"


@pytest.fixture
def get() -> Callable[..., Any]:
    """GET a path below /api/v1/ and check the status; the JSON."""
    client = APIClient()

    def ask(path: str, status: int = 200, **query: Any) -> Any:
        answer = client.get(f"/api/v1/{path}", query)
        assert answer.status_code == status, answer.content
        return answer.json()

    return ask


def season(club: list[int], games: int = 6) -> list[int]:
    made = finished_games(
        [in_order([club[(at + seat) % len(club)] for seat in range(4)]) for at in range(games)]
    )
    services.absorb_finished_games(everything=True)
    return made


def test_the_pools(get: Callable[..., Any]) -> None:
    season(players(5))
    guests = players(3, prefix="Guest")
    Pool.objects.filter(edition="party").delete()
    finished(in_order(guests), 50, edition="party")
    services.absorb_finished_games(everything=True)
    told = get("ratings")
    assert [pool["key"] for pool in told["pools"]] == ["classic-2", KEY, "tenth-2", "tenth-3-5"]
    assert told["pools"][1] == {
        "key": KEY,
        "name": "Classic tables of 3 to 5",
        "edition": "classic",
        "least_seats": 3,
        "most_seats": 5,
        "players": 5,
        "games": 6,
        "algorithm": "multiplayer-elo/1",
    }
    assert told["skipped_games"] == 1


def test_a_board(get: Callable[..., Any]) -> None:
    club = players(5)
    season(club)
    told = get(f"ratings/{KEY}")
    assert told["pool"]["key"] == KEY
    assert told["ranked"] == 0
    assert {line["player"] for line in told["lines"]} == set(club)
    assert set(told["lines"][0]) == {
        "rank", "rank_low", "rank_high", "player", "name", "kind", "rating", "half_width", "games", "wins",
        "provisional", "why", "beats_next", "tie_with_next",
    }  # fmt: skip
    assert [line["rating"] for line in told["lines"]] == sorted(
        (line["rating"] for line in told["lines"]), reverse=True
    )
    assert all(
        line["provisional"] and line["why"] == "new" and line["rank"] is None for line in told["lines"]
    )


def test_every_change_can_be_computed_again_from_what_is_told(get: Callable[..., Any]) -> None:
    club = players(5)
    season(club, 9)
    told = get(f"players/{club[0]}/ratings")
    assert told["player"] == {"id": club[0], "name": "Bot 000", "kind": "bot"}
    assert told["ratings"][0]["pool"] == KEY
    assert told["next"] is None
    assert len(told["changes"]) == told["ratings"][0]["games"]
    for change in told["changes"]:
        assert change["algorithm"] == "multiplayer-elo/1"
        table = [
            Standing(
                seat["player"],
                seat["before_milli"],
                seat["sigma_before_milli"],
                seat["games_before"],
                seat["idle_seconds"],
                seat["place"],
            )
            for seat in change["table"]
        ]
        assert len(table) == change["seats"] == 4
        for seat, step in zip(change["table"], by_name("multiplayer-elo").rate(table), strict=True):
            assert (seat["k"], seat["delta_milli"], seat["sigma_after_milli"]) == step
            assert seat["after_milli"] == seat["before_milli"] + seat["delta_milli"]
        own = next(seat for seat in change["table"] if seat["player"] == club[0])
        assert own.items() <= change.items()
    newest, *_, oldest = told["changes"]
    assert newest["after_milli"] // 1000 in (told["ratings"][0]["rating"], told["ratings"][0]["rating"] - 1)
    assert (oldest["before_milli"], oldest["at"][:16]) == (1_500_000, f"{START:%Y-%m-%dT%H:%M}")


def test_the_ledger_is_read_in_pages_without_a_gap(get: Callable[..., Any]) -> None:
    club = players(4)
    games = season(club, 11)
    seen: list[int] = []
    told = get(f"players/{club[0]}/ratings", pool=KEY, limit=4)
    while True:
        seen += [change["game"] for change in told["changes"]]
        if told["next"] is None:
            break
        told = get(told["next"].removeprefix("/api/v1/"))
    assert seen == games[::-1]


def test_a_player_without_rated_games_has_none(get: Callable[..., Any]) -> None:
    guest = players(1)[0]
    told = get(f"players/{guest}/ratings")
    assert (told["ratings"], told["changes"], told["next"]) == ([], [], None)


@pytest.mark.parametrize(
    ("path", "query", "status", "code", "says"),
    [
        ("ratings/chess", {}, 404, "not_found", "no pool called chess"),
        ("players/999999/ratings", {}, 404, "not_found", "no such player"),
        (f"players/{10**30}/ratings", {}, 404, "not_found", ""),
        ("players/{player}/ratings", {"pool": "chess"}, 404, "not_found", "no pool called chess"),
        ("players/{player}/ratings", {"limit": "0"}, 400, "malformed", "limit must be a whole number"),
        ("players/{player}/ratings", {"limit": "many"}, 400, "malformed", "limit must be a whole number"),
        ("players/{player}/ratings", {"limit": "9" * 5000}, 400, "malformed", "limit must be a whole number"),
        ("players/{player}/ratings", {"before": "3"}, 400, "malformed", "name it with `pool`"),
        ("players/{player}/ratings", {"before": "-1", "pool": KEY}, 400, "malformed", "before must be"),
    ],
)
def test_a_refusal_says_what_to_do(
    get: Callable[..., Any], path: str, query: dict[str, str], status: int, code: str, says: str
) -> None:
    told = get(path.replace("{player}", str(players(1)[0])), status, **query)
    assert (told["status"], told["code"]) == (status, code)
    assert says in told["detail"]


def test_nobody_writes_ratings_over_http(client: Client) -> None:
    one = players(1)[0]
    for path in ("ratings", f"ratings/{KEY}", f"players/{one}/ratings"):
        assert client.delete(f"/api/v1/{path}").status_code in (401, 403, 405)
        assert client.post(f"/api/v1/{path}").status_code in (401, 403, 405)


def test_the_admin_shows_ratings_and_changes_none(admin_client: Client) -> None:
    four = players(4)
    season(four, 2)
    for model in ("pool", "rating", "change", "skipped"):
        assert admin_client.get(f"/admin/ratings/{model}/").status_code == 200
        assert admin_client.get(f"/admin/ratings/{model}/add/").status_code == 403
