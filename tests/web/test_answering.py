"""Every question of every edition can be answered with the form that a person is shown."""

import random
from collections.abc import Iterator

import pytest
from django.http import QueryDict

from games import bots, engine
from games.web import answering

MOST_ANSWERS = 40


def positions(setup: engine.Setup) -> Iterator[tuple[engine.State, int, engine.Options]]:
    """Every question of a whole game, answered by house bots."""
    state, _ = engine.open_game(setup)
    rng = random.Random(setup.shuffle_seed)
    while questions := engine.open_questions(state):
        question = questions[0]
        options = engine.options(state, question.seat)
        assert options is not None
        yield state, question.seat, options
        # At random, so that specials lie about and are used.
        chosen = bots.choose("random", engine.view(state, question.seat), options, rng)
        engine.play(state, engine.Pick(question.seat, question.id, chosen))


def filled_in(form: answering.AnswerForm, answer: tuple[str, ...]) -> QueryDict | None:
    """What a browser sends when a person chooses this answer; None when the form has no way to."""
    posted = QueryDict(mutable=True)
    posted["question"] = form.question
    left = list(answer)
    taken: set[str] = set()
    for group in form.groups:
        values: list[str] = []
        for choice in group.choices:
            parts = choice.value.split(".", 1)[1].split("~") if group.name[0] == "c" else [choice.value]
            key = choice.value.split(".", 1)[0] if group.name[0] == "c" else choice.value
            if left[: len(parts)] == parts and key not in taken and (group.many or not values):
                values.append(choice.value)
                taken.add(key)
                del left[: len(parts)]
        if group.required and not values:
            return None
        posted.setlist(group.name, values or ([""] if group.spare else []))
    return None if left else posted


SETUPS = [
    *[engine.Setup("classic", seats, f"form {seats}") for seats in (2, 4)],
    *[engine.Setup("classic", 2, "form", variant) for variant in engine.EDITIONS["classic"].variants],
    *[engine.Setup("tenth", 2, "form", variant) for variant in engine.EDITIONS["tenth"].variants],
    *[
        engine.Setup("party", 4, f"form {menu}", options={"menu": menu, "max_bonus_per_turn": 2})
        for menu in map(str, engine.EDITIONS["party"].options["menu"].allowed)
        if menu != "dinner_for_two"
    ],
    engine.Setup("party", 2, "form", options={"menu": "dinner_for_two"}),
    engine.Setup(
        "party",
        4,
        "form own",
        options={"menu": "maki,tempura,sashimi,dumpling,spoon,special-order,fruit", "max_bonus_per_turn": 3},
    ),
]


@pytest.mark.parametrize(
    "setup", SETUPS, ids=lambda s: f"{s.edition}-{s.variant or s.options.get('menu', s.seats)}"
)
def test_every_legal_answer_can_be_given_with_the_form_and_arrives_as_it_was_meant(
    setup: engine.Setup,
) -> None:
    rng = random.Random(1)
    kinds = set()
    for state, seat, options in positions(setup):
        view = engine.view(state, seat)
        form = answering.form_of(options, view)
        kinds.add(options.kind)
        answers = options.choices() or list(options.only or ())
        for answer in rng.sample(answers, min(len(answers), MOST_ANSWERS)):
            posted = filled_in(form, answer)
            assert posted is not None, (options, answer, form)
            read = answering.answer_of(options, view.companions, posted)
            assert read == answer, (options, form)
        assert posted is not None
        again = answering.form_of(options, view, posted)
        assert filled_in(again, answer) == posted
        kept = [choice.value for group in again.groups for choice in group.choices if choice.checked]
        assert kept == [
            value for name, each in posted.lists() if name != "question" for value in each if value
        ]
    assert "pick" in kinds


def form_for(*hand: str, tableau: tuple[str, ...] = ()) -> tuple[engine.Options, engine.View]:
    """The first question of a classic position of two."""
    state, _ = engine.table_from("classic", [tableau, ()], [hand, hand])
    options = engine.options(state, 0)
    assert options is not None
    return options, engine.view(state, 0)


def test_nothing_chosen_and_one_card_twice_are_told_in_a_sentence() -> None:
    options, view = form_for("wasabi", "salmon", "egg", tableau=("chopsticks",))
    with pytest.raises(answering.Unclear, match="Choose a card first"):
        answering.answer_of(options, view.companions, QueryDict("question=x"))
    with pytest.raises(answering.Unclear, match="one card twice"):
        answering.answer_of(options, view.companions, QueryDict("c0=1.salmon&c1=1.salmon"))


def test_two_cards_are_taken_in_the_order_of_the_two_rows() -> None:
    options, view = form_for("salmon", "wasabi", "egg", tableau=("chopsticks",))
    posted = QueryDict("c0=1.wasabi&c1=0.salmon")
    assert answering.answer_of(options, view.companions, posted) == ("wasabi", "salmon")


def test_words_that_do_not_concern_the_card_are_left_out() -> None:
    menu = "maki,tempura,sashimi,dumpling,tea,special-order,fruit"
    state, _ = engine.table_from(
        "party", [("tempura",), ()], [("special-order", "egg"), ("egg", "egg")], options={"menu": menu}
    )
    options = engine.options(state, 0)
    assert options is not None
    view = engine.view(state, 0)
    assert answering.answer_of(options, (), QueryDict("c0=1.egg&w-copy=copy:0")) == ("egg",)
    copied = answering.answer_of(options, (), QueryDict("c0=0.special-order&w-copy=copy:0"))
    assert copied == ("special-order", "copy:0")
    with pytest.raises(answering.Unclear, match="which card the special order copies"):
        answering.answer_of(options, view.companions, QueryDict("c0=0.special-order"))


@pytest.mark.parametrize("text", ["c0=%00", "c0=9999999999999999999.x", "c0=1.eel", "w-=:", "c0=.&c1=."])
def test_nonsense_is_refused_by_the_form_or_by_the_engine(text: str) -> None:
    options, view = form_for("salmon", "wasabi", "egg", tableau=("chopsticks",))
    try:
        chosen = answering.answer_of(options, view.companions, QueryDict(text))
    except answering.Unclear:
        return
    assert not options.allows(chosen)


@pytest.mark.parametrize("layout", ["2+3-4+5-6+", "2+4-6+6-2+", "10-10+"])
def test_cards_in_the_middle_are_chosen_where_they_lie(layout: str) -> None:
    asked = set()
    state, _ = engine.open_game(engine.Setup("tenth", 2, "b", "sushi_battle", {"battle_layout": layout}))
    while questions := engine.open_questions(state):
        seat = questions[0].seat
        options = engine.options(state, seat)
        assert options is not None
        form = answering.form_of(options, engine.view(state, seat))
        cards = form.groups[0]
        drawn = [place for row in cards.rows for place in row]
        assert [place.spot.face for place in drawn if place.choice] == [one.face for one in cards.choices]
        assert [place.choice.value for place in drawn if place.choice] == [one.value for one in cards.choices]
        # Everything on the table is drawn once, and no two choices are called the same.
        assert sum(bool(place.spot.face) for place in drawn) == sum(map(bool, state.layout))
        said = [place.choice.label for place in drawn if place.choice]
        assert len(set(said)) == len(said)
        asked.add(form.kind)
        # The last answer uses chopsticks where there are any.
        engine.play(state, engine.Pick(seat, options.question, (options.only or ())[-1]))
    assert asked == {"pick", "chopsticks"}


def test_a_hand_is_not_laid_out() -> None:
    state, seat, options = next(positions(engine.Setup("classic", 3, "hand")))
    assert answering.form_of(options, engine.view(state, seat)).groups[0].rows == ()
