"""Stories of the replay pages, told to the server: what a viewer is shown, and what never."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client

from games import engine, queries, services
from games.models import Game, Player
from tests.web.conftest import answer, play

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def faces(html: str) -> Counter[str]:
    """The cards drawn on a page, by face."""
    return Counter(re.findall(r'data-face="([a-z0-9-]+)"', html))


def get(client: Client, path: str, status: int = 200) -> str:
    """The page at `path`, which must answer so."""
    answered = client.get(path)
    assert answered.status_code == status, path
    return str(answered.content.decode())


def test_every_turn_of_a_game_has_a_page_and_its_links_lead_to_the_next(
    client: Client, finished: Game
) -> None:
    path, seen = f"/games/{finished.pk}/replay/", []
    while True:
        html = get(client, path)
        seen.append(re.search(r"<title>Game \d+, (.+?) ·", html).group(1))  # type: ignore[union-attr]
        following = re.search(r'data-key="next" href="([^"#]+)', html)
        if following is None:
            break
        path = following.group(1).replace("&amp;", "&")
    turns = [f"Round {number}, turn {turn}" for number in (1, 2, 3) for turn in range(1, 9)]
    assert seen == [*turns, "The end"]


def test_the_page_shows_the_hands_the_picks_and_the_tableaus_of_the_log(
    client: Client, finished: Game
) -> None:
    turn = queries.replay(finished.pk, engine.OPEN).turn(2, 3)
    assert turn is not None
    html = get(client, f"/games/{finished.pk}/replay/2.3/?as=open")
    expected: Counter[str] = Counter()
    for seat in turn.seats:
        expected.update(seat.hand or ())
        expected.update(card.face for card in seat.tableau)
        expected.update(seat.keeps)
    assert faces(html) == expected
    assert html.count('<li class="chosen">') == sum(len(seat.chosen) for seat in turn.seats)


def test_a_seat_sees_its_own_hand_only(client: Client, finished: Game) -> None:
    turn = queries.replay(finished.pk, engine.OPEN).turn(1, 4)
    assert turn is not None
    html = get(client, f"/games/{finished.pk}/replay/1.4/?as=2")
    shown = faces(html)
    assert shown.pop("back") == sum(seat.hand_size for seat in turn.seats if seat.number != 2)
    laid = Counter(card.face for seat in turn.seats for card in seat.tableau)
    assert shown == laid + Counter(turn.seats[2].hand)


def test_a_spectator_sees_no_hand(client: Client, finished: Game) -> None:
    turn = queries.replay(finished.pk, engine.OPEN).turn(1, 4)
    assert turn is not None
    shown = faces(get(client, f"/games/{finished.pk}/replay/1.4/?as=spectator"))
    assert shown.pop("back") == sum(seat.hand_size for seat in turn.seats)
    assert shown == Counter(card.face for seat in turn.seats for card in seat.tableau)


@pytest.mark.parametrize("seen_as", ["open", "0", "3"])
def test_only_the_spectators_view_is_open_while_the_game_is_played(
    client: Client, live: Game, bot: Player, seen_as: str
) -> None:
    answer(live, bot)
    html = get(client, f"/games/{live.pk}/replay/1.1/?as={seen_as}", 403)
    assert not faces(html)
    assert "until it is over" in html
    assert get(client, f"/games/{live.pk}/replay/1.1/?as=spectator")


def test_the_live_table_and_its_replay_show_revealed_cards_only(
    client: Client, live: Game, bot: Player
) -> None:
    answer(live, bot, 3)
    turns = queries.replay(live.pk, engine.SPECTATOR).turns
    on_the_table = Counter(card.face for seat in turns[-1].seats for card in seat.tableau)
    assert faces(get(client, f"/games/{live.pk}/")) == on_the_table
    replayed = faces(get(client, f"/games/{live.pk}/replay/1.3/"))
    replayed.pop("back")
    assert replayed == on_the_table


def test_a_followed_hand_is_marked_at_the_seat_that_holds_it(client: Client, finished: Game) -> None:
    first = get(client, f"/games/{finished.pk}/replay/1.1/")
    follow = re.findall(r'href="([^"#]+)#turn" aria-label="follow this hand on to ([^"]+)"', first)
    path, name = follow[1]
    second = get(client, path.replace("&amp;", "&"))
    marked = re.search(r'class="seat followed" aria-label="Seat \d+, ([^"]+)"', second)
    assert marked is not None
    assert marked.group(1) == name


def test_the_last_page_explains_how_dessert_was_paid(client: Client, finished: Game) -> None:
    last = queries.replay(finished.pk, engine.OPEN).turns[-1]
    assert last.end_by_card is not None
    html = get(client, f"/games/{finished.pk}/replay/end/")
    assert "kept most puddings" in html
    assert "How dessert fell" in html
    for points in (mine.get("pudding", 0) for mine in last.end_by_card):
        assert f">{points:+d}</b>".replace("-", "−").replace("+0", "±0") in html


def test_a_turn_that_is_not_there_is_a_page_that_says_so(client: Client, finished: Game) -> None:
    for path in ("1.9", "4.1", "0.1", "9999999999999999999.1"):
        assert "Nothing on this plate" in get(client, f"/games/{finished.pk}/replay/{path}/", 404)
    assert get(client, f"/games/{finished.pk}/replay/?as=4", 404)
    assert get(client, f"/games/{finished.pk}/replay/?as=nobody", 404)
    assert get(client, "/games/999999999999999999999/", 404)


def test_a_game_without_a_revealed_turn_says_what_it_waits_for(client: Client, live: Game) -> None:
    assert "No turn has been revealed yet" in get(client, f"/games/{live.pk}/replay/", 403)
    assert get(client, f"/games/{live.pk}/replay/end/", 403)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_tables_of_every_size_have_their_pages(client: Client, db: None, seats: int) -> None:
    game = play(seats, f"size {seats}")
    for path in ("", "replay/", "replay/2.1/?as=1", "replay/3.2/?hand=1", "replay/end/"):
        get(client, f"/games/{game.pk}/{path}")


def test_nonsense_in_the_query_changes_nothing(client: Client, finished: Game) -> None:
    plain = get(client, f"/games/{finished.pk}/replay/1.2/?as=open")
    assert get(client, f"/games/{finished.pk}/replay/1.2/?as=open&hand=%00&x=1") == plain


def test_a_pick_the_house_made_for_an_absent_player_is_marked(
    client: Client, live: Game, bot: Player
) -> None:
    assert live.deadline is not None
    services.enforce_deadline(live.pk, live.deadline + timedelta(seconds=1))
    html = get(client, f"/games/{live.pk}/replay/1.1/")
    assert html.count("time ran out, the house picked") == 1
    assert "Ada runs out of time and the house picks" in html
    assert f">1.1</a><span>{bot.name} runs out of time</span>" in html
