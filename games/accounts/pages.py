"""A person's own pages: the profile, their bots, tokens of each, leaving. Only ever one's own things.

A token's clear text is written into the answer of the POST that made it, and nowhere else: not into the
session, not into a message, not into an address.
"""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import once, queries, services
from games.accounts.forms import NewToken, Password, PlayerName, Rotate
from games.accounts.throttle import throttled
from games.engine import RuleError
from games.models import Player, Token
from games.services import revoke_token


def _user_id(request: HttpRequest) -> int:
    assert request.user.pk is not None  # login_required
    return int(request.user.pk)


def _profile(
    request: HttpRequest, person: PlayerName | None = None, bot: PlayerName | None = None
) -> HttpResponse:
    context = {
        "person": queries.person_of(_user_id(request)),
        "bots": queries.bots_of(_user_id(request)),
        "person_form": person or PlayerName(initial={"name": request.user.get_username()}, prefix="person"),
        "bot_form": bot or PlayerName(prefix="bot"),
    }
    bad = (person is not None and person.errors) or (bot is not None and bot.errors)
    return render(request, "accounts/me.html", context, status=422 if bad else 200)


@login_required
@never_cache
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """My player, my bots, my account."""
    return _profile(request)


@login_required
@throttled("make")
@require_POST
def new_person(request: HttpRequest) -> HttpResponse:
    """The player of an account that an administrator made."""
    form = PlayerName(request.POST, prefix="person")
    if form.is_valid():
        try:
            services.create_person(_user_id(request), form.cleaned_data["name"])
        except RuleError as error:
            if queries.person_of(_user_id(request)) is not None:
                messages.error(request, error.detail)
                return redirect("me")
            form.add_error("name", error.detail)
        else:
            return redirect("me")
    return _profile(request, person=form)


@login_required
@throttled("make")
@require_POST
def new_bot(request: HttpRequest) -> HttpResponse:
    """A bot, without a token yet."""
    form = PlayerName(request.POST, prefix="bot")
    if form.is_valid():
        try:
            made = services.create_bot(_user_id(request), form.cleaned_data["name"])
        except RuleError as error:
            form.add_error("name", error.detail)
        else:
            return redirect("my_bot", made.pk)
    return _profile(request, bot=form)


def _my_bot(request: HttpRequest, bot_id: int) -> Player:
    found = queries.bot_of(_user_id(request), bot_id)
    if found is None:
        raise Http404("You have no bot with this number.")
    return found


def _my_token(request: HttpRequest, bot_id: int, token_id: int) -> tuple[Player, Token]:
    mine = _my_bot(request, bot_id)
    found = queries.token_of(mine.pk, token_id)
    if found is None:
        raise Http404("This bot has no token with this number.")
    return mine, found


def _bot_page(
    request: HttpRequest, mine: Player, form: NewToken | None = None, status: int = 200
) -> HttpResponse:
    lines = queries.tokens_of(mine.pk)
    context = {
        "bot": mine,
        "tokens": [line for line in lines if line.state == "good"],
        "ended": [line for line in lines if line.state != "good"],
        "requests": queries.requests_of(line.id for line in lines),
        "form": form or NewToken(),
        "rotate": Rotate(auto_id=False),
        "once": once.new_key(),
    }
    return render(request, "accounts/bot.html", context, status=status)


def _made_before(request: HttpRequest, mine: Player) -> HttpResponse:
    """The page that showed a token was loaded again: no second one is made, and the first is not shown."""
    messages.error(
        request, "That form made its token before, and a token is shown only once. Here it is listed."
    )
    return redirect("my_bot", mine.pk)


def _shown(request: HttpRequest, mine: Player, token: Token, clear: str) -> HttpResponse:
    once.done(request)
    context = {
        "bot": mine,
        "token": token,
        "clear": clear,
        "origin": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "accounts/token.html", context)


@login_required
@never_cache
@require_safe
def bot(request: HttpRequest, bot_id: int) -> HttpResponse:
    """One of my bots and its tokens."""
    return _bot_page(request, _my_bot(request, bot_id))


@login_required
@throttled("make")
@never_cache
@require_POST
def new_token(request: HttpRequest, bot_id: int) -> HttpResponse:
    """A token, shown in this answer and never again."""
    mine = _my_bot(request, bot_id)
    if once.was_done(request):
        return _made_before(request, mine)
    form = NewToken(request.POST)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            token, clear = services.issue_token(mine.pk, asked["label"], asked["scopes"], form.expires_at())
        except RuleError as error:
            form.add_error(None, error.detail)
        else:
            return _shown(request, mine, token, clear)
    return _bot_page(request, mine, form, 422)


@login_required
@throttled("make")
@never_cache
@require_POST
def rotate_token(request: HttpRequest, bot_id: int, token_id: int) -> HttpResponse:
    """A new token beside the old one, shown in this answer and never again."""
    mine, old = _my_token(request, bot_id, token_id)
    if once.was_done(request):
        return _made_before(request, mine)
    form = Rotate(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose when the old token ends.")
        return redirect("my_bot", mine.pk)
    try:
        token, clear = services.rotate_token(old.pk, form.cleaned_data["hours"])
    except RuleError as error:
        messages.error(request, error.detail)
        return redirect("my_bot", mine.pk)
    return _shown(request, mine, token, clear)


@login_required
@require_POST
def end_token(request: HttpRequest, bot_id: int, token_id: int) -> HttpResponse:
    """Revoke a token at once."""
    mine, token = _my_token(request, bot_id, token_id)
    revoke_token(token.pk)
    messages.success(request, f"The token {token.hint}… ({token.label}) is revoked.")
    return redirect("my_bot", mine.pk)


@login_required
@throttled("confirm")
@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Delete the account, after its password."""
    form = Password(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.delete_account(_user_id(request), form.cleaned_data["password"])
        except RuleError as error:
            form.add_error("password", error.detail)
        else:
            logout(request)
            messages.success(request, "Your account is deleted. Your games stay, under no name of yours.")
            return redirect("home")
    bots = queries.bots_of(_user_id(request))
    return render(request, "accounts/leave.html", {"form": form, "bots": bots})
