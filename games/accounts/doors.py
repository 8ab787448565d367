"""The doors of the house: signing up, logging in, a new password.

Django's own views and forms, throttled and dressed.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.accounts import services
from games.accounts.forms import SignUp
from games.accounts.refusals import BadInvitation, SignUpClosed
from games.accounts.throttle import Tries, throttled
from games.refusals import BadName

_BACKEND = "django.contrib.auth.backends.ModelBackend"


class LogIn(auth_views.LoginView):
    """Log in. Whoever succeeds starts afresh with their tries."""

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """The right password."""
        tries = self.request.META.get("kaiten.tries")
        if isinstance(tries, Tries):
            tries.forget()
        return super().form_valid(form)


class ChangePassword(auth_views.PasswordChangeView):
    """A new password for somebody who knows the old one; other sessions of theirs end."""

    template_name = "accounts/password.html"
    extra_context = {"heading": "Change your password"}
    success_url = reverse_lazy("me")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Changed."""
        answer = super().form_valid(form)
        messages.success(self.request, "Your password is changed. Everywhere else you are logged out.")
        return answer


class AskForReset(auth_views.PasswordResetView):
    """Ask for a link by mail. The answer is the same whether the address is known or not."""

    template_name = "accounts/forgotten.html"
    email_template_name = "accounts/reset_mail.txt"
    subject_template_name = "accounts/reset_subject.txt"
    success_url = reverse_lazy("password_reset_done")


class AskedForReset(auth_views.PasswordResetDoneView):
    """What happens now."""

    template_name = "accounts/forgotten_sent.html"


class SetPassword(auth_views.PasswordResetConfirmView):
    """Behind the link: set a password, once."""

    template_name = "accounts/password.html"
    extra_context = {"heading": "Set a new password"}
    success_url = reverse_lazy("login")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Set."""
        answer = super().form_valid(form)
        messages.success(self.request, "Your new password is set. Log in with it.")
        return answer


log_in = throttled("login", "username")(LogIn.as_view())
change_password = throttled("confirm")(ChangePassword.as_view())
ask_for_reset = throttled("reset", "email")(AskForReset.as_view())
set_password = throttled("confirm")(SetPassword.as_view())


def _onward(request: HttpRequest) -> str:
    """Where somebody was going when they had to sign up: a page of this house, or else their account's."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    return asked if ours else reverse("me")


@throttled("sign_up")
@sensitive_post_parameters("password1", "password2", "invitation")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, invitation: str = "") -> HttpResponse:
    """A form for a new account, where the house takes any; behind an invitation link where it must be one.

    With `next` whoever signs up goes on to where they were going, as after logging in.
    """
    onward = _onward(request)
    if request.user.is_authenticated:
        return redirect(onward)
    mode = settings.KAITEN_SIGN_UP
    form = SignUp(request.POST or None)
    refused = ""
    try:
        if mode == "closed":
            raise SignUpClosed("This house takes no new accounts. Ask its staff for one.")
        if mode == "invite":
            services.check_invitation(invitation)
        if request.method == "POST" and form.is_valid():
            user = services.sign_up(form.save(commit=False), form.cleaned_data["player_name"], invitation)
            login(request, user, backend=_BACKEND)
            messages.success(request, "Welcome. Take a seat at a table, or bring a bot.")
            return redirect(onward)
    except BadName as error:
        taken = "username" if "user name" in error.detail else "player_name"
        form.add_error(taken, error.detail)
    except (SignUpClosed, BadInvitation) as error:
        refused = error.detail
    context = {"form": form, "refused": refused, "next": "" if onward == reverse("me") else onward}
    return render(request, "accounts/sign_up.html", context, status=403 if refused else 200)
