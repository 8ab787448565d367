"""The part of a verification that plays the game again: the deal from the seed, the picks, the points.

The engine is asked to open the same game from the seed in the log and to take the recorded picks; its events
must be the log's, line by line. A log written under other rules is checked by its fold alone.
"""

from collections.abc import Sequence

from orjson import loads

from games import engine
from games.models import Seat
from games.store.rows import GameRow, StoredEvent


def replay_problems(commitment: str, finished: bool, lines: Sequence[StoredEvent]) -> list[str]:
    """What differs between the log and the game that its seed and picks make.

    `commitment` is what was known before the deal; `finished` whether the game is said to be over.
    """
    try:
        events = [engine.decode(line.kind, line.data, loads) for line in lines]
        state = engine.fold(events)
    except (engine.CorruptLog, ValueError, KeyError, TypeError) as error:
        return [f"The log cannot be folded: {type(error).__name__}."]
    opened = events[0] if events else None
    if not isinstance(opened, engine.GameOpened):
        return ["The log does not begin with the opening of the game."]
    problems: list[str] = []
    if engine.commitment_of(opened.shuffle_seed) != commitment:
        problems.append("The shuffle seed does not match the commitment.")
    if finished and not state.over:
        problems.append("The game is said to be finished, and the log does not end it.")
    if opened.rules_version != engine.RULES_VERSION:
        return problems
    return problems + _differences(opened, events, lines)


def _differences(
    opened: engine.GameOpened, events: Sequence[engine.Event], lines: Sequence[StoredEvent]
) -> list[str]:
    setup = engine.Setup(
        opened.edition,
        opened.seats,
        opened.shuffle_seed,
        opened.variant,
        dict(opened.options),
        tuple(opened.nonces),
    )
    try:
        state, made = engine.open_game(setup)
        for event in events:
            if isinstance(event, engine.Picked):
                pick = engine.Pick(event.seat, event.question, tuple(event.chosen), event.cause)
                made += engine.play(state, pick)
    except engine.RuleError as error:
        return [f"The recorded picks break the rules: {error.detail}"]
    if len(made) != len(lines):
        return [f"Played again, the game has {len(made)} events; the log has {len(lines)}."]
    return [
        f"Event {line.seq} differs from the game played again."
        for line, event in zip(lines, made, strict=True)
        if engine.encode(event) != (line.kind, line.data)
    ]


def seat_problems(game: GameRow, lines: Sequence[StoredEvent]) -> list[str]:
    """What differs between the seats' rows and the last event."""
    if game.status != "finished" or not lines:
        return []
    try:
        state = engine.fold([engine.decode(line.kind, line.data, loads) for line in lines])
    except (engine.CorruptLog, ValueError, KeyError, TypeError):
        return []
    if not state.over:
        return []
    wanted = list(zip(state.points[: len(state.places)], state.places, strict=True))
    found = list(Seat.objects.filter(game_id=game.id).order_by("number").values_list("points", "place"))
    return [
        f"Seat {number} has {points} points and place {place} in its row, and others in the log."
        for number, (points, place) in enumerate(found)
        if number >= len(wanted) or wanted[number] != (points, place)
    ] + ([] if len(found) == len(wanted) else [f"The game has {len(wanted)} seats, the rows {len(found)}."])
