"""Where every URL begins. The apps own what is below their prefix."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from games.api.schema import DocsView

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("config.web")),
    path("", include("games.accounts.urls")),
    path("games/", include("games.web.urls")),
    path("score/", include("games.web.score_view")),
    path("ratings/", include("ratings.web.urls")),
    path("tournaments/", include("tournaments.web.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("games.accounts.api")),
    path("api/v1/", include("ratings.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs", DocsView.as_view(), name="docs"),
    path("admin/", admin.site.urls),
]
