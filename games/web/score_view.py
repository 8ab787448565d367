"""The score sheet for cards on a real table: the address is read, a tap carried out, the sheet shown."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from games.web import score_form, score_page


@require_safe
def score(request: HttpRequest) -> HttpResponse:
    """The sheet that the address holds. A button's `do` is carried out and leads to the address without it,
    so that reloading never adds a card twice."""
    form = score_form.read(request.GET.dict())
    if do := request.GET.get("do", ""):
        score_form.act(form, do)
        return redirect(f"{reverse('score')}?{form.query()}#sheet")
    return render(request, "games/score.html", {"page": score_page.build(form), "form": form})


urlpatterns = [path("", score, name="score")]
