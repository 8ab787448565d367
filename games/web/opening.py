"""The page on which a person opens a table: edition, variant or menu, house rules, who sits where, the clock.

What can be played is read off the engine and the register of house bots, so a new edition, option or
bot shows here by itself. Whether it can be played like that the services decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games import bots, clock, engine, services
from games.models import Player, PlayerKind
from games.refusals import BadTable
from games.web.clocks import clock_words
from games.web.option_words import label_of, value_words
from games.web.visitor import player_of, without_player

#: The option that has a field of its own, beside the suggested ones.
MENU = "menu"
#: Options that say which cards are played with, and stand first; the others are house rules.
CARDS = ("option-menu", "option-dessert")
#: The clocks on offer, the usual one first: those that have a name, and one for people at their ease.
CLOCKS = {
    "live": clock.PRESETS["live"],
    "unhurried": clock.TimeControl(300, 0, clock.READY_SECONDS),
    **clock.PRESETS,
}
#: Whom the seats are offered to at first: an ordinary evening with three house bots.
FIRST_SEATS = ("house:greedy", "house:drafter", "house:random")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a select."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A select with its label; of a house rule, or of a seat with the name of whoever is invited to it."""

    name: str
    label: str
    entries: tuple[Entry, ...]
    invited: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form, and the table it opens. A refusal stands beside the form, which keeps what was chosen."""
    player = player_of(request)
    if player is None:
        return without_player(request, request.get_full_path())
    asked = request.POST if request.method == "POST" else request.GET
    key = str(asked.get("edition", ""))
    edition = engine.EDITIONS.get(key) or next(iter(engine.EDITIONS.values()))
    wrong = ""
    if request.method == "POST":
        try:
            return redirect("games:table", open_table(player, edition, request.POST))
        except engine.RuleError as error:
            wrong = error.detail
    rules = _rules(edition, asked)
    context = {
        "wrong": wrong,
        "edition": edition,
        "tabs": [
            (each.name, f"{reverse('games:new')}?edition={each.key}", each is edition)
            for each in engine.EDITIONS.values()
        ],
        "variants": _variants(edition, asked),
        "seats": _seats(edition, asked),
        "menu": str(asked.get("own_menu", "")),
        "has_menu": MENU in edition.options,
        "cards": [rule for rule in rules if rule.name in CARDS],
        "rules": [rule for rule in rules if rule.name not in CARDS],
        "clocks": [
            Entry(key, f"{key.capitalize()}: {clock_words(control)}", asked.get("clock", "live") == key)
            for key, control in CLOCKS.items()
        ],
        "rated": "rated" in asked,
        "player": player,
    }
    return render(request, "games/new.html", context, status=422 if wrong else 200)


def open_table(player: Player, edition: engine.Edition, posted: QueryDict) -> int:
    """Open the table that was asked for; its id. Raises RuleError with a sentence for the form."""
    seats: list[services.SeatSpec] = [("player", player.pk)]
    for number in range(1, most_seats(edition)):
        spec = _seat(str(posted.get(f"seat-{number}", "")), str(posted.get(f"name-{number}", "")))
        if spec is not None:
            seats.append(spec)
    control = CLOCKS.get(str(posted.get("clock")))
    if control is None:
        raise BadTable("Choose a clock from the list.")
    game = services.open_game(
        opened_by=player.pk,
        edition=edition.key,
        variant=str(posted.get("variant", "")),
        options=_options(edition, posted),
        seats=seats,
        rated="rated" in posted,
        pick_seconds=control.pick,
        bank_seconds=control.bank,
        ready_seconds=control.ready,
    )
    return game.pk


def most_seats(edition: engine.Edition) -> int:
    """The most seats of the edition, whatever the variant."""
    return max(edition.hand_sizes)


def _seat(text: str, name: str) -> services.SeatSpec | None:
    """A seat as its select says it; None for one that is not in use. Raises BadTable."""
    kind, _, value = text.partition(":")
    if not text:
        return None
    if text == "open":
        return "open", None
    if kind == "house" and value in bots.BOTS:
        return "house", value
    if text == "invite":
        wanted = " ".join(name.replace("\0", "").split())[:40]
        if not wanted:
            raise BadTable("Write the name of the player you invite, or leave the seat open.")
        found = Player.objects.filter(name__iexact=wanted, active=True).exclude(kind=PlayerKind.HOUSE).first()
        if found is None:
            raise BadTable(f"There is no player called “{wanted}” to invite.")
        return "invited", found.pk
    raise BadTable("Choose who sits at each seat from the list.")


def _options(edition: engine.Edition, posted: QueryDict) -> dict[str, engine.OptionValue]:
    """The options that differ from the default; what is not offered is left out."""
    chosen: dict[str, engine.OptionValue] = {}
    for name, option in _offered(edition).items():
        value = str(posted.get(f"option-{name}", ""))
        found = next((allowed for allowed in option.allowed if str(allowed) == value), option.default)
        if found != option.default:
            chosen[name] = found
    own = str(posted.get("own_menu", "")).strip()[:300]
    if MENU in edition.options and own:
        chosen[MENU] = own
    return chosen


def _offered(edition: engine.Edition) -> Mapping[str, engine.Option]:
    return {name: option for name, option in edition.options.items() if len(option.allowed) > 1}


def _rules(edition: engine.Edition, asked: QueryDict) -> list[Field]:
    """A select for every option that has several values to offer."""
    fields = []
    for name, option in _offered(edition).items():
        wanted = str(asked.get(f"option-{name}", option.default))
        entries = tuple(
            [
                Entry(str(value), _offer(edition, name, value), str(value) == wanted)
                for value in option.allowed
            ]
        )
        fields.append(Field(f"option-{name}", label_of(name, option), entries))
    return fields


def _offer(edition: engine.Edition, name: str, value: engine.OptionValue) -> str:
    """A value in words; of a house rule, which one is the usual."""
    words = value_words(edition, name, value)
    usual = value == edition.options[name].default and f"option-{name}" not in CARDS
    return f"{words} (as usual)" if usual else words


def _variants(edition: engine.Edition, asked: QueryDict) -> list[Entry]:
    wanted = str(asked.get("variant", ""))
    plain = Entry("", "As printed", not wanted)
    return [
        plain,
        *[
            Entry(variant.key, f"{variant.name}: {variant.sentence}", variant.key == wanted)
            for variant in edition.variants.values()
        ],
    ]


def _seats(edition: engine.Edition, asked: QueryDict) -> list[Field]:
    """A select for every seat beside one's own."""
    kinds: Sequence[tuple[str, str]] = [
        ("", "Nobody"),
        *[(f"house:{name}", f"{name.capitalize()}, a house bot") for name in bots.BOTS],
        ("open", "Anybody who comes"),
        ("invite", "Somebody I invite"),
    ]
    fields = []
    for number in range(1, most_seats(edition)):
        first = FIRST_SEATS[number - 1] if number <= len(FIRST_SEATS) else ""
        wanted = str(asked.get(f"seat-{number}", first))
        entries = tuple([Entry(value, label, value == wanted) for value, label in kinds])
        fields.append(
            Field(f"seat-{number}", f"Seat {number}", entries, str(asked.get(f"name-{number}", "")))
        )
    return fields
