"""House bots far from the house: a question's JSON as the view and the options that a bot decides on.

The bots and the engine run here, the game runs there; what comes over the wire is what any bot is told. No
database is touched.
"""

from collections.abc import Callable, Iterator
from typing import Any

from games import bots, engine
from games.client import Client, Problem, Question, Receipt

#: Somebody else was faster, or the clock was: the game goes on without this answer.
_PASSED = {"already_answered", "question_closed", "not_found"}


def view_of(question: Question) -> engine.View:
    """The view behind a question. What a question does not tell, such as who has answered, is left empty."""
    said = question.data
    seats = len(said["players"])
    told: dict[str, Any] = {
        **said,
        "options": said["table_options"],
        "seats": seats,
        "commitment": "",
        "over": False,
        "hands": None,
        "picked": [False] * seats,
        "my_pick": None,
        "end_points": [],
        "tie_break": [],
        "places": [],
        "questions": [{"id": question.id, "kind": question.kind, "seat": question.seat}],
        "shuffle_seed": "",
    }
    return engine.read_view(told)


def options_of(question: Question) -> engine.Options:
    """The options of a question."""
    said = question.data["options"]
    only = said["choices"] if said["listed"] else None
    return engine.read_options({**said, "question": question.id, "kind": question.kind, "only": only})


def decide(name: str, question: Question) -> tuple[str, ...]:
    """What the house bot `name` answers, with the dice it would throw in the house."""
    dice = bots.rng_for(question.game, question.seat, question.id)
    return bots.choose(name, view_of(question), options_of(question), dice)


def play(client: Client, name: str, go_on: Callable[[], bool], wait: int = 25) -> Iterator[Receipt | Problem]:
    """Answer whatever waits for the player, for as long as `go_on` says; each receipt, or why there is none.

    Raises Problem for a refusal that another try would meet again, Unreachable.
    """
    while go_on():
        for question in client.questions(wait):
            try:
                yield client.pick(question.game, question.id, decide(name, question))
            except Problem as problem:
                if problem.code not in _PASSED:
                    raise
                yield problem
