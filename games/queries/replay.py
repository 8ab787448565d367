"""A game turn by turn, as one viewer was shown it: the pages of the replay.

The replay is the engine's fold of the log and nothing else. Perspective is exact: seat X shows the hands that
X was sent, a spectator sees what was revealed, OPEN everything. Three queries, however long the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games import access, engine, store
from games.models import Game
from games.queries.games import SeatLine, seat_lines, with_seats
from games.queries.moments import Moment, moments_of


@dataclass(frozen=True, slots=True)
class TurnSeat:
    """One seat in one turn. `hand` is None where the viewer was not shown it.

    `standing` is what the tableau is worth by card if the round ended now; `so_far` adds the points banked.
    `seconds` is the time from the question to the pick, None when not on record.
    """

    number: int
    hand: tuple[engine.Face, ...] | None = field(repr=False)
    hand_size: int
    chosen: tuple[engine.Face, ...]
    cause: str
    before: tuple[engine.Laid, ...]
    tableau: tuple[engine.Laid, ...]
    keeps: tuple[engine.Face, ...]
    banked: int
    standing: Mapping[str, int]
    so_far: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """One turn after its reveal and before the hands pass.

    `round_points`, `totals` and `places` are there when this turn ended the round or the game.
    """

    round: int
    turn: int
    seats: tuple[TurnSeat, ...]
    moments: tuple[Moment, ...]
    first_seq: int
    last_seq: int
    passes_to: tuple[int, ...]
    round_points: tuple[int, ...] | None = None
    round_by_card: tuple[Mapping[str, int], ...] | None = None
    totals: tuple[int, ...] | None = None
    end_by_card: tuple[Mapping[str, int], ...] | None = None
    places: tuple[int, ...] | None = None

    @property
    def key(self) -> str:
        """How a turn is written in addresses and on screen, such as "2.5"."""
        return f"{self.round}.{self.turn}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A game for stepping through. `turns` holds only turns that were revealed."""

    game: Game
    seats: tuple[SeatLine, ...]
    viewer: engine.Viewer
    turns: tuple[ReplayTurn, ...]
    rounds: int
    over: bool
    shuffle_seed: str = field(repr=False)

    def turn(self, round_number: int, turn_number: int) -> ReplayTurn | None:
        """The turn with these numbers, or None."""
        return next(
            (turn for turn in self.turns if (turn.round, turn.turn) == (round_number, turn_number)), None
        )


def replay(game_id: int, viewer: engine.Viewer) -> Replay:
    """The game's replay as `viewer`, whom the caller has cleared with `access`. Raises NotYours, NotStarted.

    Raises access.NotYours for a seat that the game has not.
    """
    game = with_seats(Game.objects.filter(pk=game_id)).first()
    if game is None:
        raise access.NotYours(f"There is no game {game_id} that you may see.")
    if isinstance(viewer, int) and not 0 <= viewer < game.seats_count:
        raise access.NotYours(f"This game has no seat {viewer}.")
    lines = store.read(game_id)
    events = [engine.decode(line.kind, line.data) for line in lines]
    over = any(isinstance(event, engine.GameEnded) for event in events[-1:])
    opened = events[0] if events else None
    seed = opened.shuffle_seed if over and isinstance(opened, engine.GameOpened) else ""
    times = {line.seq: line.at for line in lines}
    picked_at = _picked_at(events, times)
    turns = []
    previous: list[dict[str, int]] | None = None
    for record in engine.turns(events):
        if record.turn == 1:
            previous = None
        shown = _turn(record, viewer, times, picked_at, previous)
        previous = [dict(seat.standing) for seat in shown.seats]
        turns.append(shown)
    edition = engine.EDITIONS[game.edition]
    return Replay(game, tuple(seat_lines(game)), viewer, tuple(turns), edition.rounds, over, seed)


def _picked_at(
    events: Sequence[engine.Event], times: Mapping[int, datetime]
) -> dict[tuple[int, str], datetime]:
    """When each seat answered each question."""
    return {
        (event.seat, event.question): times[seq]
        for seq, event in enumerate(events, 1)
        if isinstance(event, engine.Picked)
    }


def _turn(
    record: engine.TurnRecord,
    viewer: engine.Viewer,
    times: Mapping[int, datetime],
    picked_at: Mapping[tuple[int, str], datetime],
    previous: list[dict[str, int]] | None,
) -> ReplayTurn:
    before = engine.view(record.before, viewer)
    asked_at = times.get(record.first_seq - 1)
    question = f"{record.round}.{record.turn}-pick"
    standing = engine.standing_points(record.after)
    seats = []
    for number in range(before.seats):
        hand = before.hands[number] if before.hands is not None else None
        if before.seat == number:
            hand = before.hand
        answered = picked_at.get((number, question))
        banked = record.before.points[number]
        seats.append(
            TurnSeat(
                number=number,
                hand=hand,
                hand_size=before.hand_sizes[number],
                chosen=record.chosen[number],
                cause=record.causes[number],
                before=before.tableaus[number],
                tableau=tuple(record.after.tableaus[number]),
                keeps=before.keeps[number],
                banked=banked,
                standing=standing[number],
                so_far=banked + sum(standing[number].values()),
                seconds=(
                    (answered - asked_at).total_seconds()
                    if answered is not None and asked_at is not None
                    else None
                ),
            )
        )
    scored, ended = record.scored, record.ended
    return ReplayTurn(
        round=record.round,
        turn=record.turn,
        seats=tuple(seats),
        moments=moments_of(record, standing, previous or [{} for _ in seats]),
        first_seq=record.first_seq,
        last_seq=record.last_seq,
        passes_to=tuple(before.passes_to),
        round_points=None if scored is None else tuple(scored.points),
        round_by_card=None if scored is None else tuple(scored.by_card),
        totals=None if ended is None else tuple(ended.totals),
        end_by_card=None if ended is None else tuple(ended.by_card),
        places=None if ended is None else tuple(ended.places),
    )
