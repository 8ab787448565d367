"""The replay page: where one stands, where one may step, the table as the viewer was shown it.

Everything is read off `queries.Replay`; addresses hold the whole state of the page, so back and copy work.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.urls import reverse

from games import engine
from games.queries import Replay, ReplayTurn
from games.web import layouts, sentences, stakes
from games.web.board import Board, row_names
from games.web.end_page import End, end_of
from games.web.seats import SeatName, SeatRow, hand_cards, pass_way, piles
from games.web.sheets import Sheet, score_sheet


@dataclass(frozen=True, slots=True)
class Addresses:
    """Builds the addresses of one game's replay for one perspective and one followed hand."""

    game: int
    seen_as: str
    hand: int | None

    def turn(self, round_number: int, turn: int, *, hand: int | None = None) -> str:
        """The address of a turn; `hand` follows another hand than the page does."""
        path = reverse("games:replay", args=[self.game, round_number, turn])
        return self._with(path, self.seen_as, self.hand if hand is None else hand)

    def unfollowed(self, round_number: int, turn: int) -> str:
        """The address of a turn without a followed hand."""
        return self._with(reverse("games:replay", args=[self.game, round_number, turn]), self.seen_as, None)

    def end(self) -> str:
        """The address of the last page."""
        return self._with(reverse("games:replay_end", args=[self.game]), self.seen_as, self.hand)

    def seen(self, key: str, at: tuple[int, int] | None) -> str:
        """The same place seen with other eyes."""
        name, args = ("games:replay", [self.game, *at]) if at else ("games:replay_end", [self.game])
        return self._with(reverse(name, args=args), key, self.hand)

    def _with(self, path: str, key: str, hand: int | None) -> str:
        query = {"as": key} | ({} if hand is None else {"hand": str(hand)})
        return f"{path}?{urlencode(query)}#turn"


@dataclass(frozen=True, slots=True)
class Perspective:
    """One way to see the game."""

    key: str
    label: str
    url: str
    current: bool
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A turn on the belt."""

    turn: int
    url: str
    current: bool
    moments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A round on the belt."""

    number: int
    url: str
    current: bool
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class MomentLine:
    """A moment to jump to."""

    at: str
    url: str
    text: str
    current: bool


@dataclass(slots=True)
class ReplayPage:
    """All that the template draws."""

    here: str
    told: str
    perspectives: list[Perspective]
    lanes: list[Lane]
    moments: list[MomentLine]
    rows: list[SeatRow]
    passing: str = ""
    passes: bool = False
    race: str = ""
    layout: list[list[layouts.Spot]] = field(default_factory=list)
    hands_shown: bool = False
    masked: bool = False
    scored: Sheet | None = None
    end: End | None = None
    first: str = ""
    previous: str = ""
    next: str = ""
    last: str = ""
    round_up: str = ""
    round_down: str = ""
    seat_up: str = ""
    seat_down: str = ""


def build(replay: Replay, key: str, at: tuple[int, int] | None, hand: int | None) -> ReplayPage | None:
    """The page at a turn, or at the end for `at` None; None when there is no such turn."""
    names = row_names([seat.name or "open seat" for seat in replay.seats], replay.companions)
    to = Addresses(replay.game.pk, key, hand)
    index = len(replay.turns)
    if at is not None:
        found = replay.turn(*at)
        if found is None:
            return None
        index = replay.turns.index(found)
    elif not replay.over:
        return None
    page = ReplayPage(
        here="The end" if at is None else f"Round {at[0]}, turn {at[1]}",
        told="",
        perspectives=_perspectives(replay, names, to, key, at),
        lanes=_lanes(replay, names, to, at),
        moments=_moments(replay, names, to, at),
        rows=[],
        masked=key != "open",
    )
    _steps(page, replay, to, index)
    if at is None:
        page.end = end_of(replay, board_of(replay, replay.turns[-1]), names, to.turn)
        page.told = page.end.sentence
    else:
        _table(page, replay, replay.turns[index], names, to)
    return page


def _steps(page: ReplayPage, replay: Replay, to: Addresses, index: int) -> None:
    """Where arrows, page keys, Home and End lead."""
    turns = replay.turns
    stops = [to.turn(turn.round, turn.turn) for turn in turns] + ([to.end()] if replay.over else [])
    page.first = stops[0] if index > 0 else ""
    page.previous = stops[index - 1] if index > 0 else ""
    page.next = stops[index + 1] if index + 1 < len(stops) else ""
    page.last = stops[-1]
    starts = [number for number, turn in enumerate(turns) if turn.turn == 1]
    before = [start for start in starts if start < index]
    after = [start for start in starts if start > index]
    page.round_up = stops[before[-1]] if before else ""
    page.round_down = stops[after[0]] if after else (stops[-1] if index < len(stops) - 1 else "")
    current = next((number for number, one in enumerate(page.perspectives) if one.current), 0)
    if len(page.perspectives) > 1:
        page.seat_up = page.perspectives[current - 1].url
        page.seat_down = page.perspectives[(current + 1) % len(page.perspectives)].url


def _perspectives(
    replay: Replay, names: Sequence[str], to: Addresses, key: str, at: tuple[int, int] | None
) -> list[Perspective]:
    """The ways this game may be seen: all of them when it is over, the spectator's while it is played."""
    ways: list[tuple[str, str, int | None]] = [("spectator", "spectator", None)]
    if replay.over:
        seats = [(str(seat.number), names[seat.number], seat.number) for seat in replay.seats]
        ways = [("open", "all cards", None), *ways, *seats]
    return [Perspective(way, label, to.seen(way, at), way == key, number) for way, label, number in ways]


def _lanes(replay: Replay, names: Sequence[str], to: Addresses, at: tuple[int, int] | None) -> list[Lane]:
    lanes = []
    kept = sentences.worth_a_jump(replay.turns)
    for number in range(1, replay.rounds + 1):
        turns = [turn for turn in replay.turns if turn.round == number]
        if not turns:
            continue
        stops = tuple(
            Stop(
                turn.turn,
                to.turn(turn.round, turn.turn),
                (turn.round, turn.turn) == at,
                tuple(sentences.moment_sentence(moment, names) for moment in kept[turn.key]),
            )
            for turn in turns
        )
        current = at[0] == number if at else number == replay.rounds
        lanes.append(Lane(number, stops[0].url, current, stops))
    return lanes


def _moments(
    replay: Replay, names: Sequence[str], to: Addresses, at: tuple[int, int] | None
) -> list[MomentLine]:
    """The moments in order."""
    kept = sentences.worth_a_jump(replay.turns)
    lines = []
    for turn in replay.turns:
        for moment in kept[turn.key]:
            text = sentences.moment_sentence(moment, names)
            here = (turn.round, turn.turn) == at
            lines.append(MomentLine(turn.key, to.turn(turn.round, turn.turn), text, here))
    return lines


def origin_of_hand(replay: Replay, turn: ReplayTurn, holder: int) -> int:
    """The seat that a hand was dealt to, given who holds it in this turn: a hand's name for a whole round."""
    for earlier in reversed(replay.turns[: replay.turns.index(turn)]):
        if earlier.round != turn.round:
            break
        holder = earlier.passes_to.index(holder)
    return holder


def board_of(replay: Replay, turn: ReplayTurn) -> Board:
    """What lay open after this turn."""
    return Board.of(
        replay.game.edition,
        replay.game.variant,
        replay.options,
        [seat.tableau for seat in turn.seats],
        [seat.keeps for seat in turn.seats],
        turn.markers,
    )


def _table(page: ReplayPage, replay: Replay, turn: ReplayTurn, names: Sequence[str], to: Addresses) -> None:
    """The rows of the table in this turn, and what is said above them."""
    last_turn = turn.round_points is not None
    board = board_of(replay, turn)
    left = 0 if last_turn else max(board.rules.turns - turn.turn, 0)
    marks = stakes.stakes(
        board, [seat.standing for seat in turn.seats], [seat.awarded for seat in turn.seats], left
    )
    page.told = sentences.turn_sentence(turn, names)
    page.layout = layouts.rows_of(turn.layout, replay.options.get("battle_layout"))
    page.passing = sentences.passing_sentence(turn.passes_to, last_turn, layout=bool(page.layout))
    page.passes = not last_turn and not page.layout
    page.race = stakes.race(board, names)
    page.hands_shown = any(seat.hand_size for seat in turn.seats)
    extras = [(deed.seat, deed.printed) for deed in turn.deeds if deed.kind == "extra"]
    gifts = [(deed.other, deed.printed) for deed in turn.deeds if deed.kind in ("gift", "handed")]
    for seat in turn.seats:
        chosen = [*seat.chosen, *[face for number, face in extras if number == seat.number]]
        given = [face for number, face in gifts if number == seat.number]
        row = SeatRow(
            number=seat.number,
            name=names[seat.number],
            plays=seat.number < len(replay.seats),
            points=seat.so_far,
            round_points=seat.so_far - seat.banked,
            hand=hand_cards(seat.hand, chosen, given) if seat.hand else None,
            hand_size=seat.hand_size,
            tableau=piles(seat.tableau, turn.turn, seat.keeps),
            stakes=marks[seat.number],
            mine=replay.viewer == seat.number,
        )
        if row.plays:
            row.player_id = replay.seats[seat.number].player_id
            _fate(row, replay, turn, names, to, last_turn=last_turn or bool(page.layout))
        page.rows.append(row)
    if turn.round_points is not None and turn.round_by_card is not None:
        page.scored = score_sheet(turn.round, names, turn.round_by_card, turn.round_points, len(replay.seats))


def _fate(
    row: SeatRow, replay: Replay, turn: ReplayTurn, names: Sequence[str], to: Addresses, *, last_turn: bool
) -> None:
    """How the seat came to its pick, and where its hand goes and can be followed to."""
    seat = turn.seats[row.number]
    if seat.cause:
        why = "away" if seat.cause == "away" else "time ran out"
        row.status, row.status_late = f"{why}, the house picked", True
    elif seat.seconds is not None and seat.seconds >= 1:
        row.status = f"picked after {seat.seconds:.0f} s"
    if not last_turn:
        target = turn.passes_to[row.number]
        row.passes_to = SeatName(target, names[target])
        row.way = pass_way(row.number, target, len(replay.seats))
    if replay.viewer is engine.OPEN and seat.hand_size:
        origin = origin_of_hand(replay, turn, row.number)
        if to.hand == origin:
            row.followed = True
            row.unfollow_url = to.unfollowed(turn.round, turn.turn)
        following = replay.turn(turn.round, turn.turn + 1)
        if following is not None:
            row.follow_url = to.turn(following.round, following.turn, hand=origin)
