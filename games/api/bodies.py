"""Reading and writing JSON bodies: strict on the way in, fast on the way out.

In: at most 64 KiB, UTF-8, an object at the top, no deeper than 20 levels, no field that nobody knows. Out:
orjson, since a view of a game is a few kilobytes and sent with every pick.
"""

from collections.abc import Collection, Mapping
from typing import IO, Any

import orjson
from django.http import HttpRequest
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.problems import Problem, malformed

MAX_BYTES = 64 * 1024
MAX_DEPTH = 20


class JSONBody(BaseParser):
    """Parses a JSON object, or raises a Problem that says what is wrong with it."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The body as a dict. Raises Problem: too_large, unsupported_media_type or malformed."""
        request: HttpRequest | None = (parser_context or {}).get("request")
        length = str(request.META.get("CONTENT_LENGTH") or "") if request is not None else ""
        if length.isdecimal() and int(length) > MAX_BYTES:
            raise _too_large()
        raw: bytes = stream.read(MAX_BYTES + 1)
        if request is not None:
            request.META["kaiten.body"] = raw
        if len(raw) > MAX_BYTES:
            raise _too_large()
        if media_type and "charset=" in media_type.lower():
            charset = media_type.lower().partition("charset=")[2].strip(' "').partition(";")[0]
            if charset not in ("utf-8", "utf8", 'utf-8"'):
                raise Problem("unsupported_media_type", "Send the body as application/json in UTF-8.")
        return parse_object(raw)


def parse_object(raw: bytes) -> dict[str, Any]:
    """Bytes to a dict; raises Problem("malformed") with the place of the error."""
    # A string may hold brackets too, so few of them prove that the nesting is shallow; many are counted.
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(raw) > MAX_DEPTH:
        raise malformed(f"The JSON is nested deeper than {MAX_DEPTH} levels.")
    try:
        found = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        if "UTF-8" in str(error) or "utf-8" in str(error):
            raise malformed("The body is not UTF-8.") from None
        raise malformed(
            f"The body is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        ) from None
    if not isinstance(found, dict):
        raise malformed("The body must be a JSON object, such as {...}.")
    return found


def _depth(raw: bytes) -> int:
    """How deep brackets nest, those inside strings left out."""
    depth = deepest = 0
    inside = escaped = False
    for byte in raw:
        if inside:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                inside = False
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def body_of(request: Request) -> dict[str, Any]:
    """The parsed body of a request; {} when there is none. Operations with a body know no parameters."""
    found: Any = request.data
    if not isinstance(found, dict):
        raise malformed("The body must be a JSON object, such as {...}.")
    if request.META.get("QUERY_STRING"):
        refuse_unknown(request.query_params.keys(), (), "parameter")
    return found


def takes_nothing(request: Request) -> None:
    """For an operation with neither parameters nor a body: refuses by name what is sent all the same."""
    if request.method in ("GET", "HEAD"):
        refuse_unknown(request.query_params.keys(), (), "parameter")
    else:
        refuse_unknown(body_of(request), ())


def refuse_unknown(found: Collection[str], known: Collection[str], what: str = "field") -> None:
    """Raises Problem("malformed") that names what is not known, with what would be."""
    unknown = sorted(set(found) - set(known))
    if unknown:
        names = ", ".join(repr(name[:60]) for name in unknown[:5])
        allowed = ", ".join(sorted(known)) or "none"
        raise malformed(
            f"Unknown {what}{'s' if len(unknown) > 1 else ''} {names}. Known here: {allowed}.",
            unknown=[name[:60] for name in unknown[:20]],
        )


def _too_large() -> Problem:
    return Problem(
        "too_large", f"The body is larger than {MAX_BYTES // 1024} KiB.", fields={"limit": MAX_BYTES}
    )


class Negotiation(DefaultContentNegotiation):
    """REST framework's, which takes the Accept header apart; spared a bot that asks for JSON or anything."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and the type it answers. Raises NotAcceptable."""
        first: BaseRenderer = renderers[0]
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", first.media_type) and format_suffix is None:
            return first, str(first.media_type)
        found: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return found


class JSONAnswer(BaseRenderer):
    """Renders with orjson; times as ISO 8601 in UTC."""

    media_type = "application/json"
    format = "json"
    # orjson writes UTF-8 bytes, and JSON has no charset parameter.
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The data as JSON bytes; nothing at all for None."""
        return b"" if data is None else dump(data)


def dump(data: Any) -> bytes:
    """JSON bytes of what views and streams send: dicts, lists, tuples, named tuples and times."""
    return orjson.dumps(data, default=_plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)


def _plain(value: Any) -> Any:
    """What orjson does not know: tuples with a name, and lazy texts."""
    if isinstance(value, tuple | set | frozenset):
        return list(value)
    return str(value)
