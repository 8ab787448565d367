"""Shapes of playing and watching, for the OpenAPI document: questions, picks, views, events.

A test holds real answers against them, down to the last field. The events themselves are in told_shapes.py.
"""

from typing import Any

from rest_framework import serializers as s

from games.api.clocks import Clock
from games.api.told_shapes import EventField, OptionField


def words(**more: Any) -> s.ListField:
    """A list of words, such as faces."""
    return s.ListField(child=s.CharField(), **more)


def numbers(**more: Any) -> s.ListField:
    """A list of whole numbers, most often one per seat."""
    return s.ListField(child=s.IntegerField(), **more)


def of_options(**more: Any) -> s.DictField:
    """What a table has set, by the names of the edition's options."""
    return s.DictField(child=OptionField(), **more)


def of_cards(**more: Any) -> s.ListField:
    """Per seat, card -> points."""
    return s.ListField(child=s.DictField(child=s.IntegerField()), **more)


class Laid(s.Serializer[Any]):
    """A card in front of a seat."""

    face = s.CharField(help_text="What it acts as and scores.")
    printed = s.CharField(help_text="What is printed on it; differs for a copy.")
    on = s.IntegerField(allow_null=True, help_text="Index, in the same tableau, of the card it lies on.")
    turn = s.IntegerField(help_text="The turn in which it came.")
    down = s.BooleanField(help_text="Whether it lies face-down.")


def of_tableaus() -> s.ListField:
    """All tableaus."""
    return s.ListField(child=s.ListField(child=Laid()), help_text="Per seat, in order of play.")


class RoundPoints(s.Serializer[Any]):
    """A finished round."""

    points = numbers(help_text="Per seat.")
    by_card = of_cards(help_text="Per seat, card -> points.")


class Asked(s.Serializer[Any]):
    """Who is asked what."""

    id = s.CharField()
    kind = s.CharField()
    seat = s.IntegerField()


class AtTheTable(s.Serializer[Any]):
    """Who sits where."""

    seat = s.IntegerField()
    player = s.IntegerField(allow_null=True)
    name = s.CharField(allow_null=True)
    kind = s.CharField(allow_null=True)
    timeouts = s.IntegerField()
    away = s.BooleanField(help_text="The house plays until the player is back.")


class Pick(s.Serializer[Any]):
    """An answer to a question. The seat comes from the token."""

    question = s.CharField(help_text="The question's id, such as 2.5-pick.")
    chosen = words(help_text="Faces, in the order they are played.")


class View(s.Serializer[Any]):
    """A game as one viewer may see it; null where there is nothing for this viewer to see."""

    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    options = of_options()
    menu = words(help_text="The cards in use.")
    rules_version = s.CharField()
    commitment = s.CharField(help_text="SHA-256 of the shuffle seed, in hex; stands before the deal.")
    seats = s.IntegerField()
    round = s.IntegerField()
    rounds = s.IntegerField()
    turn = s.IntegerField()
    turns = s.IntegerField()
    companions = words(help_text="Names of the tableaus after those of the seats.")
    over = s.BooleanField()
    seat = s.IntegerField(allow_null=True, help_text="The viewer's seat; null for a spectator.")
    hand = words(allow_null=True)
    hands = s.ListField(child=words(), allow_null=True, help_text="Every hand, when the game is over.")
    aside = words()
    hand_sizes = numbers()
    pile_sizes = numbers()
    layout = words(help_text="Cards that lie face up for all.")
    tableaus = of_tableaus()
    keeps = s.ListField(child=words(), help_text="Per seat, desserts kept from earlier rounds.")
    discards = words()
    picked = s.ListField(child=s.BooleanField(), help_text="Who has picked in this turn.")
    my_pick = words(allow_null=True)
    points = numbers(help_text="Points banked so far.")
    round_points = RoundPoints(many=True, help_text="The finished rounds.")
    end_points = of_cards(help_text="Per seat, what desserts brought at the end.")
    lowest_wins = s.BooleanField(help_text="Whether the fewest points win.")
    tie_break = numbers()
    places = numbers(help_text="Final places; empty until the end.")
    markers = s.DictField(child=s.IntegerField(), help_text="What else the rules keep count of.")
    questions = Asked(many=True, help_text="Who is asked what just now.")
    passes_to = numbers(help_text="Per seat, who gets its hand.")
    shuffle_seed = s.CharField(allow_blank=True, help_text="Empty until the game is over.")


class PickReceipt(s.Serializer[Any]):
    """The pick on record and the view after it."""

    game = s.IntegerField()
    question = s.CharField()
    seat = s.IntegerField()
    chosen = words()
    created = s.BooleanField(help_text="False when the same pick was on record already.")
    seq = s.IntegerField(help_text="The pick's place in the log.")
    elapsed_ms = s.IntegerField(
        help_text="How long the question had been open, by the server's clock; 0 for a repeated pick."
    )
    bank_ms = s.IntegerField(help_text="What is left in the seat's bank.")
    server_time = s.DateTimeField()
    view = View()


class QuestionOptions(s.Serializer[Any]):
    """What may be answered: between `least` and `most` of `faces`."""

    faces = words()
    least = s.IntegerField()
    most = s.IntegerField()
    ordered = s.BooleanField(help_text="Whether the order of the cards counts.")
    listed = s.BooleanField(help_text="Only `choices` are legal, not every so many of the faces.")
    choices = s.ListField(
        child=words(), allow_null=True, help_text="Every legal answer; null when there are too many."
    )


class Question(s.Serializer[Any]):
    """A question that waits for the caller, with all that is needed to answer it."""

    game = s.IntegerField()
    question = s.CharField()
    kind = s.CharField()
    seat = s.IntegerField()
    hand = words()
    options = QuestionOptions()
    tableaus = of_tableaus()
    keeps = s.ListField(child=words())
    layout = words(help_text="Cards that lie open for all.")
    aside = words(help_text="Cards that only this seat sees for now.")
    discards = words()
    pile_sizes = numbers()
    markers = s.DictField(child=s.IntegerField(), help_text="What else the rules keep count of.")
    hand_sizes = numbers()
    passes_to = numbers()
    points = numbers()
    round_points = RoundPoints(many=True, help_text="The finished rounds.")
    edition = s.CharField()
    variant = s.CharField(allow_blank=True)
    table_options = of_options(help_text="The rules that this table has set, such as the menu.")
    companions = words(help_text="Names of the tableaus after those of the seats.")
    lowest_wins = s.BooleanField(help_text="Whether the fewest points win.")
    menu = words(help_text="The faces in use.")
    rules_version = s.CharField()
    rated = s.BooleanField()
    round = s.IntegerField()
    rounds = s.IntegerField()
    turn = s.IntegerField()
    turns = s.IntegerField()
    deadline = s.DateTimeField(allow_null=True, help_text="When the house picks for this seat, bank and all.")
    bank_ms = s.IntegerField(help_text="What was left in the seat's bank when it was asked.")
    pick_seconds = s.IntegerField()
    clock = Clock()
    server_time = s.DateTimeField()
    seq = s.IntegerField()
    timeouts = s.IntegerField(help_text="Picks made for this seat because time ran out.")
    timeouts_in_row = s.IntegerField(help_text="Of those the last ones; at three the house plays the seat.")
    players = AtTheTable(many=True)


class Questions(s.Serializer[Any]):
    """Every question that waits for the caller, over all games."""

    server_time = s.DateTimeField()
    questions = Question(many=True)


class Events(s.Serializer[Any]):
    """Events after a point. Go on with `after` = `seq`; when `over` is true nothing more will come."""

    game = s.IntegerField()
    after = s.IntegerField()
    seq = s.IntegerField()
    over = s.BooleanField()
    server_time = s.DateTimeField()
    events = s.ListField(child=EventField())
