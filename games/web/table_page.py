"""The page of one game: the table live for spectators, the result once it is over.

Everybody sees here what a spectator may see; hands stay face down. What was revealed is told turn by turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from django.urls import reverse

from games import engine
from games.models import Game, GameStatus
from games.queries import Replay, SeatLine
from games.web import sentences, stakes
from games.web.rows import seat_name
from games.web.seats import SeatName, SeatRow, pass_way, piles
from games.web.sheets import Sheet, final_sheet, score_sheet

#: So many of the last turns are told in words below the table.
TURNS_TOLD = 8


@dataclass(slots=True)
class TablePage:
    """All that the template draws."""

    rows: list[SeatRow] = field(default_factory=list)
    title: str = ""
    told: str = ""
    notice: str = ""
    passing: str = ""
    race: str = ""
    deadline: datetime | None = None
    replay_url: str = ""
    sheets: list[tuple[str, Sheet]] = field(default_factory=list)
    story: list[tuple[str, str, str]] = field(default_factory=list)


def waiting(game: Game, seats: Sequence[SeatLine]) -> TablePage:
    """A table without a log: open, or expired."""
    page = TablePage(title="Seats")
    page.rows = [
        SeatRow(number=seat.number, name=seat_name(seat), player_id=seat.player_id, seated=True)
        for seat in seats
    ]
    if game.status == GameStatus.EXPIRED:
        page.notice = f"This table never started: {game.expired_reason}"
    else:
        free = sum(seat.player_id is None for seat in seats)
        page.notice = (
            f"The table starts by itself when the last {'seat is' if free == 1 else f'{free} seats are'} "
            "taken. A bot joins through the API."
        )
    return page


def playing(game: Game, view: Mapping[str, Any], replay: Replay) -> TablePage:
    """The table as it lies now, from the spectator's view, and the turns that were revealed."""
    names = [seat_name(seat) for seat in replay.seats]
    tableaus = [[engine.Laid(**card) for card in tableau] for tableau in view["tableaus"]]
    keeps = cast(Sequence[Sequence[str]], view["keeps"])
    sizes, picked = view["hand_sizes"], view["picked"]
    standing = stakes.standing(game.edition, game.options, tableaus)
    marks = stakes.stakes(game.edition, game.options, tableaus, keeps, standing, max(sizes))
    page = TablePage(
        title=f"Round {view['round']} of {view['rounds']}, turn {view['turn']} of {view['turns']}"
    )
    page.passing = sentences.passing_sentence(view["passes_to"], view["turn"] == view["turns"])
    page.race = stakes.race(tableaus, names)
    page.deadline = game.deadline
    for seat in replay.seats:
        number, target = seat.number, view["passes_to"][seat.number]
        now = sum(standing[number].values())
        answered = picked[number]
        page.rows.append(
            SeatRow(
                number=number,
                name=names[number],
                player_id=seat.player_id,
                points=view["points"][number] + now,
                round_points=now,
                tableau=piles(tableaus[number], view["turn"] - 1, keeps[number]),
                stakes=marks[number],
                status=f"{'has picked' if answered else 'is choosing'} from {sizes[number]} cards",
                passes_to=SeatName(target, names[target]),
                way=pass_way(number, target, len(names)),
            )
        )
    _tell(page, replay, names)
    if replay.turns:
        page.replay_url = reverse("games:replay", args=[game.pk])
    return page


def finished(game: Game, replay: Replay) -> TablePage:
    """The result of a game that is over."""
    names = [seat_name(seat) for seat in replay.seats]
    last = replay.turns[-1]
    page = TablePage(title="Places", replay_url=reverse("games:replay", args=[game.pk]))
    order = sorted(replay.seats, key=lambda seat: (seat.place or 0, seat.number))
    for seat in order:
        shown = last.seats[seat.number]
        page.rows.append(
            SeatRow(
                number=seat.number,
                name=names[seat.number],
                player_id=seat.player_id,
                points=seat.points or 0,
                place=seat.place,
                tableau=piles(shown.tableau, 0, shown.keeps),
                status=f"{seat.timeouts} time-out{'s' if seat.timeouts > 1 else ''}" if seat.timeouts else "",
                status_late=bool(seat.timeouts),
            )
        )
    _tell(page, replay, names, whole=True)
    page.told = ""
    rounds = [turn for turn in replay.turns if turn.round_points is not None]
    if last.totals is not None and last.end_by_card is not None:
        points = [turn.round_points or () for turn in rounds]
        page.sheets.append(("Points", final_sheet(names, points, last.end_by_card, last.totals)))
    for turn in rounds:
        if turn.round_by_card is not None and turn.round_points is not None:
            sheet = score_sheet(turn.round, names, turn.round_by_card, turn.round_points)
            page.sheets.append((f"Round {turn.round}", sheet))
    return page


def _tell(page: TablePage, replay: Replay, names: Sequence[str], *, whole: bool = False) -> None:
    """The last turns in words, newest first while the game is played; the whole in order when it is over."""
    told = [
        (
            turn.key,
            reverse("games:replay", args=[replay.game.pk, turn.round, turn.turn]),
            sentences.turn_sentence(turn, names),
        )
        for turn in replay.turns
    ]
    if told:
        page.told = f"Turn {told[-1][0]}: {told[-1][2]}"
    page.story = told if whole else list(reversed(told))[:TURNS_TOLD]
