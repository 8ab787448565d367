"""Paths of the API below /api/v1/. None ends in a slash."""

from django.urls import path

from games.api import notation, people, schema, score, tables, views

assert schema  # imported for its registrations with the OpenAPI generator

urlpatterns = [
    path("questions", views.QuestionsView.as_view(), name="api-questions"),
    path("games", tables.GamesView.as_view(), name="api-games"),
    path("games/<int:game_id>", views.GameView.as_view(), name="api-game"),
    path("games/<int:game_id>/join", tables.JoinView.as_view(), name="api-join"),
    path("games/<int:game_id>/picks", views.PickView.as_view(), name="api-picks"),
    path("games/<int:game_id>/events", views.EventsView.as_view(), name="api-events"),
    path("games/<int:game_id>/log", views.LogView.as_view(), name="api-log"),
    path("games/<int:game_id>/notation", notation.NotationView.as_view(), name="api-notation"),
    path("score", score.ScoreView.as_view(), name="api-score"),
    path("me", people.MeView.as_view(), name="api-me"),
    path("players/<int:player_id>", people.PlayerView.as_view(), name="api-player"),
    path("bots", people.BotsView.as_view(), name="api-bots"),
    path("problems", people.ProblemsView.as_view(), name="api-problems"),
    path("problems/<slug:code>", people.ProblemView.as_view(), name="api-problem"),
]
