"""One seat of a game in play as its player may see it: the view, and the question that waits for an answer."""

from dataclasses import dataclass, field

from games import engine, store


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a seated player sees at event `seq`, and their options while they are asked something."""

    view: engine.View = field(repr=False)
    options: engine.Options | None = field(repr=False)
    seq: int


def seat_view(game_id: int, seat: int) -> SeatView:
    """The game as `seat` sees it, which the caller has cleared with `access`. Raises NotFound, NotStarted."""
    loaded = store.load(game_id)
    return SeatView(engine.view(loaded.state, seat), engine.options(loaded.state, seat), loaded.seq)
