"""Pages of tournaments: the list, one tournament, and the organiser's start."""

from django.urls import path

from tournaments.web import views

app_name = "tournaments"
urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/start/", views.start, name="start"),
]
