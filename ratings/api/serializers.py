"""The shapes of the ratings API. Points are whole; names that end in `_milli` are exact thousandths."""

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import PlayerKind
from ratings import queries
from ratings.boards import BoardLine

if TYPE_CHECKING:
    _PoolBase = serializers.Serializer[queries.PoolLine]
    _BoardLineBase = serializers.Serializer[BoardLine]
    _RatingBase = serializers.Serializer[queries.PlayerRating]
    _ExactBase = serializers.Serializer[queries.Exact]
    _Base = serializers.Serializer[Any]
else:
    _PoolBase = _BoardLineBase = _RatingBase = _ExactBase = _Base = serializers.Serializer

WHY = [
    ("", "it is ranked"),
    ("new", "fewer than 30 rated games"),
    ("uncertain", "the error is still too large"),
    ("idle", "no rated game for 90 days"),
]


class PoolSerializer(_PoolBase):
    """Games whose ratings compare."""

    key = serializers.CharField(help_text="What boards and players' ratings are asked for by.")
    name = serializers.CharField()
    edition = serializers.CharField()
    least_seats = serializers.IntegerField()
    most_seats = serializers.IntegerField()
    players = serializers.IntegerField(help_text="Players with a rating.")
    games = serializers.IntegerField(help_text="Games rated.")
    algorithm = serializers.CharField(
        help_text="Name and version of the formula; empty before the first game."
    )


class PoolsSerializer(_Base):
    """All pools."""

    pools = PoolSerializer(many=True)
    skipped_games = serializers.IntegerField(help_text="Rated games that fit no pool, or lack a place.")


class BoardLineSerializer(_BoardLineBase):
    """One line of a board."""

    rank = serializers.IntegerField(allow_null=True, help_text="null while provisional.")
    rank_low = serializers.IntegerField(allow_null=True, help_text="Best rank at 95 % certainty.")
    rank_high = serializers.IntegerField(allow_null=True, help_text="Worst rank at 95 % certainty.")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=PlayerKind.choices)
    rating = serializers.IntegerField()
    half_width = serializers.IntegerField(help_text="The number after the ±, at 95 % certainty.")
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="First places, shared ones too.")
    provisional = serializers.BooleanField()
    why = serializers.ChoiceField(choices=WHY, help_text="Why it is provisional.")
    beats_next = serializers.FloatField(
        allow_null=True, help_text="Certainty, 0.5 to 1, of being stronger than the next ranked line."
    )
    tie_with_next = serializers.BooleanField(help_text="Chance could explain the difference.")


class BoardSerializer(_Base):
    """A pool's board, highest rating first."""

    pool = PoolSerializer()
    ranked = serializers.IntegerField(help_text="Lines with a rank.")
    lines = BoardLineSerializer(many=True)


class PlayerSerializer(_Base):
    """Whose ratings these are."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=PlayerKind.choices)


class RatingSerializer(_RatingBase):
    """A player's rating in one pool, now."""

    pool = serializers.CharField(source="pool_key")
    name = serializers.CharField(source="pool_name")
    rating = serializers.IntegerField()
    half_width = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    provisional = serializers.BooleanField()
    why = serializers.ChoiceField(choices=WHY)
    last_game_at = serializers.DateTimeField()


class StakeSerializer(_ExactBase):
    """One seat's numbers in a rated game: four that went into the formula, and what came out."""

    player = serializers.IntegerField(source="player_id")
    place = serializers.IntegerField()
    before_milli = serializers.IntegerField()
    sigma_before_milli = serializers.IntegerField()
    games_before = serializers.IntegerField()
    idle_seconds = serializers.IntegerField(help_text="Since the player's last rated game in the pool.")
    k = serializers.IntegerField()
    delta_milli = serializers.IntegerField()
    after_milli = serializers.IntegerField()
    sigma_after_milli = serializers.IntegerField()


class ChangeSerializer(StakeSerializer):
    """What one game did to the player's rating, with the whole table, so that it can be computed again."""

    pool = serializers.CharField(source="pool_key")
    rating_seq = serializers.IntegerField(help_text="Number of the game in the pool, in the order rated.")
    game = serializers.IntegerField(source="game_id")
    at = serializers.DateTimeField(help_text="When the game ended.")
    seats = serializers.IntegerField()
    algorithm = serializers.CharField()
    table = serializers.SerializerMethodField()

    @extend_schema_field(StakeSerializer(many=True))
    def get_table(self, line: queries.Exact) -> list[dict[str, Any]]:
        """Every seat of the game, best place first."""
        tables: dict[int, list[queries.Exact]] = self.context.get("tables", {})
        return [dict(StakeSerializer(seat).data) for seat in tables.get(line.game_id, [])]


class PlayerRatingsSerializer(_Base):
    """A player's ratings, and a page of the ledger behind them."""

    player = PlayerSerializer()
    ratings = RatingSerializer(many=True)
    changes = ChangeSerializer(many=True, help_text="Those of one pool, newest first.")
    next = serializers.CharField(allow_null=True, help_text="Where the older changes are; null at the end.")
