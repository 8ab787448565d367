"""`manage.py seed_demo`: a club to look at, for a database in which nobody has been yet.

An organiser to log in as, a bot of theirs with a token, eighteen house players, and a morning of rated
games between them. Cups begin by themselves once the worker runs: `up` switches them on for a club seeded
so. All or nothing: the database is filled in one transaction, and the log-in is written to `demo.json` in
the data directory, which only its owner can read, before that transaction ends.
"""

import json
import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config import database
from config.celery import hush
from games import services as games
from games.models import Player, PlayerKind
from ratings import services as ratings

ORGANISER = "organiser"
FIRST_BOT = "First Bot"

#: House players by the house bot that picks for them; those who pick at random are named after lots and dice.
HOUSE = {
    "drafter": ("Hoshi", "Kaze", "Mizu", "Nami", "Sora", "Tsuki"),
    "greedy": ("Buta", "Inu", "Kitsune", "Kuma", "Neko", "Tanuki"),
    "random": ("Amida", "Fuda", "Koma", "Kuji", "Saikoro", "Uranai"),
}

#: Rated games before the doors open: enough that most of the house is past provisional.
OPENING_GAMES = 600


class Command(BaseCommand):
    """Fill an empty database with the demo club."""

    help = "Seed a demo club: an organiser, a bot with a token, house players and rated games."

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuses a database in which somebody already has an account or a game."""
        if not database.empty():
            raise CommandError("There is a club in this database already; seed_demo only fills an empty one.")
        hush(600)
        with transaction.atomic():
            log_in = _people()
            for strategy, names in HOUSE.items():
                for name in names:
                    games.create_player(name, PlayerKind.HOUSE, strategy=strategy)
            games.schedule_bot_matches(OPENING_GAMES)
            ratings.absorb_finished_games()
            _write_privately(Path(settings.VAR_DIR) / "demo.json", log_in)
        self.stdout.write(f"Seeded. The log-in and the bot's token are in {settings.VAR_DIR / 'demo.json'}.")


def _people() -> dict[str, str]:
    """The organiser, who is staff, and the bot whose token a visitor may use."""
    password = secrets.token_urlsafe(9)
    organiser = get_user_model()._default_manager.create_user(ORGANISER, password=password, is_staff=True)
    games.create_player("Organiser", PlayerKind.PERSON, owner_id=organiser.pk)
    bot: Player = games.create_player(FIRST_BOT, PlayerKind.BOT, owner_id=organiser.pk)
    _, token = games.issue_token(bot.pk, "printed by make run", ("play", "read"))
    return {"login": ORGANISER, "password": password, "bot_token": token}


def _write_privately(path: Path, content: dict[str, str]) -> None:
    """Write for the owner's eyes only, whole or not at all."""
    draft = path.with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(content, file)
    draft.replace(path)
