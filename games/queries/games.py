"""Games as rows and as one viewer sees them: lists with filters, one game's page, the house's state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from games import access, clock, engine, store
from games.models import Game, GameStatus, Heartbeat, Player, PlayerKind, Seat


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _day_after(day: date) -> datetime:
    return _midnight(day) + timedelta(days=1)


_FILTERS: dict[str, Callable[[Any], Q]] = {
    "player": lambda player: Q(pk__in=Seat.objects.filter(player_id=player).values("game_id")),
    "edition": lambda edition: Q(edition=edition),
    "status": lambda status: Q(status=status),
    "origin": lambda origin: Q(origin=origin),
    "rated": lambda rated: Q(rated=rated),
    "seats": lambda seats: Q(seats_count=seats),
    "date": lambda day: Q(created_at__gte=_midnight(day), created_at__lt=_day_after(day)),
    "since": lambda day: Q(created_at__gte=_midnight(day)),
    "until": lambda day: Q(created_at__lt=_day_after(day)),
    "variant": lambda variant: Q(variant=variant),
}


def add_filter(name: str, chosen: Callable[[Any], Q]) -> None:
    """Another filter of `game_list`, for what other apps know of games (tournaments: "event")."""
    _FILTERS[name] = chosen


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits where, and how they did; names are None while the seat is open."""

    number: int
    player_id: int | None
    name: str | None
    kind: str | None
    points: int | None
    place: int | None
    timeouts: int
    reserved: bool
    ready: bool | None
    away: bool
    bank_ms: int
    deadline: datetime | None

    def to_json(self) -> dict[str, object]:
        """The seat as JSON-able data."""
        return {
            "seat": self.number,
            "player": self.player_id,
            "name": self.name,
            "kind": self.kind,
            "points": self.points,
            "place": self.place,
            "timeouts": self.timeouts,
            "reserved": self.reserved,
            "ready": self.ready,
            "away": self.away,
            "bank_ms": self.bank_ms,
            "deadline": iso(self.deadline),
        }


def seat_lines(game: Game) -> list[SeatLine]:
    """The seats of a game from `game_list` without a query; of any other game with one.

    `ready` is None unless the table is in its ready step; `deadline` is the seat's own, while it is asked.
    """
    clocks = clocks_of(game)
    playing = game.status == GameStatus.PLAYING
    return [
        SeatLine(
            seat.number,
            seat.player_id,
            seat.player.name if seat.player is not None else None,
            seat.player.kind if seat.player is not None else None,
            seat.points,
            seat.place,
            seat.timeouts,
            seat.reserved,
            _ready(game, seat),
            playing and clocks.seats[seat.number].away,
            clocks.seats[seat.number].bank_ms,
            clocks.deadline_of(seat.number) if playing else None,
        )
        for seat in game.seats.all()
    ]


def _ready(game: Game, seat: Seat) -> bool | None:
    if game.ready_by is None:
        return None
    if seat.player is not None and seat.player.kind == PlayerKind.HOUSE:
        return True
    since = game.ready_by - timedelta(seconds=2 * game.ready_seconds)
    return seat.ready_at is not None and seat.ready_at >= since


def missing_of(games: Iterable[Game]) -> dict[int, set[int]]:
    """Ids of the players not heard of yet, for each of these tables that is in its ready step.

    One query, none where no table is.
    """
    asking = {game.pk: game for game in games if game.ready_by is not None}
    found: dict[int, set[int]] = {number: set() for number in asking}
    if asking:
        for seat in Seat.objects.filter(game__in=asking, player__isnull=False).select_related("player"):
            if seat.player is not None and not _ready(asking[seat.game_id], seat):
                found[seat.game_id].add(seat.player.pk)
    return found


def clocks_of(game: Game) -> clock.Clocks:
    """The clocks of the seats, from the row at hand."""
    return clock.Clocks.read(game.clocks, game.seats_count, game.pick_seconds, game.bank_seconds)


def clock_of(game: Game) -> dict[str, int]:
    """The clock that the table was opened with, in seconds, as the API writes it."""
    return {"pick": game.pick_seconds, "bank": game.bank_seconds, "ready": game.ready_seconds}


def with_seats(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """The games with their seats and players at hand, for one further query."""
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("player").order_by("number")))


def game_list(wanted: Mapping[str, Any] | None = None) -> "QuerySet[Game]":
    """Games, newest first, with seats and players at hand: two queries for a page of any length.

    `wanted` may hold player (an id), edition, status, origin, rated, seats, variant, date, since, until
    (days in UTC on which a table was opened, the last one included), and what other apps have added. Raises
    KeyError for anything else.
    """
    games = Game.objects.order_by("-id")
    for key, value in (wanted or {}).items():
        games = games.filter(_FILTERS[key](value))
    return with_seats(games)


def games_in_play(limit: int = 20) -> list[Game]:
    """The games being played, newest first."""
    return list(game_list({"status": GameStatus.PLAYING})[:limit])


def tables_open(limit: int = 20) -> list[Game]:
    """The tables that wait for players, newest first."""
    return list(game_list({"status": GameStatus.OPEN})[:limit])


def house_players() -> "QuerySet[Player]":
    """The house's own active players, by name."""
    return Player.objects.filter(kind=PlayerKind.HOUSE, active=True).order_by("name")


def last_heartbeat(part: str = "worker") -> datetime | None:
    """When a part of the house last showed life, or None if it never did."""
    return Heartbeat.objects.filter(part=part).values_list("at", flat=True).first()


def game_view(game_id: int, viewer: engine.Viewer) -> dict[str, object]:
    """One game as JSON-able data: the row's facts, the seats, and `view`, the state as `viewer` sees it.

    `view` is None before the start. Four queries at most. The caller has asked `access` whether this viewer
    is allowed; the result holds nothing the viewer may not see. Raises NotYours.
    """
    game = with_seats(Game.objects.filter(pk=game_id)).first()
    if game is None:
        raise access.NotYours(f"There is no game {game_id} that you may see.")
    view: dict[str, object] | None = None
    seq = game.seq
    if game.started_at is not None:
        loaded = store.load(game_id)
        # The state may be newer than the row read before it; what is told goes together.
        seq = loaded.seq
        view = engine.view(loaded.state, viewer).to_json()
        if loaded.seq != game.seq:
            game.refresh_from_db(
                fields=["status", "seq", "round", "turn", "deadline", "clocks", "ready_by", "finished_at"]
            )
    return {
        **row_facts(game),
        "seq": seq,
        "seats": [line.to_json() for line in seat_lines(game)],
        "view": view,
    }


def row_facts(game: Game) -> dict[str, object]:
    """The public facts of a Game row as JSON-able data; times as ISO 8601 in UTC."""
    return {
        "id": game.pk,
        "edition": game.edition,
        "variant": game.variant,
        "options": game.options,
        "seats_count": game.seats_count,
        "rated": game.rated,
        "unrated_reason": game.unrated_reason,
        "status": game.status,
        "origin": game.origin,
        "pick_seconds": game.pick_seconds,
        "clock": clock_of(game),
        "opened_by": game.opened_by_id,
        "commitment": game.commitment,
        "rules_version": game.rules_version,
        "seq": game.seq,
        "round": game.round,
        "turn": game.turn,
        "deadline": iso(game.deadline),
        "server_time": iso(clock.now()),
        "created_at": iso(game.created_at),
        "started_at": iso(game.started_at),
        "finished_at": iso(game.finished_at),
        "expires_at": iso(game.expires_at) if game.status == GameStatus.OPEN else None,
        "ready_by": iso(game.ready_by),
        "expired_reason": game.expired_reason,
    }


def iso(moment: datetime | None) -> str | None:
    """A moment as the API writes it: ISO 8601 in UTC with milliseconds and Z."""
    if moment is None:
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
