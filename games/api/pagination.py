"""Lists in pages by cursor: newest first, stable while games are being added."""

from base64 import b64encode
from typing import Any
from urllib import parse

from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from games.api.problems import malformed


class Newest(CursorPagination):
    """Newest first by id. `limit` says how many (at most 200); `cursor` comes from the page before."""

    ordering = "-id"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    cursor_query_param = "cursor"
    cursor_query_description = "Where to go on: copy it from `next` or `previous`, or follow those links."
    page_size_query_description = "Lines on a page, 1 to 200."

    def get_page_size(self, request: Request) -> int | None:
        """The page size asked for. Raises Problem(malformed) when it is no number from 1 to 200."""
        raw = request.query_params.get(self.page_size_query_param)
        if raw is None:
            return self.page_size
        if not raw.isdecimal() or len(raw) > 4 or not 1 <= int(raw) <= self.max_page_size:
            raise malformed(f"limit must be a whole number from 1 to {self.max_page_size}.")
        return int(raw)

    def decode_cursor(self, request: Request) -> Any:
        """The cursor asked for. Raises Problem(malformed) when it is none of ours."""
        try:
            found = super().decode_cursor(request)
        except Exception:
            raise malformed("The cursor is not one of ours. Follow the `next` link of a page.") from None
        if found is not None and found.position is not None and not str(found.position).isdecimal():
            raise malformed("The cursor is not one of ours. Follow the `next` link of a page.")
        return found

    def encode_cursor(self, cursor: Any) -> str:
        """The address of another page, as a path: a proxy may know us by another host name."""
        tokens: dict[str, str] = {}
        if cursor.offset:
            tokens["o"] = str(cursor.offset)
        if cursor.reverse:
            tokens["r"] = "1"
        if cursor.position is not None:
            tokens["p"] = cursor.position
        encoded = b64encode(parse.urlencode(tokens).encode()).decode("ascii")
        base = parse.urlsplit(str(self.base_url))
        query = dict(parse.parse_qsl(base.query, keep_blank_values=True))
        query[self.cursor_query_param] = encoded
        return f"{base.path}?{parse.urlencode(query)}"
