"""Pages of games: the list, a table, its replay. The address of a replay page holds all there is to it."""

from django.urls import path

from games.web import finding, opening, table_views, views

app_name = "games"
urlpatterns = [
    path("", views.game_list, name="list"),
    path("new/", opening.new_table, name="new"),
    path("find/", finding.find, name="find"),
    path("find/<id:seek_id>/", finding.seek, name="seek"),
    path("find/<id:seek_id>/stop/", finding.stop, name="stop"),
    path("<id:game_id>/", table_views.table, name="table"),
    path("<id:game_id>/pick/", table_views.pick, name="pick"),
    path("<id:game_id>/join/", table_views.join, name="join"),
    path("<id:game_id>/leave/", table_views.leave, name="leave"),
    path("<id:game_id>/ready/", table_views.ready, name="ready"),
    path("<id:game_id>/decline/", table_views.decline, name="decline"),
    path("<id:game_id>/replay/", views.replay, name="replay"),
    path("<id:game_id>/replay/end/", views.replay_end, name="replay_end"),
    path("<id:game_id>/replay/<int:round_number>.<int:turn>/", views.replay, name="replay"),
]
