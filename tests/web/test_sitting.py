"""A person at the table, as the browser asks for it: the own hand, answers by form, errors, the door."""

import datetime as dt
import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import engine, services, store
from games.models import Game, GameStatus, Player, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.services]


@pytest.fixture
def mika(db: None) -> Player:
    """A person with an account."""
    user = User.objects.create_user("mika", password="open sesame, please")
    return services.create_player("Mika", "person", owner_id=user.pk)


@pytest.fixture
def mikas(client: Client, mika: Player) -> Client:
    """Mika's mikas, logged in."""
    client.force_login(User.objects.get(username="mika"))
    return client


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


def test_a_seated_person_sees_the_own_hand_and_nobody_elses(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy", "drafter")
    state = store.load(game.pk).state
    page = page_of(mikas, game)
    assert [value.partition(".")[2] for value in values_on(page)] == list(state.hands[0])
    assert 'data-until="' in page
    assert "Once sent, an answer cannot be changed." in page


def test_a_spectator_sees_no_hand_and_no_form(client: Client, mika: Player) -> None:
    game = table(mika, "greedy", "drafter")
    page = page_of(client, game)
    assert "live-hand" not in page
    assert "form.question" not in page
    assert 'name="c0"' not in page


def test_a_hand_is_kept_out_of_every_cache(mikas: Client, mika: Player) -> None:
    answer = mikas.get(f"/games/{table(mika, 'greedy').pk}/")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("answered", [False, True])
def test_the_page_of_a_seat_is_the_same_whatever_lies_in_other_hands(
    mikas: Client, mika: Player, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    """Byte for byte, with other hands, the deck and the others' picks exchanged."""
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=mika.pk,
        edition="classic",
        seats=[("player", mika.pk), ("player", ada.pk), ("house", "greedy")],
        pick_seconds=600,
    )
    if answered:
        send(mikas, game, "1.1-pick", c0=values_on(page_of(mikas, game))[0])

    def stripped() -> str:
        text = re.sub(r'csrfmiddlewaretoken" value="[^"]+"', "", page_of(mikas, game))
        return re.sub(r'data-now="[^"]+"', "", text)

    as_it_is = stripped()
    real = store.load

    def exchanged(game_id: int) -> store.Loaded:
        loaded = real(game_id)
        state = loaded.state
        state.hands[1], state.hands[2] = sorted(state.hands[2]), sorted(state.hands[1])
        state.deck = sorted(state.deck)
        state.shuffle_seed = "another"
        house = state.answers[2]
        if house is not None:
            state.answers[2] = house._replace(chosen=("no-such-card",))
        return loaded

    monkeypatch.setattr(store, "load", exchanged)
    assert stripped() == as_it_is


def test_a_pick_is_taken_and_the_browser_sent_back_to_the_table(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy", "drafter")
    page = page_of(mikas, game)
    question, value = question_on(page), values_on(page)[2]
    status, _ = send(mikas, game, question, c0=value)
    assert status == 302
    assert picks_on_record(game) == [(question, (value.partition(".")[2],))]
    assert question_on(page_of(mikas, game)) == "1.2-pick"


def test_a_double_click_and_the_back_button_change_nothing(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy", "drafter")
    page = page_of(mikas, game)
    values = values_on(page)
    assert send(mikas, game, "1.1-pick", c0=values[0])[0] == 302
    assert send(mikas, game, "1.1-pick", c0=values[0])[0] == 302
    other = next(value for value in values if value.partition(".")[2] != values[0].partition(".")[2])
    status, said = send(mikas, game, "1.1-pick", c0=other)
    assert status == 409
    assert "You had answered in turn 1.1 already" in said
    assert "An answer is never changed." in said
    assert question_on(said) == "1.2-pick"
    assert len(picks_on_record(game)) == 1
    assert mikas.get(f"/games/{game.pk}/pick/").headers["Location"] == f"/games/{game.pk}/"


def test_while_others_think_the_page_says_what_was_picked_and_who_is_waited_for(
    mikas: Client, mika: Player
) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=mika.pk,
        edition="classic",
        seats=[("player", mika.pk), ("player", ada.pk)],
        pick_seconds=600,
    )
    page = page_of(mikas, game)
    send(mikas, game, "1.1-pick", c0=values_on(page)[0])
    page = page_of(mikas, game)
    assert "You picked " in page
    assert "Waiting for Ada." in page
    assert "A pick is final." in page


def test_a_pick_without_a_card_is_answered_beside_the_form(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy")
    status, said = send(mikas, game, "1.1-pick")
    assert status == 422
    assert "Choose a card first, then confirm." in said
    assert values_on(said)


def test_what_was_chosen_stays_chosen_when_it_is_refused(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy", "drafter", seed="browser")
    while not values_on(page := page_of(mikas, game), "c1"):
        values = values_on(page)
        chopsticks = [value for value in values if value.endswith("chopsticks")]
        send(mikas, game, question_on(page), c0=(chopsticks or values)[0])
    value = values_on(page)[1]
    status, said = send(mikas, game, question_on(page), c0=value, c1=value)
    assert status == 422
    assert "one card twice" in said
    assert f'name="c0" value="{value}" checked' in said
    first, second = values_on(page)[0], values_on(page)[1]
    assert send(mikas, game, question_on(page), c0=second, c1=first)[0] == 302
    assert picks_on_record(game)[-1][1] == (second.partition(".")[2], first.partition(".")[2])


@pytest.mark.parametrize(
    ("question", "fields", "status"),
    [
        ("9.9-pick", {"c0": "0.egg"}, 422),
        ("", {}, 422),
        ("1.1-pick", {"c0": "0.no-such-card"}, 422),
        ("1.1-pick", {"c0": "x" * 5000}, 422),
        ("1.1-pick", {"c0": "0.egg\x00"}, 422),
        ("1.1-pick", {"w_use": "use:0"}, 422),
    ],
)
def test_nonsense_is_refused_with_the_options_and_changes_nothing(
    mikas: Client, mika: Player, question: str, fields: dict[str, str], status: int
) -> None:
    game = table(mika, "greedy")
    answered, said = send(mikas, game, question, **fields)
    assert answered == status
    assert 'role="alert"' in said
    assert question_on(said) == "1.1-pick"
    assert picks_on_record(game) == []


def test_nobody_picks_for_a_seat_that_is_not_theirs(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = table(ada, "greedy")
    assert send(mikas, game, "1.1-pick", c0="0.egg")[0] == 404
    assert send(mikas, Game(pk=game.pk + 1000), "1.1-pick", c0="0.egg")[0] == 404
    mikas.logout()
    answer = mikas.post(f"/games/{game.pk}/pick/", {"question": "1.1-pick", "c0": "0.egg"})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_a_pick_needs_the_form_s_own_token(mika: Player) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="mika"))
    game = table(mika, "greedy")
    assert strict.post(f"/games/{game.pk}/pick/", {"question": "1.1-pick", "c0": "0.egg"}).status_code == 403


def test_a_whole_party_game_is_played_by_form_alone(mikas: Client, mika: Player) -> None:
    menu = "maki,tempura,sashimi,dumpling,chopsticks,special-order,fruit"
    game = table(
        mika,
        "greedy",
        "random",
        edition="party",
        options={"menu": menu, "max_bonus_per_turn": 2},
        seed="forms",
    )
    kinds = set()
    for _ in range(120):
        page = page_of(mikas, game)
        if "data-over" in page:
            break
        question = question_on(page)
        kinds.add(question.split("-")[1])
        told = [value for value in values_on(page) if "chopsticks" in value or "special-order" in value]
        fields: dict[str, object] = {"c0": (told or values_on(page))[0]}
        if copies := values_on(page, "w-copy"):
            fields["w_copy"] = copies[0]
        if uses := values_on(page, "w-use"):
            fields["w_use"] = uses[:1]
        status, said = send(mikas, game, question, **fields)
        assert status == 302, said
    else:
        pytest.fail("the game does not end")
    assert kinds == {"pick", "chopsticks"}
    page = page_of(mikas, game)
    assert f'href="/games/{game.pk}/replay/"' in page
    assert "seat mine" in page


def test_the_page_says_what_the_house_picked_when_time_ran_out(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy")
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    services.enforce_deadline(game.pk, deadline + dt.timedelta(seconds=1))
    page = page_of(mikas, game)
    assert re.search(r"Your time ran out in turn 1\.1, and the house picked [a-z ]+ for you\.", page)
    status, said = send(mikas, game, "1.1-pick", c0="0.egg")
    assert status == 409
    assert "Too late: your time in turn 1.1 ran out, and the house picked" in said


def test_who_missed_three_in_a_row_is_told_and_is_back_by_coming_to_the_table(
    mikas: Client, mika: Player
) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=mika.pk,
        edition="classic",
        seats=[("player", mika.pk), ("player", ada.pk)],
        pick_seconds=600,
    )
    for _ in range(3):
        deadline = Game.objects.get(pk=game.pk).deadline
        assert deadline is not None
        services.enforce_deadline(game.pk, deadline + dt.timedelta(seconds=1), here=ada.pk)
    # A page that renews itself is nobody coming.
    for answer in (
        mikas.get(f"/games/{game.pk}/", headers={"X-Live": "1"}),
        mikas.get(f"/games/{game.pk}/?live=1"),
    ):
        assert "You missed three questions in a row" in answer.content.decode()
    assert "You missed three" not in page_of(mikas, game)
    assert "You missed three" not in mikas.get(f"/games/{game.pk}/?live=1").content.decode()


def test_the_bank_is_shown_beside_the_clock(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=mika.pk,
        edition="classic",
        seats=[("player", mika.pk), ("player", ada.pk)],
        pick_seconds=60,
        bank_seconds=90,
    )
    page = page_of(mikas, game)
    assert "with 90 s of your bank" in page
    times = re.search(r'data-until="([^"]+)" data-bank-from="([^"]+)"', page)
    assert times is not None
    until, bank_from = map(dt.datetime.fromisoformat, times.groups())
    assert until - bank_from == dt.timedelta(seconds=90)


def test_an_open_table_has_a_door_and_begins_with_the_last_who_sits_down(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("open", None), ("open", None)]
    )
    page = page_of(mikas, game)
    assert f'action="/games/{game.pk}/join/"' in page
    assert f'action="/games/{game.pk}/join/"' in mikas.get("/games/").content.decode()
    for _ in range(2):
        assert mikas.post(f"/games/{game.pk}/join/").status_code == 302
    assert Seat.objects.filter(game=game, player=mika).count() == 1
    page = page_of(mikas, game)
    assert "You have a seat here" in page
    assert "already have a seat" not in page
    mikas.post(f"/games/{game.pk}/leave/")
    assert not Seat.objects.filter(game=game, player=mika).exists()
    mikas.post(f"/games/{game.pk}/join/")
    services.join_game(game.pk, services.create_player("Bob", "bot").pk)
    assert question_on(page_of(mikas, game)) == "1.1-pick"


def test_who_comes_too_late_for_a_seat_is_told_so(mikas: Client, mika: Player) -> None:
    game = table(services.create_player("Ada", "bot"), "greedy")
    answer = mikas.post(f"/games/{game.pk}/join/", follow=True)
    assert "This table takes nobody any more" in answer.content.decode()


def test_a_stranger_is_sent_to_log_in_and_back(client: Client, mika: Player) -> None:
    game = services.open_game(
        opened_by=mika.pk, edition="classic", seats=[("player", mika.pk), ("open", None)]
    )
    assert f"/accounts/login/?next=/games/{game.pk}/" in page_of(client, game)
    sent = client.post(f"/games/{game.pk}/join/").headers["Location"]
    assert sent == f"/accounts/login/?next=/games/{game.pk}/"
    assert client.get("/games/new/").headers["Location"].startswith("/accounts/login/?next=/games/new/")


def test_a_table_is_opened_with_everything_the_form_offers(mikas: Client, mika: Player) -> None:
    form = {
        "edition": "party",
        "seat-1": "house:greedy",
        "seat-2": "house:drafter",
        "seat-3": "open",
        "option-menu": "sushi_go",
        "option-max_bonus_per_turn": "2",
        "clock": "blitz",
    }
    answer = mikas.post("/games/new/", form)
    assert answer.status_code == 302
    game = Game.objects.get(pk=int(answer.headers["Location"].strip("/").split("/")[-1]))
    assert (game.edition, game.seats_count, game.rated, game.status) == ("party", 4, False, GameStatus.OPEN)
    assert game.options == {"menu": "sushi_go", "max_bonus_per_turn": 2}
    assert (game.pick_seconds, game.bank_seconds) == (2, 10)
    assert game.opened_by == mika


def test_a_table_that_cannot_be_played_is_refused_beside_the_form_and_nothing_is_lost(
    mikas: Client, mika: Player
) -> None:
    form = {
        "edition": "tenth",
        "variant": "sushi_battle",
        "seat-1": "house:greedy",
        "seat-2": "open",
        "clock": "daily",
    }
    answer = mikas.post("/games/new/", form)
    said = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Sushi battle is played by exactly 2, not by 3." in said
    assert re.search(r'value="sushi_battle" selected', said)
    assert re.search(r'value="daily" selected', said)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat-1": "invite", "name-1": "Nobody Known"}, "There is no player called “Nobody Known”"),
        ({"seat-1": "invite"}, "Write the name of the player you invite"),
        ({"seat-1": "house:nosuch"}, "Choose who sits"),
        ({"clock": "never"}, "Choose a clock"),
        ({"own_menu": "maki, maki", "edition": "party"}, "That is no menu"),
        ({"variant": "upside_down"}, "has no variant"),
    ],
)
def test_every_wrong_field_has_its_sentence(
    mikas: Client, mika: Player, more: dict[str, str], sentence: str
) -> None:
    form = {"edition": "classic", "seat-1": "house:greedy", "clock": "live", **more}
    answer = mikas.post("/games/new/", form)
    assert answer.status_code == 422
    assert sentence in unescape(answer.content.decode())


@pytest.mark.parametrize("edition", list(engine.EDITIONS))
def test_the_form_offers_every_house_bot_variant_and_clock_of_an_edition(
    mikas: Client, mika: Player, edition: str
) -> None:
    page = unescape(mikas.get(f"/games/new/?edition={edition}").content.decode())
    for variant in engine.EDITIONS[edition].variants.values():
        assert variant.name in page
    for wanted in ("house:greedy", "house:drafter", "house:random", "open", "invite"):
        assert f'value="{wanted}"' in page


def test_a_table_page_costs_a_fixed_number_of_queries(
    mikas: Client, mika: Player, django_assert_max_num_queries: object
) -> None:
    game = table(mika, "greedy", "drafter", "random", "greedy")
    page_of(mikas, game)
    with django_assert_max_num_queries(16):  # type: ignore[operator]  # the fixture's type is pytest-django's own
        page_of(mikas, game)


def test_an_invited_player_finds_the_seat_kept_and_takes_or_declines_it(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    for way, status in (("join", "playing"), ("decline", "expired")):
        game = services.open_game(
            opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("invited", mika.pk)]
        )
        page = page_of(mikas, game)
        assert "A seat is kept for you." in page
        assert f'action="/games/{game.pk}/decline/"' in page
        mikas.post(f"/games/{game.pk}/{way}/", {"reason": "later"})
        game.refresh_from_db()
        assert game.status == status
        # Again, as by a double click.
        assert mikas.post(f"/games/{game.pk}/{way}/", {"reason": "later"}).status_code == 302


def test_nobody_else_is_offered_a_seat_that_is_kept(client: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=ada.pk, edition="classic", seats=[("player", ada.pk), ("invited", mika.pk)]
    )
    assert "kept for invited players" in page_of(client, game)
    assert f"/games/{game.pk}/join/" not in client.get("/games/").content.decode()


def test_a_full_table_asks_and_the_person_says_that_they_are_there(mikas: Client, mika: Player) -> None:
    ada = services.create_player("Ada", "bot")
    game = services.open_game(
        opened_by=mika.pk, edition="classic", seats=[("player", mika.pk), ("open", None)], ready_seconds=30
    )
    Seat.objects.filter(game=game, player=mika).update(ready_at=game.created_at - dt.timedelta(hours=1))
    services.join_game(game.pk, ada.pk)
    page = page_of(mikas, game)
    assert "I am ready" in page
    mikas.post(f"/games/{game.pk}/ready/")
    assert question_on(page_of(mikas, game)) == "1.1-pick"


def test_addresses_and_fields_beyond_all_measure_are_not_found_or_refused(
    mikas: Client, mika: Player
) -> None:
    for way in ("", "pick/", "join/", "leave/", "ready/", "decline/"):
        for number in (0, 10**19, 10**40):
            assert mikas.post(f"/games/{number}/{way}").status_code in (404, 405), (way, number)
    game = table(mika, "greedy")
    assert send(mikas, game, "1.1-pick\x00", c0="0.\x00")[0] in (409, 422)
    form = {"edition": "classic", "seat-1": "invite", "name-1": "Mi\x00ka", "clock": "live"}
    assert mikas.post("/games/new/", form).status_code == 422
