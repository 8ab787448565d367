"""Middleware that only pages need, kept out of the way of the API.

What a browser does with a page (its policy for scripts, frames, a message shown once) means nothing to a bot,
and cost each of its requests a tenth of its time. The API's documentation is a page.
"""

from typing import Any

from csp.middleware import CSPMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

API = "/api/"
DOCS = "/api/v1/docs"


class _PagesOnly(MiddlewareMixin):
    def __call__(self, request: HttpRequest) -> Any:
        """Pass the API through untouched."""
        path = request.path_info
        if path.startswith(API) and path != DOCS:
            return self.get_response(request)
        return super().__call__(request)


class ContentSecurityPolicy(_PagesOnly, CSPMiddleware):
    """What a page may load."""


class Messages(_PagesOnly, MessageMiddleware):
    """Sentences shown once, on the next page."""
