"""Players, tournaments and remote bots for the stories of tournaments."""

from datetime import UTC, datetime
from typing import Any

from games import queries as game_queries
from games import services as games
from games.models import Player
from games.queries.standing import standings
from tournaments import services
from tournaments.models import Tournament

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def house(count: int) -> list[Player]:
    """So many house players, of all strategies."""
    strategies = ("greedy", "random", "drafter")
    return [games.create_player(f"House {i:02}", "house", strategy=strategies[i % 3]) for i in range(count)]


def remote(name: str, owner_id: int | None = None) -> Player:
    """A bot that plays over HTTP."""
    return games.create_player(name, "bot", owner_id)


def draft(players: list[Player], format: str = "pods_swiss", **options: object) -> Tournament:
    """A draft with these entrants, three rounds unless told otherwise."""
    given: dict[str, object] = {"name": "Spring cup", "rounds": 3 if format == "pods_swiss" else 0, **options}
    tournament = services.create_tournament(format=format, **given)  # type: ignore[arg-type]  # options of a test
    for player in players:
        services.add_entrant(tournament.pk, player.pk)
    return tournament


def running(players: list[Player], format: str = "pods_swiss", **options: object) -> Tournament:
    """The same, started."""
    return services.start_tournament(draft(players, format, **options).pk, START)


def ask(player: Player, now: datetime = START) -> None:
    """A request for the player's questions, by which they are heard of."""
    games.heard_of(player.pk, standings(player.pk), now)


def answer_everything(player: Player, now: datetime = START) -> int:
    """Pick for a remote bot until no question waits for it; how many picks it made."""
    made = 0
    ask(player, now)
    while questions := game_queries.open_questions(player.pk):
        for question in questions:
            asked: dict[str, Any] = question
            chosen = tuple(asked["options"]["faces"][: asked["options"]["least"]])
            games.submit_pick(asked["game"], player.pk, asked["question"], chosen, now=now)
            made += 1
    return made
