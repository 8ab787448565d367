"""Picks and the clock: the idempotent promise of the HTTP contract, and the substitute for who is late.

A pick is judged by the seat's own question, never by the version of the game. The same answer again is
answered as the first time, whenever it comes; what the table of the contract refuses is raised as the
engine's error with what is on record. Lateness is judged under the lock, so no answer slips past a deadline.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games import access, clock, engine, store
from games.models import Game, GameStatus
from games.refusals import NotFound, NotStarted
from games.services import house, tables

log = logging.getLogger("kaiten.games")

#: Why the house picked, in the words of a refusal.
_WHY = {"timeout": "its time ran out", "away": "you were away"}
#: Games that one sweep moves at most; the rest wait a second for the next.
MOST_PER_SWEEP = 500


@dataclass(frozen=True, slots=True)
class PickReceipt:
    """What a player hears of a pick on record. `created` is false when it was there already."""

    created: bool
    game_id: int
    seat: int
    question: str
    chosen: tuple[str, ...] = field(repr=False)
    seq: int
    view: engine.View = field(repr=False)
    elapsed_ms: int
    bank_ms: int


def submit_pick(
    game_id: int, player_id: int, question: str, chosen: Sequence[str], now: datetime | None = None
) -> PickReceipt:
    """Put a player's answer on record, or say what is on record already.

    Raises NotYours, and the engine's UnknownQuestion, IllegalChoice, AlreadyAnswered (`recorded`) and
    QuestionClosed (fields `recorded`, `cause`).
    """
    moment = now or clock.now()
    wanted = tuple(chosen)
    refusal: engine.RuleError | None = None
    receipt: PickReceipt | None = None
    try:
        with store.locked(game_id) as live:
            seat = live.seat_of(player_id)
            if seat is None:
                raise access.NotYours(f"There is no game {game_id} in which you have a seat.")
            _substitute_late(live, moment, here=seat)
            hand_back(live, seat, moment)
            try:
                receipt = _answer(live, seat, question, wanted, moment)
            except engine.RuleError as error:
                # Kept until the substitutes are committed.
                refusal = error
    except NotStarted as error:
        if access.seat_number(game_id, player_id) is None:
            raise access.NotYours(f"There is no game {game_id} in which you have a seat.") from error
        raise engine.UnknownQuestion("This game has not started, so nothing has been asked.") from error
    except NotFound as error:
        raise access.NotYours(error.detail) from error
    if receipt is None:
        raise refusal or engine.RuleError("The pick was not taken.")
    return receipt


def _answer(
    live: store.LockedGame, seat: int, question: str, wanted: tuple[str, ...], now: datetime
) -> PickReceipt:
    options = engine.options(live.state, seat)
    if options is None or options.question != question:
        return _answered_before(live, seat, question, wanted)
    events = engine.play(live.state, engine.Pick(seat, question, wanted))
    waited = live.clocks.answered(seat, now)
    recorded = next(event for event in events if isinstance(event, engine.Picked))
    # `play` may return the list it goes on with, so the house's answers make a new one.
    seq = live.seq + 1 + events.index(recorded)
    live.append([*events, *house.answers(live)], now)
    return PickReceipt(
        True,
        live.game.id,
        seat,
        question,
        tuple(recorded.chosen),
        seq,
        engine.view(live.state, seat),
        waited // 1000,
        live.clocks.seats[seat].bank_ms,
    )


def _answered_before(
    live: store.LockedGame, seat: int, question: str, wanted: tuple[str, ...]
) -> PickReceipt:
    """The receipt of an answer on record that is the same; else the refusal that fits."""
    record = next(iter(store.recorded_picks(live.game.id, seat, question)), None)
    if record is None:
        if not engine.question_known(live.state, question):
            raise engine.UnknownQuestion(f"The question {question!r} was never asked in this game.")
        raise engine.QuestionClosed(
            f"The question {question} is closed, and no pick of yours was asked for.",
            recorded=None,
            cause="",
        )
    if record.cause:
        raise engine.QuestionClosed(
            f"The question {question} is closed: {_WHY.get(record.cause, 'its time ran out')}, and the house "
            f"picked {' and '.join(record.chosen)} for you.",
            recorded=list(record.chosen),
            cause=record.cause,
        )
    if not _same_answer(live.game.id, record, wanted):
        raise engine.AlreadyAnswered(
            f"You have answered {question} already, with {' and '.join(record.chosen)}; "
            "an answer is never changed.",
            record.chosen,
            same=False,
        )
    return PickReceipt(
        False,
        live.game.id,
        seat,
        question,
        record.chosen,
        record.seq,
        engine.view(live.state, seat),
        0,
        live.clocks.seats[seat].bank_ms,
    )


def _same_answer(game_id: int, record: store.Recorded, wanted: tuple[str, ...]) -> bool:
    """Whether `wanted` means what is on record: the same sequence; where order is nothing, the same cards."""
    if wanted == record.chosen:
        return True
    if sorted(wanted) != sorted(record.chosen):
        return False
    before = store.state_before(game_id, record.seq)
    options = engine.options(before, record.seat)
    return options is not None and not options.ordered


def enforce_deadline(game_id: int, now: datetime | None = None, here: int | None = None) -> int:
    """Substitute every seat that is late and move the game on; how many seats timed out.

    A fresh turn gets a fresh deadline from now, so a game overdue for an hour loses one turn, not all.
    `here` is a player whose request this is, who is therefore not away, however often they were late.
    Does nothing for a game that is not late, is over or has not started. Raises NotFound.
    """
    moment = now or clock.now()
    try:
        with store.locked(game_id) as live:
            seat = None if here is None else live.seat_of(here)
            late = _substitute_late(live, moment, here=seat)
            if seat is not None:
                hand_back(live, seat, moment)
            return late
    except NotStarted:
        return 0


def touch(game_id: int, now: datetime | None = None) -> bool:
    """Enforce the deadline if it has passed, for readers who should not see a game that waits in vain.

    A table whose time is up starts or closes. One narrow read when nothing is late, and no lock. Whether the
    game moved.
    """
    moment = now or clock.now()
    rows = Game.objects.filter(pk=game_id).values_list("status", "deadline", "expires_at")
    status, deadline, expires_at = rows.first() or ("", None, None)
    if status == GameStatus.OPEN and clock.is_late(expires_at, moment):
        return tables.settle_table(game_id, moment)
    if not clock.is_late(deadline, moment):
        return False
    before = Game.objects.filter(pk=game_id).values_list("seq", flat=True).first()
    enforce_deadline(game_id, moment)
    return before != Game.objects.filter(pk=game_id).values_list("seq", flat=True).first()


def sweep(now: datetime | None = None) -> int:
    """Move every game that is overdue and close every table whose time is up; how many rows moved.

    A game that fails is logged and left; it does not hold up the others.
    """
    moment = now or clock.now()
    overdue = Game.objects.filter(deadline__lt=moment).order_by("deadline")
    moved = 0
    for game_id in list(overdue.values_list("pk", flat=True)[:MOST_PER_SWEEP]):
        try:
            # Late is whoever is late now: a sweep that takes long must not give away seconds.
            enforce_deadline(game_id, now)
            moved += 1
        except Exception as error:
            log.error("Game %s is overdue and could not be moved: %s", game_id, type(error).__name__)
    return moved + tables.expire_tables(moment)


def hand_back(live: store.LockedGame, seat: int, now: datetime) -> None:
    """Give an away seat back to its player: from the next question on it is theirs again."""
    if not live.clocks.seats[seat].away:
        return
    live.clocks.back(seat, now)
    # Others who are away were waiting for the table's slow pace; now there is somebody to play on with.
    events = house.answers(live)
    if events:
        live.append(events, now)
    else:
        live.keep_clocks()


def _substitute_late(live: store.LockedGame, now: datetime, here: int | None = None) -> int:
    """If a deadline has passed: the substitute answers for every late seat, and the house goes on.

    The seat `here` asks this very moment: it may have missed its third question, and is not away.
    """
    if not clock.is_late(live.game.deadline, now):
        return 0
    events, late = house.substitutes(live, now)
    if here is not None and here in late:
        live.clocks.back(here, now)
    if not all(seat.strategy for seat in live.seats):
        # A table of house players alone is here on purpose, to be watched a turn at a time.
        events += house.answers(live)
    live.append(events, now, timed_out=late)
    return len(late)
