"""A table for the API's tests: three bots of three owners, their clients, and a game whose deal is known."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from games import engine, services, store
from games.models import Game, Player

SEED = "practice makes perfect"


@dataclass
class Bot:
    """A remote bot over HTTP."""

    player: Player
    token: str = field(repr=False)

    @property
    def client(self) -> Client:
        """A client that sends the bot's token."""
        return Client(headers={"authorization": f"Bearer {self.token}"})

    def get(self, path: str, **headers: str) -> Any:
        """GET a path below /api/v1/."""
        return self.client.get(f"/api/v1/{path}", headers=headers or None)

    def post(self, path: str, body: object) -> Any:
        """POST JSON to a path below /api/v1/."""
        return self.client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")

    def pick(self, game: Game | int, question: str, *chosen: str) -> Any:
        """POST a pick."""
        number = game if isinstance(game, int) else game.pk
        return self.post(f"games/{number}/picks", {"question": question, "chosen": list(chosen)})


def bot(name: str, scopes: tuple[str, ...] = ("play", "read")) -> Bot:
    """A new remote bot with a token."""
    player = services.create_player(name, "bot")
    return Bot(player, services.issue_token(player.pk, "test", scopes)[1])


@dataclass
class Table:
    """Three bots at a classic game, its deal fixed by SEED."""

    bots: list[Bot]
    game: Game

    def hand(self, seat: int) -> list[str]:
        """What the seat holds now, from the engine."""
        return list(engine.view(store.load(self.game.pk).state, seat).hand)

    def question(self) -> str:
        """The id of the question that is open."""
        return engine.open_questions(store.load(self.game.pk).state)[0].id

    def play_turn(self) -> None:
        """Everybody who is asked plays the first card of the hand, without HTTP."""
        for asked in engine.open_questions(store.load(self.game.pk).state):
            chosen = self.hand(asked.seat)[:1]
            services.submit_pick(self.game.pk, self.bots[asked.seat].player.pk, asked.id, chosen)

    def finish(self) -> None:
        """Play to the end."""
        while not store.load(self.game.pk).state.over:
            self.play_turn()
        self.game.refresh_from_db()


def three_at_a_table(pick_seconds: int = 600, **more: Any) -> Table:
    """Ann, Ben and Cleo at a practice game."""
    bots = [bot("Annabot"), bot("Benbot"), bot("Cleobot")]
    more.setdefault("shuffle_seed", SEED)
    game = services.open_game(
        opened_by=bots[0].player.pk,
        edition="classic",
        seats=[("player", each.player.pk) for each in bots],
        pick_seconds=pick_seconds,
        **more,
    )
    return Table(bots, game)
