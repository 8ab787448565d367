"""What a seated person has before them: the hand, the question as a form, the clock, what became of the last
one.

Values only. What the seat may see comes from `queries.seat_view`; nothing here looks further.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.http import QueryDict

from games import engine
from games.phrases import listed
from games.queries import Replay, SeatView
from games.web import answering, layouts
from games.web.answer_words import answer_sentence
from games.web.seats import HandCard, hand_cards


@dataclass(slots=True)
class Mine:
    """All that the template draws of one's own seat. `keep` stays the same while the form may not be
    touched."""

    seat: int
    heading: str
    keep: str = ""
    form: answering.AnswerForm | None = None
    hand: list[HandCard] = field(default_factory=list)
    layout: list[list[layouts.Spot]] = field(default_factory=list)
    waiting: str = ""
    substituted: str = ""
    refused: str = ""
    deadline: datetime | None = None
    bank_from: datetime | None = None
    bank_seconds: int = 0
    away: bool = False
    reload_seconds: int = 5


def build(
    seen: SeatView,
    told: Replay,
    now: datetime,
    *,
    posted: QueryDict | None = None,
    refused: str = "",
) -> Mine:
    """The person's own part of the table. `posted` and `refused` are an answer that was not taken, and
    why."""
    view = seen.view
    seat = view.seat or 0
    mine = Mine(seat, "", refused=refused, away=seen.away, bank_seconds=seen.bank_seconds)
    mine.deadline, mine.bank_from = seen.deadline, seen.bank_from
    chosen = [name for name in view.my_pick or () if ":" not in name]
    if seen.options is not None:
        same = posted is not None and posted.get("question") == seen.options.question
        mine.form = answering.form_of(seen.options, view, posted if same else None)
        mine.heading = mine.form.heading
        mine.keep = f"{seen.options.question} {seat}"
        mine.reload_seconds = _until(seen.deadline, now)
        if mine.form.kind != "pick":
            mine.hand = hand_cards(view.hand, ())
    else:
        names = [line.name or "free seat" for line in told.seats]
        mine.layout = layouts.rows_of(view.layout, view.options.get("battle_layout"))
        mine.heading = "The cards in the middle" if mine.layout else "Your hand"
        mine.waiting = _waiting(view, names)
        mine.hand = hand_cards(view.hand, chosen)
    mine.substituted = substituted(told, seat)
    return mine


def _until(deadline: datetime | None, now: datetime) -> int:
    """Seconds until a page without script should look again: a form half filled in is left alone until
    then."""
    if deadline is None:
        return 600
    return max(2, int((deadline - now).total_seconds()) + 2)


def _waiting(view: engine.View, names: Sequence[str]) -> str:
    """What was picked, and who is waited for."""
    others = [names[question.seat] for question in view.questions if question.seat != view.seat]
    who = listed(list(dict.fromkeys(others)))
    wait = f"Waiting for {who}." if who else ""
    if view.my_pick is None:
        return wait or "Nothing is asked of you now."
    told = answer_sentence(view.my_pick, view.tableaus[view.seat or 0])
    return f"You picked {told}. {wait}".strip()


def substituted(told: Replay, seat: int) -> str:
    """What the house picked for the seat in the last turn, when its time ran out."""
    if not told.turns:
        return ""
    last = told.turns[-1]
    mine = last.seats[seat]
    if mine.cause == "timeout":
        cards = answer_sentence(mine.chosen, mine.before)
        return f"Your time ran out in turn {last.key}, and the house picked {cards} for you."
    if any(deed.kind == "late" and deed.seat == seat for deed in last.deeds):
        return f"Your time ran out on a question of turn {last.key}, and the house answered for you."
    return ""


def refusal_sentence(error: engine.RuleError, question: str, tableau: Sequence[engine.Laid]) -> str:
    """Why an answer was not taken, with what is on record in words."""
    turn = question.partition("-")[0]
    if isinstance(error, engine.AlreadyAnswered):
        return (
            f"You had answered in turn {turn} already, with {answer_sentence(error.recorded, tableau)}. "
            "An answer is never changed."
        )
    recorded = error.fields.get("recorded")
    if isinstance(error, engine.QuestionClosed) and isinstance(recorded, list):
        return (
            f"Too late: your time in turn {turn} ran out, and the house picked "
            f"{answer_sentence(recorded, tableau)} for you."
        )
    if isinstance(error, engine.QuestionClosed):
        return f"The question of turn {turn} is closed; the game has moved on."
    if isinstance(error, engine.UnknownQuestion):
        return "That question was never asked in this game. Here is the table as it is now."
    return error.detail
