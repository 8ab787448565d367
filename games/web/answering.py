"""Any question as a form of radios and checkboxes, and what was posted as an answer for the engine.

The form is built from the options alone, so a new card that asks something needs nothing here. Cards are
posted as "position.face", so that two alike stay two and an answer can be read when its question is past;
words that travel with a card as themselves. Whether the answer is legal the engine decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from games import engine
from games.phrases import counted
from games.web import answer_words as words
from games.web import layouts

#: Words that say which of several like cards a face is, and so belong to it.
TIED = ("place",)
_JOIN = "~"


class Unclear(Exception):
    """What was posted is no answer yet; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One radio or checkbox with its card. `tells`: choosing it makes further groups matter."""

    value: str
    face: str
    label: str
    checked: bool = False
    down: bool = False
    copy: bool = False
    tells: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A place of cards laid out in the middle: what lies there, and the choice that takes it, if one does."""

    spot: layouts.Spot
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class Group:
    """A set of choices: one of them, or with `many` any number. `told`: it matters to some cards only.
    `rows`: the same choices where they lie, among cards that cannot be chosen."""

    name: str
    legend: str
    choices: tuple[Choice, ...]
    many: bool = False
    required: bool = False
    told: bool = False
    spare: str = ""
    rows: tuple[tuple[Place, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """A question ready to be drawn."""

    question: str
    kind: str
    heading: str
    button: str
    groups: tuple[Group, ...]


def form_of(options: engine.Options, view: engine.View, posted: QueryDict | None = None) -> AnswerForm:
    """The form of a question; with what was `posted` before still chosen."""
    seat = view.seat or 0
    slots = _slots(options)
    groups = [*_card_groups(options, slots), *_word_groups(options, view.tableaus[seat], view.companions)]
    if posted is not None:
        groups = [_as_posted(group, posted) for group in groups]
    groups = [_laid_out(group, view) for group in groups]
    return AnswerForm(
        options.question,
        options.kind,
        words.heading(options.kind, slots, len(view.hand) or len(_units(options))),
        words.BUTTONS.get(options.kind, "Play it" if options.kind != "pick" else "Confirm the pick"),
        tuple(groups),
    )


def _split(answer: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """An answer's cards, with the words tied to them, and its other words."""
    head = tuple([part for part in answer if ":" not in part or part.partition(":")[0] in TIED])
    return head, tuple([part for part in answer if part not in head])


def _units(options: engine.Options) -> list[tuple[str, ...]]:
    """The cards there are to choose from, each with its tied words."""
    tied = [name for name in options.faces if name.partition(":")[0] in TIED]
    if not tied or options.only is None:
        return [(name,) for name in options.faces if ":" not in name]
    return sorted(
        dict.fromkeys(_split(answer)[0] for answer in options.only),
        key=lambda unit: int(unit[1].partition(":")[2]),
    )


def _slots(options: engine.Options) -> int:
    """How many cards one answer names at most, in order; 0 where it names none or order is nothing."""
    if options.only is None:
        if any(":" in name for name in options.faces) or (options.most > 1 and not options.ordered):
            return 0
        return options.most
    return max(sum(":" not in part for part in answer) for answer in options.only)


def _least(options: engine.Options) -> int:
    if options.only is None:
        return options.least
    return min(sum(":" not in part for part in answer) for answer in options.only)


def _card_groups(options: engine.Options, slots: int) -> list[Group]:
    units = _units(options)
    if not units:
        return []
    telling = _telling(options)
    choices = tuple([_card(number, unit, tells=unit[0] in telling) for number, unit in enumerate(units)])
    if not slots:
        legend = (
            f"{options.least} to {counted(options.most, 'card')}" if options.least < options.most else "Cards"
        )
        return [Group("c0", legend, choices, many=True)]
    least = _least(options)
    one = "From your hand" if options.kind == "pick" else "Cards"
    if len(units[0]) > 1:
        one = "A card that no other card lies on"
    legend = "Your first card" if slots > 1 else one
    groups = [Group("c0", legend, choices, required=least > 0)]
    for slot in range(1, slots):
        legend = (
            "Then a second card, and the chopsticks go into the hand" if slot == 1 else "Then another card"
        )
        spare = "" if slot < least else "no second card" if slot == 1 else "no further card"
        shown = tuple([replace(choice, tells=False) for choice in choices])
        groups.append(Group(f"c{slot}", legend, shown, required=not spare, spare=spare))
    return groups


def _card(number: int, unit: tuple[str, ...], *, tells: bool) -> Choice:
    shown = words.named(unit[0])
    return Choice(f"{number}.{_JOIN.join(unit)}", shown.face, shown.label, tells=tells)


def _telling(options: engine.Options) -> set[str]:
    """The cards with words that not all cards have."""
    found: dict[str, set[str]] = {}
    for answer in options.only or ():
        head, more = _split(answer)
        if head:
            found.setdefault(head[0], set()).update(part.partition(":")[0] for part in more)
    common = set.intersection(*found.values()) if found else set()
    return {face for face, verbs in found.items() if verbs - common}


def _word_groups(
    options: engine.Options, tableau: Sequence[engine.Laid], companions: Sequence[str]
) -> list[Group]:
    if options.only is None:
        loose = [name for name in options.faces if ":" in name]
        return [
            _words(verb, found, tableau, companions, many=True) for verb, found in _by_verb(loose).items()
        ]
    splits = [_split(answer) for answer in options.only]
    heads = {head for head, _ in splits}
    groups = []
    for verb, found in _by_verb([part for _, more in splits for part in more]).items():
        counts: dict[tuple[str, ...], list[int]] = {}
        for head, more in splits:
            counts.setdefault(head, []).append(sum(part.partition(":")[0] == verb for part in more))
        concerned = {head: numbers for head, numbers in counts.items() if max(numbers)}
        always = all(min(numbers) == max(numbers) == 1 for numbers in concerned.values())
        everybody = len(concerned) == len(heads)
        group = _words(verb, found, tableau, companions, many=not always)
        groups.append(replace(group, required=always and everybody, told=not everybody))
    # What a card is told comes before what any turn may have, as in the answer itself.
    return sorted(groups, key=lambda group: not group.told)


def _by_verb(loose: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in dict.fromkeys(loose):
        found.setdefault(word.partition(":")[0], []).append(word)
    return found


def _words(
    verb: str,
    found: Sequence[str],
    tableau: Sequence[engine.Laid],
    companions: Sequence[str],
    *,
    many: bool,
) -> Group:
    choices = []
    for word in found:
        shown = words.word_shown(word, tableau)
        choices.append(Choice(word, shown.face, shown.label, down=shown.down, copy=shown.copy))
    return Group(f"w-{verb}", words.legend_of(verb, companions), tuple(choices), many)


def _as_posted(group: Group, posted: QueryDict) -> Group:
    kept = posted.getlist(group.name)
    return replace(
        group, choices=tuple([replace(choice, checked=choice.value in kept) for choice in group.choices])
    )


def _laid_out(group: Group, view: engine.View) -> Group:
    """The group with its cards where they lie on the table, if they are taken from there."""
    takes = {
        int(number): choice
        for choice in group.choices
        for _, found, number in [choice.value.rpartition(f"{_JOIN}place:")]
        if found
    }
    if not takes:
        return group
    rows = []
    for row, spots in enumerate(layouts.rows_of(view.layout, view.options.get("battle_layout")), 1):
        places = []
        for nth, spot in enumerate(spots, 1):
            choice = takes.get(spot.place)
            # Which of several like cards it is, for those who do not see where it lies.
            where = f", row {row}, {nth} of {len(spots)}"
            places.append(Place(spot, choice and replace(choice, label=choice.label + where)))
        rows.append(tuple(places))
    return replace(group, rows=tuple(rows))


def posted_parts(posted: QueryDict) -> tuple[list[tuple[int, tuple[str, ...]]], list[str]]:
    """The cards posted, each with its position, and the words, in the order of the form."""
    cards: list[tuple[int, tuple[str, ...]]] = []
    said: list[str] = []
    for name, values in posted.lists():
        if name.startswith("w-"):
            said += [str(value) for value in values]
        elif len(name) == 2 and name[0] == "c" and name[1].isdecimal():
            for value in values:
                at, _, unit = str(value).partition(".")
                if unit:
                    cards.append(
                        (int(at) if at.isdecimal() and len(at) < 6 else -1, tuple(unit.split(_JOIN)))
                    )
    return cards, said


def answer_of(
    options: engine.Options | None, companions: Sequence[str], posted: QueryDict
) -> tuple[str, ...]:
    """The answer that was posted. Words that do not concern the card are left out. Raises Unclear.

    Without options, when the question is not open any more, it is taken as it stands.
    """
    cards, said = posted_parts(posted)
    head = tuple([part for _, unit in cards for part in unit])
    if options is None:
        return (*head, *said)
    places = [at for at, _ in cards]
    if len(set(places)) < len(places):
        raise Unclear("You have chosen one card twice: the second must be another card of your hand.")
    if options.only is None:
        if not (head or said) and options.least:
            raise Unclear("Choose a card first, then confirm.")
        return (*head, *said)
    if not head and all(_split(answer)[0] for answer in options.only):
        raise Unclear("Choose a card first, then confirm.")
    left = [answer for answer in options.only if _split(answer)[0] == head]
    if not left:
        return (*head, *said)
    return _narrowed(left, _by_verb(said), companions)


def _narrowed(
    left: list[tuple[str, ...]], said: Mapping[str, list[str]], companions: Sequence[str]
) -> tuple[str, ...]:
    """The one legal answer among those with these cards that has the words said, verb by verb."""
    for verb in _by_verb([part for answer in left for part in _split(answer)[1]]):
        wanted = set(said.get(verb, ()))
        of_verb = [{part for part in _split(answer)[1] if part.partition(":")[0] == verb} for answer in left]
        # A choice before this one may have made the verb meaningless.
        if not any(of_verb):
            continue
        fitting = [answer for answer, mine in zip(left, of_verb, strict=True) if mine == wanted]
        if not fitting:
            raise Unclear(words.missing_of(verb, companions))
        left = fitting
    return left[0]
