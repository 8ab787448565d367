"""Tables: open one, sit down, start when it is full, expire when it is not.

A table starts whole or expires with a reason, never with fewer players than asked. The shuffle seed is drawn
when the table opens and its commitment shown, before anybody adds a nonce.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games import clock, engine, store
from games.models import Game, GameOrigin, GameStatus, Player, PlayerKind, SealedSeed, Seat
from games.refusals import AlreadySeated, BadTable, NoSuchPlayer, NotFound, SameOwner, TableClosed
from games.services import house
from games.services.players import house_player

#: ("player", player id), ("house", name of a house bot) or ("open", None).
SeatSpec = tuple[str, int | str | None]

LONGEST_PICK_SECONDS = 7 * 24 * 3600


def open_game(
    *,
    opened_by: int | None,
    edition: str,
    seats: Sequence[SeatSpec],
    variant: str = "",
    options: Mapping[str, engine.OptionValue] | None = None,
    rated: bool = False,
    pick_seconds: int | None = None,
    shuffle_seed: str | None = None,
    origin: str = GameOrigin.TABLE,
    play: bool = True,
    now: datetime | None = None,
) -> Game:
    """Open a table and start the game at once when every seat has a player.

    House players answer in the same transaction; a table of house players alone plays to the end, unless
    `play` is false, when its deadline moves it a turn at a time. `shuffle_seed` is for practice: it makes the
    deal known beforehand and is refused in a rated game. Raises BadSetup, BadTable and its kinds.
    """
    moment = now or clock.now()
    if pick_seconds is None:
        pick_seconds = int(settings.KAITEN_PICK_SECONDS)
    if not 1 <= pick_seconds <= LONGEST_PICK_SECONDS:
        raise BadTable(f"The time for a pick is from 1 to {LONGEST_PICK_SECONDS} seconds.")
    if rated and shuffle_seed is not None:
        raise BadTable("A rated game draws its own shuffle seed; leave it out or play unrated.")
    if shuffle_seed is not None and not 1 <= len(shuffle_seed) <= 80:
        raise BadTable("A shuffle seed has 1 to 80 characters.")
    seed = shuffle_seed if shuffle_seed is not None else secrets.token_hex(32)
    setup = engine.Setup(edition, len(seats), seed, variant, dict(options or {}))
    # Dealing once for nothing is how the engine says whether it would deal at all.
    engine.open_game(setup)
    with transaction.atomic():
        players = _seat_players(seats)
        if rated:
            _refuse_shared_owner([player for player in players if player is not None])
        full = None not in players
        game = Game.objects.create(
            edition=edition,
            variant=variant,
            options=dict(options or {}),
            seats_count=len(seats),
            rated=rated,
            unrated_reason="" if rated else ("own_seed" if shuffle_seed is not None else "asked"),
            status=GameStatus.OPEN,
            origin=origin,
            pick_seconds=pick_seconds,
            opened_by_id=opened_by,
            commitment=engine.commitment_of(seed),
            rules_version=engine.RULES_VERSION,
            created_at=moment,
            expires_at=moment + timedelta(minutes=_table_minutes()),
        )
        Seat.objects.bulk_create(
            [Seat(game=game, number=number, player=player) for number, player in enumerate(players)]
        )
        if full:
            _start(game, seed, moment, play)
        else:
            SealedSeed.objects.create(game=game, shuffle_seed=seed)
    game.refresh_from_db()
    return game


def join_game(game_id: int, player_id: int, nonce: str = "", now: datetime | None = None) -> Game:
    """Take the first open seat; the game starts with the last one taken.

    `nonce` goes into the shuffle, so that the house cannot have chosen the deal. Raises NotFound,
    TableClosed, AlreadySeated, NoSuchPlayer, SameOwner, BadTable.
    """
    moment = now or clock.now()
    if len(nonce) > 64 or "|" in nonce or not nonce.isprintable():
        raise BadTable("A nonce has at most 64 printable characters, and no '|'.")
    expired = False
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise NotFound(f"There is no game {game_id} that you may see.")
        if game.status == GameStatus.OPEN and game.expires_at is not None and game.expires_at <= moment:
            _expire(game)
            expired = True
        elif game.status != GameStatus.OPEN:
            raise TableClosed(f"This table takes nobody any more: the game is {game.get_status_display()}.")
        else:
            _sit_down(game, player_id, nonce, moment)
    if expired:
        # Raised after the commit, or the table's end would be undone.
        raise TableClosed(f"This table has expired. {game.expired_reason}")
    game.refresh_from_db()
    return game


def expire_tables(now: datetime | None = None) -> int:
    """Close every open table whose time is up, with a reason; how many were closed."""
    moment = now or clock.now()
    overdue = Game.objects.filter(status=GameStatus.OPEN, expires_at__lte=moment).order_by("expires_at")
    count = 0
    for game_id in list(overdue.values_list("pk", flat=True)[:500]):
        with transaction.atomic():
            game = Game.objects.select_for_update().filter(pk=game_id, status=GameStatus.OPEN).first()
            if game is not None:
                _expire(game)
                count += 1
    return count


def _table_minutes() -> int:
    minutes: int = settings.KAITEN_TABLE_MINUTES
    return minutes


def _seat_players(seats: Sequence[SeatSpec]) -> list[Player | None]:
    """The players of a new table, None for an open seat. Raises NoSuchPlayer, AlreadySeated, BadTable."""
    wanted = [value for kind, value in seats if kind == "player" and isinstance(value, int)]
    known = {player.pk: player for player in Player.objects.filter(pk__in=wanted, active=True)}
    players: list[Player | None] = []
    taken = set(known)
    for kind, value in seats:
        if kind == "open":
            players.append(None)
        elif kind == "house":
            player = house_player(str(value), taken)
            taken.add(player.pk)
            players.append(player)
        elif kind == "player":
            if not isinstance(value, int) or value not in known:
                raise NoSuchPlayer(f"There is no active player {value!r} to seat.")
            if known[value] in players:
                raise AlreadySeated(f"{known[value].name} cannot sit twice at one table.")
            players.append(known[value])
        else:
            raise BadTable(f"A seat is player, house or open, not {kind!r}.")
    return players


def _refuse_shared_owner(players: Sequence[Player]) -> None:
    owners: dict[int, str] = {}
    for player in players:
        if player.kind == PlayerKind.HOUSE or player.owner_id is None:
            continue
        other = owners.setdefault(player.owner_id, player.name)
        if other != player.name:
            raise SameOwner(
                f"{other} and {player.name} have the same owner and cannot meet in a rated game; "
                "open the table unrated."
            )


def _sit_down(game: Game, player_id: int, nonce: str, now: datetime) -> None:
    player = Player.objects.filter(pk=player_id, active=True).first()
    if player is None:
        raise NoSuchPlayer(f"There is no active player {player_id} to seat.")
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    seated = [seat.player for seat in seats if seat.player is not None]
    if player in seated:
        raise AlreadySeated("You already have a seat at this table.", game=game.pk)
    if game.rated:
        _refuse_shared_owner([*seated, player])
    seat = next((seat for seat in seats if seat.player is None), None)
    if seat is None:
        raise TableClosed("This table is full.")
    seat.player, seat.nonce = player, nonce
    seat.save(update_fields=["player", "nonce"])
    if len(seated) + 1 == len(seats):
        sealed = SealedSeed.objects.get(game=game)
        _start(game, sealed.shuffle_seed, now, play=True)
        sealed.delete()


def _start(game: Game, shuffle_seed: str, now: datetime, play: bool) -> None:
    """Deal and write the first events, inside the caller's transaction, which holds the game's row."""
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    nonces = tuple(seat.nonce for seat in seats)
    setup = engine.Setup(
        game.edition,
        game.seats_count,
        shuffle_seed,
        game.variant,
        game.options,
        nonces if any(nonces) else (),
    )
    state, events = engine.open_game(setup)
    rows = [
        store.SeatRow(seat.number, seat.player.pk, seat.player.strategy)
        for seat in seats
        if seat.player is not None
    ]
    if game.rules_version != engine.RULES_VERSION:
        # The house was brought up to date while the table waited; the game follows the rules it starts under.
        Game.objects.filter(pk=game.pk).update(rules_version=engine.RULES_VERSION)
    live = store.begin(game.pk, state, rows)
    if play or not all(row.strategy for row in rows):
        events = events + house.answers(live)
    live.append(events, now)


def _expire(game: Game) -> None:
    missing = Seat.objects.filter(game=game, player=None).count()
    game.status = GameStatus.EXPIRED
    game.expired_reason = (
        f"Nobody took {missing} of {game.seats_count} seats within {_table_minutes()} minutes."
    )
    game.save(update_fields=["status", "expired_reason"])
    SealedSeed.objects.filter(game=game).delete()
