"""The front desk, for staff: invitation links, and links to set a password in a club without mail.

Either link is shown in the answer that made it and never again.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import user_passes_test
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts import once, queries, services
from games.accounts.forms import Invite, ResetLink
from games.accounts.throttle import throttled
from games.engine import RuleError


def _is_staff(user: AbstractBaseUser | AnonymousUser) -> bool:
    return bool(user.is_active and getattr(user, "is_staff", False))


_staff_only = user_passes_test(_is_staff, login_url="login")


def _desk(
    request: HttpRequest,
    invite: Invite | None = None,
    reset: ResetLink | None = None,
    link: str = "",
    about: str = "",
) -> HttpResponse:
    context = {
        "mode": settings.KAITEN_SIGN_UP,
        "invitations": queries.invitations(),
        "invite_form": invite or Invite(prefix="invite"),
        "reset_form": reset or ResetLink(prefix="reset"),
        "once": once.new_key(),
        "link": link,
        "about": about,
        "hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
    }
    bad = (invite is not None and invite.errors) or (reset is not None and reset.errors)
    return render(request, "accounts/desk.html", context, status=422 if bad else 200)


@_staff_only
@never_cache
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """What staff can hand out."""
    return _desk(request)


@_staff_only
@throttled("make")
@never_cache
@require_POST
def new_invitation(request: HttpRequest) -> HttpResponse:
    """An invitation link."""
    if once.was_done(request):
        messages.error(request, "That form made its link before, and a link is shown only once.")
        return redirect("desk")
    form = Invite(request.POST, prefix="invite")
    if not form.is_valid():
        return _desk(request, invite=form)
    made, clear = services.invite(request.user.pk, **form.cleaned_data)
    once.done(request)
    link = request.build_absolute_uri(reverse("sign_up_invited", args=[clear]))
    people = "one person" if made.uses == 1 else f"{made.uses} people"
    return _desk(
        request, link=link, about=f"An invitation for {people}, until {made.expires_at:%Y-%m-%d %H:%M} UTC."
    )


@_staff_only
@require_POST
def end_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Revoke an invitation."""
    services.revoke_invitation(invitation_id)
    return redirect("desk")


@_staff_only
@throttled("make")
@never_cache
@require_POST
def new_reset_link(request: HttpRequest) -> HttpResponse:
    """A link to set somebody's password once."""
    form = ResetLink(request.POST, prefix="reset")
    assert isinstance(request.user, User)
    if form.is_valid():
        username = form.cleaned_data["username"]
        try:
            path = services.reset_path(username, by=request.user)
        except RuleError as error:
            form.add_error("username", error.detail)
        else:
            return _desk(
                request,
                link=request.build_absolute_uri(path),
                about=f"With this link {username} sets a new password, once. It holds for "
                f"{settings.PASSWORD_RESET_TIMEOUT // 3600} hours; give it to nobody else.",
            )
    return _desk(request, reset=form)
