"""Stories of replays beyond the classic game: actions in words, copies, face-down cards, layouts, dummies."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.test import Client

from games import engine, queries, services
from games.models import Game
from games.queries import Deed, Replay, ReplayTurn
from games.web.board import row_names
from games.web.sentences import moment_sentence, turn_sentence, worth_a_jump

pytestmark = [pytest.mark.django_db]

STRATEGIES = ("greedy", "drafter", "random")
MENUS = tuple(str(menu) for menu in engine.EDITIONS["party"].options["menu"].allowed)
DESSERTS = tuple(str(pack) for pack in engine.EDITIONS["tenth"].options["dessert"].allowed)
VARIANTS = [(key, name) for key in ("classic", "tenth") for name in engine.EDITIONS[key].variants]


def play(edition: str, seats: int, variant: str = "", **options: engine.OptionValue) -> Game:
    """A finished game of house bots, its deal known."""
    return services.open_game(
        opened_by=None,
        edition=edition,
        variant=variant,
        seats=[("house", STRATEGIES[number % 3]) for number in range(seats)],
        options=options,
        shuffle_seed=f"{edition} {variant} {sorted(options.items())}",
    )


def play_menu(menu: str) -> Game:
    """A game with this menu at a table that may play it."""
    return play("party", 2 if menu == "dinner_for_two" else 4, menu=menu)


def told(shown: Replay, turn: ReplayTurn) -> str:
    names = row_names(["Ada", "Ben", "Cleo", "Dan"][: len(shown.seats)], shown.companions)
    return turn_sentence(turn, names)


def deeds(kind: str, games: list[Game]) -> Iterator[tuple[Game, Replay, ReplayTurn, Deed]]:
    """Every deed of a kind in these games, with where it happened."""
    for game in games:
        shown = queries.replay(game.pk, engine.OPEN)
        for turn in shown.turns:
            for deed in turn.deeds:
                if deed.kind == kind:
                    yield game, shown, turn, deed


def page(client: Client, game: Game, path: str) -> str:
    answered = client.get(f"/games/{game.pk}/{path}")
    assert answered.status_code == 200, path
    return str(answered.content.decode())


def points_add_up(game: Game) -> None:
    """What the pages show by round and card is what the books say in all."""
    shown = queries.replay(game.pk, engine.OPEN)
    last = shown.turns[-1]
    assert last.end_by_card is not None
    totals = [sum(mine.values()) for mine in last.end_by_card]
    for turn in shown.turns:
        if turn.round_points is not None and turn.round_by_card is not None:
            for row, mine in enumerate(turn.round_by_card):
                assert turn.round_points[row] == sum(mine.values())
                seat = turn.seats[row]
                assert seat.so_far == seat.banked + turn.round_points[row]
                totals[row] += turn.round_points[row]
    assert tuple(totals) == last.totals


@pytest.mark.parametrize("menu", MENUS)
def test_a_party_game_is_told_to_its_end(client: Client, menu: str) -> None:
    game = play_menu(menu)
    points_add_up(game)
    for path in ("", "replay/1.3/", "replay/2.7/?as=1", "replay/3.8/?as=spectator", "replay/end/"):
        page(client, game, path)
    assert menu.replace("_", " ") in page(client, game, "")


@pytest.mark.parametrize("dessert", DESSERTS)
def test_every_dessert_of_the_tenth_is_explained_at_the_end(client: Client, dessert: str) -> None:
    game = play("tenth", 3, dessert=dessert)
    points_add_up(game)
    html = page(client, game, "replay/end/")
    paid = queries.replay(game.pk, engine.OPEN).turns[-1].end_by_card
    assert paid is not None
    for mine in paid:
        assert f">{sum(mine.values()):+d}</b>".replace("-", "−").replace("+0", "±0") in html


@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_every_variant_is_told_to_its_end(client: Client, edition: str, variant: str) -> None:
    game = play(edition, 2, variant)
    points_add_up(game)
    for path in ("", "replay/1.1/", "replay/2.4/?as=0", "replay/3.2/", "replay/end/"):
        page(client, game, path)


def test_what_happened_is_the_same_for_every_viewer() -> None:
    for game in (play_menu("party_sampler"), play_menu("big_banquet"), play("tenth", 2, "puppet_player")):
        seen = [queries.replay(game.pk, viewer) for viewer in (engine.OPEN, engine.SPECTATOR, 0)]
        for turns in zip(*(shown.turns for shown in seen), strict=True):
            assert len({turn.deeds for turn in turns}) == 1


def test_cards_turned_by_a_takeout_box_lie_face_down_and_are_named(client: Client) -> None:
    game, shown, turn, deed = next(deeds("flipped", [play_menu("master_menu")]))
    html = page(client, game, f"replay/{turn.key}/")
    assert html.count("turned face down, 2 points") >= len(deed.faces)
    assert "face down for 2 points" in told(shown, turn)
    assert sum(card.down for card in turn.seats[deed.seat].tableau) >= len(deed.faces)


def test_a_copy_shows_what_it_acts_as_and_that_it_is_one(client: Client) -> None:
    game, shown, turn = next(
        (game, shown, turn)
        for game, shown, turn, deed in deeds(
            "copied", [play_menu("dinner_for_two"), play_menu("points_platter")]
        )
        # A copy may reach ten uramaki and be gone again.
        if any(card.printed == "special-order" for card in turn.seats[deed.seat].tableau)
    )
    html = page(client, game, f"replay/{turn.key}/")
    assert "a copy by special order" in html
    assert "party.svg#copy" in html
    assert "takes a special order and copies" in told(shown, turn)


def test_a_menu_tells_the_card_that_was_played_and_no_other_that_was_drawn() -> None:
    _, shown, turn, deed = next(deeds("drawn", [play_menu("party_sampler")]))
    assert len(deed.faces) == 1
    assert "from the menu" in told(shown, turn)


def test_ten_icons_of_uramaki_score_at_once_and_are_marked(client: Client) -> None:
    game, shown, turn, deed = next(deeds("awarded", [play_menu("points_platter")]))
    assert deed.points in (8, 5, 2)
    assert f"scores {deed.points} for ten icons of uramaki" in told(shown, turn)
    assert f"uramaki: {deed.points} at once" in page(client, game, f"replay/{turn.key}/")
    kept = worth_a_jump(shown.turns)[turn.key]
    assert "scores at once" in " ".join(moment_sentence(moment, "ABCD") for moment in kept)


def test_miso_soups_of_one_turn_are_spilled_in_words() -> None:
    _, shown, turn, deed = next(deeds("discarded", [play_menu("dinner_for_two")]))
    assert set(deed.faces) == {"miso-soup"}
    assert "spills miso soup" in told(shown, turn)


def test_a_spoon_says_what_it_asked_for_and_what_came_of_it(client: Client) -> None:
    games = [play_menu(menu) for menu in ("big_banquet", "cutthroat_combo", "master_menu")]
    _, shown, turn, _ = next(deeds("refused", games))
    assert "which nobody has, and loses the spoon" in told(shown, turn)
    for game, shown, turn, _ in deeds("gift", games):
        assert re.search(r"asks with a spoon for .+ and gets .+ from ", told(shown, turn))
        assert "given" in page(client, game, f"replay/{turn.key}/")


def test_dice_and_hidden_values_are_told_as_they_show() -> None:
    for dessert, words in (("mochi", r"mochi \(rolled \d"), ("frozen_yogurt", r"frozen yogurt \(\d")):
        _, shown, turn, _ = next(deeds("became", [play("tenth", 3, dessert=dessert)]))
        assert re.search(words, told(shown, turn))


def test_a_battle_is_told_one_seat_at_a_time_beside_its_layout(client: Client) -> None:
    game = play("tenth", 2, "sushi_battle")
    shown = queries.replay(game.pk, engine.OPEN)
    assert [len(shown.turns), sum(bool(seat.chosen) for seat in shown.turns[5].seats)] == [60, 1]
    assert "plays nothing" not in " ".join(told(shown, turn) for turn in shown.turns)
    html = page(client, game, "replay/1.1/")
    layout = html[html.index('class="layout"') : html.index('class="seats')]
    assert Counter(re.findall(r'data-face="([^"]+)"', layout))["back"] == 8
    assert layout.count("<svg") == 20


def test_hands_of_a_game_with_draw_piles_hold_the_drawn_card() -> None:
    game = play("tenth", 2, "personal_draw_piles")
    turns = queries.replay(game.pk, engine.OPEN).turns[:10]
    assert [turn.seats[0].hand_size for turn in turns] == [5, 5, 5, 5, 5, 5, 4, 3, 2, 1]


def test_a_dummy_has_a_row_and_points_and_neither_seat_nor_place(client: Client) -> None:
    game = play("classic", 2, "two_player_dummy")
    html = page(client, game, "replay/1.2/")
    assert 'aria-label="the dummy"' in html
    assert "the dummy gets" in html
    assert html.count('aria-label="Seat ') == 2
    end = page(client, game, "replay/end/")
    winner = re.search(r"<h2>([^<]+ wins? with [^<]+|[^<]+ share the win[^<]*)</h2>", end)
    assert winner is not None
    assert "dummy" not in winner.group(1)
    sheet = re.findall(r'<th scope="row">(.+?)</th>', end)
    assert sheet[-1] == "the dummy"
