"""The notation: a text played again is the log it was written from, for every game there is; a person's text
is understood; what cannot be is refused with line and column."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import NotationError, Setup
from games.engine.notation_writing import Word, read_word
from tests.engine.party.table import setups as party_setups
from tests.golden.make_games import played

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="|"), min_size=1, max_size=12)
SHORT = '[kaiten 1] [edition classic] [seats 2] [seed "any text"]\n'
DOCUMENT = (Path(engine.__file__).parent / "NOTATION.md").read_text()


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any table of any edition, with any options, seed and nonces."""
    edition = draw(st.sampled_from(list(engine.EDITIONS.values())))
    seed = draw(TEXT)
    if edition.key == "party":
        found = draw(party_setups())
        nonces = tuple(draw(st.lists(TEXT, max_size=found.seats)))
        return Setup("party", found.seats, seed, "", found.options, nonces)
    variant = draw(st.sampled_from(["", *edition.variants]))
    changed = edition.variants[variant].change(edition) if variant else edition
    seats = draw(st.sampled_from(sorted(changed.hand_sizes)))
    options: dict[str, engine.OptionValue] = {}
    for name, option in changed.options.items():
        if name != "must_have_futomaki" and draw(st.integers(0, 3)) == 0:
            options[name] = draw(st.sampled_from(option.allowed))
    return Setup(edition.key, seats, seed, variant, options, tuple(draw(st.lists(TEXT, max_size=seats))))


@settings(max_examples=60)
@given(setup=setups(), number=st.integers(0, 10**6), players=st.lists(TEXT, max_size=5))
def test_a_text_played_again_is_the_log_it_was_written_from(
    setup: Setup, number: int, players: list[str]
) -> None:
    _, log = played(setup, random.Random(number))
    text = engine.write_game(log, players, {"event": ("Club night", 7, True)})
    record = engine.read_game(text)
    state, again = engine.replay_game(record)
    assert again == log
    assert [engine.encode(event) for event in again] == [engine.encode(event) for event in log]
    assert engine.fold(log) == state
    assert record.players == tuple(players)
    assert record.notes == {"event": ("Club night", 7, True)}
    # The same text, whoever writes it, and line ends are blanks.
    assert engine.write_game(again, record.players, record.notes) == text
    assert engine.replay_game(engine.read_game(text.replace("\n", " ")))[1] == log


@settings(max_examples=100)
@given(setup=setups(), number=st.integers(0, 10**6), upto=st.integers(0, 400))
def test_a_game_that_is_not_over_is_written_as_far_as_it_went(setup: Setup, number: int, upto: int) -> None:
    _, log = played(setup, random.Random(number))
    picks = [at for at, event in enumerate(log) if isinstance(event, engine.Pick)]
    cut = log[: picks[upto % len(picks)]]
    # Up to before a pick, all that followed from those before it.
    assert engine.replay_game(engine.read_game(engine.write_game(cut)))[1] == cut


EXAMPLES = re.findall(r"```(kaiten|refused)\n(.*?)```", DOCUMENT, re.DOTALL)


def test_the_document_has_examples_and_they_are_played() -> None:
    whole, shortest = [text for kind, text in EXAMPLES if kind == "kaiten"]
    record = engine.read_game(whole)
    state, log = engine.replay_game(record)
    assert state.over
    assert engine.write_game(log, record.players) == whole
    assert not engine.replay_game(engine.read_game(shortest))[0].over


def test_the_document_shows_how_a_text_is_refused() -> None:
    (refused,) = [text for kind, text in EXAMPLES if kind == "refused"]
    with pytest.raises(NotationError) as error:
        engine.replay_game(engine.read_game(refused))
    told = " ".join(line.removeprefix("> ") for line in DOCUMENT.splitlines() if line.startswith("> "))
    assert error.value.detail == told


def test_every_pick_in_the_document_is_written_as_the_engine_writes_it() -> None:
    everything = engine.rules_of_position("party", "", 4, {})
    tenth = engine.rules_of_position("tenth", "", 2, {})
    rows = re.findall(r"^\| `(\d[^`]*)` \|", DOCUMENT, re.MULTILINE)
    turn = re.search(r"included: `([^`]+)`", DOCUMENT)
    assert turn is not None
    picks = rows + turn[1].split(" ")[1:]
    assert len(picks) > 15
    for text in picks:
        (said,) = engine.read_game(SHORT + f"1.6 {text}").said
        rules = tenth if "squid+place" in text else everything
        chosen = tuple(read_word(rules, word) for word in said.words)
        pick = engine.Pick(said.seat, f"1.6-{said.question or 'pick'}", chosen, said.cause)
        assert engine.write_pick(rules, pick) == text


def test_every_tag_in_the_document_can_be_read() -> None:
    tags = re.findall(r"`(\[[a-z]+ [^`]*\])`", DOCUMENT.partition("## The tags")[2])
    assert len(tags) > 10
    known = {"kaiten", "edition", "seats", "seed"}
    for tag in tags:
        if tag[1:].split(" ")[0] not in known and "name=value ..." not in tag:
            engine.read_game(SHORT + tag)


def test_a_person_may_write_faces_short_and_leave_out_what_is_plain() -> None:
    party = engine.rules_of_position("party", "", 4, {})
    for text, face in (
        ("maki3", "maki-3"),
        ("maki:3", "maki-3"),
        ("Miso", "miso-soup"),
        ("order", "special-order"),
        ("takeout10", "takeout-10"),
        ("fruit:PW", "fruit-wp"),
        ("nigiri", "nigiri"),
        ("dummy:maki3", "dummy:maki-3"),
        ("use:3", "use:3"),
    ):
        assert read_word(party, Word(text, False)) == face
    typed = SHORT + "; our game\n1.1 1:MAKI:3 0:maki-2 ; first\n\n 1.2\n0:wasabi"
    state, _ = engine.replay_game(engine.read_game(typed))
    assert state.turn == 2
    assert [laid.face for laid in state.tableaus[1]] == ["maki-3"]


HEAD = "[kaiten 1] [edition classic] [seats 2] [seed s]"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "begins with [kaiten 1]"),
        ("\n\n 1.1 0:egg", 3, 6, ""),
        ("[kaiten 2]", 1, 1, "begins with [kaiten 1]"),
        ("[edition classic] [kaiten 1]", 1, 1, "begins with [kaiten 1]"),
        ("[kaiten 1] [seats 2] [seed s]", 1, 1, "edition is missing"),
        ("[kaiten 1]\n[edition classic\n[seats 2]", 3, 1, "not closed"),
        ("[kaiten 1]\n[edition classic", 2, 1, "not closed"),
        ("[kaiten 1] ]", 1, 12, "not opened"),
        ("[kaiten 1]\n  []", 2, 3, "begins with its name"),
        ("[kaiten 1] [edition classic] [seats two] [seed s]", 1, 30, "seats has a number"),
        ("[kaiten 1] [edition classic] [seats 9] [seed s]", 1, 30, "not by 9"),
        ("[kaiten 1] [edition chess] [seats 2] [seed s]", 1, 12, "no edition 'chess'"),
        (HEAD + "[seed t]", 1, 48, "two tags seed"),
        (HEAD + "\n[options joy=true]", 2, 1, "no option 'joy'"),
        (HEAD + "\n[options menu]", 2, 1, "name=value"),
        (HEAD + "\n[options a=1 a=2]", 2, 14, "given twice"),
        (HEAD + "\n[event what?]", 2, 8, "quotation marks"),
        (HEAD + '\n[event "\\x"]', 2, 8, "escapes of JSON"),
        (HEAD + '\n  1.1 0:"egg', 2, 9, "quotation mark is missing"),
        (HEAD + "\n0:egg", 2, 1, "after its turn"),
        (HEAD + "\n1.1 egg", 2, 5, "neither a turn"),
        (HEAD + "\n1.1 0:", 2, 5, "ends too soon"),
        (HEAD + "\n1.1 0:egg+", 2, 5, "ends too soon"),
        (HEAD + "\n1.1 0:+egg", 2, 5, "a word is missing"),
        (HEAD + '\n1.1 0:egg"egg"', 2, 5, "a + is missing"),
        (HEAD + "\n1.1 0:caviar", 2, 5, "cannot be chosen"),
        (HEAD + "\n1.1 7:egg", 2, 5, "Seat 7 is not asked"),
        (HEAD + "\n1.2 0:egg", 2, 5, "not asked anything in 1.2"),
        (HEAD + "\n1.1 0.spoon-4:egg", 2, 5, "No question"),
        (HEAD + "\n[points 1 2]", 2, 1, "do not end the game"),
        (HEAD + "\n1.1\n[points 1 2]", 3, 1, "before the first turn"),
        (HEAD + "[log abc]", 1, 48, "another log"),
    ],
)
def test_what_cannot_be_read_or_played_is_refused_with_line_and_column(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(NotationError) as refused:
        engine.replay_game(engine.read_game(text))
    assert words in refused.value.detail
    if words:
        assert (refused.value.fields["line"], refused.value.fields["column"]) == (line, column)


def test_a_result_that_does_not_come_out_is_refused() -> None:
    state, log = played(Setup("classic", 2, "result"), random.Random(1))
    text = engine.write_game(log)
    points = " ".join(map(str, state.points))
    with pytest.raises(NotationError, match=f"the points are {points}"):
        engine.replay_game(engine.read_game(text.replace(f"[points {points}]", "[points 0 0]")))
    with pytest.raises(NotationError, match="another log"):
        engine.replay_game(engine.read_game(re.sub(r"\[log ..", "[log zz", text)))


@settings(max_examples=200)
@given(
    text=st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            [
                "[kaiten 1]", "[edition classic]", "[edition party]", "[seats 2]", "[seats 3]", "[seed s]",
                "[options menu=1]", "[options", "]", "[", '"', '"\\', "1.1", "1.2", "0:egg", "1:maki2", "0:-",
                "0:!", "0.pick:egg", "9:egg", "[nonces 1 2 true]", "[points]", "[places -1]", ";", "\n",
                "0:a+b!c",
            ]
        ),
        max_size=14,
    ).map(" ".join)
)  # fmt: skip
def test_any_text_is_read_or_refused(text: str) -> None:
    # Anything but a NotationError would come through.
    with suppress(NotationError):
        engine.replay_game(engine.read_game(text))
