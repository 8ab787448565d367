"""The first-bot page: a bot, its token, and two programs that play at once.

What is shown are the very files that the tests run, with the visitor's address and token filled in.
"""

from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import queries, services
from games.accounts.forms import PlayerName
from games.accounts.throttle import throttled
from games.engine import RuleError
from games.models import Player

EXAMPLES = Path(__file__).resolve().parent.parent / "web" / "examples"
PROGRAMS = ("first_bot.py", "first_game.sh")
#: What stands in the files for the address and the token.
ADDRESS, TOKEN = "http://127.0.0.1:8000", "kt_your_token"


def program(name: str, origin: str = ADDRESS, token: str = TOKEN) -> str:
    """An example program with the visitor's address and token in place of those it is kept with."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    return text.replace(ADDRESS, origin).replace(TOKEN, token)


@throttled("make")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Bring a bot: for a stranger with placeholders; a POST makes bot and token and fills them in."""
    form = PlayerName(request.POST or None)
    bot, clear = None, ""
    if request.method == "POST":
        if not isinstance(request.user, User):
            return redirect("login")
        if form.is_valid():
            try:
                bot, clear = _bot_with_token(request.user.pk, form.cleaned_data["name"])
            except RuleError as error:
                form.add_error("name", error.detail)
    origin = request.build_absolute_uri("/").rstrip("/")
    context = {
        "form": form,
        "bot": bot,
        "clear": clear,
        "shown": clear or TOKEN,
        "origin": origin,
        "python": program("first_bot.py", origin, clear or TOKEN),
        "shell": program("first_game.sh", origin, clear or TOKEN),
        "bots": queries.bots_of(request.user.pk) if isinstance(request.user, User) else [],
    }
    return render(request, "accounts/start.html", context, status=422 if form.errors else 200)


def _bot_with_token(user_id: int, name: str) -> tuple[Player, str]:
    with transaction.atomic():
        bot = services.create_bot(user_id, name)
        return bot, services.issue_token(bot.pk, "first steps", ("play", "read"))[1]


@require_safe
def download(request: HttpRequest, name: str) -> HttpResponse:
    """A program as a file, with this house's address in it and no token."""
    if name not in PROGRAMS:
        raise Http404("There is no such program.")
    text = program(name, request.build_absolute_uri("/").rstrip("/"))
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)
