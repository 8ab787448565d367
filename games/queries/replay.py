"""A game turn by turn, as one viewer was shown it: the pages of the replay.

The replay is the engine's fold of the log and nothing else. Perspective is exact: seat X shows the hands that
X was sent, a spectator sees what was revealed, OPEN everything. Three queries, however long the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from orjson import loads

from games import access, engine, store
from games.models import Game
from games.queries.deeds import Deed, deeds_of
from games.queries.games import SeatLine, seat_lines, with_seats
from games.queries.moments import Moment, moments_of
from games.refusals import NotStarted


@dataclass(frozen=True, slots=True)
class TurnSeat:
    """One seat in one turn, or after the seats a tableau of nobody. `hand` is None where the viewer was not
    shown it.

    `standing` is what the tableau is worth by card if the round ended now, `awarded` what was given for cards
    during it; `so_far` adds both to the points `banked` in earlier rounds. `seconds` is the time from the
    question to the pick, None when not on record.
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
    awarded: Mapping[str, int]
    so_far: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """One turn after its reveal and before the hands pass.

    `deeds` is what happened beside the cards everybody turned up. `layout` is what lay in the middle before
    the turn, place by place; `markers` are the table's after it. `round_points`, `totals` and `places` are
    there when this turn ended the round or the game.
    """

    round: int
    turn: int
    seats: tuple[TurnSeat, ...]
    moments: tuple[Moment, ...]
    first_seq: int
    last_seq: int
    passes_to: tuple[int, ...]
    deeds: tuple[Deed, ...] = ()
    layout: tuple[engine.Face, ...] = ()
    markers: Mapping[str, int] = field(default_factory=dict)
    round_points: tuple[int, ...] | None = None
    round_by_card: tuple[Mapping[str, int], ...] | None = None
    totals: tuple[int, ...] | None = None
    end_by_card: tuple[Mapping[str, int], ...] | None = None
    places: tuple[int, ...] | None = None
    tie_break: tuple[int, ...] | None = None

    @property
    def key(self) -> str:
        """How a turn is written in addresses and on screen, such as "2.5"."""
        return f"{self.round}.{self.turn}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A game for stepping through. `turns` holds only turns that were revealed.

    `options` are all of the table's, defaults included; `companions` name the tableaus of nobody that stand
    after the seats'.
    """

    game: Game
    options: Mapping[str, engine.OptionValue]
    seats: tuple[SeatLine, ...]
    companions: tuple[str, ...]
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
    events = [engine.decode(line.kind, line.data, loads) for line in lines]
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
        span = slice(record.first_seq - 1, record.last_seq)
        written = [(line.kind, line.data) for line in lines[span]]
        deeds = deeds_of(record.before, events[span], written)
        shown = _turn(record, viewer, times, picked_at, previous, deeds)
        previous = [dict(seat.standing) for seat in shown.seats]
        turns.append(shown)
    rules = _rules_of(game, opened)
    return Replay(
        game,
        rules.options,
        tuple(seat_lines(game)),
        rules.edition.companions,
        viewer,
        tuple(turns),
        rules.edition.rounds,
        over,
        seed,
    )


def _rules_of(game: Game, opened: engine.Event | None) -> engine.Rules:
    """The table's rules. Raises NotStarted when it has no log."""
    if not isinstance(opened, engine.GameOpened):
        raise NotStarted("This game has not started: it waits for players.")
    return engine.fold([opened]).rules


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
    deeds: tuple[Deed, ...],
) -> ReplayTurn:
    before = engine.view(record.before, viewer)
    after = record.after
    asked_at = times.get(record.first_seq - 1)
    question = f"{record.round}.{record.turn}-pick"
    standing = engine.standing_points(record.after)
    seats = []
    for number in range(len(after.tableaus)):
        hand = before.hands[number] if before.hands is not None else None
        if before.seat == number:
            hand = before.hand
        answered = picked_at.get((number, question))
        awarded = dict(after.awards[number])
        banked = after.points[number] - sum(awarded.values())
        seats.append(
            TurnSeat(
                number=number,
                hand=hand,
                hand_size=before.hand_sizes[number],
                chosen=record.chosen[number],
                cause=record.causes[number] if number < before.seats else "",
                before=before.tableaus[number],
                tableau=tuple(after.tableaus[number]),
                keeps=before.keeps[number],
                banked=banked,
                standing=standing[number],
                awarded=awarded,
                so_far=banked + sum(awarded.values()) + sum(standing[number].values()),
                seconds=(
                    (answered - asked_at).total_seconds()
                    if answered is not None and asked_at is not None
                    else None
                ),
            )
        )
    by_card = None if record.scored is None else _with_awards(record.scored, after.awards)
    ended = record.ended
    return ReplayTurn(
        round=record.round,
        turn=record.turn,
        seats=tuple(seats),
        moments=moments_of(record, standing, previous or [{} for _ in seats], deeds),
        first_seq=record.first_seq,
        last_seq=record.last_seq,
        passes_to=tuple(before.passes_to),
        deeds=deeds,
        layout=before.layout,
        markers=dict(after.markers),
        round_points=None if record.scored is None else _paid(record.scored, after.awards),
        round_by_card=by_card,
        totals=None if ended is None else tuple(ended.totals),
        end_by_card=None if ended is None else tuple(ended.by_card),
        places=None if ended is None else tuple(ended.places),
        tie_break=None if ended is None else tuple(ended.tie_break),
    )


def _paid(scored: engine.RoundScored, awards: Sequence[Mapping[str, int]]) -> tuple[int, ...]:
    """The same in all."""
    return tuple([points + sum(more.values()) for points, more in zip(scored.points, awards, strict=True)])


def _with_awards(
    scored: engine.RoundScored, awards: Sequence[Mapping[str, int]]
) -> tuple[dict[str, int], ...]:
    """What the round paid by card: what was scored at its end, and what was given during it."""
    found = []
    for mine, more in zip(scored.by_card, awards, strict=True):
        paid = dict(mine)
        for card, points in more.items():
            paid[card] = paid.get(card, 0) + points
        found.append(paid)
    return tuple(found)
