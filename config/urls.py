"""Where every URL begins. The apps own what is below their prefix."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from games.api.schema import DocsView

_api: list[URLPattern | URLResolver] = [
    path("", include("games.api.urls")),
    path("", include("games.accounts.api")),
    path("", include("ratings.api.urls")),
    path("", include("tournaments.api.urls")),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", DocsView.as_view(), name="docs"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    # First, for bots ask most; patterns are tried in turn.
    path("api/v1/", include(_api)),
    path("", include("config.web")),
    path("", include("games.accounts.urls")),
    path("games/", include("games.web.urls")),
    path("score/", include("games.web.score_view")),
    path("ratings/", include("ratings.web.urls")),
    path("tournaments/", include("tournaments.web.urls")),
    path("admin/", admin.site.urls),
]
