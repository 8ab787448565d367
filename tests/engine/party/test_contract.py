"""What holds in every legal game of the party edition, whatever the menu, the seats, the options and the
picks."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine
from games.engine.editions.menus import SUGGESTED
from games.engine.editions.party import added_desserts
from tests.engine.party.table import GAMES, PARTY, answer, pieces, played, setups

quick = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
DESSERTS = {face for card in PARTY.cards if card.keeps for face in card.faces}


def check_game(setup: engine.Setup) -> None:
    state, log = played(setup)
    assert engine.fold(log) == state
    assert [engine.decode(*engine.encode(event)) for event in log] == log
    check_events(setup, log)
    check_end(state)


def check_events(setup: engine.Setup, log: list[engine.Event]) -> None:
    state = engine.fold(log[:1])
    size, added = state.rules.hand_size, added_desserts(setup.seats)
    cards: Counter[str] | None = None
    revealed = 0
    for event in log[1:]:
        state = engine.evolve(state, event)
        now = pieces(state)
        if isinstance(event, engine.RoundDealt):
            new = now if cards is None else now - cards
            assert cards is None or not cards - now, "a card was lost between two rounds"
            desserts = {face: number for face, number in new.items() if face in DESSERTS}
            assert sum(desserts.values()) == added[event.round - 1]
            assert sum(new.values()) - added[event.round - 1] == (54 if cards is None else 0)
            assert revealed == (0 if event.round == 1 else size * (event.round - 1))
        elif cards is not None:
            assert now == cards, f"{event!r} changed which cards there are"
        cards = now
        if isinstance(event, engine.Revealed):
            revealed += 1
        elif isinstance(event, engine.HandsPassed):
            assert {len(hand) for hand in state.hands} == {size - state.turn + 1}
            assert not any(state.aside)
        elif isinstance(event, engine.RoundScored):
            assert not any(state.hands)
            assert not any(state.aside)
        assert 0 <= state.markers.get("uramaki_places", 0) <= 3
        for tableau in state.tableaus:
            bases = [laid.on for laid in tableau if laid.on is not None]
            assert len(set(bases)) == len(bases), "two cards lie on one"
            assert all(tableau[on].face == "wasabi" and on < i for i, on in _lying(tableau))
    assert revealed == size * 3


def _lying(tableau: list[engine.Laid]) -> list[tuple[int, int]]:
    return [(index, laid.on) for index, laid in enumerate(tableau) if laid.on is not None]


def check_end(state: engine.State) -> None:
    rules = state.rules
    orders = sum(face == "special-order" for kept in state.kept_printed for face in kept)
    in_front = sum(laid.printed == "special-order" for tableau in state.tableaus for laid in tableau)
    elsewhere = (state.deck + state.discards).count("special-order")
    assert orders + in_front + elsewhere == (3 if "special-order" in rules.faces_of else 0)
    if rules.options["allow_negative_total"]:
        for seat in range(rules.seats):
            in_rounds = sum(scored.points[seat] for scored in state.round_points)
            by_card = sum(sum(scored.by_card[seat].values()) for scored in state.round_points)
            assert in_rounds == by_card
            assert state.points[seat] == in_rounds + sum(state.end_points[seat].values())
    else:
        assert min(state.points) >= 0


@pytest.mark.parametrize("menu", SUGGESTED)
@quick
@given(data=st.data())
def test_a_game_of_a_suggested_menu_keeps_every_promise(menu: str, data: st.DataObject) -> None:
    check_game(data.draw(setups(menu)))


@settings(quick, max_examples=4 * GAMES)
@given(setup=setups())
def test_a_game_of_any_menu_keeps_every_promise(setup: engine.Setup) -> None:
    check_game(setup)


@settings(quick, max_examples=2 * GAMES)
@given(setup=setups(), seed=st.integers())
def test_deciding_changes_nothing_and_playing_does_what_deciding_said(setup: engine.Setup, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = engine.open_game(setup)
    stop = rng.randrange(150)
    while not state.over:
        question = rng.choice(engine.open_questions(state))
        pick = engine.Pick(question.seat, question.id, answer(engine.options(state, question.seat), rng))
        if not stop:
            twin, before = engine.copy(state), engine.copy(state)
            decided = engine.decide(state, pick)
            assert state == before
            assert engine.play(twin, pick) == decided
            assert engine.fold(decided, state) == twin
            assert state == before, "a copied state shares something with the one it was copied from"
            return
        stop -= 1
        engine.play(state, pick)


def by_turns(setup: engine.Setup, rng: random.Random) -> tuple[engine.State, list[engine.Event]]:
    """A whole random game, all who are asked answering at once."""
    state, log = engine.open_game(setup)
    while not state.over:
        seats = [question.seat for question in engine.open_questions(state)]
        log += engine.play_turn(state, [answer(engine.options(state, seat), rng) for seat in seats])
    return state, log


@settings(quick, max_examples=2 * GAMES)
@given(setup=setups(), seed=st.integers())
def test_the_shortcut_through_a_plain_reveal_changes_nothing(setup: engine.Setup, seed: int) -> None:
    fast, fast_log = by_turns(setup, random.Random(seed))
    rules = fast.rules
    shortcut = rules.shortcut
    assert shortcut is not None
    rules.shortcut = None
    try:
        slow, slow_log = by_turns(setup, random.Random(seed))
    finally:
        rules.shortcut = shortcut
    assert slow_log == fast_log
    assert slow == fast == engine.fold(fast_log)


@settings(quick, max_examples=2 * GAMES)
@given(setup=setups(), seed=st.integers())
def test_every_offered_answer_is_accepted_and_no_other(setup: engine.Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: engine.State, pick: engine.Pick) -> None:
        if rng.random() > 0.05:
            return
        offered = engine.options(state, pick.seat)
        assert offered is not None
        for chosen in offered.choices() or [pick.chosen]:
            assert engine.decide(state, engine.Pick(pick.seat, pick.question, chosen))
        for chosen in (
            (),
            ("nonsense",),
            ("use:0",),
            (*pick.chosen, "use:99"),
            (*pick.chosen, "copy:0", "on:0"),
        ):
            if not offered.allows(chosen):
                with pytest.raises(engine.IllegalChoice):
                    engine.decide(state, engine.Pick(pick.seat, pick.question, chosen))

    played(setup, before=before)


@settings(quick, max_examples=2 * GAMES)
@given(setup=setups())
def test_every_question_is_known_once_asked_and_asked_of_a_seat_once(setup: engine.Setup) -> None:
    asked: set[tuple[int, str]] = set()

    def before(state: engine.State, pick: engine.Pick) -> None:
        assert engine.question_known(state, pick.question)
        assert (pick.seat, pick.question) not in asked
        asked.add((pick.seat, pick.question))

    played(setup, before=before)


def test_the_box_holds_181_cards() -> None:
    courses: dict[str, int] = {}
    for card in PARTY.cards:
        courses[card.course] = courses.get(card.course, 0) + sum(PARTY.deck[face] for face in card.faces)
    assert courses == {"nigiri": 12, "roll": 36, "appetizer": 64, "special": 24, "dessert": 45}
    assert sum(PARTY.deck.values()) == 181
    assert len(PARTY.cards) == 1 + 22
