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
from django.db.models import Q

from games import clock, engine, store
from games.models import Game, GameOrigin, GameStatus, InvitationStatus, Player, PlayerKind, SealedSeed, Seat
from games.phrases import counted
from games.refusals import (
    AlreadySeated,
    BadTable,
    NoSuchPlayer,
    NotFound,
    SameOwner,
    TableClosed,
    TooManyTables,
)
from games.services import closing, house, inbox, invited
from games.services.players import house_player

log = logging.getLogger("kaiten.games")

#: ("player", player id), ("invited", player id), ("house", name of a house bot) or ("open", None).
SeatSpec = tuple[str, int | str | None]

LONGEST_PICK_SECONDS = 7 * 24 * 3600
#: Open tables of one player that may wait at once.
MOST_TABLES = 25
LONGEST_BANK_SECONDS = 24 * 3600
LONGEST_READY_SECONDS = 600
#: Options that choose among what is in the box; a rated game may set these and no others.
PRINTED_CHOICES = frozenset({"menu", "dessert"})


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
    _check_nonce(nonce)
    seed = shuffle_seed if shuffle_seed is not None else secrets.token_hex(32)
    setup = engine.Setup(edition, len(seats), seed, variant, dict(options or {}))
    # Dealing once for nothing is how the engine says whether it would deal at all.
    engine.open_game(setup)
    if rated:
        _refuse_house_rules(setup)
    here = opened_by if origin != GameOrigin.TOURNAMENT else None
    with transaction.atomic():
        players, asked = _seat_players(seats)
        if rated:
            _refuse_shared_owner([*[player for player in players if player is not None], *asked.values()])
        if opened_by is not None and None in players:
            _refuse_too_many(opened_by)
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
        if full and not _asks_to_be_ready(game, moment):
            _start(game, seed, moment, play)
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
    _check_nonce(nonce)
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
            start_when_ready(game, now)
        else:
            _expire(game, now)
    return True


def _table_minutes() -> int:
    minutes: int = settings.KAITEN_TABLE_MINUTES
    return minutes


def _check_nonce(nonce: str) -> None:
    if len(nonce) > 64 or "|" in nonce or not nonce.isprintable():
        raise BadTable("A nonce has at most 64 printable characters, and no '|'.")


def _refuse_too_many(player_id: int) -> None:
    if Game.objects.filter(opened_by=player_id, status=GameStatus.OPEN).count() >= MOST_TABLES:
        raise TooManyTables(
            f"You have {MOST_TABLES} open tables. Withdraw one, or wait until one starts or expires."
        )


def _seat_players(seats: Sequence[SeatSpec]) -> tuple[list[Player | None], dict[int, Player]]:
    """The players of a new table, None for a seat that is open or kept; and for whom seats are kept.

    Raises NoSuchPlayer, AlreadySeated, BadTable.
    """
    wanted = [value for kind, value in seats if kind in ("player", "invited") and isinstance(value, int)]
    known = {player.pk: player for player in Player.objects.filter(pk__in=wanted, active=True)}
    players: list[Player | None] = []
    asked: dict[int, Player] = {}
    taken = set(known)
    for kind, value in seats:
        if kind == "open":
            players.append(None)
        elif kind == "house":
            player = house_player(str(value), taken)
            taken.add(player.pk)
            players.append(player)
        elif kind in ("player", "invited"):
            if not isinstance(value, int) or value not in known:
                raise NoSuchPlayer(f"There is no active player {value!r} to seat.")
            if known[value] in players or known[value] in asked.values():
                raise AlreadySeated(f"{known[value].name} cannot sit twice at one table.")
            if kind == "invited":
                if known[value].is_house:
                    raise BadTable("A house bot is not invited; seat it as house:NAME.")
                asked[len(players)] = known[value]
            players.append(known[value] if kind == "player" else None)
        else:
            raise BadTable(f"A seat is player, invited, house or open, not {kind!r}.")
    return players, asked


def _refuse_house_rules(setup: engine.Setup) -> None:
    """Ratings compare games of the same rules: a menu is in the box, a house rule is not."""
    printed = engine.EDITIONS[setup.edition].options
    changed = [setup.variant] if setup.variant else []
    changed += [
        name
        for name, value in setup.options.items()
        if name not in PRINTED_CHOICES and (name not in printed or value != printed[name].default)
    ]
    if changed:
        raise BadTable(
            "A rated game is played by the edition's own rules; "
            f"leave out {', '.join(changed)} or open the table unrated."
        )


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
        start_when_ready(game, now)
    else:
        store.ring(game.pk)


def start_when_ready(game: Game, now: datetime) -> None:
    """Start a table that is full, or go on asking; inside the caller's transaction, which holds its row."""
    if not _asks_to_be_ready(game, now):
        sealed = SealedSeed.objects.get(game=game)
        _start(game, sealed.shuffle_seed, now, play=True)
        sealed.delete()


def _asks_to_be_ready(game: Game, now: datetime) -> bool:
    """Whether a full table still waits for somebody; it is then in its ready step.

    Who was heard of within `ready_seconds` before the table was full is ready: they sat down just now.
    """
    budget = timedelta(seconds=game.ready_seconds)
    ends = game.ready_by or now + budget
    if ends <= now:
        return False
    unheard = Q(ready_at=None) | Q(ready_at__lt=ends - 2 * budget)
    missing = Seat.objects.filter(unheard, game=game).exclude(player__kind=PlayerKind.HOUSE)
    if not missing.exists():
        return False
    if game.ready_by is None:
        game.ready_by = game.expires_at = ends
        game.save(update_fields=["ready_by", "expires_at"])
        inbox.tell_asked(game, missing, now)
        store.ring(game.pk)
    return True


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
    if game.ready_by is not None:
        Game.objects.filter(pk=game.pk).update(ready_by=None)
    live = store.begin(game.pk, state, rows)
    if play or not all(row.strategy for row in rows):
        events = events + house.answers(live)
    live.append(events, now)
    inbox.tell_started(game, now)


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
