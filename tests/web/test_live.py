"""What htmx gets that asks for news of a page: the regions that are new to its reader, and nothing else."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import engine, services, store
from games.models import Game, Player
from games.web import extras
from ratings import services as ratings
from tests.web.seated import have_on, page_of, question_on, regions_in, renewed, table, values_on

pytestmark = [pytest.mark.django_db, pytest.mark.services]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def ada(db: None) -> Player:
    """A bot that answers when the story says so."""
    return services.create_player("Ada", "bot")


@pytest.fixture
def duel(mika: Player, ada: Player) -> Game:
    """Mika and Ada, both asked."""
    return services.open_game(
        opened_by=mika.pk,
        edition="classic",
        seats=[("player", mika.pk), ("player", ada.pk)],
        pick_seconds=600,
        shuffle_seed="news",
    )


def answers(game: Game, player: Player, seat: int) -> None:
    """The player takes the first card."""
    offered = engine.options(store.load(game.pk).state, seat)
    assert offered is not None
    services.submit_pick(game.pk, player.pk, offered.question, offered.faces[:1])


def post(client: Client, game: Game, page: str, **fields: str) -> HttpResponse:
    """An answer as htmx sends it from this page."""
    sent = {"question": question_on(page), "have": have_on(page), **fields}
    answer = client.post(f"/games/{game.pk}/pick/", sent, headers=HTMX)
    assert isinstance(answer, HttpResponse)
    return answer


def test_what_is_known_is_not_sent_again(mikas: Client, duel: Game) -> None:
    path = f"/games/{duel.pk}/"
    nothing = renewed(mikas, path, page_of(mikas, duel))
    assert (nothing.status_code, nothing.content) == (204, b"")
    assert "no-store" in nothing.headers["Cache-Control"]
    assert "HX-Request" in nothing.headers["Vary"]
    assert "HX-Request" in mikas.get(path).headers["Vary"]


def test_a_question_is_left_alone_while_it_is_the_same(mikas: Client, duel: Game, ada: Player) -> None:
    before = page_of(mikas, duel)
    answers(duel, ada, 1)
    told = renewed(mikas, f"/games/{duel.pk}/", before)
    assert regions_in(told) == ["live"]
    text = told.content.decode()
    assert "has picked" in text
    assert text.startswith("<title>Your turn: Game")
    assert "<html" not in text
    # What they now show is known, too: the hand's region as it was.
    assert renewed(mikas, f"/games/{duel.pk}/", text).status_code == 204


def test_an_answer_by_htmx_comes_back_as_the_table_after_it(mikas: Client, duel: Game, ada: Player) -> None:
    before = page_of(mikas, duel)
    taken = post(mikas, duel, before, c0=values_on(before)[0])
    assert taken.status_code == 200
    assert regions_in(taken) == ["live-hand", "live"]
    assert "Waiting for Ada." in taken.content.decode()
    answers(duel, ada, 1)
    after = renewed(mikas, f"/games/{duel.pk}/", taken.content.decode())
    assert regions_in(after) == ["live-head", "live-told", "live-hand", "live", "live-story"]
    assert question_on(after.content.decode()) == "1.2-pick"


def test_a_refused_answer_by_htmx_stands_beside_the_form_until_the_question_changes(
    mikas: Client, duel: Game, ada: Player
) -> None:
    before = page_of(mikas, duel)
    refused = post(mikas, duel, before)
    assert refused.status_code == 422
    assert regions_in(refused) == ["live-hand"]
    assert "Choose a card first, then confirm." in refused.content.decode()
    answers(duel, ada, 1)
    assert regions_in(renewed(mikas, f"/games/{duel.pk}/", refused.content.decode())) == ["live"]


def test_a_table_that_begins_or_ends_is_loaded_anew(mikas: Client, mika: Player, ada: Player) -> None:
    game = services.open_game(
        opened_by=mika.pk,
        edition="classic",
        seats=[("player", mika.pk), ("open", None)],
        pick_seconds=600,
    )
    path = f"/games/{game.pk}/"
    waiting = page_of(mikas, game)
    assert renewed(mikas, path, waiting).status_code == 204
    services.join_game(game.pk, ada.pk)
    assert renewed(mikas, path, waiting).headers["HX-Refresh"] == "true"
    while values_on(page := page_of(mikas, game)):
        answers(game, ada, 1)
        last = post(mikas, game, page, c0=values_on(page)[0])
    assert last.headers["HX-Refresh"] == "true"
    assert renewed(mikas, path, waiting).headers["HX-Refresh"] == "true"
    # An answer that comes too late for the game is told on the page that is loaded then.
    late = mikas.post(f"{path}pick/", {"question": "1.1-pick", "c0": "0.eel", "have": "live:0"}, headers=HTMX)
    assert late.headers["HX-Refresh"] == "true"
    assert re.search(r'class="notice error"[^>]*>\s*You had answered in turn 1\.1', page_of(mikas, game))


def test_who_watches_sees_the_end_in_place_and_asks_no_more(mika: Player, mikas: Client) -> None:
    game = table(mika, "greedy")
    watching = Client()
    while values_on(page := page_of(mikas, game)):
        seen = page_of(watching, game)
        post(mikas, game, page, c0=values_on(page)[0])
    assert "hx-get" in seen
    end = renewed(watching, f"/games/{game.pk}/", seen)
    assert regions_in(end) == ["live-head", "live-told", "live", "live-story", "live-refresh"]
    assert "hx-get" not in end.content.decode()
    assert "data-over" in end.content.decode()
    # Nobody asks any more, and a page of a game that is over has nothing to ask with.
    assert "htmx" not in page_of(watching, game)


@pytest.mark.parametrize("where", ["", "replay/end/"])
def test_a_result_asks_for_its_ratings_until_they_are_there_and_then_no_more(
    mikas: Client, where: str
) -> None:
    game = services.open_game(opened_by=None, edition="classic", seats=[("house", "greedy")] * 3, rated=True)
    path = f"/games/{game.pk}/{where}"
    early = mikas.get(path).content.decode()
    assert "its ratings are being worked out" in early
    assert "htmx" in early
    assert "hx-get" in early
    assert "sse-connect" not in early
    assert renewed(mikas, path, early).status_code == 204
    ratings.absorb_finished_games()
    there = renewed(mikas, path, early)
    assert regions_in(there) == ["live-parts", "live-refresh"]
    assert "This game counted for" in there.content.decode()
    assert "hx-get" not in there.content.decode()
    assert "htmx" not in mikas.get(path).content.decode()


def test_a_result_does_not_ask_for_ever_for_ratings_that_do_not_come(mikas: Client) -> None:
    game = services.open_game(opened_by=None, edition="classic", seats=[("house", "greedy")] * 3, rated=True)
    early = page_of(mikas, game)
    with time_machine.travel(datetime.now(UTC) + extras.PATIENCE, tick=False):
        late = renewed(mikas, f"/games/{game.pk}/", early)
    assert regions_in(late) == ["live-parts", "live-refresh"]
    assert "reload the page to look again" in late.content.decode()
    assert "hx-get" not in late.content.decode()


def test_who_is_logged_out_meanwhile_is_led_to_log_in(mikas: Client, duel: Game) -> None:
    before = page_of(mikas, duel)
    mikas.logout()
    sent = post(mikas, duel, before, c0=values_on(before)[0])
    assert sent.headers["HX-Redirect"] == f"/accounts/login/?next=/games/{duel.pk}/"
    # And the page, which has become that of who watches, is loaded anew.
    assert renewed(mikas, f"/games/{duel.pk}/", before).headers["HX-Refresh"] == "true"


def test_the_lobby_renews_what_waits_and_not_the_list(mikas: Client, duel: Game) -> None:
    shown = mikas.get("/games/").content.decode()
    with CaptureQueriesContext(connection) as whole:
        mikas.get("/games/")
    services.open_game(opened_by=None, edition="classic", seats=[("house", "greedy")] * 2)
    with CaptureQueriesContext(connection) as renewing:
        answer = renewed(mikas, "/games/", shown)
    assert set(regions_in(answer)) <= {"live-lobby"}
    assert "Filter games" not in answer.content.decode()
    assert len(renewing) < len(whole)


@pytest.mark.parametrize("path", ["/", "/games/{}/"])
def test_news_cost_no_more_than_the_page(mikas: Client, duel: Game, path: str) -> None:
    path = path.format(duel.pk)
    shown = mikas.get(path).content.decode()
    with CaptureQueriesContext(connection) as whole:
        mikas.get(path)
    with CaptureQueriesContext(connection) as renewing:
        renewed(mikas, path, shown)
    assert len(renewing) <= len(whole)


@pytest.mark.parametrize("have", ["", "live", "live:", ":::", "\x00", "live-hand:0 " * 99])
def test_nonsense_about_what_one_has_is_answered_with_the_whole_page(
    mikas: Client, duel: Game, have: str
) -> None:
    answer = mikas.get(f"/games/{duel.pk}/", {"have": have}, headers=HTMX)
    assert answer.headers["HX-Refresh"] == "true"


def test_news_of_a_seat_tell_nothing_of_other_hands(
    mikas: Client, mika: Player, monkeypatch: pytest.MonkeyPatch, duel: Game, ada: Player
) -> None:
    before = page_of(mikas, duel)
    answers(duel, ada, 1)
    as_it_is = renewed(mikas, f"/games/{duel.pk}/", before).content
    real = store.load

    def exchanged(game_id: int) -> store.Loaded:
        loaded = real(game_id)
        loaded.state.hands[1] = sorted(loaded.state.hands[1])
        loaded.state.deck = sorted(loaded.state.deck)
        answer = loaded.state.answers[1]
        assert answer is not None
        loaded.state.answers[1] = answer._replace(chosen=("no-such-card",))
        return loaded

    monkeypatch.setattr(store, "load", exchanged)
    assert renewed(mikas, f"/games/{duel.pk}/", before).content == as_it_is
