"""What waits for a player: every open question over all their games, each with all it takes to answer it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet

from games import clock, engine, store
from games.models import Game, GameStatus, Seat
from games.prepared import Prepared, padded
from games.queries.games import clock_of, clocks_of, iso
from games.queries.standing import Standing, standings

#: Questions told at once; a player in more games hears of the rest when these are answered.
MOST = 100


class _Sitting(NamedTuple):
    """A seat and who sits there."""

    game_id: int
    number: int
    player_id: int | None
    timeouts: int
    name: str | None
    kind: str | None


def _games(*ids: int) -> QuerySet[Any, Any]:
    return Game.objects.filter(pk__in=ids, status=GameStatus.PLAYING).order_by().values_list(*_COLUMNS)


def _sittings(*game_ids: int) -> QuerySet[Any, Any]:
    return (
        Seat.objects.filter(game_id__in=game_ids)
        .order_by("game_id", "number")
        .values_list("game_id", "number", "player_id", "timeouts", "player__name", "player__kind")
    )


_COLUMNS = [field.attname for field in Game._meta.concrete_fields]
_GAMES, _SITTINGS = Prepared(_games), Prepared(_sittings)


def asked_at(found: Iterable[Standing]) -> list[Standing]:
    """Those of a player's games in which a question waits for them, the most urgent first; MOST at most.

    Known from the clocks alone, so that who waits for the others, who asks most often, costs no state.
    """
    asked = [at for at in found if at.ready_by is None and at.asked]
    return sorted(asked, key=lambda at: (at.deadline is None, at.deadline, at.game_id))[:MOST]


def rows_of(games: Sequence[Standing]) -> dict[int, Game]:
    """The rows of those of these games that are played; one query, none for no game."""
    ids = [at.game_id for at in games]
    found = _GAMES.rows(*padded(ids)) if ids else []
    games_found = (Game.from_db(DEFAULT_DB_ALIAS, _COLUMNS, row) for row in found)
    return {game.pk: game for game in games_found}


def open_questions(player_id: int, found: Iterable[Standing] | None = None) -> list[dict[str, object]]:
    """The questions open for this player, the most urgent first. At most five queries, whatever the number.

    Each holds hand, options with the distinct choices, all tableaus, points, the menu of faces, round and
    turn, deadline and server time, and the seats with their players: nothing depends on an earlier call.
    `found` is what `standings` gave just now, if the caller has it.
    """
    mine = asked_at(standings(player_id) if found is None else found)
    if not mine:
        return []
    rows = rows_of(mine)
    loaded = store.load_many([narrow(rows[at.game_id]) for at in mine if at.game_id in rows])
    number_in = {at.game_id: at.number for at in mine}
    asked = {
        game_id: options
        for game_id, number in number_in.items()
        if game_id in loaded and (options := engine.options(loaded[game_id].state, number)) is not None
    }
    if not asked:
        return []
    seats: dict[int, list[_Sitting]] = {}
    for seat in map(_Sitting._make, _SITTINGS.rows(*padded(list(asked)))):
        seats.setdefault(seat.game_id, []).append(seat)
    now = iso(clock.now())
    return [
        _question(rows[game_id], loaded[game_id].state, seats[game_id], number_in[game_id], options, now)
        for game_id, options in asked.items()
    ]


def narrow(game: Game) -> store.GameRow:
    """The row of the store out of a model."""
    return store.GameRow(
        game.pk,
        game.status,
        game.edition,
        game.rated,
        game.seats_count,
        game.pick_seconds,
        game.bank_seconds,
        game.commitment,
        game.seq,
        game.deadline,
        game.started_at,
        game.clocks,
    )


def _question(
    game: Game,
    state: engine.State,
    seats: Sequence[_Sitting],
    number: int,
    options: engine.Options,
    server_time: str | None,
) -> dict[str, object]:
    view = engine.view(state, number).to_json()
    clocks = clocks_of(game)
    choices = options.choices()
    return {
        "game": game.pk,
        "question": options.question,
        "kind": options.kind,
        "seat": number,
        "hand": view["hand"],
        "options": {
            "faces": list(options.faces),
            "least": options.least,
            "most": options.most,
            "ordered": options.ordered,
            "listed": options.only is not None,
            "choices": None if choices is None else [list(choice) for choice in choices],
        },
        "tableaus": view["tableaus"],
        "keeps": view["keeps"],
        "layout": view["layout"],
        "aside": view["aside"],
        "discards": view["discards"],
        "pile_sizes": view["pile_sizes"],
        "markers": view["markers"],
        "hand_sizes": view["hand_sizes"],
        "passes_to": view["passes_to"],
        "points": view["points"],
        "round_points": view["round_points"],
        "edition": game.edition,
        "variant": game.variant,
        "table_options": view["options"],
        "companions": view["companions"],
        "lowest_wins": view["lowest_wins"],
        "menu": list(engine.EDITIONS[game.edition].faces),
        "rules_version": game.rules_version,
        "rated": game.rated,
        "round": view["round"],
        "rounds": view["rounds"],
        "turn": view["turn"],
        "turns": view["turns"],
        "deadline": iso(clocks.deadline_of(number) or game.deadline),
        "bank_ms": clocks.seats[number].bank_ms,
        "pick_seconds": game.pick_seconds,
        "clock": clock_of(game),
        "server_time": server_time,
        "seq": game.seq,
        "timeouts": seats[number].timeouts,
        "timeouts_in_row": clocks.seats[number].missed,
        "players": [
            {
                "seat": seat.number,
                "player": seat.player_id,
                "name": seat.name,
                "kind": seat.kind,
                "timeouts": seat.timeouts,
                "away": clocks.seats[seat.number].away,
            }
            for seat in seats
        ],
    }
