"""Paths of the API below /api/v1/. None ends in a slash."""

from django.urls import path

from games.api import calls, inbox, lobby, notation, people, schema, score, tables, views

assert schema  # imported for its registrations with the OpenAPI generator

urlpatterns = [
    path("questions", views.QuestionsView.as_view(), name="api-questions"),
    path("games", tables.GamesView.as_view(), name="api-games"),
    path("games/<int:game_id>", views.GameView.as_view(), name="api-game"),
    path("games/<int:game_id>/join", tables.JoinView.as_view(), name="api-join"),
    path("games/<int:game_id>/ready", tables.ReadyView.as_view(), name="api-ready"),
    path("games/<int:game_id>/accept", lobby.AcceptView.as_view(), name="api-accept"),
    path("games/<int:game_id>/decline", lobby.DeclineView.as_view(), name="api-decline"),
    path("games/<int:game_id>/leave", lobby.LeaveView.as_view(), name="api-leave"),
    path("games/<int:game_id>/withdraw", lobby.WithdrawView.as_view(), name="api-withdraw"),
    path("games/<int:game_id>/picks", views.PickView.as_view(), name="api-picks"),
    path("games/<int:game_id>/events", views.EventsView.as_view(), name="api-events"),
    path("games/<int:game_id>/log", views.LogView.as_view(), name="api-log"),
    path("games/<int:game_id>/notation", notation.NotationView.as_view(), name="api-notation"),
    path("invitations", lobby.InvitationsView.as_view(), name="api-invitations"),
    path("seeks", lobby.SeeksView.as_view(), name="api-seeks"),
    path("seeks/<int:seek_id>", lobby.SeekView.as_view(), name="api-seek"),
    path("inbox", inbox.InboxView.as_view(), name="api-inbox"),
    path("requests", calls.CallsView.as_view(), name="api-requests"),
    path("score", score.ScoreView.as_view(), name="api-score"),
    path("me", people.MeView.as_view(), name="api-me"),
    path("players/<int:player_id>", people.PlayerView.as_view(), name="api-player"),
    path("bots", people.BotsView.as_view(), name="api-bots"),
    path("problems", people.ProblemsView.as_view(), name="api-problems"),
    path("problems/<slug:code>", people.ProblemView.as_view(), name="api-problem"),
]
