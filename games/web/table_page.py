"""The page of one game: the table live for spectators, the result once it is over.

Everybody sees here what a spectator may see; hands stay face down. What was revealed is told turn by turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from django.urls import reverse

from games import clock, engine
from games.models import Game, GameStatus, InvitationStatus
from games.phrases import counted, listed
from games.queries import Replay, SeatLine
from games.services.invited import REASONS
from games.web import end_page, layouts, sentences, stakes
from games.web.board import Board, row_names
from games.web.rows import seat_name
from games.web.seats import SeatName, SeatRow, pass_way, piles
from games.web.sheets import Sheet, final_sheet, score_sheet

#: What somebody who was invited has said.
_ANSWERS = {
    InvitationStatus.WAITING: "invited, no answer yet",
    InvitationStatus.ACCEPTED: "accepted",
    InvitationStatus.DECLINED: "declined",
    InvitationStatus.VOID: "did not answer",
}
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
    layout: list[list[layouts.Spot]] = field(default_factory=list)
    deadline: datetime | None = None
    replay_url: str = ""
    sheets: list[tuple[str, Sheet]] = field(default_factory=list)
    story: list[tuple[str, str, str]] = field(default_factory=list)


def waiting(game: Game, seats: Sequence[SeatLine], invited: Sequence[Mapping[str, Any]] = ()) -> TablePage:
    """A table without a log: open, or expired. `invited` is what this viewer may know of invitations."""
    page = TablePage(title="Seats")
    page.rows = [
        SeatRow(number=seat.number, name=seat_name(seat), player_id=seat.player_id, seated=True)
        for seat in seats
    ]
    for one in invited:
        row = page.rows[one["seat"]]
        if row.player_id is None:
            row.name, row.player_id = one["name"], one["player"]
            row.status = _ANSWERS[InvitationStatus(one["status"])]
            row.status_late = one["status"] == InvitationStatus.DECLINED
    if game.status == GameStatus.EXPIRED:
        page.notice = f"This table never started. {game.expired_reason}"
        for one in invited:
            if one["reason"]:
                page.notice += f" {one['name']} says: {REASONS[one['reason']]}"
    elif game.ready_by is not None:
        missing = [seat_name(seat) for seat in seats if not seat.ready]
        page.notice = f"Everybody has a seat. Waiting for players to be ready: {listed(missing)}."
    else:
        free = [seat for seat in seats if seat.player_id is None]
        left = "seat is" if len(free) == 1 else f"{len(free)} seats are"
        page.notice = f"The table starts by itself when the last {left} taken."
        if any(not seat.reserved for seat in free):
            page.notice += " Anybody may sit down, a bot through the API."
    return page


def playing(game: Game, view: Mapping[str, Any], replay: Replay) -> TablePage:
    """The table as it lies now, from the spectator's view, and the turns that were revealed."""
    names = row_names([seat_name(seat) for seat in replay.seats], view["companions"])
    tableaus = [[engine.Laid(**card) for card in tableau] for tableau in view["tableaus"]]
    keeps = cast(Sequence[Sequence[str]], view["keeps"])
    board = Board.of(game.edition, game.variant, view["options"], tableaus, keeps, view["markers"])
    standing = board.worth()
    awarded = _awarded(view)
    left = view["turns"] - view["turn"] + 1
    marks = stakes.stakes(board, standing, [{} for _ in names], left)
    page = TablePage(
        title=f"Round {view['round']} of {view['rounds']}, turn {view['turn']} of {view['turns']}"
    )
    page.layout = layouts.rows_of(view["layout"], view["options"].get("battle_layout"))
    page.passing = sentences.passing_sentence(
        view["passes_to"], view["turn"] == view["turns"], layout=bool(page.layout)
    )
    page.race = stakes.race(board, names)
    page.deadline = game.deadline
    asked = {question["seat"]: question["kind"] for question in view["questions"]}
    for number, name in enumerate(names):
        now = sum(standing[number].values())
        row = SeatRow(
            number=number,
            name=name,
            plays=number < len(replay.seats),
            points=view["points"][number] + now,
            round_points=now + awarded[number],
            tableau=piles(tableaus[number], view["turn"] - 1, keeps[number]),
            stakes=marks[number],
        )
        if row.plays:
            row.player_id = replay.seats[number].player_id
            row.status = _doing(number, view, asked)
            if clock.is_away(game.clocks, number):
                row.status, row.status_late = "away, so the house plays", True
            if not page.layout:
                target = view["passes_to"][number]
                row.passes_to = SeatName(target, names[target])
                row.way = pass_way(number, target, len(replay.seats))
        page.rows.append(row)
    _tell(page, replay, names)
    if replay.turns:
        page.replay_url = reverse("games:replay", args=[game.pk])
    return page


#: What a seat is doing that is asked such a question after the reveal.
DOING = {
    "chopsticks": "is choosing a second card",
    "spoon": "is asking for a card",
    "gift": "is choosing what to give",
    "menu": "is reading the menu",
    "takeout": "is packing the takeout box",
}


def _doing(number: int, view: Mapping[str, Any], asked: Mapping[int, str]) -> str:
    """Whether the seat is asked, and what for."""
    cards = view["hand_sizes"][number]
    kind = asked.get(number)
    if kind == "pick":
        return f"is choosing from {counted(cards, 'card')}" if cards else "is choosing"
    if kind is not None:
        return DOING.get(kind, "is choosing")
    if view["picked"][number]:
        return f"has picked from {counted(cards, 'card')}" if cards else "has picked"
    return "waits"


def _awarded(view: Mapping[str, Any]) -> list[int]:
    """Per row, points given during this round: what is in the total and in no finished round."""
    finished = [scored["points"] for scored in view["round_points"]]
    return [total - sum(points[number] for points in finished) for number, total in enumerate(view["points"])]


def finished(game: Game, replay: Replay) -> TablePage:
    """The result of a game that is over."""
    names = row_names([seat_name(seat) for seat in replay.seats], replay.companions)
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
                status=counted(seat.timeouts, "time-out") if seat.timeouts else "",
                status_late=bool(seat.timeouts),
            )
        )
    _tell(page, replay, names, whole=True)
    edition = engine.EDITIONS[game.edition]
    played = edition.variants[game.variant].change(edition) if game.variant else edition
    page.told = end_page.result(replay, names, lowest=played.lowest_wins)
    rounds = [turn for turn in replay.turns if turn.round_points is not None]
    if last.totals is not None and last.end_by_card is not None:
        points = [turn.round_points or () for turn in rounds]
        page.sheets.append(
            ("Points", final_sheet(names, points, last.end_by_card, last.totals, last.places or ()))
        )
    for turn in rounds:
        if turn.round_by_card is not None and turn.round_points is not None:
            sheet = score_sheet(turn.round, names, turn.round_by_card, turn.round_points, len(replay.seats))
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
