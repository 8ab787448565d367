"""What the browser finds: finished games, a cup between two rounds, a table that waits for one bot.

Run inside the service's database by `manage.py shell`; prints what the tests must know as JSON.
"""

import json

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore

from games import services as games
from games.models import Player
from ratings import services as ratings
from tournaments import queries as cups
from tournaments import services as tournaments

STRATEGIES = ("greedy", "drafter", "random", "greedy", "drafter")


def logged_in(name: str) -> tuple[int, str]:
    """A person with an account: the id of the player, and the key of a session that is logged in."""
    user = User.objects.create_user(name.lower(), password="open sesame, please")
    player = games.create_player(name, "person", owner_id=user.pk)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return player.pk, session.session_key


def fill() -> None:
    """Play, pair and rate; print the ids."""
    finished = {
        seats: games.open_game(
            opened_by=None,
            edition="classic",
            seats=[("house", name) for name in STRATEGIES[:seats]],
            shuffle_seed=f"browser {seats}",
        ).pk
        for seats in (2, 4, 5)
    }
    actions = games.open_game(
        opened_by=None,
        edition="party",
        seats=[("house", name) for name in (*STRATEGIES, *STRATEGIES[:1])],
        options={"menu": "master_menu"},
        shuffle_seed="browser party",
    )
    battle = games.open_game(
        opened_by=None,
        edition="tenth",
        variant="sushi_battle",
        seats=[("house", name) for name in STRATEGIES[:2]],
        shuffle_seed="browser battle",
    )
    for _ in range(3):
        games.open_game(
            opened_by=None, edition="classic", seats=[("house", name) for name in STRATEGIES[:4]], rated=True
        )
    cup = tournaments.create_bot_tournament(
        name="Browser belt", format="pods_swiss", players=9, rounds=4, round_seconds=3600
    )
    tournaments.start_tournament(cup.pk)
    tournaments.advance_all()
    tournaments.advance_all()
    ratings.absorb_finished_games()
    bot = games.create_player("Clicker", "bot")
    _, clear = games.issue_token(bot.pk, "browser tests", scopes=("play", "read"))
    live = games.open_game(
        opened_by=bot.pk,
        edition="classic",
        seats=[("player", bot.pk), ("house", "greedy"), ("house", "drafter"), ("house", "random")],
        pick_seconds=3600,
    )
    rated = Player.objects.filter(ratings__isnull=False).order_by("pk").first()
    assert rated is not None
    person, session = logged_in("Mika")
    slow = games.create_player("Slowcoach", "bot")
    _, slow_clear = games.issue_token(slow.pk, "browser tests", scopes=("play", "read"))
    _, seeker_clear = games.issue_token(
        games.create_player("Seeker", "bot").pk, "browser tests", scopes=("play", "read")
    )
    pair = games.open_game(
        opened_by=person,
        edition="classic",
        seats=[("player", person), ("player", slow.pk)],
        pick_seconds=3600,
    )
    partner = games.create_player("Partner", "bot")
    _, partner_clear = games.issue_token(partner.pk, "browser tests", scopes=("play", "read"))
    sticks = games.open_game(
        opened_by=person,
        edition="classic",
        seats=[("player", person), ("player", partner.pk)],
        pick_seconds=3600,
        shuffle_seed="browser sticks 0",  # chopsticks in the person's first hand
    )
    assert cups.standings(cup.pk)
    print(
        json.dumps(
            {
                "duel": finished[2], "four": finished[4], "five": finished[5], "live": live.pk,
                "actions": actions.pk, "battle": battle.pk,
                "cup": cup.slug, "player": rated.pk, "token": clear,
                "person": person, "session": session, "pair": pair.pk, "slow": slow_clear,
                "seeker": seeker_clear, "sticks": sticks.pk, "partner": partner_clear,
            }
        )
    )  # fmt: skip
