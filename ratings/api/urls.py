"""Addresses of the ratings API, below /api/v1/."""

from django.urls import path

from ratings.api import views

urlpatterns = [
    path("ratings", views.PoolsView.as_view(), name="api-rating-pools"),
    path("ratings/<slug:pool>", views.BoardView.as_view(), name="api-rating-board"),
    path("players/<id:player_id>/ratings", views.PlayerRatingsView.as_view(), name="api-player-ratings"),
]
