"""What an answer is worth at any table, by asking the engine: what it scores at once, and a guess at what it
may still become. Not a bot itself; `greedy` and `drafter` share it wherever cards beyond the classic ones are
in play.

The engine knows the rules, so no rule is repeated here: a card is laid in thought and the round is scored.
What depends on the others (rolls, edamame, soy sauce) counts more the later it is. The guesses are points,
set by hand and checked by playing against `random`."""

from collections.abc import Callable, Sequence

from games.engine import (
    EDITIONS,
    BadSetup,
    Laid,
    Options,
    View,
    rules_of_position,
    score_desserts,
    score_tables,
    tableau_of,
)

Answer = tuple[str, ...]

CONTESTED = frozenset({"maki", "futomaki", "temaki", "uramaki", "edamame", "soy-sauce"})
"""Cards whose points depend on what the others do."""

GUESS = {
    "maki-1": 0.8,
    "maki-2": 1.6,
    "maki-3": 2.4,
    "temaki": 1.3,
    "uramaki-3": 1.7,
    "uramaki-4": 2.2,
    "uramaki-5": 2.8,
    "edamame": 1.2,
    "soy-sauce": 2.0,
}
"""What a contested card is worth while everything is open."""

PROMISE = {
    "tempura": 1.25,
    "sashimi": 1.6,
    "dumpling": 0.5,
    "gyoza": 0.5,
    "tofu": 0.5,
    "eel": 4.0,
    "onigiri": 0.7,
    "wasabi": 2.0,
    "tea": 1.5,
    "chopsticks": 1.0,
    "spoon": 1.2,
    "menu": 2.2,
    "takeout": 0.5,
}
"""By kind: what a card may add later beside what it scores now; only while turns remain, and for what is paid
by the set only until the set is full."""

OF_ENTRANCES = ("copy:", "on:")
"""The words that change what a card becomes. Others say where it comes from, or who else plays what."""
UNKNOWN_YET = frozenset({"frozen-yogurt", "mochi"})
"""Desserts whose worth nobody knows before they are played."""

SETS = {"tempura": 2, "sashimi": 3, "eel": 2, "tofu": 2}
DESSERT = 1.5
RACE = (8, 5, 2)
KEPT = 1.0
"""Points a second card must bring before a bonus card is worth giving up."""
ASKED_FOR = 2.0
"""What a card of one's choice out of others' hands is worth."""
VARIATION = 0.7
"""How much likelier a kind is to be found than one of its variations."""


def always(left: int) -> float:
    """Whatever is begun is trusted to be finished while a turn is left."""
    return 1.0


class Tasting:
    """One seat's view of one decision; worths are worked out once each."""

    def __init__(self, view: View, seat: int, odds: Callable[[int], float] = always) -> None:
        self.view = view
        self.odds = odds
        self.seat = seat
        self.left = view.turns - view.turn
        self.progress = view.turn / view.turns
        self.row = list(view.tableaus[seat])
        self.kind_of = {face: card for card in EDITIONS[view.edition].cards for face in card.faces}
        self.rules = rules_of_position(view.edition, view.variant, len(view.tableaus), view.options)
        self.now = self._round(self.row)
        self.known: dict[Answer, float] = {}

    def worth(self, answer: Answer) -> float:
        """Of an answer that plays cards: faces in order, and the words that go with them."""
        faces = tuple([said for said in answer if ":" not in said])
        words = answer[len(faces) :] if len(faces) < len(answer) else ()
        told = tuple([said for said in words if said.startswith(OF_ENTRANCES)])
        total = self._worth((*faces, *told))
        uses = [self.row[_index(said)].face for said in words if said.startswith("use:")]
        return total + sum(self._use(used, faces) for used in uses)

    def _worth(self, answer: Answer) -> float:
        if answer not in self.known:
            self.known[answer] = self._weigh(answer)
        return self.known[answer]

    def _weigh(self, answer: Answer) -> float:
        row: list[str | Laid] = list(self.row)
        total = 0.0
        added: list[str] = []
        for laid in self._laid(answer):
            row.append(laid)
            added.append(laid.face if isinstance(laid, Laid) else laid)
            if not (isinstance(laid, Laid) and laid.down):
                total += self._future(added[-1])
        if not added:
            return 0.0
        then = self._round(row)
        for card in {*self.now, *then}:
            gain = then.get(card, 0) - self.now.get(card, 0)
            total += gain * self.progress if card in CONTESTED else gain
        total += sum(self._guess(face) for face in added)
        # A pair gives up the chopsticks that allowed it.
        return total - (KEPT if len(added) > 1 and self.left > 1 else 0.0)

    def _laid(self, answer: Answer) -> list[str | Laid]:
        words = {said.partition(":")[0]: _index(said) for said in answer if ":" in said}
        faces = [said for said in answer if ":" not in said]
        if "copy" in words:
            original = self.row[words["copy"]]
            return [Laid(original.face, faces[0], words.get("on"), self.view.turn, original.down)]
        return [face for face in faces if self.kind_of[face].entrance is None]

    def _round(self, row: Sequence[str | Laid]) -> dict[str, int]:
        tables: list[Sequence[Laid]] = list(self.view.tableaus)
        tables[self.seat] = tableau_of(self.rules, row)
        return score_tables(self.rules, tables, self.view.markers)[self.seat]

    def _guess(self, face: str) -> float:
        guess = GUESS.get(face, 0.0) * (1 - self.progress)
        if face.startswith("uramaki-"):
            taken = self.view.markers.get("uramaki_places", 0)
            icons = sum(
                _index(laid.face.replace("-", ":")) for laid in self.row if laid.face.startswith("uramaki-")
            )
            if icons < 10 <= icons + _index(face.replace("-", ":")) and taken < len(RACE):
                guess += RACE[taken]
        return guess

    def _future(self, face: str) -> float:
        card = self.kind_of[face]
        if card.keeps:
            return self._dessert(face)
        if not self.left or card.key not in PROMISE:
            return 0.0
        promise = PROMISE[card.key] * self.odds(self.left)
        size = SETS.get(card.key)
        held = sum(laid.face == face and not laid.down for laid in self.row)
        if size is None:
            return promise
        missing = size - 1 - held % size
        if card.key in ("eel", "tofu") and held:
            return 0.0
        return promise * (held % size + 1) if 0 < missing <= self.left else 0.0

    def _dessert(self, face: str) -> float:
        view = self.view
        if face in UNKNOWN_YET:
            return DESSERT
        rows = [
            [*keeps, *[laid.face for laid in row if not laid.down and self.kind_of[laid.face].keeps]]
            for keeps, row in zip(view.keeps, view.tableaus, strict=True)
        ]
        done = (view.round - 1 + self.progress) / view.rounds
        try:
            before = score_desserts(view.edition, rows, view.options, view.variant)[self.seat]
            rows[self.seat].append(face)
            after = score_desserts(view.edition, rows, view.options, view.variant)[self.seat]
        except BadSetup:  # a dessert whose worth nobody knows before it is turned up
            return DESSERT
        return DESSERT * (1 - done) + done * (sum(after.values()) - sum(before.values()))

    def _use(self, used: str, faces: Answer) -> float:
        kept = KEPT if self.left > 2 else 0.0
        if self.kind_of[used].key != "chopsticks":
            return ASKED_FOR - kept
        rest = list(self.view.hand) or [face for face in self.view.layout if face in self.kind_of]
        for face in faces:
            rest.remove(face)
        return max((self._worth((face,)) for face in rest), default=0.0) - kept

    def request(self, answer: Answer) -> float:
        """Of asking the table for a kind or a face."""
        name = answer[0]
        kinds = {card.key: card.faces for card in EDITIONS[self.view.edition].cards}
        faces = kinds.get(name, (name,))
        if len(faces) == 1:
            single = name in kinds
            return self.worth((faces[0], *answer[1:])) * (1.0 if single else VARIATION)
        return sum(self.worth((face,)) for face in faces) / len(faces)

    def turned(self, options: Options) -> Answer:
        """The cards to turn face-down: one after the other, as long as it raises the round."""
        row = list(self.row)
        chosen: list[str] = []
        best = sum(self._round(row).values())
        while True:
            found = None
            for said in options.faces:
                if said in chosen:
                    continue
                tried = list(row)
                tried[_index(said)] = tried[_index(said)]._replace(down=True)
                points = sum(self._round(tried).values())
                if points > best:
                    best, found = points, (said, tried)
            if found is None:
                return options.settled(tuple(chosen))
            chosen.append(found[0])
            row = found[1]


def taste(view: View, options: Options, odds: Callable[[int], float] = always) -> Answer | None:
    """The best answer to a question about cards, None where there is nothing to weigh. `odds` is the chance,
    as a factor, to finish what is begun with so many turns left."""
    if view.seat is None:
        return None
    tasting = Tasting(view, view.seat, odds)
    if options.kind == "takeout":
        return tasting.turned(options)
    answers = options.only or options.choices()
    if not answers:
        return None
    if options.kind == "spoon":
        return max(answers, key=tasting.request)
    if options.kind == "gift":
        return min(answers, key=tasting.worth)
    return min(answers, key=tasting.worth) if view.lowest_wins else max(answers, key=tasting.worth)


def _index(said: str) -> int:
    return int(said.partition(":")[2])
