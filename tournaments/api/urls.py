"""Paths of tournaments below /api/v1/. None ends in a slash."""

from django.urls import path

from tournaments.api import views

urlpatterns = [
    path("tournaments", views.TournamentsView.as_view(), name="api-tournaments"),
    path("tournaments/<slug:slug>", views.TournamentView.as_view(), name="api-tournament"),
    path("tournaments/<slug:slug>/standings", views.StandingsView.as_view(), name="api-standings"),
    path("tournaments/<slug:slug>/rounds", views.RoundsView.as_view(), name="api-rounds"),
    path("tournaments/<slug:slug>/entrants", views.EntrantsView.as_view(), name="api-entrants"),
    path("tournaments/<slug:slug>/entrants/<id:entrant_id>", views.EntrantView.as_view(), name="api-entrant"),
    path("tournaments/<slug:slug>/start", views.StartView.as_view(), name="api-start"),
]
