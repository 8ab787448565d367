"""`Idempotency-Key`: a request that makes something may be sent again, and makes it once.

The key is the caller's own word for the request, good for a day; the same key with another body is refused.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import orjson
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games import services
from games.api.problems import declare, malformed

declare("key_reused", 409, "Key used before", "The Idempotency-Key came with another request before.")

_KEY = re.compile(r"[\x21-\x7e]{1,80}\Z")

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Up to 80 printable characters. The same request with the same key within a day is "
    "answered with 200 and what the first one made.",
)


def make_once(
    request: Request, player_id: int, body: dict[str, Any], make: Callable[[], int]
) -> tuple[int, bool]:
    """The id of what was made, and whether just now. Raises Problem(malformed), KeyReused."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return make(), True
    if not _KEY.match(key):
        raise malformed("Idempotency-Key must have 1 to 80 printable characters without blanks.")
    said = orjson.dumps([request.method, request.path, body], option=orjson.OPT_SORT_KEYS)
    return services.once(player_id, key, sha256(said).hexdigest(), make)
