"""What holds in every legal game of the tenth edition and of classic's variants, whatever the seats, the
options and the picks."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import Event, HandsPassed, Pick, Revealed, RoundDealt, RoundScored, Setup, State
from games.engine.cards.strawberry import HOLDER, symbols_of
from games.engine.evolve import rules_of
from games.engine.state import FACE_DOWN
from tests.engine.tenth.table import GAMES, TABLES, answer, pieces, played, setups

quick = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
PILE_HANDS = [5, 5, 5, 5, 5, 5, 4, 3, 2, 1]


def check_events(log: list[Event]) -> None:
    state = engine.fold(log[:1])
    rules = state.rules
    cards = Counter(rules.edition.deck)
    turns = 0
    for event in log[1:]:
        state = engine.evolve(state, event)
        assert pieces(state) == cards, f"{event!r} changed which cards there are"
        if isinstance(event, Revealed):
            turns += 1
            if rules.turns == rules.hand_size:
                assert {len(row) for row in state.tableaus} <= {state.turn, state.turn + 1}
        elif isinstance(event, HandsPassed):
            check_turn(state)
        elif isinstance(event, RoundScored):
            assert not any(state.hands)
            assert not any(state.piles)
            assert not any(state.layout)
            assert {len(row) for row in state.tableaus} == {min(rules.turns, 10)}
            assert turns == rules.turns * event.round
        for tableau in state.tableaus:
            bases = [laid.on for laid in tableau if laid.on is not None]
            assert len(set(bases)) == len(bases), "two cards lie on one"
            assert all(tableau[on].face == "wasabi" for on in bases)
    assert turns == 3 * rules.turns


def check_turn(state: State) -> None:
    """As a turn opens, before piles are drawn from."""
    rules, turn = state.rules, state.turn
    sizes = [len(hand) for hand in state.hands[: rules.seats]]
    if rules.variant == "sushi_battle":
        assert sizes == [0, 0]
        assert sum(map(bool, state.layout)) == 20 - turn + 1
        assert len(state.piles[0]) == state.layout.count(FACE_DOWN)
    elif rules.variant == "personal_draw_piles":
        drawn = len(state.piles[0]) > 0
        assert sizes == [PILE_HANDS[turn - 1] - drawn] * 2
    else:
        assert sizes == [rules.hand_size - turn + 1] * rules.seats
        assert {len(row) for row in state.tableaus} == {turn - 1}


def check_end(state: State) -> None:
    rules = state.rules
    assert len(state.points) == len(state.tableaus) == rules.seats + len(rules.edition.companions)
    assert len(state.places) == rules.seats
    best = (min if rules.edition.lowest_wins else max)(state.points[: rules.seats])
    assert all(state.points[seat] == best for seat, place in enumerate(state.places) if place == 1)
    if rules.options["allow_negative_total"]:
        for seat, total in enumerate(state.points):
            rounds = sum(scored.points[seat] for scored in state.round_points)
            assert rounds == sum(sum(scored.by_card[seat].values()) for scored in state.round_points)
            assert total == rounds + sum(state.end_points[seat].values())
    else:
        assert min(state.points) >= 0
    if HOLDER in state.markers:
        for scored in state.round_points:
            assert all(mine.get("strawberry", 0) in range(0, 40, 2) for mine in scored.by_card)
        symbols = symbols_of(state)
        assert symbols[state.markers[HOLDER]] == max(symbols) or symbols.count(max(symbols)) > 1


@pytest.mark.parametrize(("edition", "variant"), TABLES)
@quick
@given(data=st.data())
def test_a_game_keeps_every_promise(edition: str, variant: str, data: st.DataObject) -> None:
    setup = data.draw(setups(edition, variant))
    state, log = played(setup)
    assert engine.fold(log) == state
    assert [engine.decode(*engine.encode(event)) for event in log] == log
    assert engine.load([engine.encode(event) for event in log]) == state
    opened = log[0]
    assert isinstance(opened, engine.GameOpened)
    assert dict(rules_of(opened).options) == dict(opened.options), "settled options stay as they are"
    assert len(engine.turns(log)) == 3 * state.rules.turns
    check_events(log)
    check_end(state)


@settings(quick, max_examples=4 * GAMES)
@given(setup=setups(), seed=st.integers())
def test_deciding_changes_nothing_and_playing_does_what_deciding_said(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = engine.open_game(setup)
    stop = rng.randrange(90)
    while not state.over:
        question = rng.choice(engine.open_questions(state))
        offered = engine.options(state, question.seat)
        assert offered is not None
        pick = Pick(question.seat, question.id, answer(offered, rng))
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


@settings(quick, max_examples=4 * GAMES)
@given(setup=setups(), seed=st.integers())
def test_every_offered_answer_is_accepted_and_no_other(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)

    def before(state: State, pick: Pick) -> None:
        if rng.random() > 0.05:
            return
        offered = engine.options(state, pick.seat)
        assert offered is not None
        for chosen in (offered.choices() or [pick.chosen])[:40]:
            assert engine.decide(state, Pick(pick.seat, pick.question, chosen))
        wrong: list[tuple[str, ...]] = [
            (),
            ("nonsense",),
            ("use:0",),
            (*pick.chosen, "use:99"),
            (*pick.chosen, "place:0"),
            (*pick.chosen, *pick.chosen, *pick.chosen),
            (*pick.chosen[:1], "dummy:nothing"),
        ]
        for chosen in wrong:
            assert not offered.allows(chosen)
            with pytest.raises(engine.IllegalChoice):
                engine.decide(state, Pick(pick.seat, pick.question, chosen))

    played(setup, before=before)


@settings(quick, max_examples=4 * GAMES)
@given(setup=setups())
def test_a_question_is_known_once_asked_asked_once_and_closed_afterwards(setup: Setup) -> None:
    asked: set[tuple[int, str]] = set()

    def before(state: State, pick: Pick) -> None:
        assert engine.question_known(state, pick.question)
        assert (pick.seat, pick.question) not in asked
        asked.add((pick.seat, pick.question))

    state, _ = played(setup, before=before)
    last = max(asked, key=lambda pair: (len(pair[1].split("-")[0]), pair[1]))
    with pytest.raises(engine.QuestionClosed):
        engine.decide(state, Pick(*last, ("egg",)))


@pytest.mark.parametrize("dessert", ["strawberry", "bubble_tea", "old_school_pudding"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_points_do_not_depend_on_where_one_sits(dessert: str, seed: int) -> None:
    """The same hands and picks, everybody moved one seat on."""
    rng = random.Random(seed)
    setup = Setup("tenth", rng.randint(2, 5), f"round {seed}", options={"dessert": dessert})
    log = played(setup, rng)[1]
    moved: list[Event] = [log[0]]
    state = engine.fold(log[:1])
    for event in log[1:]:
        if isinstance(event, RoundDealt):
            turned = event._replace(hands=event.hands[-1:] + event.hands[:-1])
            state = engine.evolve(state, turned)
            moved.append(turned)
        elif isinstance(event, Pick):
            seat = (event.seat + 1) % setup.seats
            more = engine.play(state, event._replace(seat=seat))
            # The next deal is the other game's, too.
            dealt = [nth for nth, next_ in enumerate(more) if isinstance(next_, RoundDealt)]
            if dealt:
                state = engine.fold([*moved, *more[: dealt[0]]])
                more = more[: dealt[0]]
            moved += more
    expected = engine.fold(log).points
    assert state.points == expected[-1:] + expected[:-1]
