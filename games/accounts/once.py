"""A form that is carried out once: who reloads the page that answered it does not send it again.

The form holds a random key; the session remembers the last keys that were carried out. A key is no secret.
"""

from django.http import HttpRequest
from django.utils.crypto import get_random_string

FIELD = "once"
_SESSION = "forms_done"
_REMEMBERED = 20


def new_key() -> str:
    """A key for the forms of a page."""
    return get_random_string(12)


def was_done(request: HttpRequest) -> bool:
    """Whether this very form has been carried out. One without a key never was."""
    return request.POST.get(FIELD, "") in request.session.get(_SESSION, [])


def done(request: HttpRequest) -> None:
    """Remember that the form is carried out."""
    if key := request.POST.get(FIELD, "")[:40]:
        request.session[_SESSION] = [*request.session.get(_SESSION, []), key][-_REMEMBERED:]
