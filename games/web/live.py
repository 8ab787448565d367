"""Pages that stay up to date by themselves: htmx asks for a page again and gets the regions that changed.

A page extends `frame` and wraps what changes in `{% region %}` (see `templatetags/live.py`). The reader's
browser sends back the digest of each region it shows, so an answer holds the regions that are new to it and
nothing else, and 204 says that nothing is. Without htmx the same template is a whole page.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

#: The field in which a browser says what it shows: "region:digest", with spaces between.
FIELD = "have"
#: A form's token is another at each drawing and means the same.
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


class HtmxRequest(HttpRequest):
    """A request as the middleware of django-htmx hands it on: `htmx` is true for one that htmx sent."""

    htmx: HtmxDetails


@dataclass(slots=True)
class Regions:
    """The regions of a page as it is drawn. `known` is what the reader shows of it, by region; None for a
    reader who asks for the whole page."""

    known: Mapping[str, str] | None
    digests: dict[str, str] = field(default_factory=dict)
    changed: list[SafeString] = field(default_factory=list)

    def drawn(self, name: str, content: str, keep: str = "", forced: bool = False) -> bool:
        """Note a region; whether it is new to the reader. With `keep` it is new only when `keep` is another
        than before (a form half filled in is left alone), or `forced`."""
        kept = f"keep {keep}" if keep else _TOKEN.sub("", content)
        self.digests[name] = digest = blake2b(kept.encode(), digest_size=8).hexdigest()
        return forced or self.known is None or self.known.get(name) != digest

    @property
    def have(self) -> str:
        """What the reader shows once this is drawn, as they send it back."""
        return " ".join(f"{name}:{digest}" for name, digest in self.digests.items())


def show(request: HtmxRequest, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """A live page: whole, or for htmx the regions that changed, 204 when none did. A page that has other
    regions than the reader's, such as a game that has begun, is loaded anew."""
    by_htmx = bool(request.htmx)
    regions = Regions(_known(request) if by_htmx else None)
    frame = "changed.html" if by_htmx else "base.html"
    answer = render(request, template, {**context, "regions": regions, "frame": frame}, status=status)
    if regions.known is not None:
        if regions.known.keys() != regions.digests.keys():
            return HttpResponseClientRefresh()
        if not regions.changed:
            answer = HttpResponse(status=204)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def led(request: HtmxRequest, answer: HttpResponse) -> HttpResponse:
    """A redirect, such that htmx leaves the page for it instead of reading what lies there."""
    if request.htmx and isinstance(answer, HttpResponseRedirectBase):
        return HttpResponseClientRedirect(answer.url)
    return answer


def renews_itself(request: HtmxRequest) -> bool:
    """Whether a page asks for itself while nobody need be looking; without script it says `?live=1`."""
    return (bool(request.htmx) and request.method == "GET") or "live" in request.GET


def _known(request: HttpRequest) -> dict[str, str]:
    sent: QueryDict = request.POST if request.method == "POST" else request.GET
    pairs = (word.partition(":") for word in str(sent.get(FIELD, "")).split())
    return {name: digest for name, _, digest in pairs}
