"""Paths of the API below /api/v1/. None ends in a slash."""

from django.urls import path

from games.api import calls, inbox, lobby, notation, people, schema, score, tables, views

assert schema  # imported for its registrations with the OpenAPI generator

urlpatterns = [
    # The two that bots ask all the time come first.
    path("games/<id:game_id>/picks", views.PickView.as_view(), name="api-picks"),
    path("questions", views.QuestionsView.as_view(), name="api-questions"),
    path("games", tables.GamesView.as_view(), name="api-games"),
    path("games/<id:game_id>", views.GameView.as_view(), name="api-game"),
    path("games/<id:game_id>/join", tables.JoinView.as_view(), name="api-join"),
    path("games/<id:game_id>/ready", tables.ReadyView.as_view(), name="api-ready"),
    path("games/<id:game_id>/accept", lobby.AcceptView.as_view(), name="api-accept"),
    path("games/<id:game_id>/decline", lobby.DeclineView.as_view(), name="api-decline"),
    path("games/<id:game_id>/leave", lobby.LeaveView.as_view(), name="api-leave"),
    path("games/<id:game_id>/withdraw", lobby.WithdrawView.as_view(), name="api-withdraw"),
    path("games/<id:game_id>/events", views.EventsView.as_view(), name="api-events"),
    path("games/<id:game_id>/log", views.LogView.as_view(), name="api-log"),
    path("games/<id:game_id>/notation", notation.NotationView.as_view(), name="api-notation"),
    path("invitations", lobby.InvitationsView.as_view(), name="api-invitations"),
    path("seeks", lobby.SeeksView.as_view(), name="api-seeks"),
    path("seeks/<id:seek_id>", lobby.SeekView.as_view(), name="api-seek"),
    path("inbox", inbox.InboxView.as_view(), name="api-inbox"),
    path("requests", calls.CallsView.as_view(), name="api-requests"),
    path("score", score.ScoreView.as_view(), name="api-score"),
    path("me", people.MeView.as_view(), name="api-me"),
    path("players/<id:player_id>", people.PlayerView.as_view(), name="api-player"),
    path("bots", people.BotsView.as_view(), name="api-bots"),
    path("problems", people.ProblemsView.as_view(), name="api-problems"),
    path("problems/<slug:code>", people.ProblemView.as_view(), name="api-problem"),
]
