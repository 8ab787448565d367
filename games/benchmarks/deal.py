"""Bots, tables and the picks of one known game, so that a benchmark's clients need not think."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from games import engine, services

SEED = "the same deal for every game"
SEATS = 4


class Bot(NamedTuple):
    """A remote bot: its player's id and its token."""

    player: int
    token: str


class Play(NamedTuple):
    """One answer of the known game: who gives it, to which question, the card, and the body of its POST."""

    seat: int
    question: str
    card: str
    body: bytes


def new_bots(count: int, name: str = "Bench") -> list[Bot]:
    """So many bots, each with a token."""
    players = [services.create_player(f"{name} {number}", "bot").pk for number in range(1, count + 1)]
    return [Bot(player, services.issue_token(player, "bench")[1]) for player in players]


def open_table(players: Sequence[int]) -> int:
    """A classic game of these four players with the known deal and an hour for each pick; its id."""
    return services.open_game(
        opened_by=None,
        edition="classic",
        seats=[("player", player) for player in players],
        shuffle_seed=SEED,
        pick_seconds=3600,
    ).pk


def turns() -> list[list[Play]]:
    """Every pick of the known game, turn by turn: each seat takes the first card of its hand."""
    found: list[list[Play]] = []
    state, _ = engine.open_game(engine.Setup("classic", SEATS, SEED))
    while not state.over:
        turn = []
        for asked in engine.open_questions(state):
            card = engine.view(state, asked.seat).hand[0]
            engine.play(state, engine.Pick(asked.seat, asked.id, (card,)))
            body = json.dumps({"question": asked.id, "chosen": [card]}).encode()
            turn.append(Play(asked.seat, asked.id, card, body))
        found.append(turn)
    return found
