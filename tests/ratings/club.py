"""A club for the tests of ratings: players, and finished games as the rows that `games` leaves behind."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from games.models import Game, Player, Seat
from ratings.models import Pool
from ratings.services import ensure_pools

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def players(count: int, *, kind: str = "bot", prefix: str = "Bot") -> list[int]:
    """Ids of so many new players, named `Bot 000` and on."""
    ensure_pools()
    made = [Player.objects.create(name=f"{prefix} {number:03}", kind=kind) for number in range(count)]
    return [player.pk for player in made]


def finished(
    places: Sequence[tuple[int | None, int | None]],
    minute: float = 0,
    *,
    rated: bool = True,
    edition: str = "classic",
    status: str = "finished",
) -> int:
    """The id of a game that ended so many minutes after START with (player, place) per seat."""
    return finished_games([places], [minute], rated=rated, edition=edition, status=status)[0]


def finished_games(
    tables: Sequence[Sequence[tuple[int | None, int | None]]],
    minutes: Iterable[float] | None = None,
    *,
    rated: bool = True,
    edition: str = "classic",
    status: str = "finished",
) -> list[int]:
    """Ids of many games, one minute apart unless told."""
    over = status == "finished"
    when = [START + timedelta(minutes=m) for m in (range(len(tables)) if minutes is None else minutes)]
    games = Game.objects.bulk_create(
        Game(
            edition=edition,
            seats_count=len(table),
            rated=rated,
            status=status,
            pick_seconds=10,
            commitment="0" * 64,
            rules_version="1",
            seq=1,
            created_at=at,
            started_at=at,
            finished_at=at if over else None,
        )
        for table, at in zip(tables, when, strict=True)
    )
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            player_id=player_id,
            place=place if over else None,
            points=30 - place if over and place else None,
        )
        for game, table in zip(games, tables, strict=True)
        for number, (player_id, place) in enumerate(table)
    )
    return [game.pk for game in games]


def in_order(player_ids: Sequence[int]) -> list[tuple[int | None, int | None]]:
    """A table that ended in the order given."""
    return [(player_id, place) for place, player_id in enumerate(player_ids, start=1)]


def pool(key: str = "classic-3-5") -> Pool:
    """The pool, as it is in the database now."""
    return Pool.objects.get(key=key)
