"""Games that were written down elsewhere, put among the finished ones: never rated, since nobody can vouch
for when and by whom they were played."""

from collections.abc import Sequence

from games import clock, engine, store
from games.models import GameOrigin, Player
from games.refusals import BadTable, NoSuchPlayer

#: Nobody was ever asked by this server; the row must say something.
PICK_SECONDS = 60


def import_game(record: engine.Record, players: Sequence[str] | None = None) -> int:
    """Play a record again and store it as a finished, unrated game; its id.

    `players` are names in seat order, those of the record if left out. Raises NotationError where the record
    does not play, BadTable when it does not end, NoSuchPlayer for a name that is not in the register."""
    state, events = engine.replay_game(record)
    if not state.over:
        raise BadTable("The picks do not end the game, and only finished games can be stored.")
    names = tuple(players or record.players)
    seats = record.setup.seats
    if len(names) != seats or len(set(names)) != seats:
        raise NoSuchPlayer(
            f"{seats} different players are needed, in seat order, "
            f"and {len(names)} {'is' if len(names) == 1 else 'are'} named."
        )
    known = dict(Player.objects.filter(name__in=names).values_list("name", "pk"))
    if unknown := [name for name in names if name not in known]:
        raise NoSuchPlayer(f"There is no player {unknown[0]!r}; create one first, or name others.")
    (game_id,) = store.reserve_game_ids(1)
    whole = store.WholeGame(
        id=game_id,
        setup=record.setup,
        players=tuple([known[name] for name in names]),
        state=state,
        events=events,
        at=clock.now(),
        pick_seconds=PICK_SECONDS,
        rated=False,
        origin=GameOrigin.TABLE,
    )
    store.append_whole([whole])
    return game_id
