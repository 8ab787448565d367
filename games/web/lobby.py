"""What the lobby holds for whoever looks at it: invitations, their own tables, and what became of tables.

Values only; the words for what a player was told are here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.urls import reverse

from games import clock, queries
from games.models import GameStatus, InboxLine, Player, SeatInvitation, Seek, SeekStatus
from games.queries.standing import standings
from games.services.invited import REASONS
from games.web.rows import GameRow, facts_of, game_rows

#: So far back goes what became of tables.
_LATELY = timedelta(days=1)
_LINES = 5


@dataclass(frozen=True, slots=True)
class Invited:
    """A seat that is kept for the visitor."""

    game_id: int
    url: str
    by: str
    facts: str
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that became of a table, in a sentence."""

    url: str
    game_id: int
    at: datetime
    sentence: str


@dataclass(slots=True)
class Lobby:
    """All that waits for one person. Empty for somebody for whom nothing does."""

    invited: list[Invited] = field(default_factory=list)
    tables: list[GameRow] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    seek: Seek | None = None
    reasons: Mapping[str, str] = field(default_factory=lambda: REASONS)

    @property
    def keep(self) -> str:
        """Stays the same while the forms of the invitations may be left alone."""
        return " ".join(str(one.game_id) for one in self.invited)


def lobby_of(player: Player) -> Lobby:
    """What waits for this player; a fixed number of queries."""
    now = clock.now()
    asked = {at.game_id for at in standings(player.pk) if at.asked}
    last = queries.last_seek(player.pk)
    return Lobby(
        [_invited(one) for one in queries.invited_to(player.pk, now)],
        [_mine(row, row.id in asked) for row in game_rows(queries.unfinished(player.pk))],
        _news(queries.told_of_tables(player.pk, now - _LATELY), player),
        last if last is not None and last.status == SeekStatus.WAITING else None,
    )


def _mine(row: GameRow, asked: bool) -> GameRow:
    """A table of one's own: whose turn it is says more than that it is played."""
    if row.status == GameStatus.PLAYING:
        return replace(row, status_label="your turn" if asked else "others choose", asked=asked)
    return replace(row, status_label="are you there?", asked=True) if asked else row


def _invited(one: SeatInvitation) -> Invited:
    game = one.game
    return Invited(
        game.pk,
        reverse("games:table", args=[game.pk]),
        game.opened_by.name if game.opened_by is not None else "The house",
        facts_of(game),
        game.expires_at,
    )


def _news(lines: Sequence[InboxLine], player: Player) -> list[Told]:
    """What became of tables, once for each: that an answer closed one goes without saying, and what one has
    closed oneself, too."""
    answered = {line.game_id for line in lines if line.kind == "invitation_answered"}
    return [
        _told(line)
        for line in lines
        if line.kind != "table_expired"
        or not (
            (line.data["cause"] in ("declined", "left") and line.game_id in answered)
            or (line.data["cause"] == "withdrawn" and line.game.opened_by_id == player.pk)
        )
    ][:_LINES]


def _told(line: InboxLine) -> Told:
    data = line.data
    if line.kind == "table_expired":
        sentence = f"The table closed before it began. {data['reason']}"
    elif data["accepted"]:
        sentence = f"{data['name']} accepted your invitation."
    else:
        sentence = f"{data['name']} declined, so the table closed. {data['says']}".strip()
    return Told(reverse("games:table", args=[line.game_id]), line.game_id, line.at, sentence)
