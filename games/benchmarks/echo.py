"""The empty endpoint of `bench http`: authenticates, parses, answers. No path of the product leads here."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api import auth
from games.api.bodies import body_of
from games.api.views import answer


class EmptyView(APIView):
    """A POST that does nothing."""

    schema = None

    def post(self, request: Request) -> HttpResponse:
        """200 and the number of fields in the body."""
        return answer({"player": auth.player_id(request), "fields": len(body_of(request))})
