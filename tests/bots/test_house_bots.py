"""House bots: legal everywhere, fair because they see a view only, and ranked as their descriptions say."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from games import bots, engine
from games.engine import plugins


def play(names: Sequence[str], seed: str, edition: str = "classic") -> engine.State:
    """A whole game, each seat played by the named bot."""
    state, _ = engine.open_game(engine.Setup(edition, len(names), seed))
    while not state.over:
        for question in engine.open_questions(state):
            engine.play(state, answer(state, question, names[question.seat]))
    return state


def answer(state: engine.State, question: engine.Question, name: str) -> engine.Pick:
    options = engine.options(state, question.seat)
    assert options is not None
    rng = bots.dice_for(name, 1, question.seat, question.id)
    chosen = bots.choose(name, engine.view(state, question.seat), options, rng)
    return engine.Pick(question.seat, question.id, chosen)


def tables() -> Iterator[tuple[str, str, int]]:
    for edition in engine.EDITIONS.values():
        for name in bots.BOTS:
            for seats in range(edition.least_seats, edition.most_seats + 1):
                yield edition.key, name, seats


@pytest.mark.parametrize(("edition", "name", "seats"), list(tables()))
def test_every_bot_plays_every_edition_to_the_end(edition: str, name: str, seats: int) -> None:
    state = play([name] * seats, f"{edition} {seats}", edition)
    assert state.over
    assert 1 in state.places


@pytest.mark.parametrize("name", bots.BOTS)
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    state, _ = engine.open_game(engine.Setup("classic", 4, "twice"))
    question = engine.open_questions(state)[2]
    assert answer(state, question, name) == answer(state, question, name)


@pytest.mark.parametrize("name", [name for name, bot in bots.BOTS.items() if not bot.dice])
def test_a_bot_without_dice_ignores_them(name: str) -> None:
    state, _ = engine.open_game(engine.Setup("classic", 3, "no dice"))
    options, view = engine.options(state, 1), engine.view(state, 1)
    assert options is not None
    assert {bots.choose(name, view, options, Random(seed)) for seed in range(20)} == {
        bots.choose(name, view, options, Random("another"))
    }


def test_a_bot_that_declares_no_dice_gets_none_it_could_throw() -> None:
    assert {name for name, bot in bots.BOTS.items() if not bot.dice} == {"drafter", "greedy"}
    dice = bots.dice_for("greedy", 1, 0, "1.1-pick")
    with pytest.raises(RuntimeError, match="declares no dice"):
        dice.random()
    with pytest.raises(RuntimeError, match="declares no dice"):
        dice.choice("ab")
    assert bots.dice_for("random", 1, 0, "1.1-pick").random() == bots.rng_for(1, 0, "1.1-pick").random()


def test_dice_are_a_function_of_the_question_and_fair() -> None:
    thrown = Counter(bots.rng_for(game, 1, "2.5-pick").choice("abcdefg") for game in range(7000))
    assert sorted(thrown) == list("abcdefg")
    assert all(abs(times - 1000) < 150 for times in thrown.values())
    one, again = bots.rng_for(1, 0, "1.1-pick"), bots.rng_for(1, 0, "1.1-pick")
    throws = [one.random() for _ in range(2000)]
    assert throws == [again.random() for _ in range(2000)]
    assert all(0 <= throw < 1 for throw in throws)
    assert abs(sum(throws) / 2000 - 0.5) < 0.03
    assert sorted(one.sample(range(300), 300)) == list(range(300))
    assert one.getrandbits(0) == 0
    assert one.getrandbits(1000).bit_length() > 900


def share_of_pairs_won(strong: str, weak: str, games: int = 40) -> float:
    """How often a `strong` seat ends above a `weak` one; seats alternate, so neither has the better chair."""
    won = met = 0
    for number in range(games):
        names = [strong, weak] * 2 if number % 2 else [weak, strong] * 2
        places = play(names, f"{strong} {weak} {number}").places
        for above, name in zip(places, names, strict=True):
            for below, other in zip(places, names, strict=True):
                if name == strong and other == weak:
                    met += 1
                    won += above < below
    return won / met


def test_greedy_beats_random_and_the_drafter_beats_greedy() -> None:
    assert share_of_pairs_won("greedy", "random") > 0.75
    assert share_of_pairs_won("drafter", "greedy", 80) > 0.5


def test_greedy_completes_a_set_rather_than_begin_one() -> None:
    """The substitute's choice can be worked out on paper: five points now beat half of ten later."""
    state, _ = engine.open_game(engine.Setup("classic", 2, "paper"))
    state.hands[0] = ["sashimi", "tempura", "egg"]
    state.tableaus[0] = [engine.Laid("tempura", "tempura", None, 1)]
    question = engine.open_questions(state)[0]
    assert answer(state, question, "greedy").chosen == ("tempura",)


def test_greedy_spends_chopsticks_on_two_cards_that_pay() -> None:
    state, _ = engine.open_game(engine.Setup("classic", 2, "pair"))
    state.hands[0] = ["squid", "tempura", "pudding"]
    state.tableaus[0] = [
        engine.Laid("chopsticks", "chopsticks", None, 1),
        engine.Laid("tempura", "tempura", None, 2),
    ]
    question = engine.open_questions(state)[0]
    assert set(answer(state, question, "greedy").chosen) == {"squid", "tempura"}


def test_two_bots_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = bots.BOTS["greedy"]
    monkeypatch.setattr(bots, "discover", lambda *_, **__: {"one": twin, "two": twin})
    with pytest.raises(plugins.PluginError, match="'greedy'"):
        bots._by_name()
