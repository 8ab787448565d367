"""A log cut into turns, for stepping through a game. Folds; decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.commands import Face, Pick
from games.engine.errors import CorruptLog
from games.engine.events import (
    Event,
    GameEnded,
    GameOpened,
    HandsPassed,
    Revealed,
    RoundDealt,
    RoundScored,
)
from games.engine.evolve import apply, open_state
from games.engine.state import State, copy


class TurnRecord(NamedTuple):
    """One turn. `before`: everybody about to pick. `chosen`: per seat the faces that entered play at the
    reveal. `causes`: per seat, why (see Pick). `after`: revealed and acted, hands not yet passed.
    `scored`, `ended`: set on the last turn of a round, of the game. `first_seq`, `last_seq`: its events in
    the log, counted from 1."""

    round: int
    turn: int
    before: State
    chosen: tuple[tuple[Face, ...], ...]
    causes: tuple[str, ...]
    after: State
    scored: RoundScored | None
    ended: GameEnded | None
    first_seq: int
    last_seq: int


class _Open:
    """A turn being gathered."""

    __slots__ = ("after", "before", "begun", "causes", "chosen", "ended", "first_seq", "scored")

    def __init__(self, before: State, first_seq: int) -> None:
        self.before = before
        self.first_seq = first_seq
        self.begun = False
        self.causes = [""] * before.rules.seats
        self.chosen: tuple[tuple[Face, ...], ...] = ()
        self.after: State | None = None
        self.scored: RoundScored | None = None
        self.ended: GameEnded | None = None

    def closed(self, last_seq: int) -> TurnRecord | None:
        if self.after is None:
            return None  # the turn is still being played
        before = self.before
        return TurnRecord(
            before.round,
            before.turn,
            before,
            self.chosen,
            tuple(self.causes),
            self.after,
            self.scored,
            self.ended,
            self.first_seq,
            last_seq,
        )


def turns(events: Iterable[Event]) -> list[TurnRecord]:
    """Every turn of a log that has been revealed, in order. Raises CorruptLog."""
    following = iter(events)
    opened = next(following, None)
    if not isinstance(opened, GameOpened):
        raise CorruptLog("A log begins with game_opened.")
    state = open_state(opened)
    records: list[TurnRecord] = []
    current: _Open | None = None
    seq = 1
    for event in following:
        seq += 1
        apply(state, event)
        if isinstance(event, RoundDealt | HandsPassed):
            # The pass (or the deal) belongs to the turn before it; what follows is the next one.
            if current is not None and (record := current.closed(seq)) is not None:
                records.append(record)
            current = _Open(copy(state), seq + 1)
        elif current is None:
            continue
        elif isinstance(event, Pick):
            current.begun = True
            if current.after is None:
                current.causes[event.seat] = event.cause
        elif isinstance(event, RoundScored):
            current.scored = event
        elif isinstance(event, GameEnded):
            current.ended = event
        elif isinstance(event, Revealed):
            current.chosen = event.plays
            current.after = copy(state)
        elif current.after is not None:
            # What follows the scoring (the boat, who begins next) is no part of the table that was scored.
            if current.scored is None:
                current.after = copy(state)
        elif not current.begun:
            # Cards laid out or drawn before anybody picks.
            current.before = copy(state)
            current.first_seq = seq + 1
    if current is not None and (record := current.closed(seq)) is not None:
        records.append(record)
    return records
