"""A person at the table, as the browser asks for it: the own hand, answers by form, errors, the clock."""

import datetime as dt
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import services, store
from games.models import Game, Player
from tests.web.seated import page_of, picks_on_record, question_on, renewed, send, table, values_on

pytestmark = [pytest.mark.django_db, pytest.mark.services]


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
    for _ in range(2):
        shown = mikas.get(f"/games/{game.pk}/?live=1").content.decode()
        assert "You missed three questions in a row" in shown
        assert "away, so the house plays" in page_of(Client(), game)
        assert renewed(mikas, f"/games/{game.pk}/", shown).status_code == 204
    assert "You missed three" not in page_of(mikas, game)
    assert "away, so" not in page_of(Client(), game)
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


def test_a_battle_is_asked_where_the_cards_lie_and_they_are_drawn_once(mikas: Client, mika: Player) -> None:
    game = table(mika, "greedy", edition="tenth", variant="sushi_battle")
    asked = page_of(mikas, game)
    assert 'class="layout takes"' in asked
    assert 'aria-label="Cards in the middle"' not in asked
    layout = store.load(game.pk).state.layout
    assert asked.count('data-face="back"') == layout.count("face-down")
    assert re.search(r"sashimi, row \d, \d of \d|gyoza, row \d, \d of \d|nigiri, row \d, \d of \d", asked)
    assert send(mikas, game, question_on(asked), c0=values_on(asked)[-1])[0] == 302
    assert len(picks_on_record(game)) == 1
