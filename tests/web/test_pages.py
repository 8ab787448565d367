"""Stories of the other pages: lists, players, boards, tournaments, health, in a fixed number of queries."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config import broker
from games import engine, services
from games.models import Game, Heartbeat, Player
from ratings import queries as rating_queries
from ratings import services as ratings
from ratings.pools import POOLS
from tests.web.conftest import answer, play
from tournaments import services as tournaments
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.services]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def rated(count: int) -> None:
    """So many rated games between three house bots, taken into the ratings."""
    for _ in range(count):
        services.open_game(
            opened_by=None,
            edition="classic",
            seats=[("house", "greedy"), ("house", "drafter"), ("house", "random")],
            rated=True,
        )
    ratings.absorb_finished_games()


def cup(rounds: int, players: int = 7) -> Tournament:
    """A house tournament, played as far as it goes."""
    made = tournaments.create_bot_tournament(
        name=f"Belt of {players} in {rounds}", format="pods_swiss", players=players, rounds=rounds
    )
    tournaments.start_tournament(made.pk)
    for _ in range(rounds + 1):
        tournaments.advance_all()
    made.refresh_from_db()
    return made


def queries_of(client: Client, path: str) -> int:
    """How many queries a page makes."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200, path
    return len(captured)


def test_a_longer_list_makes_no_more_queries(client: Client) -> None:
    def more() -> None:
        for number in range(4):
            play(4, f"more {number}")
        rated(3)

    rated(2)
    play(3, "one")
    small = cup(1, 6)
    pages = ["/", "/games/", "/ratings/", "/tournaments/", f"/tournaments/{small.slug}/"]
    player = Player.objects.filter(ratings__isnull=False).first()
    assert player is not None
    pages.append(f"/players/{player.pk}/")
    before = {page: queries_of(client, page) for page in pages}
    more()
    large = cup(3, 9)
    after = {page: queries_of(client, page) for page in pages}
    assert after == before
    assert queries_of(client, f"/tournaments/{large.slug}/") == before[f"/tournaments/{small.slug}/"]
    assert max(before.values()) <= 22, before


def test_a_longer_game_makes_no_more_queries(client: Client, live: Game, bot: Player, finished: Game) -> None:
    answer(live, bot)
    table, replay = (queries_of(client, f"/games/{live.pk}/{path}") for path in ("", "replay/1.1/"))
    answer(live, bot, 9)
    assert queries_of(client, f"/games/{live.pk}/") == table
    assert queries_of(client, f"/games/{live.pk}/replay/2.1/") == replay
    assert table <= 9
    assert replay <= 5
    assert queries_of(client, f"/games/{finished.pk}/replay/end/") <= 5


def test_the_game_list_is_filtered_and_its_pages_keep_the_filters(
    client: Client, finished: Game, live: Game, bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(query: str) -> str:
        return client.get(f"/games/?{query}").content.decode()

    assert f">Game {live.pk}<" in listed("player=ada")
    assert f">Game {finished.pk}<" not in listed("player=ada")
    assert f">Game {live.pk}<" not in listed("status=finished")
    assert "No game fits these filters" in listed("rated=yes")
    play(2, "third")
    monkeypatch.setattr("games.web.views.PAGE_LENGTH", 1)
    first = listed("rated=no")
    assert "rated=no&amp;page=2" in first
    assert "page 2" in listed("rated=no&page=2")


def test_every_list_of_games_names_the_edition(client: Client, mika: Player, mikas: Client) -> None:
    names = {}
    for key, edition in engine.EDITIONS.items():
        seats: list[tuple[str, int | str | None]] = [("house", "greedy")] * max(2, edition.least_seats)
        names[services.open_game(opened_by=None, edition=key, seats=seats).pk] = edition.name
    greedy = Player.objects.get(name="Greedy")
    for path in ("/", "/games/", f"/players/{greedy.pk}/"):
        page = client.get(path).content.decode()
        for number, name in names.items():
            assert re.search(rf">Game {number}</b></a> <span[^>]*>{name}<", page), (path, name)
    own = services.open_game(opened_by=mika.pk, edition="tenth", seats=[("player", mika.pk), ("open", None)])
    lobby = mikas.get("/games/").content.decode()
    assert re.search(rf">Game {own.pk}</b></a> <span[^>]*>10th Anniversary<", lobby)


def test_a_pool_calls_its_edition_what_every_page_calls_it() -> None:
    for plan in POOLS:
        assert plan.name.startswith(f"{engine.EDITIONS[plan.edition].name} "), plan


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("player=Nobody", "There is no player called “Nobody”"),
        ("status=lost", "A game is never “lost”"),
        ("edition=chess", "There is no edition “chess”"),
    ],
)
def test_a_filter_that_cannot_be_says_so(client: Client, query: str, sentence: str) -> None:
    assert sentence in client.get(f"/games/?{query}").content.decode()


@pytest.mark.parametrize("number", ["0", "-3", "x", "9" * 30, "1e3"])
def test_a_page_number_of_any_kind_is_answered(client: Client, number: str) -> None:
    assert client.get("/games/", {"page": number}).status_code == 200


def test_an_open_table_says_what_it_waits_for_and_an_expired_one_why_it_ended(
    client: Client, bot: Player
) -> None:
    game = services.open_game(
        opened_by=bot.pk, edition="classic", seats=[("player", bot.pk), ("open", None)], now=NOW
    )
    assert "when the last seat is taken" in client.get(f"/games/{game.pk}/").content.decode()
    services.expire_tables(NOW + timedelta(days=30))
    assert "This table never started" in client.get(f"/games/{game.pk}/").content.decode()


def test_a_player_page_shows_ratings_with_a_chart_and_who_keeps_the_bot(client: Client) -> None:
    rated(2)
    owner = get_user_model().objects.create_user("mika", password="x")
    kept = services.create_player("Mikas Bot", "bot", owner.pk)
    assert "kept by mika" in client.get(f"/players/{kept.pk}/").content.decode()
    player = Player.objects.filter(ratings__isnull=False).first()
    assert player is not None
    html = client.get(f"/players/{player.pk}/").content.decode()
    assert 'class="rating-chart"' in html
    assert client.get("/players/999999999999999999999999/").status_code == 404


def test_a_name_is_never_markup(client: Client, bot: Player) -> None:
    Player.objects.filter(pk=bot.pk).update(name="<script>x</script>")
    html = client.get(f"/players/{bot.pk}/").content.decode()
    assert "<script>x" not in html
    assert "&lt;script&gt;x" in html


def test_the_tournament_page_explains_each_tie_break_in_a_line(client: Client) -> None:
    made = cup(2)
    html = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "Sum of placing shares" in html
    assert "Tournament round 2" in html
    assert client.get("/tournaments/none/").status_code == 404


def test_only_the_organiser_may_start_a_tournament(client: Client) -> None:
    made = tournaments.create_bot_tournament(name="Waiting", format="pods_swiss", players=6)
    path = f"/tournaments/{made.slug}/start/"
    assert client.get(path).status_code in (302, 405)
    assert client.post(path).headers["Location"].startswith("/accounts/login/")
    users: Callable[..., object] = get_user_model().objects.create_user
    users("visitor", password="x")
    client.login(username="visitor", password="x")
    assert "Start the tournament" not in client.get(f"/tournaments/{made.slug}/").content.decode()
    refused = client.post(path)
    assert refused.status_code == 403
    assert "may do this" in refused.content.decode()
    users("chief", password="x", is_staff=True)
    client.login(username="chief", password="x")
    assert "Start the tournament" in client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "has started" in client.post(path, follow=True).content.decode()
    assert "has started already" in client.post(path, follow=True).content.decode()


def test_logging_in_and_out(client: Client) -> None:
    get_user_model().objects.create_user("mika", password="sushi train")
    wrong = client.post("/accounts/login/", {"username": "mika", "password": "no"})
    assert "do not belong together" in wrong.content.decode()
    right = client.post(
        "/accounts/login/", {"username": "mika", "password": "sushi train", "next": "/games/"}
    )
    assert right.headers["Location"] == "/games/"
    assert "My bots" in client.get("/").content.decode()
    elsewhere = client.post(
        "/accounts/login/",
        {"username": "mika", "password": "sushi train", "next": "https://elsewhere.example/"},
    )
    assert elsewhere.headers["Location"] == "/"
    assert "Log in" in client.post("/accounts/logout/", follow=True).content.decode()


class TestHealth:
    """What a monitor is told."""

    def health(self, client: Client) -> tuple[int, dict[str, object]]:
        answered = client.get("/healthz")
        return answered.status_code, json.loads(answered.content)

    def test_all_is_well(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(broker, "answers", lambda url, timeout=0.0: True)
        services.beat("worker")
        status, told = self.health(client)
        assert (status, told["status"]) == (200, "ok")

    def test_a_worker_that_is_away_leaves_the_house_open(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(broker, "answers", lambda url, timeout=0.0: False)
        assert self.health(client)[1]["status"] == "degraded"
        Heartbeat.objects.create(part="worker", at=NOW)
        monkeypatch.setattr(broker, "answers", lambda url, timeout=0.0: True)
        status, told = self.health(client)
        assert (status, told["status"]) == (200, "degraded")

    def test_without_its_database_it_is_down(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        def away() -> None:
            raise DatabaseError("away")

        monkeypatch.setattr("games.queries.last_heartbeat", away)
        status, told = self.health(client)
        assert (status, told["status"]) == (503, "down")


def test_the_health_page_tells_people_what_the_monitor_is_told(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "answers", lambda url, timeout=0.0: False)
    html = client.get("/health/").content.decode()
    assert "what runs in the background is late" in html
    assert "never seen" in html
    assert 'href="/healthz"' in html


def test_without_its_database_the_health_page_still_speaks(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseError("away")

    monkeypatch.setattr("games.queries.last_heartbeat", away)
    answered = client.get("/health/")
    assert answered.status_code == 503
    assert "The database does not answer" in answered.content.decode()


def test_a_rated_games_result_and_last_page_tell_what_it_did_to_the_ratings(client: Client, db: None) -> None:
    game = services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("house", name) for name in ("greedy", "drafter", "random")],
        rated=True,
    )
    paths = (f"/games/{game.pk}/", f"/games/{game.pk}/replay/end/")
    for path in paths:
        assert "its ratings are being worked out" in client.get(path).content.decode()
    ratings.absorb_finished_games()
    for told in (client.get(path).content.decode() for path in paths):
        for change in rating_queries.changes_of_game(game.pk):
            assert f"<b>{change.after}</b>" in told
            assert f">{change.delta:+d}<".replace("-", "−").replace("+0", "±0") in told


def test_a_game_that_is_not_rated_says_nothing_of_ratings(client: Client, finished: Game) -> None:
    for path in ("", "replay/end/"):
        assert "<h2>Ratings</h2>" not in client.get(f"/games/{finished.pk}/{path}").content.decode()


def test_a_page_that_fails_says_that_nothing_is_lost(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret words")

    client.raise_request_exception = False
    monkeypatch.setattr("games.queries.game_list", broken)
    answered = client.get("/games/")
    assert answered.status_code == 500
    assert "every pick is on disk" in answered.content.decode()
    assert "secret words" not in answered.content.decode()
