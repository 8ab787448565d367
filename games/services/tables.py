"""Tables: open one, sit down, start when it is full, expire when it is not.

A table starts whole or expires with a reason, never with fewer players than asked. Once it is full it asks
everybody to be ready, for start-up is not thinking time; who sat down a moment ago is. When the time for that
has passed the game starts, and the clock picks for who is late. The shuffle seed is drawn when the table
opens and its commitment shown, before anybody adds a nonce.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games import clock, engine, store
from games.models import Game, GameOrigin, GameStatus, InvitationStatus, Player, SealedSeed, Seat
from games.phrases import counted
from games.refusals import (
    AlreadySeated,
    BadTable,
    NoSuchPlayer,
    NotFound,
    TableClosed,
)
from games.services import closing, invited, seating, starting
from games.services.seating import SeatSpec

log = logging.getLogger("kaiten.games")

LONGEST_PICK_SECONDS = 7 * 24 * 3600
LONGEST_BANK_SECONDS = 24 * 3600
LONGEST_READY_SECONDS = 600


def open_game(
    *,
    opened_by: int | None,
    edition: str,
    seats: Sequence[SeatSpec],
    variant: str = "",
    options: Mapping[str, engine.OptionValue] | None = None,
    rated: bool = False,
    pick_seconds: int | None = None,
    bank_seconds: int = 0,
    ready_seconds: int = 0,
    shuffle_seed: str | None = None,
    nonce: str = "",
    origin: str = GameOrigin.TABLE,
    play: bool = True,
    now: datetime | None = None,
) -> Game:
    """Open a table and start the game at once when every seat has a player who is ready.

    With `ready_seconds` a full table waits that long for players who were not heard of; without, nobody is
    asked. Who opens a table is there; the maker of a tournament need not be.
    The clock gives `pick_seconds` for a question and `bank_seconds` for the game.
    House players answer in the same transaction; a table of house players alone plays to the end, unless
    `play` is false, when its deadline moves it a turn at a time. `shuffle_seed` is for practice: it makes the
    deal known beforehand and is refused in a rated game; `nonce` is the opener's part of the shuffle. An
    invited player's seat is kept until they answer. Raises BadSetup, BadTable and its kinds.
    """
    moment = now or clock.now()
    if pick_seconds is None:
        pick_seconds = int(settings.KAITEN_PICK_SECONDS)
    if not 1 <= pick_seconds <= LONGEST_PICK_SECONDS:
        raise BadTable(f"The time for a pick is from 1 to {LONGEST_PICK_SECONDS} seconds.")
    if not 0 <= bank_seconds <= LONGEST_BANK_SECONDS:
        raise BadTable(f"The bank of a game is from 0 to {LONGEST_BANK_SECONDS} seconds.")
    if not 0 <= ready_seconds <= LONGEST_READY_SECONDS:
        raise BadTable(f"The time to be ready is from 0 to {LONGEST_READY_SECONDS} seconds.")
    if rated and shuffle_seed is not None:
        raise BadTable("A rated game draws its own shuffle seed; leave it out or play unrated.")
    if shuffle_seed is not None and not 1 <= len(shuffle_seed) <= 80:
        raise BadTable("A shuffle seed has 1 to 80 characters.")
    seating.check_nonce(nonce)
    seed = shuffle_seed if shuffle_seed is not None else secrets.token_hex(32)
    setup = engine.Setup(edition, len(seats), seed, variant, dict(options or {}))
    # Dealing once for nothing is how the engine says whether it would deal at all.
    engine.open_game(setup)
    if rated:
        seating.refuse_house_rules(setup)
    here = opened_by if origin != GameOrigin.TOURNAMENT else None
    with transaction.atomic():
        players, asked = seating.seat_players(seats)
        if rated:
            seating.refuse_shared_owner(
                [*[player for player in players if player is not None], *asked.values()]
            )
        if opened_by is not None and None in players:
            seating.refuse_too_many(opened_by)
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
            bank_seconds=bank_seconds,
            ready_seconds=ready_seconds,
            opened_by_id=opened_by,
            commitment=engine.commitment_of(seed),
            rules_version=engine.RULES_VERSION,
            created_at=moment,
            expires_at=moment + timedelta(minutes=_table_minutes()),
        )
        Seat.objects.bulk_create(
            [
                Seat(
                    game=game,
                    number=number,
                    player=player,
                    nonce=nonce if player is not None and player.pk == opened_by else "",
                    reserved=number in asked,
                    ready_at=moment if player is not None and player.pk == here else None,
                )
                for number, player in enumerate(players)
            ]
        )
        if full and not starting.asks_to_be_ready(game, moment):
            starting.start(game, seed, moment, play)
        else:
            SealedSeed.objects.create(game=game, shuffle_seed=seed)
            if asked:
                invited.invite(game, asked, moment)
            store.ring(game.pk)
    game.refresh_from_db()
    return game


def join_game(game_id: int, player_id: int, nonce: str = "", now: datetime | None = None) -> Game:
    """Take the first open seat; the game starts with the last one taken.

    `nonce` goes into the shuffle, so that the house cannot have chosen the deal. Raises NotFound,
    TableClosed, AlreadySeated, NoSuchPlayer, SameOwner, BadTable.
    """
    moment = now or clock.now()
    seating.check_nonce(nonce)
    expired = False
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise NotFound(f"There is no game {game_id} that you may see.")
        if (
            game.status == GameStatus.OPEN
            and game.ready_by is None
            and game.expires_at is not None
            and game.expires_at <= moment
        ):
            _expire(game, moment)
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
    """Close every open table whose time is up, with a reason, and start those that are full; how many.

    A table that fails is logged and left; it does not hold up the others.
    """
    moment = now or clock.now()
    overdue = Game.objects.filter(status=GameStatus.OPEN, expires_at__lte=moment).order_by("expires_at")
    count = 0
    for game_id in list(overdue.values_list("pk", flat=True)[:500]):
        try:
            count += settle_table(game_id, moment)
        except Exception as error:
            log.error("Table %s is overdue and could not be settled: %s", game_id, type(error).__name__)
    return count


def settle_table(game_id: int, now: datetime | None = None) -> bool:
    """Start or close one open table whose time is up; whether it was."""
    now = now or clock.now()
    with transaction.atomic():
        game = (
            Game.objects.select_for_update()
            .filter(pk=game_id, status=GameStatus.OPEN, expires_at__lte=now)
            .first()
        )
        if game is None:
            return False
        if game.ready_by is not None:
            starting.start_when_ready(game, now)
        else:
            _expire(game, now)
    return True


def _table_minutes() -> int:
    minutes: int = settings.KAITEN_TABLE_MINUTES
    return minutes


def _sit_down(game: Game, player_id: int, nonce: str, now: datetime) -> None:
    player = Player.objects.filter(pk=player_id, active=True).first()
    if player is None:
        raise NoSuchPlayer(f"There is no active player {player_id} to seat.")
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    seated = [seat.player for seat in seats if seat.player is not None]
    if player in seated:
        raise AlreadySeated("You already have a seat at this table.", game=game.pk)
    if game.rated:
        seating.refuse_shared_owner([*seated, player])
    mine = invited.waiting(game, player_id)
    if mine is not None:
        seat = seats[mine.number]
        invited.answered(mine, InvitationStatus.ACCEPTED, "", now)
    else:
        free = [seat for seat in seats if seat.player is None and not seat.reserved]
        if not free:
            raise TableClosed("No seat of this table is open to you: what is left is kept for others.")
        seat = free[0]
    seat.player, seat.nonce, seat.ready_at, seat.reserved = player, nonce, now, False
    seat.save(update_fields=["player", "nonce", "ready_at", "reserved"])
    if len(seated) + 1 == len(seats):
        starting.start_when_ready(game, now)
    else:
        store.ring(game.pk)


def _expire(game: Game, now: datetime) -> None:
    missing = Seat.objects.filter(game=game, player=None).count()
    kept = Seat.objects.filter(game=game, player=None, reserved=True).count()
    minutes = counted(_table_minutes(), "minute")
    sentence = f"Nobody took {missing} of {game.seats_count} seats within {minutes}"
    if kept == 1:
        sentence += "; 1 was kept for an invited player"
    elif kept:
        sentence += f"; {kept} were kept for invited players"
    closing.close_table(game, "time", f"{sentence}.", now)
