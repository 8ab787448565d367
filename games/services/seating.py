"""Who may sit where: the seats that are asked for, and what a table refuses, before a row is written."""

from collections.abc import Sequence

from games import engine
from games.models import Game, GameStatus, Player, PlayerKind
from games.refusals import AlreadySeated, BadTable, NoSuchPlayer, SameOwner, TooManyTables
from games.services.players import house_player

#: ("player", player id), ("invited", player id), ("house", name of a house bot) or ("open", None).
SeatSpec = tuple[str, int | str | None]

#: Open tables of one player that may wait at once.
MOST_TABLES = 25
#: Options that choose among what is in the box; a rated game may set these and no others.
PRINTED_CHOICES = frozenset({"menu", "dessert"})


def seat_players(seats: Sequence[SeatSpec]) -> tuple[list[Player | None], dict[int, Player]]:
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


def check_nonce(nonce: str) -> None:
    """Raises BadTable for a player's part of the shuffle that is too long or has what no line may have."""
    if len(nonce) > 64 or "|" in nonce or not nonce.isprintable():
        raise BadTable("A nonce has at most 64 printable characters, and no '|'.")


def refuse_too_many(player_id: int) -> None:
    """Raises TooManyTables for who has as many open tables as one may."""
    if Game.objects.filter(opened_by=player_id, status=GameStatus.OPEN).count() >= MOST_TABLES:
        raise TooManyTables(
            f"You have {MOST_TABLES} open tables. Withdraw one, or wait until one starts or expires."
        )


def refuse_house_rules(setup: engine.Setup) -> None:
    """Ratings compare games of the same rules: a menu is in the box, a house rule is not. Raises BadTable."""
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


def refuse_shared_owner(players: Sequence[Player]) -> None:
    """Raises SameOwner when two of these belong to one person; the house's do not count."""
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
