"""What an address may hold where the id of a row stands: a number that every database can look for.

Django's own `int` takes any number of digits, and SQLite fails at those beyond 64 bits where PostgreSQL finds
nothing. Addresses of rows say `<id:game_id>` instead, so that such a number is simply not found.
"""

from django.urls.converters import IntConverter


class RowIdConverter(IntConverter):
    """Up to eighteen digits; the nineteenth could be too many."""

    regex = "[0-9]{1,18}"
