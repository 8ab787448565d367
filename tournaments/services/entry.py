"""Before the first pairing, and the door during play: make a tournament, enter, drop out, start.

Whoever changes who takes part throws away a round that is paired and not yet published, so that the next
`advance` pairs it anew. Who may do all this is decided in `access.py`, by the callers.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from games import clock, engine
from games.models import Player
from ratings import queries as ratings
from tournaments import formats, seating, signals, situations, tiebreaks
from tournaments.models import Entrant, Round, Tournament, TournamentStatus
from tournaments.refusals import BadTournament, CannotPair, EntryRefused, NoSuchTournament, WrongStatus

MOST_ENTRANTS = 200
MOST_ROUNDS = 400
LONGEST_PAUSE_SECONDS = 7 * 24 * 3600
LONGEST_PICK_SECONDS = 7 * 24 * 3600


def create_tournament(
    *,
    name: str,
    format: str,
    edition: str = "classic",
    variant: str = "",
    seats: tuple[int, int] | None = None,
    rounds: int = 0,
    rated: bool = True,
    pick_seconds: int | None = None,
    round_seconds: int = 0,
    tie_breaks: Sequence[str] = tiebreaks.DEFAULT_ORDER,
    created_by: int | None = None,
    starts_at: datetime | None = None,
) -> Tournament:
    """A draft that players can enter.

    `seats`: least and most at a table, the format's own if None. `rounds` 0: as many as the format needs.
    `round_seconds`: pause before each round after the first. `starts_at`: it starts by itself then; else
    the organiser starts it. Raises BadTournament and its kinds, CannotPair.
    """
    name = " ".join(name.split())
    if not 3 <= len(name) <= 80 or not name.isprintable():
        raise BadTournament("A tournament needs a name of 3 to 80 printable characters.")
    chosen = formats.format_of(format)
    least, most = seats or chosen.default_seats
    chosen.check_seats(least, most)
    _check_edition(edition, variant, least, most)
    if rated and variant:
        raise BadTournament(
            "Rated games are played by the edition's own rules; leave the variant out or make it unrated."
        )
    tiebreaks.check_order(tie_breaks)
    if not 0 <= rounds <= MOST_ROUNDS:
        raise BadTournament(f"Rounds are 0 (as many as needed) to {MOST_ROUNDS}.")
    if not 0 <= round_seconds <= LONGEST_PAUSE_SECONDS:
        raise BadTournament(f"The pause between rounds is 0 to {LONGEST_PAUSE_SECONDS} seconds.")
    if pick_seconds is not None and not 1 <= pick_seconds <= LONGEST_PICK_SECONDS:
        raise BadTournament(f"The time for a pick is 1 to {LONGEST_PICK_SECONDS} seconds.")
    if created_by is not None and not Player.objects.filter(pk=created_by, active=True).exists():
        raise BadTournament(f"There is no active player {created_by} to organise it.")
    fields = {
        "name": name,
        "format": chosen.key,
        "edition": edition,
        "variant": variant,
        "least_seats": least,
        "most_seats": most,
        "rounds_planned": rounds,
        "rated": rated,
        "pick_seconds": pick_seconds,
        "round_seconds": round_seconds,
        "tie_breaks": list(tie_breaks),
        "created_by_id": created_by,
        "starts_at": starts_at,
        "created_at": clock.now(),
    }
    base = slugify(name)[:50].strip("-") or "tournament"
    number = 1
    while True:
        slug = base if number == 1 else f"{base}-{number}"
        try:
            with transaction.atomic():
                return Tournament.objects.create(slug=slug, shuffle_seed=secrets.token_hex(32), **fields)
        except IntegrityError:
            if not Tournament.objects.filter(slug=slug).exists():
                raise
            # Somebody has the name; a club has few of one name, so counting up finds the next.
            number += 1


def add_entrant(tournament_id: int, player_id: int) -> Entrant:
    """Enter a player; one who dropped out comes back with the points won before.

    Between rounds of a running tournament only where the format takes late entrants: they begin with no
    points. Raises NoSuchTournament, EntryRefused, WrongStatus.
    """
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.status == TournamentStatus.FINISHED:
            raise WrongStatus("The tournament is over; nobody can enter any more.")
        player = Player.objects.filter(pk=player_id, active=True).first()
        if player is None:
            raise EntryRefused(f"There is no active player {player_id}.")
        running = tournament.status == TournamentStatus.RUNNING
        entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
        if entrant is not None and entrant.dropped_at is None:
            raise EntryRefused(f"{player.name} has entered already.")
        if entrant is None:
            if running and not formats.format_of(tournament.format).takes_late_entrants:
                raise WrongStatus("This format's schedule is fixed at the start; nobody can enter any more.")
            if Entrant.objects.filter(tournament=tournament).count() >= MOST_ENTRANTS:
                raise EntryRefused(f"A tournament takes at most {MOST_ENTRANTS} entrants.")
            last = Entrant.objects.filter(tournament=tournament).aggregate(last=Max("seed"))["last"]
            seed = (last or 0) + 1 if running else None
            entrant = Entrant.objects.create(tournament=tournament, player=player, seed=seed)
        else:
            entrant.dropped_at = None
            entrant.save(update_fields=["dropped_at"])
        forget_unpublished(tournament)
        signals.ring_after_commit()
        return entrant


def drop_entrant(tournament_id: int, entrant_id: int, now: datetime | None = None) -> None:
    """Take an entrant out: before the start without a trace, later from the next unpublished round on.

    A table that is being played is played to its end. Raises NoSuchTournament, EntryRefused, WrongStatus.
    """
    with transaction.atomic():
        tournament = locked(tournament_id)
        entrant = Entrant.objects.filter(tournament=tournament, pk=entrant_id).first()
        if entrant is None:
            raise EntryRefused(f"There is no entrant {entrant_id} in this tournament.")
        if tournament.status == TournamentStatus.FINISHED:
            raise WrongStatus("The tournament is over; nobody can drop out any more.")
        if tournament.status == TournamentStatus.DRAFT:
            entrant.delete()
            return
        if entrant.dropped_at is None:
            entrant.dropped_at = now or clock.now()
            entrant.save(update_fields=["dropped_at"])
            forget_unpublished(tournament)
            signals.ring_after_commit()


def start_tournament(tournament_id: int, now: datetime | None = None) -> Tournament:
    """Seed the field by rating and settle the number of rounds; `advance` pairs and opens the first.

    Raises NoSuchTournament, WrongStatus, CannotPair when the field does not suit the format.
    """
    draft = Tournament.objects.filter(pk=tournament_id).first()
    if draft is None:
        raise NoSuchTournament(f"There is no tournament {tournament_id}.")
    if draft.status != TournamentStatus.DRAFT:
        raise WrongStatus("The tournament has started already.")
    chosen = formats.format_of(draft.format)
    entrants = list(Entrant.objects.filter(tournament=draft, player__active=True).order_by("pk"))
    chosen.check_field(len(entrants))
    order = ratings.seeds([one.player_id for one in entrants], draft.edition, draft.most_seats)
    entrants.sort(key=lambda one: order[one.player_id])
    # Counting the rounds may mean finding the whole schedule, so it happens before the lock is taken.
    field = tuple(formats.Contender(one.pk, seed) for seed, one in enumerate(entrants, start=1))
    blank = situations.situation(draft, 1)._replace(
        field=field, present=frozenset(one.pk for one in entrants)
    )
    rounds = chosen.rounds(blank, draft.rounds_planned)
    if rounds > MOST_ROUNDS:
        raise CannotPair(f"So many entrants would need {rounds} rounds; {MOST_ROUNDS} is the most.")
    with transaction.atomic():
        tournament = locked(tournament_id)
        ids = Entrant.objects.filter(tournament=tournament, player__active=True).order_by("pk")
        if tournament.status != TournamentStatus.DRAFT:
            raise WrongStatus("The tournament has started already.")
        if list(ids.values_list("pk", flat=True)) != sorted(one.pk for one in entrants):
            raise WrongStatus("Somebody entered or dropped out at this very moment. Start it again.")
        Entrant.objects.filter(tournament=tournament, player__active=False).delete()
        for seed, entrant in enumerate(entrants, start=1):
            entrant.seed = seed
        Entrant.objects.bulk_update(entrants, ["seed"])
        tournament.status = TournamentStatus.RUNNING
        tournament.started_at = now or clock.now()
        tournament.rounds_planned = rounds
        tournament.save(update_fields=["status", "started_at", "rounds_planned"])
        signals.ring_after_commit()
        return tournament


def locked(tournament_id: int) -> Tournament:
    """The row, locked until the transaction ends: entries, pairings and results of one tournament take
    turns. (SQLite has locked everything at BEGIN.) Raises NoSuchTournament."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament(f"There is no tournament {tournament_id}.")
    return tournament


def forget_unpublished(tournament: Tournament) -> None:
    """Throw away the pairing nobody has seen, since the field it was made for has changed."""
    Round.objects.filter(tournament=tournament, published_at=None).delete()


def _check_edition(edition: str, variant: str, least: int, most: int) -> None:
    known = engine.EDITIONS.get(edition)
    if known is None:
        raise BadTournament(f"There is no edition {edition!r}. Choose one of: {', '.join(engine.EDITIONS)}.")
    if variant and variant not in known.variants:
        names = ", ".join(known.variants) or "none so far"
        raise BadTournament(f"{known.name} has no variant {variant!r}. Its variants: {names}.")
    largest = most if most == least == 2 else seating.largest_table(least, most)
    if least < known.least_seats or largest > known.most_seats:
        raise BadTournament(
            f"{known.name} is for {known.least_seats} to {known.most_seats} players, and tables of "
            f"{least} to {most} may need {least} to {largest}."
        )
