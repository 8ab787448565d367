"""Whole games between house players: played in memory, stored in bulk, rated like any other.

Nobody waits for these games, so they need no lock and no deadline: ids are reserved, the games played, and
one transaction stores the batch.
"""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from django.conf import settings

from games import bots, clock, engine, store
from games.models import Game, GameOrigin, Player, PlayerKind, Seat
from games.refusals import NoSuchPlayer
from games.services import house
from games.services.players import house_player

EDITION = "classic"
#: The tables of the schedule in turn: every size of the classic edition, the others often enough to be rated.
TABLES = (
    ("classic", 2), ("classic", 3), ("classic", 4), ("classic", 5),
    ("tenth", 4), ("classic", 3), ("party", 5), ("classic", 4),
    ("classic", 5), ("tenth", 3), ("classic", 2), ("party", 4),
    ("party", 6), ("classic", 3), ("tenth", 2), ("classic", 4),
)  # fmt: skip
#: How far back "who has played least" looks: seats of the latest games.
WINDOW = 600
#: House players of each strategy that the schedule keeps, so that five can sit down and equals meet.
EACH = 2


@dataclass(frozen=True, slots=True)
class BotMatch:
    """A game to be played between house players, given by id in the order of the seats."""

    players: tuple[int, ...]
    edition: str = EDITION
    variant: str = ""
    options: Mapping[str, engine.OptionValue] = field(default_factory=dict)
    rated: bool = True
    origin: str = GameOrigin.SCHEDULE
    pick_seconds: int = 10


def play_bot_games(specs: Sequence[BotMatch]) -> list[int]:
    """Play every match to its end and store them all in one transaction; the ids in the order given.

    Raises NoSuchPlayer if somebody is no active house player, BadSetup for a table the rules do not know.
    """
    wanted = {player for spec in specs for player in spec.players}
    strategies = dict(
        Player.objects.filter(pk__in=wanted, kind=PlayerKind.HOUSE, active=True).values_list("pk", "strategy")
    )
    for spec in specs:
        if len(set(spec.players)) != len(spec.players):
            raise NoSuchPlayer("A house player cannot sit twice at one table.")
        for player in spec.players:
            if player not in strategies:
                raise NoSuchPlayer(f"Player {player} is no active house player.")
    ids = store.reserve_game_ids(len(specs))
    store.append_whole(
        [play_whole(game_id, spec, strategies) for game_id, spec in zip(ids, specs, strict=True)]
    )
    return ids


def play_whole(game_id: int, spec: BotMatch, strategies: Mapping[int, str]) -> store.WholeGame:
    """One match from the deal to the places, in memory."""
    setup = engine.Setup(
        spec.edition, len(spec.players), secrets.token_hex(32), spec.variant, dict(spec.options)
    )
    state, events = engine.open_game(setup)
    seats = [strategies[player] for player in spec.players]
    while not state.over:
        events += engine.play_turn(state, house.whole_turn(state, game_id, seats))
    return store.WholeGame(
        id=game_id,
        setup=setup,
        players=spec.players,
        state=state,
        events=events,
        at=clock.now(),
        pick_seconds=spec.pick_seconds,
        rated=spec.rated,
        origin=spec.origin,
    )


def schedule_bot_matches(count: int | None = None) -> list[int]:
    """Play `count` rated games between house players, editions and table sizes in turn; their ids.

    Who has played least of late sits down first, equals by lot, so nobody waits for long and everybody
    meets everybody. Running it twice plays more games and does no harm. 0 plays none.
    """
    if count is None:
        count = int(settings.KAITEN_BOT_MATCHES_PER_TICK)
    if count < 1:
        return []
    for strategy in sorted(bots.BOTS):
        _keep_house_players(strategy)
    house_ids = list(
        Player.objects.filter(kind=PlayerKind.HOUSE, active=True).order_by("pk").values_list("pk", flat=True)
    )
    played: Counter[int] = Counter(dict.fromkeys(house_ids, 0))
    recent = Seat.objects.filter(player__isnull=False).order_by("-game_id", "number")
    played.update(
        player
        for player in recent.values_list("player_id", flat=True)[:WINDOW]
        if player is not None and player in played
    )
    tables = _tables_in_turn()
    lot = Random(secrets.randbits(64))
    specs = []
    for _ in range(count):
        edition, seats = next(tables)
        size = min(seats, len(house_ids))
        ranked = sorted(house_ids, key=lambda player: (played[player], lot.random()))
        table = ranked[:size]
        lot.shuffle(table)
        played.update(table)
        menus = _menus(edition, size)
        options = {"menu": lot.choice(menus)} if menus else {}
        specs.append(BotMatch(players=tuple(table), edition=edition, options=options))
    return play_bot_games(specs)


def _tables_in_turn() -> Iterator[tuple[str, int]]:
    """What the schedule plays next, again and again: of `TABLES` whatever the latest games did not have.

    Ids have gaps and several workers may schedule at once, so no number is counted on.
    """
    latest = Game.objects.filter(origin=GameOrigin.SCHEDULE).order_by("-pk")
    played = list(latest.values_list("edition", "seats_count")[: len(TABLES) - 1])[::-1]
    while True:
        due = Counter(TABLES) - Counter(played[1 - len(TABLES) :])
        table = next(table for table in TABLES if due[table])
        played.append(table)
        yield table


@cache
def _menus(edition: str, seats: int) -> tuple[engine.OptionValue, ...]:
    """The suggested menus that so many may play; none for an edition without menus."""
    printed = engine.EDITIONS[edition]
    if "menu" not in printed.options:
        return ()
    return tuple(menu for menu in printed.options["menu"].allowed if _playable(edition, seats, menu))


def _playable(edition: str, seats: int, menu: engine.OptionValue) -> bool:
    try:
        engine.open_game(engine.Setup(edition, seats, "is this table legal?", options={"menu": menu}))
    except engine.BadSetup:
        return False
    return True


def _keep_house_players(strategy: str) -> None:
    taken: list[int] = []
    for _ in range(EACH):
        taken.append(house_player(strategy, taken).pk)
