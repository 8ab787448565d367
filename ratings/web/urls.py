"""Pages of ratings: the board of each pool."""

from django.urls import path

from ratings.web import views

app_name = "ratings"
urlpatterns = [
    path("", views.board, name="board"),
    path("<slug:pool_key>/", views.board, name="pool"),
]
