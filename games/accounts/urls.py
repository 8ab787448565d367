"""The addresses of the account pages."""

from django.contrib.auth import views as auth_views
from django.urls import path
from django.views.generic import RedirectView

from games.accounts import desk, doors, pages, start

urlpatterns = [
    path("accounts/sign-up/", doors.sign_up, name="sign_up"),
    path("accounts/sign-up/<str:invitation>/", doors.sign_up, name="sign_up_invited"),
    path("accounts/login/", doors.log_in, name="login"),
    path("accounts/logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("accounts/password/", doors.change_password, name="password_change"),
    path("accounts/reset/", doors.ask_for_reset, name="password_reset"),
    path("accounts/reset/sent/", doors.AskedForReset.as_view(), name="password_reset_done"),
    path("accounts/reset/<uidb64>/<token>/", doors.set_password, name="password_reset_confirm"),
    path("accounts/desk/", desk.desk, name="desk"),
    path("accounts/desk/invite/", desk.new_invitation, name="new_invitation"),
    path("accounts/desk/invitations/<id:invitation_id>/end/", desk.end_invitation, name="end_invitation"),
    path("accounts/desk/reset/", desk.new_reset_link, name="new_reset_link"),
    path("me/", pages.me, name="me"),
    path("me/player/", pages.new_person, name="new_person"),
    path("me/leave/", pages.leave, name="leave"),
    path("me/bots/", pages.new_bot, name="new_bot"),
    path("me/bots/<id:bot_id>/", pages.bot, name="my_bot"),
    path("me/bots/<id:bot_id>/tokens/", pages.new_token, name="new_token"),
    path("me/bots/<id:bot_id>/tokens/<id:token_id>/rotate/", pages.rotate_token, name="rotate_token"),
    path("me/bots/<id:bot_id>/tokens/<id:token_id>/end/", pages.end_token, name="end_token"),
    path("bots/start", start.start, name="bots_start"),
    path("bots/start/<str:name>", start.download, name="bots_program"),
    # One door to try passwords at, and it is throttled.
    path("admin/login/", RedirectView.as_view(pattern_name="login", query_string=True)),
]
