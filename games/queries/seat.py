"""One seat of a game in play as its player may see it: the view, the question that waits, the time for it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games import clock, engine, store
from games.models import InvitationStatus, SeatInvitation


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a seated player sees at event `seq`, and their options while they are asked something.

    `deadline` is when the house picks, `bank_from` when the bank begins to be used for it; None while
    nothing is asked. `away`: three questions in a row were missed, and the house plays the seat.
    """

    view: engine.View = field(repr=False)
    options: engine.Options | None = field(repr=False)
    seq: int
    deadline: datetime | None
    bank_from: datetime | None
    bank_seconds: int
    away: bool


def seat_view(game_id: int, seat: int) -> SeatView:
    """The game as `seat` sees it, which the caller has cleared with `access`. Raises NotFound, NotStarted."""
    loaded = store.load(game_id)
    row = loaded.game
    clocks = clock.Clocks.read(row.clocks, row.seats_count, row.pick_seconds, row.bank_seconds)
    mine = clocks.seats[seat]
    deadline = clocks.deadline_of(seat)
    banked = deadline - timedelta(milliseconds=mine.bank_ms) if deadline and mine.bank_ms else None
    return SeatView(
        engine.view(loaded.state, seat),
        engine.options(loaded.state, seat),
        loaded.seq,
        deadline,
        None if mine.away else banked,
        mine.bank_ms // 1000,
        mine.away,
    )


def is_invited(game_id: int, player_id: int) -> bool:
    """Whether a seat of the table is kept for the player, who has not answered yet."""
    return SeatInvitation.objects.filter(
        game_id=game_id, player_id=player_id, status=InvitationStatus.WAITING
    ).exists()
