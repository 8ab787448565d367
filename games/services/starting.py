"""From a full table to the first deal: the ready step, and the start, whole or not at all."""

from datetime import datetime, timedelta

from django.db.models import Q

from games import engine, store
from games.models import Game, PlayerKind, SealedSeed, Seat
from games.services import house, inbox


def start_when_ready(game: Game, now: datetime) -> None:
    """Start a table that is full, or go on asking; inside the caller's transaction, which holds its row."""
    if not asks_to_be_ready(game, now):
        sealed = SealedSeed.objects.get(game=game)
        start(game, sealed.shuffle_seed, now, play=True)
        sealed.delete()


def asks_to_be_ready(game: Game, now: datetime) -> bool:
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


def start(game: Game, shuffle_seed: str, now: datetime, play: bool) -> None:
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
