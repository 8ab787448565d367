"""Where every URL begins. The apps own what is below their prefix."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from config.api import unknown_path
from games.api.schema import DocsView


def _built(prefix: str, module: str) -> list[URLPattern | URLResolver]:
    """The URLs of a part, once it is there."""
    try:
        return [path(prefix, include(module))] if find_spec(module) else []
    except ModuleNotFoundError:
        return []


urlpatterns: list[URLPattern | URLResolver] = [
    *_built("", "config.web"),
    *_built("games/", "games.web.urls"),
    *_built("ratings/", "ratings.web.urls"),
    *_built("tournaments/", "tournaments.web.urls"),
    *_built("api/v1/", "games.api.urls"),
    *_built("api/v1/", "ratings.api.urls"),
    *_built("api/v1/", "tournaments.api.urls"),
    path("api/v1/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs", DocsView.as_view(), name="docs"),
    re_path(r"^api/", unknown_path),
    path("admin/", admin.site.urls),
]
