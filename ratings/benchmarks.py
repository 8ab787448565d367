"""What ratings cost, beside a reference measured in the same run: `manage.py bench_ratings`.

Two comparisons, each interleaved and told as medians of CPU time: one game rated and written to a ledger
in memory against openskill's Plackett-Luce for the same table (where openskill is installed; the product
never imports it), and a rebuild of many games against the same rebuild writing its ledger with
`bulk_create`.
"""

import gc
import importlib
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from unittest import mock

from django.db import connection

from games.models import Game, Player, Seat
from ratings import ledger, services
from ratings.fold import Book, FinishedGame, Line
from ratings.models import Change, Pool
from ratings.systems import by_name

_START = datetime(2026, 1, 1, tzinfo=UTC)
_KEY = "classic-3-5"
#: Games per turn of the first comparison.
LIVE_GAMES = 2_000


class Printed(Protocol):
    """Where the figures go: a stream, or a management command's."""

    def write(self, msg: str, /) -> object:
        """Print this."""


class Measured(NamedTuple):
    """Medians in seconds of CPU time, and how much of the reference ours takes."""

    ours: float
    reference: float

    @property
    def share(self) -> float:
        """Ours divided by the reference."""
        return self.ours / self.reference


def season(games: int, players: int, dice: random.Random, seats: int | None = None) -> list[FinishedGame]:
    """So many games of 3 to 5 seats between players 1 to `players`, with a few ties."""
    made = []
    for game_id in range(1, games + 1):
        table = dice.sample(range(1, players + 1), seats or dice.randint(3, 5))
        places = [max(1, place - (dice.random() < 0.04)) for place in range(1, len(table) + 1)]
        made.append(
            FinishedGame(
                game_id, _START + timedelta(seconds=30 * game_id), tuple(zip(table, places, strict=True))
            )
        )
    return made


def measured(
    ours: Callable[[], object],
    reference: Callable[[], object],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> Measured:
    """Run both in turn so many times; a collection of garbage before each, none in between."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for work, taken in zip((ours, reference), times, strict=True):
            gc.collect()
            gc.disable()
            begun = clock()
            work()
            taken.append(clock() - begun)
            gc.enable()
    return Measured(*map(statistics.median, times))


def live(games: int = LIVE_GAMES, rounds: int = 7) -> dict[str, Measured]:
    """Four-seat games rated and booked in memory, against openskill; empty where it is not installed.

    Its wheels hold machine code; the same file is also run as the Python it is written in, as ours is.
    """
    played = season(games, 40, random.Random(1), seats=4)

    def ours() -> None:
        book, lines = Book(by_name("multiplayer-elo")), []
        for game in played:
            lines.extend(book.enter(game))

    def theirs(model: Any) -> None:
        known: dict[int, Any] = {}
        for game in played:
            teams = [[known.get(player_id) or model.rating()] for player_id, _ in game.places]
            rated = model.rate(teams, ranks=[float(place) for _, place in game.places])
            for (player_id, _), team in zip(game.places, rated, strict=True):
                known[player_id] = team[0]

    return {name: measured(ours, partial(theirs, model), rounds) for name, model in _openskill().items()}


def _openskill() -> dict[str, Any]:
    """openskill's Plackett-Luce as installed and, where that is machine code, as Python."""
    try:
        installed = importlib.import_module("openskill.models")
    except ImportError:
        return {}
    found = {"openskill as installed": installed.PlackettLuce()}
    compiled = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "openskill"}
    package = Path(str(compiled["openskill"].__file__)).parent
    if any(package.rglob("*.so")) or any(package.rglob("*.pyd")):
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(
                package, Path(directory) / "openskill", ignore=shutil.ignore_patterns("*.so", "*.pyd")
            )
            for name in compiled:
                del sys.modules[name]
            sys.path.insert(0, directory)
            try:
                found["openskill as Python"] = importlib.import_module("openskill.models").PlackettLuce()
            finally:
                sys.path.remove(directory)
                sys.modules.update(compiled)
    return found


def rebuilding(games: int = 20_000, rounds: int = 5) -> Measured:
    """A rebuild of so many games against the same rebuild writing its ledger with bulk_create.

    Both remove the generation before, as every rebuild does. Needs an empty database, and fills it.
    """
    _fill(games)
    services.rebuild(_KEY)

    def by_instances(pool: Pool, generation: int, lines: Sequence[Line]) -> None:
        Change.objects.bulk_create(
            [Change(pool=pool, generation=generation, **line._asdict()) for line in lines], batch_size=1_000
        )

    def reference() -> None:
        with mock.patch.object(ledger, "append", by_instances):
            services.rebuild(_KEY)

    # Another process does much of the work on PostgreSQL, so there only the clock on the wall is fair.
    clock = time.perf_counter if connection.vendor == "postgresql" else time.process_time
    found = measured(lambda: services.rebuild(_KEY), reference, rounds, clock)
    if Change.objects.filter(pool__key=_KEY).values("game").distinct().count() != games:
        raise RuntimeError("The rebuild did not rate every game, so its time says nothing.")
    return found


def _fill(games: int) -> None:
    """Players, games and seats as rows, without logs: ratings read no log."""
    services.ensure_pools()
    Player.objects.bulk_create(Player(id=at, name=f"Bench {at:04}", kind="bot") for at in range(1, 201))
    played = season(games, 200, random.Random(2))
    Game.objects.bulk_create(
        (
            Game(
                id=game.game_id,
                edition="classic",
                seats_count=len(game.places),
                rated=True,
                status="finished",
                pick_seconds=10,
                commitment="0" * 64,
                rules_version="1",
                seq=1,
                created_at=game.finished_at,
                started_at=game.finished_at,
                finished_at=game.finished_at,
            )
            for game in played
        ),
        batch_size=2_000,
    )
    Seat.objects.bulk_create(
        (
            Seat(game_id=game.game_id, number=number, player_id=player_id, place=place, points=20)
            for game in played
            for number, (player_id, place) in enumerate(game.places)
        ),
        batch_size=2_000,
    )


def run(out: Printed, *, games: int = 20_000, rounds: int = 5) -> None:
    """Print both comparisons; the second fills the database it is given, which must be empty."""
    against = live(rounds=rounds)
    if not against:
        out.write("one game, live: no openskill here to compare with; `make dev` installs it\n")
    for name, one in against.items():
        ours, theirs = one.ours / LIVE_GAMES * 1e6, one.reference / LIVE_GAMES * 1e6
        out.write(
            f"one game, live: {ours:.1f} µs, {name} {theirs:.1f} µs: {one.share:.3f} of it (aim 0.200)\n"
        )
    if Game.objects.exists():
        raise RuntimeError("The benchmark of a rebuild fills the database; give it an empty one.")
    found = rebuilding(games, rounds)
    out.write(
        f"rebuild of {games} games: {found.ours:.2f} s, with bulk_create {found.reference:.2f} s: "
        f"{found.share:.3f} of it (aim 0.350)\n"
    )
