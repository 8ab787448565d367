"""From round to round: absorb results, close the round, pair the next, publish it, open its tables, finish.

`advance` looks what is missing and does that. Each step is one transaction that locks the tournament's row
and looks again, so two workers at once, a crash between any two steps and a message that comes twice are all
harmless: what was not done is still missing, and what was done is seen. Pairing takes up to seconds, so it
is worked out before the lock and kept only if nothing changed meanwhile.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games import clock
from games import services as games
from games.engine import RuleError
from games.models import GameOrigin, GameStatus, Player, PlayerKind, Seat
from tournaments import formats, situations
from tournaments.models import Bye, Entrant, Result, Round, Table, TableSeat, Tournament, TournamentStatus
from tournaments.refusals import CannotPair, WrongStatus
from tournaments.services.entry import locked, start_tournament
from tournaments.tiebreaks import placing_share

log = logging.getLogger("kaiten.tournaments")


def advance_all(now: datetime | None = None) -> int:
    """Start the drafts whose time has come and advance everything that runs; how many were moved."""
    moment = now or clock.now()
    _start_due(moment)
    running = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
    moved = 0
    for tournament_id in list(running.values_list("pk", flat=True)):
        try:
            moved += advance(tournament_id, now)
        except Exception:
            # One broken tournament must not hold up the others; beat tries it again.
            log.exception("Tournament %s could not be advanced.", tournament_id)
    return moved


def advance(tournament_id: int, now: datetime | None = None) -> bool:
    """Do everything that can be done now; whether anything was. Running it twice changes nothing more."""
    moved = False
    while _step(tournament_id, now or clock.now()):
        moved = True
    return moved


def _step(tournament_id: int, moment: datetime) -> bool:
    """One thing that is missing. Looks without a lock first, for most calls find nothing to do."""
    tournament = Tournament.objects.filter(pk=tournament_id, status=TournamentStatus.RUNNING).first()
    if tournament is None:
        return False
    current = Round.objects.filter(tournament=tournament, finished_at=None).first()
    if current is None:
        played = Round.objects.filter(tournament=tournament).count()
        if played >= tournament.rounds_planned:
            return _finish(tournament_id, moment)
        return _pair(tournament, played + 1, moment)
    if current.published_at is None:
        return current.due_at <= moment and _publish(tournament_id, current.pk, moment)
    unopened = list(
        Table.objects.filter(round=current, game=None).order_by("number").values_list("pk", flat=True)
    )
    # Not `any` of a generator: every table is opened, not only those up to the first success.
    opened = [_open_table(tournament_id, table_id, moment) for table_id in unopened]
    ended = Table.objects.filter(round=current, game__status=GameStatus.FINISHED, results=None).exists()
    if ended or not Table.objects.filter(round=current, results=None).exists():
        return _absorb(tournament_id, current.pk, moment)
    return any(opened)


def _absorb(tournament_id: int, round_id: int, moment: datetime) -> bool:
    """Take the results of finished games that have none yet; close the round when all are in."""
    with transaction.atomic():
        locked(tournament_id)
        current = Round.objects.filter(pk=round_id, published_at__isnull=False, finished_at=None).first()
        if current is None:
            return False
        ended = list(Table.objects.filter(round=current, game__status=GameStatus.FINISHED, results=None))
        results = _results(ended, moment)
        Result.objects.bulk_create(results)
        complete = not Table.objects.filter(round=current, results=None).exists()
        if complete:
            current.finished_at = moment
            current.save(update_fields=["finished_at"])
        return bool(results) or complete


def _results(tables: list[Table], moment: datetime) -> list[Result]:
    """The outcome of each seat of these tables' games. The game says who sat there, not the pairing."""
    entrant_of = {
        (table_id, player_id): entrant_id
        for table_id, player_id, entrant_id in TableSeat.objects.filter(table__in=tables).values_list(
            "table_id", "entrant__player_id", "entrant_id"
        )
    }
    seats_of: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=[table.game_id for table in tables]).order_by("number"):
        seats_of.setdefault(seat.game_id, []).append(seat)
    results: list[Result] = []
    for table in tables:
        seats = seats_of[table.game_id] if table.game_id is not None else []
        places = [seat.place for seat in seats]
        for seat in seats:
            if seat.place is None or seat.points is None or seat.player_id is None:
                raise RuntimeError(f"game {seat.game_id} is finished and seat {seat.number} has no place")
            results.append(
                Result(
                    table=table,
                    entrant_id=entrant_of[table.pk, seat.player_id],
                    place=seat.place,
                    points=seat.points,
                    share=placing_share(seat.place, places.count(seat.place), len(seats)),
                    recorded_at=moment,
                )
            )
    return results


def _pair(tournament: Tournament, number: int, moment: datetime) -> bool:
    """Pair round `number` and keep it, unpublished; finish instead when too few are left to play."""
    before = situations.situation(tournament, number)
    try:
        pairing: formats.Pairing | None = formats.format_of(tournament.format).pair(before)
    except CannotPair as refusal:
        log.warning("Tournament %s ends early: %s", tournament.pk, refusal.detail)
        pairing = None
    if pairing is None or not pairing.tables:
        return _finish(tournament.pk, moment, early=before)
    with transaction.atomic():
        now_locked = locked(tournament.pk)
        if now_locked.status != TournamentStatus.RUNNING or _changed(now_locked, before):
            return False
        gone = Entrant.objects.filter(tournament=now_locked, dropped_at=None, player__active=False)
        gone.update(dropped_at=moment)
        last = Round.objects.filter(tournament=now_locked).order_by("-number").first()
        due = moment if last is None or last.finished_at is None else last.finished_at
        if last is not None:
            due += timedelta(seconds=now_locked.round_seconds)
        made = Round.objects.create(tournament=now_locked, number=number, due_at=due)
        Table.objects.bulk_create(
            [Table(round=made, number=place) for place, _ in enumerate(pairing.tables, start=1)]
        )
        # Read back: a bulk insert does not return ids on every database version we run on.
        tables = list(Table.objects.filter(round=made).order_by("number"))
        TableSeat.objects.bulk_create(
            [
                TableSeat(table=table, round=made, entrant_id=entrant, number=seat)
                for table, seated in zip(tables, pairing.tables, strict=True)
                for seat, entrant in enumerate(seated)
            ]
        )
        Bye.objects.bulk_create(
            [Bye(round=made, entrant_id=bye.entrant, share=bye.share) for bye in pairing.byes]
        )
        return True


def _changed(tournament: Tournament, before: formats.Situation) -> bool:
    """Whether the tournament is no longer as it was when the pairing was worked out."""
    if Round.objects.filter(tournament=tournament).count() != before.round - 1:
        return True
    return situations.situation(tournament, before.round) != before


def _publish(tournament_id: int, round_id: int, moment: datetime) -> bool:
    """Show the round; from now on its pairing stands."""
    with transaction.atomic():
        locked(tournament_id)
        return bool(Round.objects.filter(pk=round_id, published_at=None).update(published_at=moment))


def _open_table(tournament_id: int, table_id: int, moment: datetime) -> bool:
    """Open the game of one published table, and note it in the same transaction.

    Nobody knows when a round will be published, so whoever is not of the house is asked to be ready first;
    the game is dealt when all are, at the latest when the time for that is over.
    """
    try:
        with transaction.atomic():
            tournament = locked(tournament_id)
            table = Table.objects.filter(pk=table_id, game=None, round__published_at__isnull=False).first()
            if table is None:
                return False
            seats = TableSeat.objects.filter(table=table).order_by("number").select_related("entrant__player")
            players = [seat.entrant.player for seat in seats]
            house_only = all(player.is_house for player in players)
            table.game = games.open_game(
                opened_by=tournament.created_by_id,
                edition=tournament.edition,
                variant=tournament.variant,
                seats=[("player", player.pk) for player in players],
                # Two of one owner meet where no seating could keep them apart; such a game is not rated.
                rated=tournament.rated and not _share_an_owner(players),
                pick_seconds=tournament.pick_seconds,
                ready_seconds=0 if house_only else clock.READY_SECONDS,
                origin=GameOrigin.TOURNAMENT,
                now=moment,
            )
            table.save(update_fields=["game"])
            return True
    except RuleError as refusal:
        # Such as a player suspended after the pairing was published; the table waits until that is undone.
        log.warning("Table %s of tournament %s cannot open: %s", table_id, tournament_id, refusal.detail)
        return False


def _share_an_owner(players: list[Player]) -> bool:
    owners = [one.owner_id for one in players if one.kind != PlayerKind.HOUSE and one.owner_id is not None]
    return len(set(owners)) < len(owners)


def _finish(tournament_id: int, moment: datetime, early: formats.Situation | None = None) -> bool:
    """End the tournament: after its last round, or `early` unless something changed since pairing failed."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.status != TournamentStatus.RUNNING:
            return False
        if Round.objects.filter(tournament=tournament, finished_at=None).exists():
            return False
        if early is not None and _changed(tournament, early):
            return False
        tournament.status = TournamentStatus.FINISHED
        tournament.finished_at = moment
        tournament.save(update_fields=["status", "finished_at"])
        return True


def _start_due(moment: datetime) -> None:
    """Start drafts whose time has come. One that cannot start loses its date and waits for the organiser."""
    due = Tournament.objects.filter(status=TournamentStatus.DRAFT, starts_at__lte=moment).order_by("pk")
    for tournament_id in list(due.values_list("pk", flat=True)):
        try:
            start_tournament(tournament_id, moment)
        except WrongStatus:
            continue  # another worker started it, or the field changed; the next run looks again
        except RuleError as refusal:
            log.warning("Tournament %s cannot start by itself: %s", tournament_id, refusal.detail)
            drafts = Tournament.objects.filter(pk=tournament_id, status=TournamentStatus.DRAFT)
            drafts.update(starts_at=None)
