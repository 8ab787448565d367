"""What waits for a player: every open question over all their games, each with all it takes to answer it."""

from games import clock, engine, store
from games.models import Game, GameStatus, Seat
from games.queries.games import clock_of, clocks_of, iso

#: Questions told at once; a player in more games hears of the rest when these are answered.
MOST = 100


def open_questions(player_id: int) -> list[dict[str, object]]:
    """The questions open for this player, the most urgent first. At most five queries, whatever the number.

    Each holds hand, options with the distinct choices, all tableaus, points, the menu of faces, round and
    turn, deadline and server time, and the seats with their players: nothing depends on an earlier call.
    """
    mine = dict(
        Seat.objects.filter(player_id=player_id, place__isnull=True, game__status=GameStatus.PLAYING)
        .order_by("game__deadline", "game_id")
        .values_list("game_id", "number")[:MOST]
    )
    if not mine:
        return []
    rows = {game.pk: game for game in Game.objects.filter(pk__in=mine, status=GameStatus.PLAYING)}
    loaded = store.load_many([narrow(rows[game_id]) for game_id in mine if game_id in rows])
    asked = {
        game_id: options
        for game_id, number in mine.items()
        if game_id in loaded and (options := engine.options(loaded[game_id].state, number)) is not None
    }
    if not asked:
        return []  # who waits for the others asks most often
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game_id__in=asked).select_related("player").order_by("number"):
        seats.setdefault(seat.game_id, []).append(seat)
    now = iso(clock.now())
    return [
        _question(rows[game_id], loaded[game_id].state, seats[game_id], mine[game_id], options, now)
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
    seats: list[Seat],
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
                "name": seat.player.name if seat.player is not None else None,
                "kind": seat.player.kind if seat.player is not None else None,
                "timeouts": seat.timeouts,
                "away": clocks.seats[seat.number].away,
            }
            for seat in seats
        ],
    }
