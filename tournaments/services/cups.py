"""Tournaments of house bots: one on request, and the recurring cups of a demonstration club.

The field is made by `games.services.house_player`, which has a new player join the register when all of a
strategy are taken, so a cup always fills.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games import bots, clock
from games import services as games
from games.models import Player
from tournaments.models import Tournament, TournamentStatus
from tournaments.refusals import BadTournament
from tournaments.services.entry import MOST_ENTRANTS, add_entrant, create_tournament

#: What the recurring cups are called, and by which their predecessors are found.
CUP_NAME = "House cup"
_CUP_SLUG = "house-cup"

#: Between the rounds of a cup, so that a visitor sees them come in.
CUP_ROUND_SECONDS = 10

#: The cups in turn: edition, format, seats, entrants, rounds.
_CUPS: tuple[tuple[str, str, tuple[int, int] | None, int, int], ...] = (
    ("classic", "pods_swiss", None, 16, 5),
    ("classic", "round_robin", (3, 4), 9, 0),
    ("party", "pods_swiss", (3, 5), 15, 5),
    ("classic", "round_robin", (2, 2), 6, 0),
    ("tenth", "pods_swiss", None, 16, 5),
)


def create_bot_tournament(
    *,
    name: str,
    format: str,
    players: int | Sequence[str],
    seats: tuple[int, int] | None = None,
    rounds: int = 0,
    round_seconds: int = 0,
    edition: str = "classic",
    starts_at: datetime | None = None,
) -> Tournament:
    """A draft full of house players: so many, or those with these names. Raises BadTournament, CannotPair."""
    with transaction.atomic():
        tournament = create_tournament(
            name=name,
            format=format,
            seats=seats,
            rounds=rounds,
            round_seconds=round_seconds,
            edition=edition,
            starts_at=starts_at,
        )
        for player in _count(players) if isinstance(players, int) else _named(players):
            add_entrant(tournament.pk, player.pk)
        return tournament


def ensure_bot_cup(now: datetime | None = None) -> Tournament | None:
    """A new house cup, if cups are on, none is under way and the last one ended long enough ago.

    Its `starts_at` has come, so the same run of `tournaments.advance` starts it. Settings: KAITEN_DEMO_CUPS
    (on or off) and KAITEN_BOT_CUP_MINUTES (the pause; 0 is off).
    """
    minutes = settings.KAITEN_BOT_CUP_MINUTES
    if not settings.KAITEN_DEMO_CUPS or not minutes:
        return None
    moment = now or clock.now()
    if not _cup_is_due(moment, minutes):
        return None
    if not Player.objects.exists():
        games.house_player(min(bots.BOTS))
    with transaction.atomic():
        # The club's oldest player is the lock: of two workers the second waits here, and then sees a cup.
        Player.objects.select_for_update().order_by("pk").first()
        if not _cup_is_due(moment, minutes):
            return None
        edition, format, seats, count, rounds = _CUPS[_cups().count() % len(_CUPS)]
        return create_bot_tournament(
            name=CUP_NAME,
            format=format,
            players=count,
            seats=seats,
            rounds=rounds,
            round_seconds=CUP_ROUND_SECONDS,
            edition=edition,
            starts_at=moment,
        )


def _cups() -> QuerySet[Tournament]:
    return Tournament.objects.filter(created_by=None, slug__startswith=_CUP_SLUG)


def _cup_is_due(moment: datetime, minutes: int) -> bool:
    last = _cups().order_by("-pk").first()
    if last is None:
        return True
    if last.status != TournamentStatus.FINISHED or last.finished_at is None:
        return False
    return last.finished_at + timedelta(minutes=minutes) <= moment


def _count(wanted: int) -> list[Player]:
    """So many house players, the strategies in turn."""
    if not 2 <= wanted <= MOST_ENTRANTS:
        raise BadTournament(f"A bot tournament has 2 to {MOST_ENTRANTS} players.")
    strategies = sorted(bots.BOTS)
    found: list[Player] = []
    for number in range(wanted):
        taken = [player.pk for player in found]
        found.append(games.house_player(strategies[number % len(strategies)], taken))
    return found


def _named(names: Sequence[str]) -> list[Player]:
    found: list[Player] = []
    for name in names:
        player = Player.objects.filter(name__iexact=name.strip(), active=True).first()
        if player is None or not player.is_house:
            raise BadTournament(f"There is no house player called {name.strip()!r}.")
        found.append(player)
    return found
