"""Games as lines of a list: who sat, how it stands, where a click leads."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games import clock, engine
from games.models import Game, GameStatus
from games.queries import SeatLine, seat_lines
from games.web.clocks import clock_words
from games.web.faces import card_name

STATUS_LABELS = {
    GameStatus.OPEN: "waiting for players",
    GameStatus.PLAYING: "playing",
    GameStatus.FINISHED: "finished",
    GameStatus.EXPIRED: "expired",
}


#: Options that say which cards are played with, so a reader wants them beside the edition.
CHOICES = ("menu", "dessert")


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat in a line."""

    number: int
    name: str
    points: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a list; `asked`: it waits for whoever looks at the list."""

    id: int
    url: str
    status: str
    status_label: str
    when: datetime | None
    edition: str
    facts: str
    seats: tuple[SeatShown, ...]
    asked: bool = False


def seat_name(seat: SeatLine) -> str:
    """The player's name, or that the seat is free, or kept for somebody."""
    return seat.name or ("kept for a guest" if seat.reserved else "free seat")


def has_free_seat(game: Game) -> bool:
    """Whether anybody may sit down, by the rows at hand."""
    return any(seat.player_id is None and not seat.reserved for seat in seat_lines(game))


def edition_name(game: Game) -> str:
    """What people call the edition that is played."""
    edition = engine.EDITIONS.get(game.edition)
    return edition.name if edition else game.edition


def facts_of(game: Game) -> str:
    """Edition, variant, what was chosen to be played with, size and whether the game counts, in a few words;
    and the clock, while one may still sit down or decline for it."""
    edition = engine.EDITIONS.get(game.edition)
    variant = edition.variants.get(game.variant) if edition and game.variant else None
    chosen = [_chosen(str(game.options[option])) for option in CHOICES if option in game.options]
    parts = [
        edition_name(game),
        *([variant.name.lower()] if variant else []),
        *chosen,
        f"{game.seats_count} seats",
    ]
    parts.append("rated" if game.rated else "not rated")
    if game.status == GameStatus.OPEN:
        parts.append(clock_words(clock.TimeControl(game.pick_seconds, game.bank_seconds)))
    return ", ".join(parts)


def _chosen(value: str) -> str:
    """A menu or a dessert pack: by its name, or card by card."""
    if "," not in value:
        return value.replace("_", " ")
    return ", ".join(card_name(card) for card in value.split(","))


def game_rows(games: Iterable[Game]) -> list[GameRow]:
    """Lines for games from `queries.game_list`, without a query. Finished games list the winner first."""
    rows = []
    for game in games:
        seats = seat_lines(game)
        seats.sort(key=lambda seat: (seat.place or 0, seat.number))
        rows.append(
            GameRow(
                game.pk,
                reverse("games:table", args=[game.pk]),
                game.status,
                STATUS_LABELS[GameStatus(game.status)],
                game.finished_at or game.started_at or game.created_at,
                edition_name(game),
                facts_of(game),
                tuple(SeatShown(seat.number, seat_name(seat), seat.points, seat.place) for seat in seats),
            )
        )
    return rows
